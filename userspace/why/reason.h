/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a packet was not forwarded by the flowtable: its name, what it means, and what a user can do. The table of
 * reasons.h has a row for each reason.
 */
#ifndef FB_WHY_REASON_H
#define FB_WHY_REASON_H

#include "why/reasons.h"

#define FB_REASON_ID(id, name, what, advice, manual) FB_REASON_##id,

/** enum fb_reason_id - reasons, in the order of their rows */
enum fb_reason_id { FB_REASON_UNKNOWN_ROW(FB_REASON_ID) FB_REASON_ROWS(FB_REASON_ID) FB_REASONS };

/**
 * struct fb_reason - one reason
 * @name: a word for scripts
 * @what: what it means; %s stands for the detail, where there is one
 * @advice: what would change it, or "-"; may have a %s as well
 */
struct fb_reason {
	const char *name;
	const char *what;
	const char *advice;
};

/** fb_reason - returns the entry of a reason */
const struct fb_reason *fb_reason(enum fb_reason_id id);

#endif
