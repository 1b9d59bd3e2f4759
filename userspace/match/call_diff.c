// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "match/call_diff.h"
#include "match/moved.h"
#include "tree/diff.h"

#define WORTH_SAME    4000
#define WORTH_RENAMED 3500

static const char *const classes[FB_CHANGE_CLASSES] = {
	[FB_CHANGE_NONE] = "-",		 [FB_CHANGE_SAME] = "same",
	[FB_CHANGE_RENAMED] = "renamed", [FB_CHANGE_MOVED] = "moved",
	[FB_CHANGE_REMOVED] = "removed", [FB_CHANGE_ADDED] = "added",
};

struct context {
	const struct fb_calldiff_in *in;
	struct fb_calldiff *d;
	struct fb_call_aka *aka;
};

const char *fb_change_name(enum fb_change_class class)
{
	return classes[class];
}

/* Is a function that the table calls @parent here the call @seen, under whatever name? */
static bool is_parent(const struct context *c, int side, const char *parent, const char *seen)
{
	uint32_t pos = FB_ALIAS_BEGIN;
	const struct fb_alias *a;

	if (!seen)
		return false;
	if (fb_same_stem(parent, seen))
		return true;
	while ((a = fb_alias_of(c->in->aliases, parent, &pos)))
		if (a->kind == FB_ALIAS_RENAMED && fb_same_stem(a->to, seen) &&
		    fb_alias_holds(a, &c->in->side[side].at))
			return true;
	return false;
}

static void add_name(struct fb_call_aka *o, const char *name)
{
	unsigned int i;

	for (i = 0; i < o->nr; i++)
		if (fb_same_stem(o->name[i], name))
			return;
	if (o->nr < FB_DIFF_NAMES_MAX)
		o->name[o->nr++] = name;
}

/*
 * The table says what the documented function is called on a kernel. Side @side calls it @name; so
 * what are the documented ones?
 */
static void documented_names(const struct context *c, int side, const char *name, const char *up,
			     struct fb_call_aka *o)
{
	uint32_t pos = FB_ALIAS_BEGIN;
	const struct fb_alias *a;

	add_name(o, name);
	while ((a = fb_alias_to(c->in->aliases, name, &pos)))
		if (fb_alias_holds(a, &c->in->side[side].at) &&
		    (!a->parent || is_parent(c, side, a->parent, up)))
			add_name(o, a->name);
}

static void other_names(const struct context *c, uint32_t at)
{
	const struct fb_normal *n = c->in->side[0].calls;
	const char *up = fb_normal_caller(n, at);
	struct fb_call_aka doc = { .nr = 0 }, *o = &c->aka[at];
	const struct fb_alias *a;
	unsigned int k;
	uint32_t pos;

	documented_names(c, 0, n->node[at].name, up, &doc);
	for (k = 0; k < doc.nr; k++) {
		add_name(o, doc.name[k]);
		pos = FB_ALIAS_BEGIN;
		while ((a = fb_alias_of(c->in->aliases, doc.name[k], &pos)))
			if (a->kind == FB_ALIAS_RENAMED && fb_alias_holds(a, &c->in->side[1].at) &&
			    (!a->parent || is_parent(c, 0, a->parent, up)))
				add_name(o, a->to);
	}
}

static bool may_be(const struct context *c, uint32_t left, const char *right)
{
	const struct fb_call_aka *o = &c->aka[left];
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

static unsigned int names(void *ctx, uint32_t left, const char *name[FB_DIFF_NAMES_MAX])
{
	const struct fb_call_aka *o = &((const struct context *)ctx)->aka[left];

	memcpy(name, o->name, o->nr * sizeof(*name));
	return o->nr;
}

static void pair(struct context *c, uint32_t i, uint32_t j, enum fb_change_class how)
{
	c->d->call[0][i] = (struct fb_calldiff_call){ .class = (uint8_t)how, .other = j };
	c->d->call[1][j] = (struct fb_calldiff_call){ .class = (uint8_t)how, .other = i };
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
	const struct fb_diff diff = { .left = l,
				      .right = r,
				      .gain = gain,
				      .names = names,
				      .ctx = c,
				      .unproven = &c->d->unproven };
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
	ret = fb_moved_pair(c->in, c->d, c->aka);
	if (!ret)
		count(c);
	return ret;
}

int fb_calldiff_compare(const struct fb_calldiff_in *in, struct fb_calldiff *d)
{
	struct context c = { .in = in, .d = d };
	int ret = -ENOMEM;

	*d = (struct fb_calldiff){ .nr = { 0, 0 } };
	d->call[0] = calloc(in->side[0].calls->nr, sizeof(*d->call[0]));
	d->call[1] = calloc(in->side[1].calls->nr, sizeof(*d->call[1]));
	c.aka = calloc(in->side[0].calls->nr, sizeof(*c.aka));
	if (d->call[0] && d->call[1] && c.aka)
		ret = compare(&c);
	free(c.aka);
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
	sum->unproven += more->unproven;
	for (i = 0; i < FB_CHANGE_CLASSES; i++)
		sum->count[i] += more->count[i];
}

int fb_calldiff_same(const struct fb_calldiff *d)
{
	return d->count[FB_CHANGE_SAME] == d->nr[0] && d->nr[0] == d->nr[1];
}
