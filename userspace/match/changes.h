/* SPDX-License-Identifier: GPL-2.0 */
/* The changes between two trees, in groups. Pure: no I/O. */
#ifndef FB_MATCH_CHANGES_H
#define FB_MATCH_CHANGES_H

#include "match/call_class.h"

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
 * fb_changes_collect - add the changes between two trees to a list, equal ones as one
 * @list: the list; its texts belong to the trees and the table of @in
 * @in: what was compared
 * @d: the result
 *
 * Return: 0 or -ENOMEM.
 */
int fb_changes_collect(struct fb_changes *list, const struct fb_calldiff_in *in,
		       const struct fb_calldiff *d);

/** fb_changes_group - merge equal changes; sort by class, then most calls first, then by name */
void fb_changes_group(struct fb_changes *list);

/** fb_changes_free - free a list, but not the texts */
void fb_changes_free(struct fb_changes *list);

#endif
