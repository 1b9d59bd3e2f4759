// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "match/fidelity.h"
#include "tree/tree_diff.h"

/*
 * A call that timing decides must never win over one that belongs to the path, and no more must a
 * call within what is said to be gone: by their names alone, locks are found anywhere.
 */
#define WORTH_SAME    4000
#define WORTH_RENAMED 3500
#define WORTH_DOUBT   10

static const char *const classes[FB_FID_CLASSES] = {
	[FB_FID_NONE] = "-",
	[FB_FID_MATCHED] = "matched",
	[FB_FID_RENAMED] = "renamed",
	[FB_FID_UNTRACEABLE] = "untraceable",
	[FB_FID_REMOVED] = "removed",
	[FB_FID_NEVER] = "never",
	[FB_FID_INCIDENTAL] = "incidental",
	[FB_FID_ENVIRONMENT] = "environment",
	[FB_FID_MISSING] = "missing",
};

/*
 * @incidental: of each documented node, the entry that calls its subtree so, or NULL
 * @gone: of each documented node, does an entry say of a call around it that all of it is gone?
 * @may_rename: of each documented node, could any entry rename it?
 */
struct context {
	const struct fb_fid_in *in;
	struct fb_fidelity *fi;
	const struct fb_alias **incidental;
	uint8_t *gone;
	uint8_t *may_rename;
};

const char *fb_fid_class_name(enum fb_fid_class class)
{
	return classes[class];
}

static const struct fb_alias *find_alias(const struct fb_fid_in *in, enum fb_alias_kind kind,
					 uint32_t at)
{
	return fb_alias_find(in->aliases, kind, in->doc->node[at].name,
			     fb_normal_caller(in->doc, at), &in->at);
}

/* Which documented subtrees are incidental does not depend on what was reproduced. */
static void mark_incidental(struct context *c)
{
	const struct fb_normal *doc = c->in->doc;
	uint32_t at, k;

	for (at = 1; at < doc->nr; at++) {
		const struct fb_alias *a;

		if (!fb_normal_is_call(&doc->node[at]) || c->incidental[at])
			continue;
		a = find_alias(c->in, FB_ALIAS_INCIDENTAL, at);
		for (k = at; a && k < doc->node[at].end; k++) {
			if (!fb_normal_is_call(&doc->node[k]))
				continue;
			c->incidental[k] = a;
			c->fi->in_incidental++;
		}
	}
}

/* The same of what is below a call that is gone with all that it called. */
static void mark_gone(struct context *c)
{
	const struct fb_normal *doc = c->in->doc;
	uint32_t at;

	for (at = 1; at < doc->nr; at++) {
		const struct fb_alias *a;

		if (!fb_normal_is_call(&doc->node[at]) || c->gone[at])
			continue;
		a = find_alias(c->in, FB_ALIAS_REMOVED, at);
		if (a && a->subtree)
			memset(c->gone + at + 1, 1, doc->node[at].end - at - 1);
	}
}

static unsigned int gain(void *ctx, uint32_t left, const char *right)
{
	const struct context *c = ctx;
	const char *name = c->in->doc->node[left].name;
	unsigned int worth = 0;

	if (fb_same_stem(name, right))
		worth = WORTH_SAME;
	else if (c->may_rename[left] &&
		 fb_alias_renames(c->in->aliases, name, fb_normal_caller(c->in->doc, left), right,
				  &c->in->at))
		worth = WORTH_RENAMED;
	if (worth && (c->incidental[left] || c->gone[left]))
		worth = WORTH_DOUBT;
	return worth;
}

static unsigned int names(void *ctx, uint32_t left, const char *name[FB_DIFF_NAMES_MAX])
{
	const struct context *c = ctx;
	const char *caller = fb_normal_caller(c->in->doc, left);
	uint32_t pos = FB_ALIAS_BEGIN;
	const struct fb_alias *a;
	unsigned int nr = 0;

	while (c->may_rename[left] && nr < FB_DIFF_NAMES_MAX &&
	       (a = fb_alias_of(c->in->aliases, c->in->doc->node[left].name, &pos)))
		if (a->kind == FB_ALIAS_RENAMED &&
		    (!a->parent || (caller && fb_same_stem(a->parent, caller))) &&
		    fb_alias_holds(a, &c->in->at))
			name[nr++] = a->to;
	return nr;
}

/*
 * Why a call is not there, by an entry of its own or, for @below, by one of a call around it that
 * holds for the whole subtree. "Untraceable" is believed only of what cannot be traced; what is
 * inlined into one caller may well be traceable elsewhere, which fb_fidelity_contradicts() sees.
 */
static bool explained(const struct context *c, uint32_t at, enum fb_alias_kind kind,
		      const struct fb_alias **why)
{
	const struct fb_alias *a = find_alias(c->in, kind, at);
	uint32_t up;

	if (a && kind == FB_ALIAS_UNTRACEABLE && !a->parent && c->in->functions &&
	    fb_nameset_has(c->in->functions, c->in->doc->node[at].name))
		a = NULL;
	for (up = c->in->doc->node[at].parent; !a && up; up = c->in->doc->node[up].parent) {
		/* What is around it was reproduced: then it says nothing about this call. */
		if (c->fi->call[up].live != FB_DIFF_NONE)
			break;
		if (fb_normal_is_call(&c->in->doc->node[up]))
			a = find_alias(c->in, kind, up);
		if (a && !a->subtree)
			a = NULL;
	}
	*why = a;
	return a;
}

static void classify(struct context *c, uint32_t at)
{
	static const struct {
		enum fb_alias_kind kind;
		enum fb_fid_class class;
	} reasons[] = {
		{ FB_ALIAS_NEVER, FB_FID_NEVER },
		{ FB_ALIAS_UNTRACEABLE, FB_FID_UNTRACEABLE },
		{ FB_ALIAS_REMOVED, FB_FID_REMOVED },
		{ FB_ALIAS_MOVED, FB_FID_REMOVED },
		{ FB_ALIAS_ENVIRONMENT, FB_FID_ENVIRONMENT },
	};
	const struct fb_normal *doc = c->in->doc;
	struct fb_fid_call *call = &c->fi->call[at];
	size_t i;

	if (call->live != FB_DIFF_NONE &&
	    fb_same_stem(doc->node[at].name, c->in->live->node[call->live].name)) {
		call->class = FB_FID_MATCHED;
		return;
	}
	if (c->incidental[at]) {
		call->class = FB_FID_INCIDENTAL;
		call->why = c->incidental[at];
		return;
	}
	if (call->live != FB_DIFF_NONE) {
		call->class = FB_FID_RENAMED;
		call->why = fb_alias_renames(c->in->aliases, doc->node[at].name,
					     fb_normal_caller(doc, at),
					     c->in->live->node[call->live].name, &c->in->at);
		return;
	}
	call->class = FB_FID_MISSING;
	for (i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (explained(c, at, reasons[i].kind, &call->why)) {
			call->class = reasons[i].class;
			return;
		}
	}
}

/* Is a function of that name called by documented call @at itself? */
static bool calls(const struct fb_normal *doc, uint32_t at, const char *name)
{
	uint32_t k;

	for (k = at + 1; k < doc->node[at].end; k++)
		if (fb_normal_is_call(&doc->node[k]) && fb_normal_around(doc, k) == at &&
		    fb_same_stem(doc->node[k].name, name))
			return true;
	return false;
}

/*
 * Does a call end in its caller's code? An entry for this caller says so, and the caller was
 * seen, or ends in its own caller's. Classes are given from the top down.
 */
static bool is_folded(const struct context *c, uint32_t at)
{
	const struct fb_normal *doc = c->in->doc;
	const struct fb_fid_call *call = &c->fi->call[at];
	uint32_t up = fb_normal_around(doc, at);

	if (call->class != FB_FID_UNTRACEABLE || !call->why->parent ||
	    !fb_same_stem(call->why->name, doc->node[at].name))
		return false;
	return c->fi->call[up].live != FB_DIFF_NONE || c->fi->call[up].class == FB_FID_UNTRACEABLE;
}

/*
 * Can the kernel trace a documented call, under its name or under one that the table gives it?
 * Not if there is no call any more, nor if the later name is of what it called all along.
 */
static bool is_traceable(const struct context *c, uint32_t at)
{
	const struct fb_aliases *al = c->in->aliases;
	const char *name = c->in->doc->node[at].name;
	uint32_t i;

	if (is_folded(c, at))
		return false;
	if (fb_nameset_has(c->in->functions, name))
		return true;
	for (i = 0; c->may_rename[at] && i < al->nr; i++)
		if (al->entry[i].kind == FB_ALIAS_RENAMED &&
		    fb_nameset_has(c->in->functions, al->entry[i].to) &&
		    fb_alias_renames(al, name, fb_normal_caller(c->in->doc, at), al->entry[i].to,
				     &c->in->at) &&
		    !calls(c->in->doc, at, al->entry[i].to))
			return true;
	return false;
}

static void count_traceable(struct context *c, uint32_t at)
{
	enum fb_fid_class class = (enum fb_fid_class)c->fi->call[at].class;
	bool reached = class == FB_FID_MATCHED || class == FB_FID_RENAMED;

	if (!c->in->functions || class == FB_FID_INCIDENTAL || (!reached && !is_traceable(c, at)))
		return;
	c->fi->traceable++;
	c->fi->reached += reached;
}

static int count_extra(struct context *c)
{
	const struct fb_normal *live = c->in->live;
	uint8_t *taken = calloc(live->nr, 1);
	uint32_t at;

	if (!taken)
		return -ENOMEM;
	for (at = 1; at < c->in->doc->nr; at++)
		if (c->fi->call[at].live != FB_DIFF_NONE)
			taken[c->fi->call[at].live] = 1;
	for (at = 1; at < live->nr; at++) {
		if (!fb_normal_is_call(&live->node[at]) || taken[at])
			continue;
		c->fi->extra++;
		c->fi->added += !!fb_alias_find(c->in->aliases, FB_ALIAS_ADDED, live->node[at].name,
						fb_normal_caller(live, at), &c->in->at);
	}
	free(taken);
	return 0;
}

static void prepare(struct context *c)
{
	const struct fb_normal *doc = c->in->doc;
	uint32_t at;

	for (at = 0; at < doc->nr; at++)
		c->fi->call[at].live = FB_DIFF_NONE;
	for (at = 1; at < doc->nr; at++) {
		if (!fb_normal_is_call(&doc->node[at]))
			continue;
		c->fi->nr++;
		c->may_rename[at] = find_alias(c->in, FB_ALIAS_RENAMED, at) != NULL;
	}
	mark_incidental(c);
	mark_gone(c);
}

static int compare_calls(struct context *c)
{
	const struct fb_diff diff = {
		.left = c->in->doc,
		.right = c->in->live,
		.gain = gain,
		.names = names,
		.ctx = c,
		.unproven = &c->fi->unproven,
	};
	uint32_t *map = calloc(c->in->doc->nr, sizeof(*map));
	uint32_t at;
	int ret;

	if (!map)
		return -ENOMEM;
	prepare(c);
	ret = fb_treediff(&diff, map);
	for (at = 1; !ret && at < c->in->doc->nr; at++)
		c->fi->call[at].live = map[at];
	free(map);
	for (at = 1; !ret && at < c->in->doc->nr; at++) {
		if (fb_normal_is_call(&c->in->doc->node[at])) {
			classify(c, at);
			count_traceable(c, at);
		}
		c->fi->count[c->fi->call[at].class]++;
	}
	c->fi->count[FB_FID_NONE] = 0;
	return ret ? ret : count_extra(c);
}

int fb_fidelity_compare(const struct fb_fid_in *in, struct fb_fidelity *fi)
{
	struct context c = { .in = in, .fi = fi };
	int ret = -ENOMEM;

	*fi = (struct fb_fidelity){ .nr = 0 };
	fi->call = calloc(in->doc->nr, sizeof(*fi->call));
	c.may_rename = calloc(in->doc->nr, 1);
	c.incidental = calloc(in->doc->nr, sizeof(struct fb_alias *));
	c.gone = calloc(in->doc->nr, 1);
	if (fi->call && c.may_rename && c.incidental && c.gone)
		ret = compare_calls(&c);
	free(c.gone);
	free(c.incidental);
	free(c.may_rename);
	if (ret)
		fb_fidelity_free(fi);
	return ret;
}

void fb_fidelity_free(struct fb_fidelity *fi)
{
	free(fi->call);
	fi->call = NULL;
}

int fb_fidelity_contradicts(const struct fb_alias *a, const struct fb_alias_at *at,
			    const struct fb_normal *live, struct fb_error *error)
{
	uint32_t i;

	if (!a->parent || !fb_alias_holds(a, at) ||
	    (a->kind != FB_ALIAS_UNTRACEABLE && a->kind != FB_ALIAS_NEVER))
		return 0;
	for (i = 1; i < live->nr; i++) {
		const char *up = fb_normal_is_call(&live->node[i]) ? fb_normal_caller(live, i)
								   : NULL;

		if (up && fb_same_stem(live->node[i].name, a->name) && fb_same_stem(up, a->parent))
			return fb_error(error, 1,
					"line %u: %.50s is called %s in %.50s, but was seen there",
					a->line, a->name, fb_alias_kind_name(a->kind), a->parent);
	}
	return 0;
}

void fb_fidelity_add(struct fb_fidelity *sum, const struct fb_fidelity *more)
{
	int i;

	sum->nr += more->nr;
	for (i = 0; i < FB_FID_CLASSES; i++)
		sum->count[i] += more->count[i];
	sum->in_incidental += more->in_incidental;
	sum->traceable += more->traceable;
	sum->reached += more->reached;
	sum->extra += more->extra;
	sum->added += more->added;
	sum->unproven += more->unproven;
}

double fb_fidelity_percent(const struct fb_fidelity *fi)
{
	uint32_t of = fi->nr - fi->count[FB_FID_INCIDENTAL];

	return of ? 100.0 * fi->count[FB_FID_MATCHED] / of : 100.0;
}

int fb_fidelity_incidental_ok(const struct fb_fidelity *fi)
{
	return 100ull * fi->in_incidental <= (uint64_t)FB_INCIDENTAL_MAX * fi->nr;
}
