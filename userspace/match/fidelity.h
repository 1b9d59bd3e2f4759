/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How much of a documented call tree was reproduced, and why the rest was not. Pure: no I/O.
 */
#ifndef FB_MATCH_FIDELITY_H
#define FB_MATCH_FIDELITY_H

#include <stdint.h>

#include "lib/name_set.h"
#include "lib/error.h"
#include "match/alias.h"
#include "tree/normal.h"

/** FB_INCIDENTAL_MAX - percent of a documented trace that may be called incidental */
#define FB_INCIDENTAL_MAX 15

/**
 * enum fb_fid_class - what became of a documented call; each call is of exactly one class
 * @FB_FID_NONE: the node is a mark or an interrupt, not a call
 * @FB_FID_MATCHED: reproduced under its name
 * @FB_FID_RENAMED: reproduced under another name
 * @FB_FID_UNTRACEABLE: cannot be traced on this kernel
 * @FB_FID_REMOVED: gone from this kernel, or from this place
 * @FB_FID_NEVER: never was in a mainline kernel
 * @FB_FID_INCIDENTAL: not reproduced under its name, and depends on timing or on first use
 * @FB_FID_ENVIRONMENT: not reproduced, for want of hardware that the lab cannot give
 * @FB_FID_MISSING: not reproduced, and nothing says why
 */
enum fb_fid_class {
	FB_FID_NONE,
	FB_FID_MATCHED,
	FB_FID_RENAMED,
	FB_FID_UNTRACEABLE,
	FB_FID_REMOVED,
	FB_FID_NEVER,
	FB_FID_INCIDENTAL,
	FB_FID_ENVIRONMENT,
	FB_FID_MISSING,
	FB_FID_CLASSES,
};

/**
 * struct fb_fid_call - the verdict on one documented call
 * @class: enum fb_fid_class
 * @live: index of its counterpart in the reproduced tree, or FB_DIFF_NONE
 * @why: the entry that explains it, or NULL
 */
struct fb_fid_call {
	uint8_t class;
	uint32_t live;
	const struct fb_alias *why;
};

/**
 * struct fb_fid_in - what is compared
 * @doc: the documented tree
 * @live: the reproduced one
 * @aliases: the table of reasons
 * @functions: what the kernel can trace, or NULL if that is not known
 * @at: trace and kernel
 */
struct fb_fid_in {
	const struct fb_normal *doc;
	const struct fb_normal *live;
	const struct fb_aliases *aliases;
	const struct fb_nameset *functions;
	struct fb_alias_at at;
};

/**
 * struct fb_fidelity - the result
 * @call: one a node of the documented tree
 * @nr: documented calls
 * @count: calls of each class
 * @in_incidental: calls in incidental subtrees, those that were reproduced included
 * @traceable: calls not of class INCIDENTAL whose function, or one that it is renamed to, the kernel
 *	can trace, but for those that end in the code of a caller that was seen (an "untraceable" for
 *	that caller), and for wrappers whose new name is that of what they wrapped; 0 if it is not
 *	known what the kernel can trace
 * @reached: those of them that are matched or renamed
 * @extra: reproduced calls that are not documented
 * @added: those of them that the table knows to be new
 * @unproven: calls that are not matched, and that a better mapping could match; 0 unless the trees are
 *	too large to be compared as a whole (tree/tree_diff.h)
 */
struct fb_fidelity {
	struct fb_fid_call *call;
	uint32_t nr;
	uint32_t count[FB_FID_CLASSES];
	uint32_t in_incidental;
	uint32_t traceable;
	uint32_t reached;
	uint32_t extra;
	uint32_t added;
	uint32_t unproven;
};

/**
 * fb_fidelity_compare - compare a reproduced tree with the documented one
 * @in: what to compare
 * @fi: receives the result; fb_fidelity_free() it after success
 *
 * Return: 0 or -ENOMEM.
 */
int fb_fidelity_compare(const struct fb_fid_in *in, struct fb_fidelity *fi);

/**
 * fb_fidelity_contradicts - does a reproduced tree show what an entry says cannot be seen
 * @a: an untraceable or never entry for calls from one caller; others never are contradicted
 * @at: trace and kernel
 * @live: the reproduced tree
 * @error: receives what is wrong
 *
 * Return: 1 if it does, else 0.
 */
int fb_fidelity_contradicts(const struct fb_alias *a, const struct fb_alias_at *at,
			    const struct fb_normal *live, struct fb_error *error);

/** fb_fidelity_free - free what fb_fidelity_compare() has put into @fi */
void fb_fidelity_free(struct fb_fidelity *fi);

/** fb_fidelity_add - add the counts of @more to those of @sum; @sum->call is left alone */
void fb_fidelity_add(struct fb_fidelity *sum, const struct fb_fidelity *more);

/** fb_fidelity_percent - calls matched by name, of those not of class incidental; 100 if none is */
double fb_fidelity_percent(const struct fb_fidelity *fi);

/**
 * fb_fidelity_incidental_ok - 1 if no more than FB_INCIDENTAL_MAX percent of the calls are in
 * incidental subtrees, reproduced or not; else 0
 */
int fb_fidelity_incidental_ok(const struct fb_fidelity *fi);

/** fb_fid_class_name - "matched", "renamed", ... */
const char *fb_fid_class_name(enum fb_fid_class class);

#endif
