/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The best mapping of two lists of subtrees: tree edit distance of Zhang and Shasha (1989).
 * Time and memory grow with the product of the two sizes. Pure: no I/O.
 */
#ifndef FB_TREE_EXACT_H
#define FB_TREE_EXACT_H

#include <stdint.h>

#include "tree/call_forest.h"
#include "tree/mapping.h"

/**
 * struct fb_exact - what all lists of a comparison share
 * @d: what is compared
 * @left: the calls of d->left
 * @right: the calls of d->right
 * @names: the names of both
 * @map: the map of fb_treediff()
 */
struct fb_exact {
	const struct fb_diff *d;
	struct fb_call_forest *left;
	struct fb_call_forest *right;
	const struct fb_call_names *names;
	uint32_t *map;
};

/**
 * struct fb_subtrees - subtrees of one forest, none of which holds another
 * @root: their outermost calls, in the order of the forest
 * @nr: how many
 */
struct fb_subtrees {
	const uint32_t *root;
	uint32_t nr;
};

/**
 * fb_exact_map - add the best mapping of two lists of subtrees to the map
 * @x: what is compared
 * @left: subtrees of the left forest
 * @right: subtrees of the right forest
 *
 * Return: 0 or -ENOMEM.
 */
int fb_exact_map(const struct fb_exact *x, struct fb_subtrees left, struct fb_subtrees right);

#endif
