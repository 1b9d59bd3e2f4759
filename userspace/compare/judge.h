/* SPDX-License-Identifier: GPL-2.0 */
/* Judging the samples of two sides. Pure: no I/O. */
#ifndef FB_COMPARE_JUDGE_H
#define FB_COMPARE_JUDGE_H

#include <stdbool.h>

#include "stat/cluster_stat.h"
#include "compare/side_load.h"
#include "stat/sample_stat.h"

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
 * @at: index of the point among those of the first side
 * @delta: in instructions Hodges and Lehmann's shift, else the difference of the medians
 * @spread: the dearest sample of each side less its cheapest
 * @p: that alike kernels differ as much, adjusted for the number of points
 * @coded: functions whose own code differs run on it; what follows is theirs
 * @code_delta: the shift of what they take together
 * @code_p: that alike kernels differ as much in it, adjusted likewise
 * @by_code: it was judged different for their sake alone: chance moves the whole price by more
 * @ci: ratio and 95 % confidence interval, in ns
 * @tost: of the test that the ratio is within the margin, in ns
 * @needed: boots a side that would do, in ns
 * @judged: what can be said of it
 */
struct fb_compared {
	struct fb_price a;
	struct fb_price b;
	char lone;
	unsigned int at;
	double delta;
	double spread[2];
	double p;
	bool coded;
	double code_delta;
	double code_p;
	bool by_code;
	struct fb_interval ci;
	double tost;
	unsigned int needed;
	enum fb_judgement judged;
};

/**
 * fb_compare_seeds - boots a side without which nothing can be said in instructions (pure)
 * @tests: how many tests are made at once
 *
 * Return: the least number with which the test can find a difference at all.
 */
unsigned int fb_compare_seeds(unsigned int tests);

/**
 * struct fb_sides - the samples of one point on both sides, boot by boot
 * @a: prices on the one
 * @b: on the other
 * @coded: functions whose own code differs run on it
 * @code_a: what they take together, on the one side
 * @code_b: on the other
 */
struct fb_sides {
	struct fb_clusters a;
	struct fb_clusters b;
	bool coded;
	struct fb_clusters code_a;
	struct fb_clusters code_b;
};

/**
 * fb_compare_instructions - judge points in instructions, all at once (pure)
 * @s: samples, a point each
 * @nr: how many points
 * @pt: receives delta, p, what is said of code, and judged
 *
 * The boots of the two sides are no pairs: a patch moves everything that comes after it, so the same
 * seed draws other secrets. Two sides differ if the shift between them is not 0, and boots that were
 * dealt out anew are rarely as far apart (FB_CLUSTER_ALPHA, adjusted for the number of tests). Where it is
 * known which functions have other code, they are tested by themselves as well: chance in all others
 * cannot hide a difference in them.
 * Return: 0 or -ENOMEM.
 */
int fb_compare_instructions(const struct fb_sides *s, unsigned int nr, struct fb_compared *pt);

/**
 * struct fb_samples - what a point cost in ns, boot by boot
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
