/* SPDX-License-Identifier: GPL-2.0 */
/* Rounds of the generator alone: what is taken off a path's price. */
#ifndef FB_BENCH_OWN_H
#define FB_BENCH_OWN_H

#include "bench/bench.h"

/**
 * fb_bench_own - run rounds of the generator alone
 * @b: the bench
 * @path: the path, which says where their packets end
 * @r: receives @nr results
 * @nr: how many
 * @why: receives which one does not close first; left alone if all do
 *
 * For FB_BENCH_OWN_XDP, in0 has a program that drops every packet, in place of its own, until the rounds are over.
 *
 * Return: 0 or a negative errno.
 */
int fb_bench_own(const struct fb_bench *b, const struct fb_bench_path *path,
		 struct fb_bench_result *r, unsigned int nr, struct fb_why *why);

#endif
