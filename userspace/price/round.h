/* SPDX-License-Identifier: GPL-2.0 */
/* Rounds: what tells the generator what to do, and runs it. Everything that measures is built on them. */
#ifndef FB_PRICE_ROUND_H
#define FB_PRICE_ROUND_H

#include "price/prices.h"

/**
 * fb_bench_configure - tell the generator what a path wants of it
 * @b: the bench
 * @path: the path
 * @flows: how many flows it makes, to FB_BENCH_HOSTS destinations in turn
 *
 * Return: 0 or a negative errno. Says what is wrong.
 */
int fb_bench_configure(const struct fb_bench *b, const struct fb_bench_path *path,
		       unsigned long flows);

/**
 * fb_bench_warm_up - let the generator make its flows
 * @path: the path, for what is said
 * @flows: how many flows must have been answered
 * @r: receives the result
 *
 * Return: 0, -EPROTO if a flow was not answered, or another negative errno. Says what is wrong.
 */
int fb_bench_warm_up(const struct fb_bench_path *path, unsigned long flows,
		     struct fb_bench_result *r);

/** FB_BENCH_AGAIN - rounds of a series that are taken once more at most, as another task ran in them */
#define FB_BENCH_AGAIN 3

/**
 * fb_bench_sample - run a round, and once more while another task runs within its clock
 * @r: receives the result of the last one
 * @profiled: a profile has it; else only its repeats are counted
 * @again: how many more may be run; receives how many are left
 *
 * Return: 0, also if @r is not a sample yet; or a negative errno.
 */
int fb_bench_sample(struct fb_bench_result *r, bool profiled, unsigned int *again);

/**
 * fb_bench_round - run rounds that all close and are samples
 * @b: the bench
 * @end: "sink", or where packets of the generator alone end: "ingress", "xdp"
 * @r: receives @nr results
 * @nr: how many
 * @error: receives which one does not first; left alone if all do
 *
 * Return: 0 or a negative errno.
 */
int fb_bench_round(const struct fb_bench *b, const char *end, struct fb_bench_result *r,
		   unsigned int nr, struct fb_error *error);

#endif
