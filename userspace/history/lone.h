/* SPDX-License-Identifier: GPL-2.0 */
/* What only one of two kernels of a history has. */
#ifndef FB_HISTORY_LONE_H
#define FB_HISTORY_LONE_H

#include <jansson.h>

#include "history/release.h"

/**
 * fb_lone_json - name what only one of two kernels has, in parts that both have (pure)
 * @a: the one
 * @b: the other
 *
 * Whether such a price, phase or check moved is not known.
 * Return: a new object, a part each: {"prices": "6.1 has no price of nat"}, the first of the part;
 * or NULL without memory.
 */
json_t *fb_lone_json(const struct fb_release *a, const struct fb_release *b);

#endif
