/* SPDX-License-Identifier: GPL-2.0 */
/* A comparison as a table and as JSON. */
#ifndef FB_BENCH_COMPARE_PRINT_H
#define FB_BENCH_COMPARE_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "bench/compare.h"

/** FB_COMPARE_SCHEMA - name and version of the form of the JSON */
#define FB_COMPARE_SCHEMA "flowbench.compare/2"

/** fb_compare_print - the table and the verdict, which is the last line */
void fb_compare_print(const struct fb_comparison *c, FILE *to);

/** fb_compare_json - all of it, or NULL if memory is short */
json_t *fb_compare_json(const struct fb_comparison *c);

#endif
