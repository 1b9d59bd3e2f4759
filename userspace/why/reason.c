// SPDX-License-Identifier: GPL-2.0
#include "why/reason.h"

#define REASON(id, name, what, advice, manual) { name, what, advice },

static const struct fb_reason reasons[FB_REASONS] = { FB_REASON_UNKNOWN_ROW(REASON)
							      FB_REASON_ROWS(REASON) };

const struct fb_reason *fb_reason(enum fb_reason_id id)
{
	return &reasons[id < FB_REASONS ? id : FB_REASON_UNKNOWN];
}
