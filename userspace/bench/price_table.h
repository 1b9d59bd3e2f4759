/* SPDX-License-Identifier: GPL-2.0 */
/* The table of prices. */
#ifndef FB_BENCH_PRICE_TABLE_H
#define FB_BENCH_PRICE_TABLE_H

#include <stdio.h>

#include "price/prices.h"

/**
 * fb_bench_print - the table
 * @b: the bench
 * @to: where to
 */
void fb_bench_print(const struct fb_bench *b, FILE *to);

#endif
