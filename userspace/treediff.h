/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which call of one tree is which call of another: the cheapest ordered mapping that keeps
 * order and ancestry (tree edit distance, Zhang and Shasha 1989). A call that was inlined or
 * put around others does not lose what is below it. Pure: no I/O.
 */
#ifndef FB_TREEDIFF_H
#define FB_TREEDIFF_H

#include <stdint.h>

#include "calltree.h"

/** FB_DIFF_NONE - no counterpart */
#define FB_DIFF_NONE UINT32_MAX

/**
 * struct fb_diff_side - one of the two trees
 * @tree: the forest it lies in
 * @root: index of its root; 0 where the forest is one tree
 */
struct fb_diff_side {
	const struct fb_tree *tree;
	uint32_t root;
};

/**
 * typedef fb_diff_same - may a call of the left tree be a call of the right one
 * @ctx: the caller's
 * @left: name in the left tree, likewise @right
 *
 * Return: 2 for the same name, 1 for another name of the same thing, 0 for neither.
 */
typedef int (*fb_diff_same)(void *ctx, const char *left, const char *right);

/**
 * fb_treediff - map the calls of two trees onto each other
 * @left: the one tree
 * @right: the other
 * @same: which calls may be mapped; asked once for each pair of different names
 * @ctx: handed to @same
 * @map: receives for every node of left->tree the index of its counterpart in right->tree,
 *	or FB_DIFF_NONE; left->tree->nr entries
 *
 * Marks and interrupts are passed over; what ran in an interrupt belongs to the call that it
 * interrupted. As many calls as possible are mapped, equal names before others; the same
 * trees always give the same mapping. Memory: 8 bytes for each pair of calls.
 *
 * Return: 0, -ENOMEM, or -E2BIG for more than 20,000 calls on a side, -EINVAL for more than one
 * outermost call.
 */
int fb_treediff(const struct fb_diff_side *left, const struct fb_diff_side *right,
		fb_diff_same same, void *ctx, uint32_t *map);

#endif
