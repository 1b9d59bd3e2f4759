/* SPDX-License-Identifier: GPL-2.0 */
/* Measuring a path at all its points. */
#ifndef FB_PRICE_MEASURE_H
#define FB_PRICE_MEASURE_H

#include "price/prices.h"

/**
 * fb_bench_measure - measure a path at all its points
 * @b: the bench; points are added
 * @path: one of its paths
 *
 * Brings the lab up and takes it down. A point that was not proved or did not close has its @why
 * set; the next one is measured all the same.
 * Return: 0, or a negative errno if it could not be measured at all.
 */
int fb_bench_measure(struct fb_bench *b, const struct fb_bench_path *path);

#endif
