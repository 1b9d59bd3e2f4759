// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
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

int fb_call_names_build(struct fb_call_names *names, const struct fb_normal *l,
			const struct fb_normal *r)
{
	const struct fb_normal *both[] = { l, r };
	uint32_t s, i, nr = 0;

	names->nr = 0;
	names->name = malloc(((size_t)l->nr + r->nr) * sizeof(*names->name));
	if (!names->name)
		return -ENOMEM;
	for (s = 0; s < 2; s++)
		for (i = 1; i < both[s]->nr; i++)
			if (fb_normal_is_call(&both[s]->node[i]))
				names->name[nr++] = both[s]->node[i].name;
	qsort(names->name, nr, sizeof(*names->name), by_stem);
	for (i = 0; i < nr; i++)
		if (!i || compare_stems(names->name[i], names->name[names->nr - 1]))
			names->name[names->nr++] = names->name[i];
	return 0;
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
	*names = (struct fb_call_names){ .nr = 0 };
}

/* A call stays open, linked by its parent, until the walk has passed its subtree. */
static void fill(struct fb_call_forest *f, const struct fb_normal *n,
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
		f->name[f->nr] = fb_call_names_find(names, n->node[at].name);
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
	fill(f, n, names);
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
