/* SPDX-License-Identifier: GPL-2.0 */
/* A bench: paths, points of measurement, and what came of them. */
#ifndef FB_BENCH_H
#define FB_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#include "benchpath.h"
#include "benchproof.h"
#include "benchresult.h"
#include "benchstat.h"
#include "fingerprint.h"

/** FB_BENCH_SCHEMA - name and version of the form of bench.json */
#define FB_BENCH_SCHEMA "flowbench.bench/1"

/** FB_BENCH_ROUNDS_MAX - most rounds of a kind */
#define FB_BENCH_ROUNDS_MAX 1001

/**
 * struct fb_bench_want - what is to be measured
 * @flows: how many flows, one lab each
 * @sizes: frame lengths; none means the path's own
 * @batches: 1 injects one by one, more as lists
 * @rounds: of each kind
 * @packets: of a round
 * @verify: check each packet in a round of its own
 */
struct fb_bench_want {
	struct fb_bench_list flows;
	struct fb_bench_list sizes;
	struct fb_bench_list batches;
	unsigned long rounds;
	unsigned long packets;
	bool verify;
};

/**
 * struct fb_bench_point - one path at one number of flows, size and batch
 * @path: the path
 * @flows: how many
 * @size: frame length that was used
 * @batch: packets handed over at once
 * @own: @nr rounds that ended at ingress
 * @gross: @nr rounds of the whole path
 * @nr: how many of each
 * @proved: what the proofs counted
 * @why: what went wrong, empty if nothing did
 * @own_stat: of the price of a packet in @own
 * @gross_stat: likewise in @gross
 * @net: what is left of the medians
 */
struct fb_bench_point {
	const struct fb_bench_path *path;
	unsigned long flows;
	unsigned long size;
	unsigned long batch;
	struct fb_bench_result *own;
	struct fb_bench_result *gross;
	unsigned int nr;
	struct fb_proved proved;
	char why[200];
	struct fb_bench_stat own_stat;
	struct fb_bench_stat gross_stat;
	double net;
};

/**
 * struct fb_bench - a bench
 * @want: what is to be measured
 * @fp: fingerprint of the machine
 * @insn: true if a cycle is an instruction here, and prices are given in them; else ns
 * @path: the paths
 * @nr_paths: how many
 * @point: what was measured
 * @nr_points: how many
 */
struct fb_bench {
	struct fb_bench_want want;
	struct fb_fingerprint fp;
	bool insn;
	struct fb_bench_path *path;
	unsigned int nr_paths;
	struct fb_bench_point *point;
	unsigned int nr_points;
};

/**
 * fb_bench_load - read paths from userspace/paths
 * @b: receives them in @path
 * @names: which; with @nr 0 all of them, each after the one it replaces
 * @nr: how many names
 *
 * Says what is wrong, and which paths there are if a name is none of them.
 * Return: 0 or a negative errno.
 */
int fb_bench_load(struct fb_bench *b, char *const *names, int nr);

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

/** fb_bench_free - free paths, points and fingerprint */
void fb_bench_free(struct fb_bench *b);

/** fb_bench_find - the point of the path @name with the same settings as @like, or NULL (pure) */
const struct fb_bench_point *fb_bench_find(const struct fb_bench *b, const char *name,
					   const struct fb_bench_point *like);

/** fb_bench_price - what a packet of this round cost, in the bench's unit (pure) */
double fb_bench_price(const struct fb_bench *b, const struct fb_bench_result *r);

/** fb_bench_sum - put medians and net price into a point that has all its rounds */
int fb_bench_sum(const struct fb_bench *b, struct fb_bench_point *pt);

/** fb_bench_ratio - price of the replaced path by this one's, or 0 if it was not measured (pure) */
double fb_bench_ratio(const struct fb_bench *b, const struct fb_bench_point *pt);

/**
 * fb_bench_print - the table
 * @b: the bench
 * @to: where to
 */
void fb_bench_print(const struct fb_bench *b, FILE *to);

/** fb_bench_json - write all of it to the file @path; Return: 0 or a negative errno */
int fb_bench_json(const struct fb_bench *b, const char *path);

#endif
