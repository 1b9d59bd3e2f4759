// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "match/call_diff.h"
#include "tree/diff.h"

#define WORTH_SAME    4000
#define WORTH_RENAMED 3500
/* Names that a function can have on the other kernel. */
#define NAMES_MAX 16

static const char *const classes[FB_CHANGE_CLASSES] = {
	[FB_CHANGE_NONE] = "-",		 [FB_CHANGE_SAME] = "same",
	[FB_CHANGE_RENAMED] = "renamed", [FB_CHANGE_MOVED] = "moved",
	[FB_CHANGE_REMOVED] = "removed", [FB_CHANGE_ADDED] = "added",
};

/* The names that a call of the first tree may have in the second. */
struct others {
	const char *name[NAMES_MAX];
	unsigned int nr;
};

struct context {
	const struct fb_calldiff_in *in;
	struct fb_calldiff *d;
	struct others *others;
};

const char *fb_change_name(enum fb_change_class class)
{
	return classes[class];
}

/* Is a function that the table calls @parent here the call @seen, under whatever name? */
static bool is_parent(const struct context *c, int side, const char *parent, const char *seen)
{
	const struct fb_alias_at *at = &c->in->side[side].at;
	uint32_t i;

	if (!seen)
		return false;
	if (fb_same_stem(parent, seen))
		return true;
	for (i = 0; i < c->in->aliases->nr; i++) {
		const struct fb_alias *a = &c->in->aliases->entry[i];

		if (a->kind == FB_ALIAS_RENAMED && fb_same_stem(a->name, parent) &&
		    fb_same_stem(a->to, seen) && fb_alias_holds(a, at))
			return true;
	}
	return false;
}

static void add_name(struct others *o, const char *name)
{
	unsigned int i;

	for (i = 0; i < o->nr; i++)
		if (fb_same_stem(o->name[i], name))
			return;
	if (o->nr < NAMES_MAX)
		o->name[o->nr++] = name;
}

/*
 * The table says what the documented function is called on a kernel. Side @side calls it @name; so
 * what are the documented ones?
 */
static void documented_names(const struct context *c, int side, const char *name, const char *up,
			     struct others *o)
{
	uint32_t i;

	add_name(o, name);
	for (i = 0; i < c->in->aliases->nr; i++) {
		const struct fb_alias *a = &c->in->aliases->entry[i];

		if (a->kind == FB_ALIAS_RENAMED && fb_same_stem(a->to, name) &&
		    fb_alias_holds(a, &c->in->side[side].at) &&
		    (!a->parent || is_parent(c, side, a->parent, up)))
			add_name(o, a->name);
	}
}

static void other_names(const struct context *c, uint32_t at)
{
	const struct fb_normal *n = c->in->side[0].calls;
	const char *up = fb_normal_caller(n, at);
	struct others doc = { .nr = 0 }, *o = &c->others[at];
	unsigned int k;
	uint32_t i;

	documented_names(c, 0, n->node[at].name, up, &doc);
	for (k = 0; k < doc.nr; k++) {
		add_name(o, doc.name[k]);
		for (i = 0; i < c->in->aliases->nr; i++) {
			const struct fb_alias *a = &c->in->aliases->entry[i];

			if (a->kind == FB_ALIAS_RENAMED && fb_same_stem(a->name, doc.name[k]) &&
			    fb_alias_holds(a, &c->in->side[1].at) &&
			    (!a->parent || is_parent(c, 0, a->parent, up)))
				add_name(o, a->to);
		}
	}
}

static bool may_be(const struct context *c, uint32_t left, const char *right)
{
	const struct others *o = &c->others[left];
	unsigned int i;

	for (i = 0; i < o->nr; i++)
		if (fb_same_stem(o->name[i], right))
			return true;
	return false;
}

static unsigned int gain(void *ctx, uint32_t left, const char *right)
{
	const struct context *c = ctx;

	if (fb_same_stem(c->in->side[0].calls->node[left].name, right))
		return WORTH_SAME;
	return may_be(c, left, right) ? WORTH_RENAMED : 0;
}

static void pair(struct context *c, uint32_t i, uint32_t j, enum fb_change_class how)
{
	c->d->call[0][i] = (struct fb_calldiff_call){ .class = (uint8_t)how, .other = j };
	c->d->call[1][j] = (struct fb_calldiff_call){ .class = (uint8_t)how, .other = i };
}

static bool is_left_over(const struct context *c, int side, uint32_t at)
{
	return fb_normal_is_call(&c->in->side[side].calls->node[at]) && !c->d->call[side][at].class;
}

/* Is the caller of @i that of @j, under whatever name? */
static bool same_caller(const struct context *c, uint32_t i, uint32_t j)
{
	uint32_t up = fb_normal_around(c->in->side[0].calls, i);
	const char *right = fb_normal_caller(c->in->side[1].calls, j);

	return up && right && may_be(c, up, right);
}

/* In another order, or at another place below the same caller. */
static void pair_by_caller(struct context *c)
{
	const struct fb_normal *l = c->in->side[0].calls, *r = c->in->side[1].calls;
	uint32_t i, j;

	for (i = 1; i < l->nr; i++) {
		if (!is_left_over(c, 0, i))
			continue;
		for (j = 1; j < r->nr; j++) {
			if (is_left_over(c, 1, j) && may_be(c, i, r->node[j].name) &&
			    same_caller(c, i, j)) {
				pair(c, i, j, FB_CHANGE_MOVED);
				break;
			}
		}
	}
}

/* The calls of one name that are left over: how many, or the next of them from @from on. */
static uint32_t left_over(const struct context *c, const char *name, uint32_t from, uint32_t *nr)
{
	const struct fb_normal *n = c->in->side[0].calls;
	uint32_t at, first = 0;

	for (at = from; at < n->nr; at++) {
		if (!is_left_over(c, 0, at) || !fb_same_stem(n->node[at].name, name))
			continue;
		first = first ? first : at;
		if (!nr)
			break;
		(*nr)++;
	}
	return first;
}

/* From elsewhere: believed only where both sides have as many of that function left over. */
static void pair_by_count(struct context *c)
{
	const struct fb_normal *l = c->in->side[0].calls, *r = c->in->side[1].calls;
	uint32_t i, j, k;

	for (i = 1; i < l->nr; i++) {
		const char *name = l->node[i].name;
		uint32_t left = 0, right = 0;

		if (!is_left_over(c, 0, i))
			continue;
		left_over(c, name, i, &left);
		for (j = 1; j < r->nr; j++)
			right += is_left_over(c, 1, j) && may_be(c, i, r->node[j].name);
		for (j = 1, k = i; left == right && j < r->nr; j++) {
			if (!is_left_over(c, 1, j) || !may_be(c, i, r->node[j].name))
				continue;
			pair(c, k, j, FB_CHANGE_MOVED);
			k = left_over(c, name, k, NULL);
			if (!k)
				break;
		}
		for (k = left == right ? 0 : i; k; k = left_over(c, name, k, NULL))
			c->d->call[0][k].class = FB_CHANGE_REMOVED;
	}
}

static void count(struct context *c)
{
	struct fb_calldiff *d = c->d;
	uint32_t at;
	int side;

	for (side = 0; side < 2; side++) {
		const struct fb_nameset *there = c->in->side[!side].functions;
		const struct fb_normal *n = c->in->side[side].calls;

		for (at = 1; at < n->nr; at++) {
			struct fb_calldiff_call *call = &d->call[side][at];

			if (!fb_normal_is_call(&n->node[at]))
				continue;
			d->nr[side]++;
			if (!call->class)
				call->class = side ? FB_CHANGE_ADDED : FB_CHANGE_REMOVED;
			/* Pairs count once. */
			if (!side || call->class == FB_CHANGE_ADDED)
				d->count[call->class]++;
			if (call->other == FB_DIFF_NONE && there)
				d->hidden[side] += !fb_nameset_has(there, n->node[at].name);
		}
	}
}

static int compare(struct context *c)
{
	const struct fb_normal *l = c->in->side[0].calls, *r = c->in->side[1].calls;
	const struct fb_diff diff = { .left = l, .right = r, .gain = gain, .ctx = c };
	uint32_t *map = calloc(l->nr, sizeof(*map));
	uint32_t at;
	int ret;

	if (!map)
		return -ENOMEM;
	for (at = 0; at < l->nr; at++)
		c->d->call[0][at].other = FB_DIFF_NONE;
	for (at = 0; at < r->nr; at++)
		c->d->call[1][at].other = FB_DIFF_NONE;
	for (at = 1; at < l->nr; at++)
		if (fb_normal_is_call(&l->node[at]))
			other_names(c, at);
	ret = fb_treediff(&diff, map);
	for (at = 1; !ret && at < l->nr; at++)
		if (map[at] != FB_DIFF_NONE)
			pair(c, at, map[at],
			     fb_same_stem(l->node[at].name, r->node[map[at]].name)
				     ? FB_CHANGE_SAME
				     : FB_CHANGE_RENAMED);
	free(map);
	if (ret)
		return ret;
	pair_by_caller(c);
	pair_by_count(c);
	count(c);
	return 0;
}

int fb_calldiff_compare(const struct fb_calldiff_in *in, struct fb_calldiff *d)
{
	struct context c = { .in = in, .d = d };
	int ret = -ENOMEM;

	*d = (struct fb_calldiff){ .nr = { 0, 0 } };
	d->call[0] = calloc(in->side[0].calls->nr, sizeof(*d->call[0]));
	d->call[1] = calloc(in->side[1].calls->nr, sizeof(*d->call[1]));
	c.others = calloc(in->side[0].calls->nr, sizeof(*c.others));
	if (d->call[0] && d->call[1] && c.others)
		ret = compare(&c);
	free(c.others);
	if (ret)
		fb_calldiff_free(d);
	return ret;
}

void fb_calldiff_free(struct fb_calldiff *d)
{
	free(d->call[0]);
	free(d->call[1]);
	d->call[0] = d->call[1] = NULL;
}

void fb_calldiff_add(struct fb_calldiff *sum, const struct fb_calldiff *more)
{
	int i;

	for (i = 0; i < 2; i++) {
		sum->nr[i] += more->nr[i];
		sum->hidden[i] += more->hidden[i];
	}
	for (i = 0; i < FB_CHANGE_CLASSES; i++)
		sum->count[i] += more->count[i];
}

int fb_calldiff_same(const struct fb_calldiff *d)
{
	return d->count[FB_CHANGE_SAME] == d->nr[0] && d->nr[0] == d->nr[1];
}

/* Why the kernel of the other side does not show a call of @side: an entry that is not for both. */
static const struct fb_alias *reason(const struct fb_calldiff_in *in, int side, uint32_t at)
{
	static const enum fb_alias_kind kinds[] = { FB_ALIAS_UNTRACEABLE, FB_ALIAS_REMOVED,
						    FB_ALIAS_NEVER };
	const struct fb_calldiff_side *here = &in->side[side], *there = &in->side[!side];
	const struct fb_normal *n = here->calls;
	const struct fb_alias *a;
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		a = fb_alias_find(in->aliases, kinds[i], n->node[at].name, fb_normal_caller(n, at),
				  &there->at);
		if (a && !fb_alias_holds(a, &here->at))
			return a;
	}
	a = side ? fb_alias_find(in->aliases, FB_ALIAS_ADDED, n->node[at].name,
				 fb_normal_caller(n, at), &here->at)
		 : NULL;
	return a && !fb_alias_holds(a, &there->at) ? a : NULL;
}

int fb_changes_collect(struct fb_changes *list, const struct fb_calldiff_in *in,
		       const struct fb_calldiff *d)
{
	struct fb_change *grown =
		realloc(list->change, (list->nr + d->nr[0] + d->nr[1] + 1) * sizeof(*list->change));
	uint32_t at;
	int side;

	if (!grown)
		return -ENOMEM;
	list->change = grown;
	for (side = 0; side < 2; side++) {
		const struct fb_nameset *there = in->side[!side].functions;
		const struct fb_normal *n = in->side[side].calls, *m = in->side[!side].calls;

		for (at = 1; at < n->nr; at++) {
			const struct fb_calldiff_call *call = &d->call[side][at];
			const char *up = fb_normal_caller(n, at);
			struct fb_change ch = { .class = (enum fb_change_class)call->class,
						.name = n->node[at].name,
						.caller = up ? up : "-",
						.count = 1,
						.traceable = -1 };

			if (ch.class <= FB_CHANGE_SAME || (side && ch.class != FB_CHANGE_ADDED))
				continue;
			if (ch.class == FB_CHANGE_RENAMED) {
				ch.to = m->node[call->other].name;
			} else if (ch.class == FB_CHANGE_MOVED) {
				ch.to = fb_normal_caller(m, call->other);
				ch.to = ch.to ? ch.to : "-";
			} else {
				if (there)
					ch.traceable = fb_nameset_has(there, ch.name);
				ch.why = reason(in, side, at);
			}
			list->change[list->nr++] = ch;
		}
	}
	return 0;
}

static int by_text(const void *a, const void *b)
{
	const struct fb_change *x = a, *y = b;
	int ret;

	if (x->class != y->class)
		return x->class < y->class ? -1 : 1;
	ret = strcmp(x->name, y->name);
	if (!ret)
		ret = strcmp(x->caller, y->caller);
	return ret ? ret : strcmp(x->to ? x->to : "", y->to ? y->to : "");
}

static int by_count(const void *a, const void *b)
{
	const struct fb_change *x = a, *y = b;

	if (x->class != y->class || x->count == y->count)
		return by_text(a, b);
	return x->count < y->count ? 1 : -1;
}

void fb_changes_group(struct fb_changes *list)
{
	unsigned int i, kept = 0;

	if (!list->nr)
		return;
	qsort(list->change, list->nr, sizeof(*list->change), by_text);
	for (i = 0; i < list->nr; i++) {
		if (kept && !by_text(&list->change[i], &list->change[kept - 1]))
			list->change[kept - 1].count += list->change[i].count;
		else
			list->change[kept++] = list->change[i];
	}
	list->nr = kept;
	qsort(list->change, list->nr, sizeof(*list->change), by_count);
}

void fb_changes_free(struct fb_changes *list)
{
	free(list->change);
	*list = (struct fb_changes){ .nr = 0 };
}
