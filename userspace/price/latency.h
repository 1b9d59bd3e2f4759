/* SPDX-License-Identifier: GPL-2.0 */
/* The time that each packet takes. */
#ifndef FB_PRICE_LATENCY_H
#define FB_PRICE_LATENCY_H

#include "price/prices.h"

/** fb_bench_latency - time each packet of one more round; Return: 0 or a negative errno */
int fb_bench_latency(const struct fb_bench *b, struct fb_bench_point *pt);

#endif
