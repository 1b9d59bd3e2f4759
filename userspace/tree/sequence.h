/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A common subsequence of two lists of keys (Myers 1986, in linear space). It is the longest one if
 * there are enough steps. A search that would take more than a part of them settles for the path that
 * came furthest. Pure: no I/O.
 */
#ifndef FB_TREE_SEQUENCE_H
#define FB_TREE_SEQUENCE_H

#include <stdint.h>

/** FB_SEQUENCE_COST - differences that each search follows; it takes as many steps as their square */
#define FB_SEQUENCE_COST 256

/** FB_SEQUENCE_PART - part of the steps that one search may take if that is more */
#define FB_SEQUENCE_PART 32

/** struct fb_sequence_pair - index of a key on the left, and of the equal key on the right */
struct fb_sequence_pair {
	uint32_t left;
	uint32_t right;
};

/**
 * struct fb_sequence - two lists of keys, and what they have in common
 * @left: the left list
 * @right: the right list
 * @nr_left: length of the left list
 * @nr_right: length of the right list
 * @pair: receives the pairs, ascending on both sides; room for the shorter list
 * @nr: receives how many
 * @steps: steps that may still be taken; the search stops at 0 and keeps the pairs that it has
 */
struct fb_sequence {
	const uint64_t *left;
	const uint64_t *right;
	uint32_t nr_left;
	uint32_t nr_right;
	struct fb_sequence_pair *pair;
	uint32_t nr;
	uint64_t *steps;
};

/** fb_sequence_align - find a common subsequence; Return: 0 or -ENOMEM */
int fb_sequence_align(struct fb_sequence *s);

#endif
