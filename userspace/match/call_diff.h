/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is different between two recorded call trees: which calls are the same, which have another
 * name, which are made elsewhere, which are gone and which are new. Pure: no I/O.
 */
#ifndef FB_MATCH_CALL_DIFF_H
#define FB_MATCH_CALL_DIFF_H

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
 */
struct fb_calldiff {
	struct fb_calldiff_call *call[2];
	uint32_t nr[2];
	uint32_t count[FB_CHANGE_CLASSES];
	uint32_t hidden[2];
};

/**
 * fb_calldiff_compare - compare two trees
 * @in: what to compare
 * @d: receives the result; fb_calldiff_free() it after success
 *
 * Calls that the mapping of fb_treediff() leaves over are moved if the other side leaves over one
 * with the same caller, or just as many of that function. All others are removed or added.
 * Return: 0, -E2BIG for trees too large to compare, or -ENOMEM.
 */
int fb_calldiff_compare(const struct fb_calldiff_in *in, struct fb_calldiff *d);

/** fb_calldiff_free - free what fb_calldiff_compare() has put into @d */
void fb_calldiff_free(struct fb_calldiff *d);

/** fb_calldiff_add - add the counts of @more to those of @sum; @sum->call is left alone */
void fb_calldiff_add(struct fb_calldiff *sum, const struct fb_calldiff *more);

/** fb_calldiff_same - 1 if every call is the same on both sides, else 0 */
int fb_calldiff_same(const struct fb_calldiff *d);

/** fb_change_name - "same", "renamed", ... */
const char *fb_change_name(enum fb_change_class class);

/**
 * struct fb_change - equal changes, taken together
 * @class: RENAMED, MOVED, REMOVED or ADDED
 * @name: the function
 * @caller: the call around it, "-" for the outermost
 * @to: RENAMED: its name in the second tree; MOVED: its caller there; else NULL
 * @count: how many such calls
 * @traceable: REMOVED and ADDED: 1 if the other kernel can trace it, 0 if not, -1 if not known
 * @why: the table's entry that says why it is not on the other side, or NULL
 */
struct fb_change {
	enum fb_change_class class;
	const char *name;
	const char *caller;
	const char *to;
	unsigned int count;
	int traceable;
	const struct fb_alias *why;
};

/** struct fb_changes - a list of changes, to which more can be added */
struct fb_changes {
	struct fb_change *change;
	unsigned int nr;
};

/**
 * fb_changes_collect - add the changes between two trees to a list
 * @list: the list; its texts belong to the trees and the table of @in
 * @in: what was compared
 * @d: the result
 *
 * Return: 0 or -ENOMEM.
 */
int fb_changes_collect(struct fb_changes *list, const struct fb_calldiff_in *in,
		       const struct fb_calldiff *d);

/** fb_changes_group - equal ones become one; by class, then most calls first, then by name */
void fb_changes_group(struct fb_changes *list);

/** fb_changes_free - free a list, but not the texts */
void fb_changes_free(struct fb_changes *list);

#endif
