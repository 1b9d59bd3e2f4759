/* SPDX-License-Identifier: GPL-2.0 */
/* What real streams and the generator say of the same paths, side by side. */
#ifndef FB_PRICE_STREAM_RATIO_H
#define FB_PRICE_STREAM_RATIO_H

#include <stdbool.h>
#include <stdio.h>

#include "price/prices.h"
#include "price/stream_row.h"

/** FB_RATIO_AGREES - how far streams may be from what the generator lets expect, as a share */
#define FB_RATIO_AGREES 0.1

/**
 * struct fb_traffic_ratio - a path and the one it replaces, by streams and by the generator
 * @streams: processor time of a packet there by that here, the hosts' part in both
 * @generator: net price and what comes later there, by the same here
 * @expected: what @streams is if a packet saves just what the generator says
 * @saved: microseconds a packet, by streams
 * @saved_generator: likewise, by the generator
 * @agrees: @streams is within FB_RATIO_AGREES of @expected
 */
struct fb_traffic_ratio {
	double streams;
	double generator;
	double expected;
	double saved;
	double saved_generator;
	bool agrees;
};

/**
 * fb_traffic_ratio - compare a row with that of the path it replaces (pure)
 * @b: has the generator's points of both
 * @rows: all rows
 * @nr: how many
 * @row: which one
 * @out: receives it
 *
 * Return: 1, or 0 if there is nothing to compare it with.
 */
int fb_traffic_ratio(const struct fb_bench *b, const struct fb_traffic_row *rows, unsigned int nr,
		     const struct fb_traffic_row *row, struct fb_traffic_ratio *out);

/** fb_traffic_print_ratios - all of them, and what a disagreement means */
void fb_traffic_print_ratios(const struct fb_bench *b, const struct fb_traffic_row *rows,
			     unsigned int nr, FILE *to);

#endif
