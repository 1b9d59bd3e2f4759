// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "match/call_aka.h"

/* A power of two. */
#define FIRST_SLOTS 16

/* Is a function that the table calls @parent here the call @seen, under whatever name? */
static bool is_parent(const struct fb_calldiff_in *in, int side, const char *parent,
		      const char *seen)
{
	uint32_t pos = FB_ALIAS_BEGIN;
	const struct fb_alias *a;

	if (!seen)
		return false;
	if (fb_same_stem(parent, seen))
		return true;
	while ((a = fb_alias_of(in->aliases, parent, &pos)))
		if (a->kind == FB_ALIAS_RENAMED && fb_same_stem(a->to, seen) &&
		    fb_alias_holds(a, &in->side[side].at))
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
static void documented_names(const struct fb_calldiff_in *in, int side, const char *name,
			     const char *up, struct fb_call_aka *o)
{
	uint32_t pos = FB_ALIAS_BEGIN;
	const struct fb_alias *a;

	add_name(o, name);
	while ((a = fb_alias_to(in->aliases, name, &pos)))
		if (fb_alias_holds(a, &in->side[side].at) &&
		    (!a->parent || is_parent(in, side, a->parent, up)))
			add_name(o, a->name);
}

static void other_names(const struct fb_calldiff_in *in, uint32_t at, struct fb_call_aka *o)
{
	const struct fb_normal *n = in->side[0].calls;
	const char *up = fb_normal_caller(n, at);
	struct fb_call_aka doc;
	const struct fb_alias *a;
	unsigned int k;
	uint32_t pos;

	doc.nr = o->nr = 0;
	documented_names(in, 0, n->node[at].name, up, &doc);
	for (k = 0; k < doc.nr; k++) {
		add_name(o, doc.name[k]);
		pos = FB_ALIAS_BEGIN;
		while ((a = fb_alias_of(in->aliases, doc.name[k], &pos)))
			if (a->kind == FB_ALIAS_RENAMED && fb_alias_holds(a, &in->side[1].at) &&
			    (!a->parent || is_parent(in, 0, a->parent, up)))
				add_name(o, a->to);
	}
}

/* --- lists, each once ------------------------------------------------------ */

static uint32_t *slot_of(const struct fb_call_akas *t, const struct fb_call_aka *aka)
{
	uint64_t h = aka->nr;
	unsigned int k;
	uint32_t i;

	for (k = 0; k < aka->nr; k++) {
		h = (h ^ (uintptr_t)aka->name[k]) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	for (i = (uint32_t)h;; i++) {
		uint32_t *slot = &t->slot[i & (t->slots - 1)];
		const struct fb_call_aka *is = &t->list[*slot];

		if (!*slot || (is->nr == aka->nr &&
			       !memcmp(is->name, aka->name, aka->nr * sizeof(*aka->name))))
			return slot;
	}
}

/* Makes room for twice as many lists. The slots are at most half full. */
static int grow(struct fb_call_akas *t)
{
	uint32_t slots = t->slots ? 2 * t->slots : FIRST_SLOTS, i;
	uint32_t *slot = calloc(slots, sizeof(*slot));
	struct fb_call_aka *list;

	if (!slot)
		return -ENOMEM;
	list = realloc(t->list, slots / 2 * sizeof(*list));
	if (!list) {
		free(slot);
		return -ENOMEM;
	}
	free(t->slot);
	t->list = list;
	t->slot = slot;
	t->slots = slots;
	/* List 0 stands for no list. */
	if (!t->nr)
		t->list[t->nr++].nr = 0;
	for (i = 1; i < t->nr; i++)
		*slot_of(t, &t->list[i]) = i;
	return 0;
}

static int add_names(struct fb_call_akas *t, const struct fb_call_aka *aka, uint32_t *row)
{
	uint32_t *slot;
	int ret = 0;

	if (2 * (t->nr + 1) > t->slots)
		ret = grow(t);
	if (ret)
		return ret;
	slot = slot_of(t, aka);
	if (!*slot) {
		t->list[t->nr].nr = aka->nr;
		memcpy(t->list[t->nr].name, aka->name, aka->nr * sizeof(*aka->name));
		*slot = t->nr++;
	}
	*row = *slot;
	return 0;
}

int fb_call_akas_build(struct fb_call_akas *t, const struct fb_calldiff_in *in)
{
	const struct fb_normal *n = in->side[0].calls;
	struct fb_call_aka aka;
	uint32_t at;
	int ret;

	*t = (struct fb_call_akas){ .calls = n };
	t->row = calloc(n->nr, sizeof(*t->row));
	ret = t->row ? 0 : -ENOMEM;
	for (at = 1; !ret && at < n->nr; at++) {
		if (!fb_normal_is_call(&n->node[at]))
			continue;
		other_names(in, at, &aka);
		/* The first one is its own. */
		if (aka.nr > 1)
			ret = add_names(t, &aka, &t->row[at]);
	}
	return ret;
}

void fb_call_akas_free(struct fb_call_akas *t)
{
	free(t->row);
	free(t->list);
	free(t->slot);
}
