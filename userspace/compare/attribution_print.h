/* SPDX-License-Identifier: GPL-2.0 */
/* Where the differences of a comparison come from, as text and as JSON. */
#ifndef FB_COMPARE_ATTRIBUTION_PRINT_H
#define FB_COMPARE_ATTRIBUTION_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "compare/comparison.h"

/** fb_attribution_print - for each path the functions that take another number of instructions */
void fb_attribution_print(const struct fb_comparison *c, FILE *to);

/**
 * fb_attribution_print_code - " in FUNCTION, …": those of a point whose own code differs, for the verdict
 * @c: a comparison with profiles
 * @pt: one of its points that was judged different
 * @to: where to
 *
 * If there is none, says that it is not code that has moved the price.
 */
void fb_attribution_print_code(const struct fb_comparison *c, const struct fb_compared *pt,
			       FILE *to);

/** fb_attribution_json - the functions of a point, or NULL if memory is short */
json_t *fb_attribution_json(const struct fb_comparison *c, const struct fb_compared *pt);

#endif
