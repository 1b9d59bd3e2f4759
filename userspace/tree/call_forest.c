// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "tree/call_forest.h"

/* A power of two. */
#define FIRST_SLOTS 16

static int compare_stems(const char *a, const char *b)
{
	size_t la = fb_stem(a), lb = fb_stem(b);
	int ret = memcmp(a, b, la < lb ? la : lb);

	return ret ? ret : la < lb ? -1 : la > lb;
}

static int by_stem(const void *a, const void *b)
{
	return compare_stems(*(const char *const *)a, *(const char *const *)b);
}

/* Where an address is, or would be put. */
static struct fb_call_name *slot_of(const struct fb_call_names *names, const char *name)
{
	uint32_t i = (uint32_t)(((uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u) >> 32);

	for (;; i++) {
		struct fb_call_name *slot = &names->slot[i & (names->slots - 1)];

		if (!slot->name || slot->name == name)
			return slot;
	}
}

/* Keeps the slots at most half full. @name has the addresses in the order in which they came. */
static int more_slots(struct fb_call_names *names)
{
	struct fb_call_name *slot = calloc(2 * (size_t)names->slots, sizeof(*slot));
	const char **grown;
	uint32_t i;

	if (!slot)
		return -ENOMEM;
	grown = realloc(names->name, names->slots * sizeof(*grown));
	if (!grown) {
		free(slot);
		return -ENOMEM;
	}
	names->name = grown;
	free(names->slot);
	names->slot = slot;
	names->slots *= 2;
	for (i = 0; i < names->nr; i++)
		slot_of(names, names->name[i])->name = names->name[i];
	return 0;
}

/* Collects the addresses of the names of a forest, each once. */
static int collect(struct fb_call_names *names, const struct fb_normal *n)
{
	struct fb_call_name *slot;
	uint32_t i;
	int ret;

	for (i = 1; i < n->nr; i++) {
		if (!fb_normal_is_call(&n->node[i]))
			continue;
		slot = slot_of(names, n->node[i].name);
		if (slot->name)
			continue;
		if (2 * (names->nr + 1) > names->slots) {
			ret = more_slots(names);
			if (ret)
				return ret;
			slot = slot_of(names, n->node[i].name);
		}
		slot->name = names->name[names->nr++] = n->node[i].name;
	}
	return 0;
}

/* Sorts the names, keeps one of each stem, and numbers all addresses. */
static void number_names(struct fb_call_names *names)
{
	uint32_t nr = names->nr, i;

	qsort(names->name, nr, sizeof(*names->name), by_stem);
	names->nr = 0;
	for (i = 0; i < nr; i++) {
		const char *name = names->name[i];

		if (!i || compare_stems(name, names->name[names->nr - 1]))
			names->name[names->nr++] = name;
		slot_of(names, name)->number = names->nr - 1;
	}
}

int fb_call_names_build(struct fb_call_names *names, const struct fb_normal *l,
			const struct fb_normal *r)
{
	int ret;

	*names = (struct fb_call_names){ .slots = FIRST_SLOTS };
	names->name = calloc(names->slots / 2, sizeof(*names->name));
	names->slot = calloc(names->slots, sizeof(*names->slot));
	ret = names->name && names->slot ? collect(names, l) : -ENOMEM;
	if (!ret)
		ret = collect(names, r);
	if (ret)
		fb_call_names_free(names);
	else
		number_names(names);
	return ret;
}

uint32_t fb_call_names_of(const struct fb_call_names *names, const char *name)
{
	return slot_of(names, name)->number;
}

uint32_t fb_call_names_find(const struct fb_call_names *names, const char *name)
{
	const char **found;

	found = bsearch(&name, names->name, names->nr, sizeof(*names->name), by_stem);
	return found ? (uint32_t)(found - names->name) : FB_CALL_NONE;
}

void fb_call_names_free(struct fb_call_names *names)
{
	free(names->name);
	free(names->slot);
	*names = (struct fb_call_names){ .nr = 0 };
}

/* A call stays open, linked by its parent, until the walk has passed its subtree. */
static void fill_forest(struct fb_call_forest *f, const struct fb_normal *n,
		 const struct fb_call_names *names)
{
	uint32_t at, open = 0;

	f->nr = 1;
	f->name[0] = names->nr;
	for (at = 1; at < n->nr; at++) {
		while (open && n->node[f->node[open]].end <= at) {
			f->end[open] = f->nr;
			open = f->parent[open];
		}
		if (!fb_normal_is_call(&n->node[at]))
			continue;
		f->node[f->nr] = at;
		f->parent[f->nr] = open;
		f->caller[f->nr] = f->name[open];
		f->name[f->nr] = fb_call_names_of(names, n->node[at].name);
		open = f->nr++;
	}
	for (; open; open = f->parent[open])
		f->end[open] = f->nr;
	f->end[0] = f->nr;
}

int fb_call_forest_build(struct fb_call_forest *f, const struct fb_normal *n,
			 const struct fb_call_names *names)
{
	*f = (struct fb_call_forest){ .nr = 0 };
	f->node = calloc(n->nr, sizeof(*f->node));
	f->parent = calloc(n->nr, sizeof(*f->parent));
	f->end = calloc(n->nr, sizeof(*f->end));
	f->name = calloc(n->nr, sizeof(*f->name));
	f->caller = calloc(n->nr, sizeof(*f->caller));
	if (!f->node || !f->parent || !f->end || !f->name || !f->caller) {
		fb_call_forest_free(f);
		return -ENOMEM;
	}
	fill_forest(f, n, names);
	return 0;
}

/* Returns a list with room for @nr only, which is at least 1, or the list as it was. */
static uint32_t *shrunk(uint32_t *list, uint32_t nr)
{
	uint32_t *less = realloc(list, nr * sizeof(*list));

	/* cppcheck-suppress memleak ; one of the two is returned */
	return less ? less : list;
}

int fb_call_forest_drop(struct fb_call_forest *f, const uint8_t *keep)
{
	/* Of each call, its new index, or that of the next call that stays. */
	uint32_t *now = malloc(((size_t)f->nr + 1) * sizeof(*now));
	uint32_t at, nr = 1;

	if (!now)
		return -ENOMEM;
	now[0] = 0;
	for (at = 1; at < f->nr; at++) {
		now[at] = nr;
		nr += keep[f->name[at]];
	}
	now[f->nr] = nr;
	for (at = 1; at < f->nr; at++) {
		uint32_t up = f->parent[at];

		/* The walk has already replaced the parent of a call that is dropped by one that stays. */
		f->parent[at] = up && !keep[f->name[up]] ? f->parent[up] : up;
	}
	for (at = 1; at < f->nr; at++) {
		uint32_t to = now[at];

		if (!keep[f->name[at]])
			continue;
		f->node[to] = f->node[at];
		f->parent[to] = now[f->parent[at]];
		f->end[to] = now[f->end[at]];
		f->name[to] = f->name[at];
		f->caller[to] = f->caller[at];
	}
	f->nr = f->end[0] = nr;
	free(now);
	f->node = shrunk(f->node, nr);
	f->parent = shrunk(f->parent, nr);
	f->end = shrunk(f->end, nr);
	f->name = shrunk(f->name, nr);
	f->caller = shrunk(f->caller, nr);
	return 0;
}

void fb_call_forest_free(struct fb_call_forest *f)
{
	free(f->node);
	free(f->parent);
	free(f->end);
	free(f->name);
	free(f->caller);
	*f = (struct fb_call_forest){ .nr = 0 };
}
