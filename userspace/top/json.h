/* SPDX-License-Identifier: GPL-2.0 */
/* flowbench top as JSON (flowbench.top/1): an object an interval, a line each. */
#ifndef FB_TOP_JSON_H
#define FB_TOP_JSON_H

#include <stdio.h>

#include "top/text.h"

/**
 * fb_top_json - print an interval
 * @view: what is the same in each
 * @st: the interval
 * @to: receives one line
 *
 * What is not known is null.
 * Return: 0 or -ENOMEM; an error of @to stays with it.
 */
int fb_top_json(const struct fb_top_view *view, const struct fb_top_stat *st, FILE *to);

#endif
