/* SPDX-License-Identifier: GPL-2.0 */
/* Judging the samples of two sides. Pure: no I/O. */
#ifndef FB_BENCH_COMPARE_JUDGE_H
#define FB_BENCH_COMPARE_JUDGE_H

#include "bench/compare_load.h"
#include "bench/compare_stat.h"

/** FB_COMPARE_SEEDS - fewer seeds a side allow no verdict in instructions */
#define FB_COMPARE_SEEDS 5

/** enum fb_judgement - what can be said */
enum fb_judgement {
	FB_JUDGED_NONE, /* nothing */
	FB_JUDGED_SAME,
	FB_JUDGED_DIFFERENT,
};

/**
 * struct fb_compared - one point on both sides
 * @a: on the one; of its numbers the medians over all boots
 * @b: on the other
 * @lone: it is on one side only: 'a' or 'b', else 0; such a point is not judged
 * @delta: in instructions the median of the differences, seed by seed; else that of the medians
 * @spread: in instructions the greatest difference less the least
 * @agree: in instructions how many seeds have a difference of @delta's sign
 * @ci: ratio and 95 % confidence interval, in ns
 * @p: of Mann and Whitney's test, adjusted for the number of points, in ns
 * @tost: of the test that the ratio is within the margin, in ns
 * @needed: samples a side that would do, in ns
 * @judged: what can be said of it
 */
struct fb_compared {
	struct fb_price a;
	struct fb_price b;
	char lone;
	double delta;
	double spread;
	unsigned int agree;
	struct fb_interval ci;
	double p;
	double tost;
	unsigned int needed;
	enum fb_judgement judged;
};

/**
 * fb_compare_instructions - judge one point, seed by seed (pure)
 * @a: prices on the one side
 * @b: on the other, in the order of the same seeds
 * @nr: how many
 * @pt: receives delta, spread, agree and judged
 *
 * An instruction is an instruction: where all seeds say the same, one of them is a difference. Where they do
 * not (how a hash table came to lie, which object of a slab is next), the sides differ if all seeds but at
 * most one say so, and by more than three times the median deviation of what they say.
 * Return: 0 or -ENOMEM.
 */
int fb_compare_instructions(const double *a, const double *b, unsigned int nr,
			    struct fb_compared *pt);

/**
 * struct fb_samples - what a point cost, boot by boot
 * @a: on the one side
 * @na: how many
 * @b: on the other
 * @nb: how many
 */
struct fb_samples {
	const double *a;
	unsigned int na;
	const double *b;
	unsigned int nb;
};

/**
 * fb_compare_times - judge points in ns, all at once (pure)
 * @s: samples, a point each, at least 2 a side
 * @nr: how many points
 * @margin: within which "no change" may be claimed
 * @pt: receives p, tost, needed and judged
 *
 * Return: 0 or -ENOMEM.
 */
int fb_compare_times(const struct fb_samples *s, unsigned int nr, double margin,
		     struct fb_compared *pt);

#endif
