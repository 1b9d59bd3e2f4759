/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which call of one forest is which call of another: the best mapping that keeps order and
 * ancestry (tree edit distance, Zhang and Shasha 1989). A call that was inlined, or put around
 * others, does not lose what is below it. Pure: no I/O.
 */
#ifndef FB_TREE_DIFF_H
#define FB_TREE_DIFF_H

#include <stdint.h>

#include "tree/normal.h"

/** FB_DIFF_NONE - no counterpart */
#define FB_DIFF_NONE UINT32_MAX

/** FB_DIFF_PAIRS_MAX - most pairs of calls that are compared, for 8 bytes of memory each */
#define FB_DIFF_PAIRS_MAX 25000000u

/** FB_DIFF_GAIN_MAX - the most that a pair may be worth */
#define FB_DIFF_GAIN_MAX 10000u

/**
 * typedef fb_diff_gain - what mapping a call of the left forest onto one of the right is worth
 * @ctx: the caller's
 * @left: index of the call in the left forest
 * @right: name of the call in the right forest
 *
 * Asked once for each call and name. Pairs whose callers have the same name are worth 1 more.
 * Return: 0 if they must not be mapped, else 1 to FB_DIFF_GAIN_MAX.
 */
typedef unsigned int (*fb_diff_gain)(void *ctx, uint32_t left, const char *right);

/**
 * struct fb_diff - what to compare, and how
 * @left: the one forest
 * @right: the other
 * @gain: what a pair is worth
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
 * The sum of all gains is the highest there is. Of several such mappings the same is found
 * every time: it pairs the last calls that can be paired. Marks and interrupts are passed over;
 * what ran in an interrupt belongs to the call that it interrupted.
 * Takes about a second for 900 calls and 1,200.
 *
 * Return: 0, -ENOMEM, or -E2BIG for more than FB_DIFF_PAIRS_MAX pairs.
 */
int fb_treediff(const struct fb_diff *d, uint32_t *map);

#endif
