/* SPDX-License-Identifier: GPL-2.0 */
/* Two recorded call trees, and what became of each call. */
#ifndef FB_MATCH_CALL_CLASS_H
#define FB_MATCH_CALL_CLASS_H

#include <stdint.h>

#include "lib/name_set.h"
#include "match/alias.h"
#include "tree/normal.h"

/**
 * enum fb_change_class - what became of a call; each call of either tree is of exactly one class
 * @FB_CHANGE_NONE: the node is a mark or an interrupt, not a call
 * @FB_CHANGE_SAME: the same function at the same place
 * @FB_CHANGE_RENAMED: at the same place under the name that the other kernel has for it
 * @FB_CHANGE_MOVED: called from elsewhere, or in another order by the same caller
 * @FB_CHANGE_REMOVED: a call of the first tree that the second has not
 * @FB_CHANGE_ADDED: a call of the second tree that the first has not
 */
enum fb_change_class {
	FB_CHANGE_NONE,
	FB_CHANGE_SAME,
	FB_CHANGE_RENAMED,
	FB_CHANGE_MOVED,
	FB_CHANGE_REMOVED,
	FB_CHANGE_ADDED,
	FB_CHANGE_CLASSES,
};

/**
 * struct fb_calldiff_side - one of the two trees
 * @calls: the tree
 * @functions: what its kernel can trace, or NULL if that is not known
 * @at: its kernel, and the documented trace whose names the table speaks of
 */
struct fb_calldiff_side {
	const struct fb_normal *calls;
	const struct fb_nameset *functions;
	struct fb_alias_at at;
};

/**
 * struct fb_calldiff_in - what is compared
 * @side: the first and the second tree
 * @aliases: the table that says what a function is called on which kernel
 */
struct fb_calldiff_in {
	struct fb_calldiff_side side[2];
	const struct fb_aliases *aliases;
};

/**
 * struct fb_calldiff_call - the verdict on one node
 * @class: enum fb_change_class
 * @other: index of its counterpart in the other tree, or FB_DIFF_NONE
 */
struct fb_calldiff_call {
	uint8_t class;
	uint32_t other;
};

/**
 * struct fb_calldiff - the result
 * @call: for each side, one a node of its tree
 * @nr: for each side, its calls
 * @count: calls of each class; pairs where there are two of them
 * @hidden: of the removed and of the added, those whose function the other kernel cannot trace:
 *	they may well be called there
 * @unproven: calls that are moved, removed, added or renamed, and that a better mapping could find
 *	at the same place; 0 unless the trees are too large to be compared as a whole (tree/tree_diff.h)
 */
struct fb_calldiff {
	struct fb_calldiff_call *call[2];
	uint32_t nr[2];
	uint32_t count[FB_CHANGE_CLASSES];
	uint32_t hidden[2];
	uint32_t unproven;
};

#endif
