/* SPDX-License-Identifier: GPL-2.0 */
/* Is what the table of reasons says true for the kernel that was traced? Pure: no I/O. */
#ifndef FB_MATCH_FIDELITY_CHECK_H
#define FB_MATCH_FIDELITY_CHECK_H

#include "lib/error.h"
#include "match/fidelity.h"

/**
 * struct fb_fid_pair - a phase that was compared
 * @doc: the documented tree
 * @live: the reproduced one
 * @fi: the comparison
 */
struct fb_fid_pair {
	const struct fb_normal *doc;
	const struct fb_normal *live;
	const struct fb_fidelity *fi;
};

/**
 * fb_fidelity_refutes - does a run show that an entry of the table is wrong
 * @a: the entry
 * @at: trace and kernel
 * @functions: what the kernel can trace, or NULL if that is not known
 * @pair: all phases that were compared
 * @nr: how many
 * @error: receives what is wrong
 *
 * Wrong is, of an entry for this trace and kernel that speaks of a documented call:
 * - untraceable, of a function that can be traced (fb_alias_wrong());
 * - untraceable or never in a caller, and it is called there (fb_fidelity_contradicts());
 * - renamed to a function that cannot be traced, or that is called nowhere in the run, while
 *   calls which the entry is for are missing;
 * - removed, though it is called (from that caller) no less often than is documented; and moved,
 *   though it is not called (from that caller): of entries that explain a call.
 *
 * Return: 1 if it does, else 0.
 */
int fb_fidelity_refutes(const struct fb_alias *a, const struct fb_alias_at *at,
			const struct fb_nameset *functions, const struct fb_fid_pair *pair,
			unsigned int nr, struct fb_error *error);

#endif
