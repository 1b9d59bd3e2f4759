// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "match/changes.h"

/* Returns the entry that says why the other kernel does not show a call, but not one for both kernels. */
static const struct fb_alias *reason(const struct fb_calldiff_in *in, const struct fb_change *ch)
{
	static const enum fb_alias_kind kinds[] = { FB_ALIAS_UNTRACEABLE, FB_ALIAS_REMOVED,
						    FB_ALIAS_NEVER };
	int side = ch->class == FB_CHANGE_ADDED;
	const struct fb_calldiff_side *here = &in->side[side], *there = &in->side[!side];
	const struct fb_alias *a;
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		a = fb_alias_find(in->aliases, kinds[i], ch->name, ch->caller, &there->at);
		if (a && !fb_alias_holds(a, &here->at))
			return a;
	}
	a = side ? fb_alias_find(in->aliases, FB_ALIAS_ADDED, ch->name, ch->caller, &here->at)
		 : NULL;
	return a && !fb_alias_holds(a, &there->at) ? a : NULL;
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

/* Makes one of equal changes, from the one at index @from on. */
static void merge(struct fb_changes *list, unsigned int from)
{
	unsigned int i, kept = from;

	qsort(list->change + from, list->nr - from, sizeof(*list->change), by_text);
	for (i = from; i < list->nr; i++) {
		if (kept > from && !by_text(&list->change[i], &list->change[kept - 1]))
			list->change[kept - 1].count += list->change[i].count;
		else
			list->change[kept++] = list->change[i];
	}
	list->nr = kept;
}

static void collect(struct fb_changes *list, const struct fb_calldiff_in *in,
		    const struct fb_calldiff *d, int side)
{
	const struct fb_normal *n = in->side[side].calls, *m = in->side[!side].calls;
	uint32_t at;

	for (at = 1; at < n->nr; at++) {
		const struct fb_calldiff_call *call = &d->call[side][at];
		struct fb_change ch = { .class = (enum fb_change_class)call->class,
					.name = n->node[at].name,
					.count = 1,
					.traceable = -1 };
		const char *up;

		if (ch.class <= FB_CHANGE_SAME || (side && ch.class != FB_CHANGE_ADDED))
			continue;
		up = fb_normal_caller(n, at);
		ch.caller = up ? up : "-";
		if (ch.class == FB_CHANGE_RENAMED) {
			ch.to = m->node[call->other].name;
		} else if (ch.class == FB_CHANGE_MOVED) {
			ch.to = fb_normal_caller(m, call->other);
			ch.to = ch.to ? ch.to : "-";
		}
		list->change[list->nr++] = ch;
	}
}

/* Reasons are looked up once for each group. */
static void explain(struct fb_change *ch, const struct fb_calldiff_in *in)
{
	const struct fb_nameset *there = in->side[ch->class == FB_CHANGE_REMOVED].functions;

	if (ch->class != FB_CHANGE_REMOVED && ch->class != FB_CHANGE_ADDED)
		return;
	if (there)
		ch->traceable = fb_nameset_has(there, ch->name);
	ch->why = reason(in, ch);
}

int fb_changes_collect(struct fb_changes *list, const struct fb_calldiff_in *in,
		       const struct fb_calldiff *d)
{
	struct fb_change *grown;
	size_t most = 1 + (size_t)list->nr + d->count[FB_CHANGE_RENAMED] +
		      d->count[FB_CHANGE_MOVED] + d->count[FB_CHANGE_REMOVED] +
		      d->count[FB_CHANGE_ADDED];
	unsigned int from = list->nr, i;

	grown = realloc(list->change, most * sizeof(*list->change));
	if (!grown)
		return -ENOMEM;
	list->change = grown;
	collect(list, in, d, 0);
	collect(list, in, d, 1);
	merge(list, from);
	for (i = from; i < list->nr; i++)
		explain(&list->change[i], in);
	return 0;
}

void fb_changes_group(struct fb_changes *list)
{
	if (!list->nr)
		return;
	merge(list, 0);
	qsort(list->change, list->nr, sizeof(*list->change), by_count);
}

void fb_changes_free(struct fb_changes *list)
{
	free(list->change);
	*list = (struct fb_changes){ .nr = 0 };
}
