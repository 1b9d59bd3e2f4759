// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "lib/stem.h"
#include "lib/vector.h"
#include "match/call_aka.h"

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

static bool same_list(const struct fb_call_aka *a, const struct fb_call_aka *b)
{
	return a->nr == b->nr && !memcmp(a->name, b->name, a->nr * sizeof(*a->name));
}

static int add_names(struct fb_call_akas *t, const struct fb_call_aka *aka, uint32_t *row)
{
	uint32_t hash = fb_hash_bytes(aka->name, aka->nr * sizeof(*aka->name)), pos = 0;

	while ((*row = fb_hash_next(&t->found, hash, &pos)))
		if (same_list(&t->list[*row], aka))
			return 0;
	/* List 0 stands for no list. */
	t->nr += !t->nr;
	if (fb_vector_reserve(t->list, t->room, t->nr + 1) || fb_hash_add(&t->found, hash, t->nr))
		return -ENOMEM;
	*row = t->nr++;
	t->list[*row].nr = aka->nr;
	memcpy(t->list[*row].name, aka->name, aka->nr * sizeof(*aka->name));
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
	fb_hash_free(&t->found);
}
