/* SPDX-License-Identifier: GPL-2.0 */
/* Rounds of the generator alone: what is taken off a path's price. */
#ifndef FB_PRICE_BASELINE_H
#define FB_PRICE_BASELINE_H

#include "price/prices.h"

/**
 * fb_bench_own - run rounds of the generator alone
 * @b: the bench
 * @path: the path, which says where their packets end
 * @r: receives @nr results
 * @nr: how many
 * @error: receives which one does not close first; left alone if all do
 *
 * For FB_BENCH_OWN_XDP, in0 has a program that drops every packet, in place of its own, until the rounds are over.
 *
 * Return: 0 or a negative errno.
 */
int fb_bench_own(const struct fb_bench *b, const struct fb_bench_path *path,
		 struct fb_bench_result *r, unsigned int nr, struct fb_error *error);

#endif
