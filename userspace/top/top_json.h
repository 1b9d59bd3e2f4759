/* SPDX-License-Identifier: GPL-2.0 */
/* Prints flowbench top as JSON (flowbench.top/1): one object, on one line, for each interval. */
#ifndef FB_TOP_TOP_JSON_H
#define FB_TOP_TOP_JSON_H

#include <stdio.h>

#include "top/top_text.h"

/**
 * fb_top_json - print an interval
 * @view: what all intervals share
 * @st: the interval
 * @to: where to write; the caller checks the stream for errors
 *
 * Unknown values are null.
 * Return: 0 or -ENOMEM.
 */
int fb_top_json(const struct fb_top_view *view, const struct fb_top_stat *st, FILE *to);

#endif
