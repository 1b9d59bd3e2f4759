/* SPDX-License-Identifier: GPL-2.0 */
/* A comparison as a table and as JSON. */
#ifndef FB_COMPARE_COMPARISON_PRINT_H
#define FB_COMPARE_COMPARISON_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "compare/comparison.h"

/** FB_COMPARE_SCHEMA - name and version of the form of the JSON */
#define FB_COMPARE_SCHEMA "flowbench.compare/2"

/** fb_compare_print - the tables */
void fb_compare_print(const struct fb_comparison *c, FILE *to);

/**
 * fb_compare_print_verdict - the verdict, a line
 * @c: the comparison
 * @modelled: modelled cycles have an order on some path
 * @to: where to
 */
void fb_compare_print_verdict(const struct fb_comparison *c, bool modelled, FILE *to);

/** fb_compare_json - all of it, or NULL if memory is short */
json_t *fb_compare_json(const struct fb_comparison *c);

#endif
