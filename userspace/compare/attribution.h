/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a difference comes from: what each function takes on both sides, sample by sample, and whether
 * its own code is the same. Pure: no I/O.
 */
#ifndef FB_COMPARE_ATTRIBUTION_H
#define FB_COMPARE_ATTRIBUTION_H

#include <jansson.h>
#include <stdbool.h>

#include "stat/cluster_stat.h"
#include "profile/function_code.h"
#include "compare/side_load.h"
#include "profile/profile.h"
#include "lib/error.h"

/**
 * struct fb_attribution_function - a function that ran on a path
 * @name: its name; owned
 * @module: that it lies in, or NULL for the kernel itself; owned
 * @judged: whether its own code is the same on both sides
 * @cost: for each point and side the instructions of a packet that it spent itself, sample by sample,
 *	boot by boot; NULL where it has not run
 */
struct fb_attribution_function {
	char *name;
	char *module;
	enum fb_code_judged judged;
	double *(*cost)[2];
};

/**
 * struct fb_attribution - all of it
 * @point: the points, borrowed
 * @nr_points: how many
 * @boots: how many boots each side has
 * @fn: the functions
 * @nr: how many
 * @sum: for each point and side what functions whose code differs have spent together; NULL if no such
 *	function runs there
 */
struct fb_attribution {
	const struct fb_price *point;
	unsigned int nr_points;
	unsigned int boots[2];
	struct fb_attribution_function *fn;
	unsigned int nr;
	double *(*sum)[2];
};

/**
 * struct fb_attribution_boot - the profile of a boot
 * @bench: its bench.json
 * @rec: what the plugin has recorded
 * @syms: its symbols
 */
struct fb_attribution_boot {
	const json_t *bench;
	const struct fb_profile_record *rec;
	struct fb_symbols *syms;
};

/**
 * fb_attribution_add - add what functions took in one boot
 * @w: has points and boots
 * @side: 0 or 1
 * @number: of the boot, from 0
 * @boot: its profile
 * @error: receives what is wrong
 *
 * Each sample must be in the record, with as many instructions as the guest's clock has counted.
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_attribution_add(struct fb_attribution *w, unsigned int side, unsigned int number,
		       const struct fb_attribution_boot *boot, struct fb_error *error);

/**
 * fb_attribution_judge - judge all functions, and sum up those whose code differs
 * @w: has all boots
 * @a: the code of the one side
 * @b: that of the other
 *
 * Of a function that one side does not have at all, the code differs.
 * Return: 0 or -ENOMEM.
 */
int fb_attribution_judge(struct fb_attribution *w, const struct fb_code *a,
			 const struct fb_code *b);

/**
 * fb_attribution_of - what a function took on both sides of a point
 * @w: the whole
 * @fn: the function, or NULL for all of those whose code differs together
 * @point: the point
 * @a: receives the samples of the one side
 * @b: receives those of the other
 *
 * Return: true if there is something.
 */
bool fb_attribution_of(const struct fb_attribution *w, const struct fb_attribution_function *fn,
		       unsigned int point, struct fb_clusters *a, struct fb_clusters *b);

/** fb_attribution_free - free what has been added */
void fb_attribution_free(struct fb_attribution *w);

#endif
