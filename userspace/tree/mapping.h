/* SPDX-License-Identifier: GPL-2.0 */
/* What is mapped: two forests, and what a pair of calls is worth. */
#ifndef FB_TREE_MAPPING_H
#define FB_TREE_MAPPING_H

#include <stdint.h>

#include "tree/normal.h"

/** FB_DIFF_NONE - no counterpart */
#define FB_DIFF_NONE UINT32_MAX

/** FB_DIFF_GAIN_MAX - the highest gain of a pair */
#define FB_DIFF_GAIN_MAX 10000u

/**
 * typedef fb_diff_gain - returns the gain of mapping a call of the left forest to one of the right
 * @ctx: the caller's
 * @left: index of the call in the left forest
 * @right: name of the call in the right forest
 *
 * Called once for each call and name. Pairs whose callers have the same name gain 1 more.
 * Return: 0 if they must not be mapped, else 1 to FB_DIFF_GAIN_MAX.
 */
typedef unsigned int (*fb_diff_gain)(void *ctx, uint32_t left, const char *right);

/** FB_DIFF_NAMES_MAX - names that a call can have on the right, its own included */
#define FB_DIFF_NAMES_MAX 16

/**
 * typedef fb_diff_names - tell the names that a left call can have on the right
 * @ctx: the caller's
 * @left: index of the call in the left forest
 * @name: receives them; its own name may be among them or not
 *
 * Return: how many.
 */
typedef unsigned int (*fb_diff_names)(void *ctx, uint32_t left,
				      const char *name[FB_DIFF_NAMES_MAX]);

/**
 * struct fb_diff - the two forests, and how to compare them
 * @left: the left forest
 * @right: the right forest
 * @gain: returns the gain of a pair
 * @names: returns the names for which @gain is not 0; NULL if @gain is 0 for all other names.
 *	Only forests with more than FB_DIFF_PAIRS_MAX pairs need it.
 * @ctx: handed to @gain and to @names
 * @unproven: receives how many calls a better mapping could map in addition, or to a call of their own
 *	name; 0 if the mapping is known to be the best. May be NULL.
 */
struct fb_diff {
	const struct fb_normal *left;
	const struct fb_normal *right;
	fb_diff_gain gain;
	fb_diff_names names;
	void *ctx;
	uint32_t *unproven;
};

#endif
