/* SPDX-License-Identifier: GPL-2.0 */
/* flowbench top without a terminal: a block of lines an interval. */
#ifndef FB_TOP_PLAIN_H
#define FB_TOP_PLAIN_H

#include <stdio.h>

#include "top/text.h"

/** fb_top_plain_notes - what the figures mean, as lines with # */
void fb_top_plain_notes(const struct fb_top_view *view, FILE *to);

/**
 * fb_top_plain - print an interval
 * @view: what is the same in each
 * @st: the interval
 * @to: receives it, and an empty line
 */
void fb_top_plain(const struct fb_top_view *view, const struct fb_top_stat *st, FILE *to);

#endif
