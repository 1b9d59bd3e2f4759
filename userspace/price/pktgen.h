/* SPDX-License-Identifier: GPL-2.0 */
/* The same path, driven by pktgen. */
#ifndef FB_PRICE_PKTGEN_H
#define FB_PRICE_PKTGEN_H

#include "price/prices.h"

/** fb_bench_pktgen - price the same path with pktgen; Return: 0 or a negative errno */
int fb_bench_pktgen(const struct fb_bench *b, struct fb_bench_point *pt);

#endif
