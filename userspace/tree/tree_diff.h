/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps the calls of one forest to those of another: the best mapping that keeps order and ancestry
 * (tree edit distance, Zhang and Shasha 1989). If a call was inlined, or a new call encloses others,
 * the calls below are still mapped. Pure: no I/O.
 *
 * That takes time and memory for each pair of calls. Forests with more than FB_DIFF_PAIRS_MAX pairs
 * are mapped region by region (tree/anchor.c). A region is a list of subtrees of either side; the
 * first one is all outermost calls. In each region:
 *
 * 1. Equal subtrees at both ends of the lists are mapped, call by call. A hash finds them.
 * 2. If what is left is small, it is mapped exactly (tree/exact.c).
 * 3. Else anchors divide it: pairs of calls with the same name whose subtrees have most names in
 *    common, summed up over all pairs (tree/alike.c). Long lists are compared only near the same
 *    place of both, so the longest common subsequence (tree/sequence.c) of equal subtrees, of calls
 *    that are equal three levels deep, or of names is taken instead if it is worth more.
 * 4. The subtrees between two anchors are a region, and so are those that an anchor's two calls call.
 * 5. If the anchors would separate more than half of the names that the lists have in common, the
 *    calls of the side with fewer of them stay unmapped, and what they call takes their place.
 *
 * Calls of names that the other side has not are left out. The work is bounded: what is left of a
 * region when the bound is reached stays unmapped.
 *
 * Anchors are a guess. Therefore the result says how many calls a better mapping could map: for each
 * name, the unmapped calls of the side that has fewer of them. 0 proves that no mapping has more pairs.
 */
#ifndef FB_TREE_TREE_DIFF_H
#define FB_TREE_TREE_DIFF_H

#include <stdint.h>

#include "tree/mapping.h"

/**
 * FB_DIFF_PAIRS_MAX - most pairs of calls of forests that are mapped as a whole
 *
 * Each takes two bits of memory, and each pair of different subtrees four bytes.
 */
#define FB_DIFF_PAIRS_MAX 25000000u

/**
 * fb_treediff - map the calls of two forests onto each other
 * @d: what to compare
 * @map: receives for every node of d->left the index of its counterpart in d->right, or
 *	FB_DIFF_NONE; d->left->nr entries
 *
 * Up to FB_DIFF_PAIRS_MAX pairs, the sum of all gains is the highest possible. Of several such
 * mappings the same one is found every time: it pairs the last calls that can be paired.
 * Marks and interrupts are skipped; calls in an interrupt belong to the call that was interrupted.
 * Takes about a second for 900 and 1,200 calls, and for 100,000 calls on each side.
 *
 * Return: 0 or -ENOMEM.
 */
int fb_treediff(const struct fb_diff *d, uint32_t *map);

#endif
