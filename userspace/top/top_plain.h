/* SPDX-License-Identifier: GPL-2.0 */
/* Prints flowbench top without a terminal: a block of lines for each interval. */
#ifndef FB_TOP_TOP_PLAIN_H
#define FB_TOP_TOP_PLAIN_H

#include <stdio.h>

#include "top/top_text.h"

/** fb_top_plain_notes - print what the figures mean, as lines that begin with # */
void fb_top_plain_notes(const struct fb_top_view *view, FILE *to);

/**
 * fb_top_plain - print an interval
 * @view: what all intervals share
 * @st: the interval
 * @to: where to write the block and an empty line
 */
void fb_top_plain(const struct fb_top_view *view, const struct fb_top_stat *st, FILE *to);

#endif
