// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "lib/vector.h"
#include "tree/call_forest.h"

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

/* Returns an address that was collected, or NULL. */
static struct fb_call_name *find(const struct fb_call_names *names, const char *name)
{
	uint32_t pos = 0, at;

	while ((at = fb_hash_next(&names->found, fb_hash_address(name), &pos)))
		if (names->seen[at - 1].name == name)
			return &names->seen[at - 1];
	return NULL;
}

/* Collects the addresses of the names of a forest, each once. */
static int collect(struct fb_call_names *names, const struct fb_normal *n)
{
	const char *name;
	uint32_t i;

	for (i = 1; i < n->nr; i++) {
		name = n->node[i].name;
		if (!fb_normal_is_call(&n->node[i]) || find(names, name))
			continue;
		if (fb_vector_grow(names->seen, names->nr_seen) ||
		    fb_hash_add(&names->found, fb_hash_address(name), names->nr_seen + 1))
			return -ENOMEM;
		names->seen[names->nr_seen++] = (struct fb_call_name){ name, FB_CALL_NONE };
	}
	return 0;
}

/* Sorts the names, keeps one of each stem, and numbers all addresses. */
static int number_names(struct fb_call_names *names)
{
	uint32_t nr = names->nr_seen, i;

	names->name = calloc((size_t)nr + 1, sizeof(*names->name));
	if (!names->name)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		names->name[i] = names->seen[i].name;
	qsort(names->name, nr, sizeof(*names->name), by_stem);
	for (i = 0; i < nr; i++) {
		const char *name = names->name[i];

		if (!i || compare_stems(name, names->name[names->nr - 1]))
			names->name[names->nr++] = name;
		find(names, name)->number = names->nr - 1;
	}
	return 0;
}

int fb_call_names_build(struct fb_call_names *names, const struct fb_normal *l,
			const struct fb_normal *r)
{
	int ret;

	*names = (struct fb_call_names){ .nr = 0 };
	ret = collect(names, l);
	if (!ret)
		ret = collect(names, r);
	if (!ret)
		ret = number_names(names);
	if (ret)
		fb_call_names_free(names);
	return ret;
}

uint32_t fb_call_names_of(const struct fb_call_names *names, const char *name)
{
	return find(names, name)->number;
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
	free(names->seen);
	fb_hash_free(&names->found);
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
	fb_vector_fit(f->node, nr);
	fb_vector_fit(f->parent, nr);
	fb_vector_fit(f->end, nr);
	fb_vector_fit(f->name, nr);
	fb_vector_fit(f->caller, nr);
	return 0;
}

void fb_call_forest_forget_parents(struct fb_call_forest *f)
{
	free(f->parent);
	f->parent = NULL;
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
