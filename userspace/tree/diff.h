/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps the calls of one forest to those of another: the best mapping that keeps order and ancestry
 * (tree edit distance, Zhang and Shasha 1989). If a call was inlined, or a new call encloses others,
 * the calls below are still mapped. Pure: no I/O.
 */
#ifndef FB_TREE_DIFF_H
#define FB_TREE_DIFF_H

#include <stdint.h>

#include "tree/normal.h"

/** FB_DIFF_NONE - no counterpart */
#define FB_DIFF_NONE UINT32_MAX

/** FB_DIFF_PAIRS_MAX - most pairs of calls that are compared; each takes 8 bytes of memory */
#define FB_DIFF_PAIRS_MAX 25000000u

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

/**
 * struct fb_diff - the two forests, and how to compare them
 * @left: the left forest
 * @right: the right forest
 * @gain: returns the gain of a pair
 * @ctx: handed to @gain
 */
struct fb_diff {
	const struct fb_normal *left;
	const struct fb_normal *right;
	fb_diff_gain gain;
	void *ctx;
};

/**
 * fb_treediff - map the calls of two forests onto each other
 * @d: what to compare
 * @map: receives for every node of d->left the index of its counterpart in d->right, or
 *	FB_DIFF_NONE; d->left->nr entries
 *
 * The sum of all gains is the highest possible. Of several such mappings the same one is found
 * every time: it pairs the last calls that can be paired. Marks and interrupts are skipped; calls in
 * an interrupt belong to the call that was interrupted.
 * Takes about a second for 900 and 1,200 calls.
 *
 * Return: 0, -ENOMEM, or -E2BIG for more than FB_DIFF_PAIRS_MAX pairs.
 */
int fb_treediff(const struct fb_diff *d, uint32_t *map);

#endif
