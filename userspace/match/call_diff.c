// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "match/call_aka.h"
#include "match/call_diff.h"
#include "match/moved.h"
#include "tree/tree_diff.h"

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
	struct fb_call_akas aka;
};

const char *fb_change_name(enum fb_change_class class)
{
	return classes[class];
}

static bool may_be(const struct context *c, uint32_t left, const char *right)
{
	struct fb_call_aka own;
	const struct fb_call_aka *o = fb_call_akas_of(&c->aka, left, &own);
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
	const struct context *c = ctx;
	struct fb_call_aka own;
	const struct fb_call_aka *o = fb_call_akas_of(&c->aka, left, &own);

	memcpy(name, o->name, o->nr * sizeof(*name));
	return o->nr;
}

static void pair(struct context *c, uint32_t i, uint32_t j, enum fb_change_class how)
{
	c->d->call[0][i] = (struct fb_calldiff_call){ .class = (uint8_t)how, .other = j };
	c->d->call[1][j] = (struct fb_calldiff_call){ .class = (uint8_t)how, .other = i };
}

static void count_statuses(struct context *c)
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

/* One block for both sides: there may be very many phases of one call. */
static int new_calls(struct context *c)
{
	uint32_t nr = c->in->side[0].calls->nr, all = nr + c->in->side[1].calls->nr, at;

	c->d->call[0] = calloc(all, sizeof(*c->d->call[0]));
	if (!c->d->call[0])
		return -ENOMEM;
	c->d->call[1] = c->d->call[0] + nr;
	for (at = 0; at < all; at++)
		c->d->call[0][at].other = FB_DIFF_NONE;
	return 0;
}

/* The result is made after the mapping, whose tables are large. */
static int compare_calls(struct context *c, uint32_t *map)
{
	const struct fb_normal *l = c->in->side[0].calls, *r = c->in->side[1].calls;
	const struct fb_diff diff = { .left = l,
				      .right = r,
				      .gain = gain,
				      .names = names,
				      .ctx = c,
				      .unproven = &c->d->unproven };
	uint32_t at;
	int ret;

	ret = fb_treediff(&diff, map);
	if (!ret)
		ret = new_calls(c);
	for (at = 1; !ret && at < l->nr; at++)
		if (map[at] != FB_DIFF_NONE)
			pair(c, at, map[at],
			     fb_same_stem(l->node[at].name, r->node[map[at]].name)
				     ? FB_CHANGE_SAME
				     : FB_CHANGE_RENAMED);
	return ret;
}

int fb_calldiff_compare(const struct fb_calldiff_in *in, struct fb_calldiff *d)
{
	struct context c = { .in = in, .d = d };
	uint32_t *map = calloc(in->side[0].calls->nr, sizeof(*map));
	int ret;

	*d = (struct fb_calldiff){ .nr = { 0, 0 } };
	ret = fb_call_akas_build(&c.aka, in);
	if (!ret)
		ret = map ? compare_calls(&c, map) : -ENOMEM;
	free(map);
	if (!ret)
		ret = fb_moved_pair(in, d, &c.aka);
	if (!ret)
		count_statuses(&c);
	fb_call_akas_free(&c.aka);
	if (ret)
		fb_calldiff_free(d);
	return ret;
}

void fb_calldiff_free(struct fb_calldiff *d)
{
	free(d->call[0]);
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
