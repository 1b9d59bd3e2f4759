/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pairs subtrees of two lists so that the paired ones are alike: those with the same name, for which
 * the sum of the names that they have in common is the highest. Keeps the order. Long lists are
 * compared only near the same place of both lists. Pure: no I/O.
 */
#ifndef FB_TREE_ALIKE_H
#define FB_TREE_ALIKE_H

#include "tree/anchor_side.h"
#include "tree/sequence.h"

/** FB_ALIKE_PAIRS_MAX - most pairs of subtrees that are compared; each takes two bits */
#define FB_ALIKE_PAIRS_MAX 16000000u

/**
 * struct fb_alike - two lists of subtrees
 * @side: the two sides
 * @root: the outermost calls of each list
 * @nr: how many
 * @pair: receives the pairs, as indices of the lists; room for the shorter list
 */
struct fb_alike {
	const struct fb_anchor_side *side[2];
	const uint32_t *root[2];
	uint32_t nr[2];
	struct fb_sequence_pair *pair;
};

/** fb_alike_cells - returns how many pairs of subtrees fb_alike_pair() compares */
uint64_t fb_alike_cells(const struct fb_alike *k);

/** fb_alike_worth - returns what a list of pairs is worth */
uint64_t fb_alike_worth(const struct fb_alike *k, const struct fb_sequence_pair *pair, uint32_t nr);

/** fb_alike_pair - pair the subtrees; @nr receives how many pairs; Return: 0 or -ENOMEM */
int fb_alike_pair(const struct fb_alike *k, uint32_t *nr);

/**
 * fb_alike_common - returns how many names two lists of subtrees have in common, about
 * @side: the two sides
 * @root: the outermost calls of each list
 * @nr: how many
 *
 * It is never less than the pairs of a mapping of the two lists, up to 65534 calls of a subtree.
 */
uint64_t fb_alike_common(const struct fb_anchor_side *const side[2], const uint32_t *const root[2],
			 const uint32_t nr[2]);

#endif
