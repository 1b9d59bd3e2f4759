// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/stem.h"
#include "match/fidelity_check.h"
#include "tree/tree_diff.h"

/* Is the node a call of @name, by @parent if there is one? */
static bool is_of(const struct fb_normal *n, uint32_t at, const char *name, const char *parent)
{
	const char *caller = fb_normal_caller(n, at);

	if (!fb_normal_is_call(&n->node[at]) || !fb_same_stem(n->node[at].name, name))
		return false;
	return !parent || (caller && fb_same_stem(caller, parent));
}

static unsigned int count_calls(const struct fb_normal *n, const char *name, const char *parent)
{
	unsigned int nr = 0;
	uint32_t at;

	for (at = 1; at < n->nr; at++)
		nr += is_of(n, at, name, parent);
	return nr;
}

/* Documented calls that the entry is for, and that nothing explains. */
static unsigned int missing(const struct fb_alias *a, const struct fb_fid_pair *p)
{
	unsigned int nr = 0;
	uint32_t at;

	for (at = 1; at < p->doc->nr; at++)
		nr += is_of(p->doc, at, a->name, a->parent) &&
		      p->fi->call[at].class == FB_FID_MISSING;
	return nr;
}

/* Documented calls that the entry explains. */
static unsigned int explained(const struct fb_alias *a, const struct fb_fid_pair *p)
{
	unsigned int nr = 0;
	uint32_t at;

	for (at = 1; at < p->doc->nr; at++)
		nr += p->fi->call[at].why == a;
	return nr;
}

static int refutes_rename(const struct fb_alias *a, const struct fb_fid_pair *pair, unsigned int nr,
			  struct fb_error *error)
{
	unsigned int i, open = 0, called = 0;

	for (i = 0; i < nr; i++) {
		open += missing(a, &pair[i]);
		called += count_calls(pair[i].live, a->to, NULL);
	}
	if (!open || called)
		return 0;
	return fb_error(error, 1, "line %u: %.50s is said to be %.50s, which is not called",
			a->line, a->name, a->to);
}

static int refutes_removal(const struct fb_alias *a, const struct fb_fid_pair *pair,
			   unsigned int nr, struct fb_error *error)
{
	unsigned int i, used = 0, then = 0, now = 0;

	for (i = 0; i < nr; i++) {
		used += explained(a, &pair[i]);
		then += count_calls(pair[i].doc, a->name, a->parent);
		now += count_calls(pair[i].live, a->name, a->parent);
	}
	if (!used)
		return 0;
	if (a->kind == FB_ALIAS_MOVED && !now)
		return fb_error(error, 1, "line %u: %.50s is called moved, but is not called",
				a->line, a->name);
	if (a->kind == FB_ALIAS_MOVED || now < then)
		return 0;
	return fb_error(error, 1, "line %u: %.50s is called removed%s%.50s, but is called %u times",
			a->line, a->name, a->parent ? " from " : "", a->parent ? a->parent : "",
			now);
}

int fb_fidelity_refutes(const struct fb_alias *a, const struct fb_alias_at *at,
			const struct fb_nameset *functions, const struct fb_fid_pair *pair,
			unsigned int nr, struct fb_error *error)
{
	unsigned int i, documented = 0;

	for (i = 0; i < nr; i++)
		documented += count_calls(pair[i].doc, a->name, a->parent);
	if (!documented || !fb_alias_holds(a, at))
		return 0;
	if (functions && fb_alias_wrong(a, functions, at, error))
		return 1;
	for (i = 0; i < nr; i++)
		if (fb_fidelity_contradicts(a, at, pair[i].live, error))
			return 1;
	if (a->kind == FB_ALIAS_RENAMED)
		return refutes_rename(a, pair, nr, error);
	if (a->kind == FB_ALIAS_REMOVED || a->kind == FB_ALIAS_MOVED)
		return refutes_removal(a, pair, nr, error);
	return 0;
}
