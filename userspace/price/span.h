/* SPDX-License-Identifier: GPL-2.0 */
/* The price of what a path calls, hook by hook. */
#ifndef FB_PRICE_SPAN_H
#define FB_PRICE_SPAN_H

#include "price/prices.h"

/** FB_BENCH_SPAN_ROUNDS - rounds that the price of one span takes */
#define FB_BENCH_SPAN_ROUNDS 3

/** fb_bench_spans - price the inner spans of a point that has its rounds; Return: as above */
int fb_bench_spans(const struct fb_bench *b, struct fb_bench_point *pt);

#endif
