// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "tree/diff.h"

/*
 * The calls of one side in post-order, counted from 1; the last one is the top, so that a forest
 * is a tree. Names are numbers, the same ones on both sides.
 */
struct side {
	uint32_t nr;
	uint32_t *node; /* index in the forest */
	uint32_t *leftmost; /* post-order number of the leftmost leaf below */
	uint32_t *name;
	uint32_t *caller; /* name of the call around it */
	uint32_t *keyroot;
	uint32_t nr_keyroots;
};

struct names {
	const char **name; /* sorted, without suffixes, each once */
	uint32_t nr;
};

struct state {
	struct side l, r;
	struct names names;
	uint16_t *gain; /* of left call i and name n: [i * names.nr + n] */
	uint32_t *tree; /* best of the subtrees of i and j */
	uint32_t *forest;
	uint32_t *map;
};

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

static int build_names(struct names *names, const struct fb_normal *l, const struct fb_normal *r)
{
	const struct fb_normal *both[] = { l, r };
	uint32_t s, i, nr = 0;

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

static uint32_t name_number(const struct names *names, const char *name)
{
	const char **found;

	found = bsearch(&name, names->name, names->nr, sizeof(*names->name), by_stem);
	return (uint32_t)(found - names->name);
}

/* Numbers a call after its subtree. */
static void number(struct side *s, uint32_t at, uint32_t first)
{
	s->nr++;
	s->node[s->nr] = at;
	s->leftmost[s->nr] = first;
}

/* Makes post-order from pre-order: a call stays in @open until the walk has passed its subtree. */
static void post_order(struct side *s, const struct fb_normal *n, uint32_t *open, uint32_t *first)
{
	uint32_t depth = 0, at;

	open[0] = 0;
	first[0] = 1;
	for (at = 1; at < n->nr; at++) {
		while (depth && n->node[open[depth]].end <= at) {
			number(s, open[depth], first[depth]);
			depth--;
		}
		if (!fb_normal_is_call(&n->node[at]))
			continue;
		open[++depth] = at;
		first[depth] = s->nr + 1;
	}
	for (;; depth--) {
		number(s, open[depth], first[depth]);
		if (!depth)
			break;
	}
}

/* A keyroot is the last call of those that share their leftmost leaf. */
static void find_keyroots(struct side *s, uint32_t *last)
{
	uint32_t i;

	for (i = 1; i <= s->nr; i++)
		last[s->leftmost[i]] = i;
	for (i = 1; i <= s->nr; i++)
		if (last[s->leftmost[i]] == i)
			s->keyroot[s->nr_keyroots++] = i;
}

static int build_side(struct side *s, const struct fb_normal *n, const struct names *names)
{
	size_t size = (size_t)n->nr + 2;
	uint32_t *scratch = calloc(2 * size, sizeof(*scratch));
	uint32_t i, up;

	s->node = calloc(size, sizeof(*s->node));
	s->leftmost = calloc(size, sizeof(*s->leftmost));
	s->name = calloc(size, sizeof(*s->name));
	s->caller = calloc(size, sizeof(*s->caller));
	s->keyroot = calloc(size, sizeof(*s->keyroot));
	if (!scratch || !s->node || !s->leftmost || !s->name || !s->caller || !s->keyroot) {
		free(scratch);
		return -ENOMEM;
	}
	post_order(s, n, scratch, scratch + size);
	memset(scratch, 0, size * sizeof(*scratch));
	find_keyroots(s, scratch);
	for (i = 1; i < s->nr; i++) {
		s->name[i] = name_number(names, n->node[s->node[i]].name);
		for (up = n->node[s->node[i]].parent; up && !fb_normal_is_call(&n->node[up]);)
			up = n->node[up].parent;
		s->caller[i] = up ? name_number(names, n->node[up].name) : names->nr;
	}
	free(scratch);
	return 0;
}

static void free_side(struct side *s)
{
	free(s->node);
	free(s->leftmost);
	free(s->name);
	free(s->caller);
	free(s->keyroot);
}

static int build_gains(struct state *st, const struct fb_diff *d)
{
	uint8_t *right = calloc(st->names.nr + 1, 1);
	uint32_t i, n;

	st->gain = calloc((size_t)(st->l.nr + 1) * st->names.nr + 1, sizeof(*st->gain));
	if (!right || !st->gain) {
		free(right);
		return -ENOMEM;
	}
	for (i = 1; i < st->r.nr; i++)
		right[st->r.name[i]] = 1;
	for (i = 1; i < st->l.nr; i++) {
		for (n = 0; n < st->names.nr; n++) {
			unsigned int worth;

			if (!right[n])
				continue;
			worth = d->gain(d->ctx, st->l.node[i], st->names.name[n]);
			if (worth > FB_DIFF_GAIN_MAX)
				worth = FB_DIFF_GAIN_MAX;
			st->gain[(size_t)i * st->names.nr + n] = (uint16_t)worth;
		}
	}
	free(right);
	return 0;
}

/* Returns the gain of mapping call i to call j; 0: not allowed. The two tops are mapped to each other. */
static uint32_t pair_gain(const struct state *st, uint32_t i, uint32_t j)
{
	uint32_t worth;

	if (i == st->l.nr || j == st->r.nr)
		return i == st->l.nr && j == st->r.nr;
	worth = st->gain[(size_t)i * st->names.nr + st->r.name[j]];
	return worth ? worth + (st->l.caller[i] == st->r.caller[j]) : 0;
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/*
 * Computes the best gain of all forests below the keyroots @ki and @kj, and of the trees among them.
 * Row and column 0 are the empty forest; the others count from the leftmost leaf.
 */
static void fill(struct state *st, uint32_t ki, uint32_t kj)
{
	uint32_t li = st->l.leftmost[ki], lj = st->r.leftmost[kj], i, j;
	size_t width = (size_t)st->r.nr + 1;

	memset(st->forest, 0, (kj - lj + 2) * sizeof(*st->forest));
	for (i = li; i <= ki; i++) {
		uint32_t *row = st->forest + (size_t)(i - li + 1) * width, *above = row - width;
		uint32_t *beside = st->forest + (size_t)(st->l.leftmost[i] - li) * width;
		uint32_t *tree = st->tree + (size_t)i * width;
		int whole = st->l.leftmost[i] == li;

		row[0] = 0;
		for (j = lj; j <= kj; j++) {
			uint32_t y = j - lj + 1, best = most(above[y], row[y - 1]);

			if (whole && st->r.leftmost[j] == lj) {
				best = most(best, above[y - 1] + pair_gain(st, i, j));
				tree[j] = best;
			} else {
				best = most(best, beside[st->r.leftmost[j] - lj] + tree[j]);
			}
			row[y] = best;
		}
	}
}

struct pair {
	uint32_t i, j;
};

/*
 * Traces one best solution back through the forests of a pair of subtrees. Pairs of calls go into the
 * map, inner pairs of subtrees go to the @todo list. Returns the list's new length.
 */
static uint32_t walk_back(struct state *st, struct pair top, struct pair *todo, uint32_t nr)
{
	uint32_t li = st->l.leftmost[top.i], lj = st->r.leftmost[top.j];
	uint32_t i = top.i, j = top.j;
	size_t width = (size_t)st->r.nr + 1;

	fill(st, top.i, top.j);
	while (i >= li && j >= lj) {
		uint32_t *row = st->forest + (size_t)(i - li + 1) * width, *above = row - width;
		uint32_t y = j - lj + 1, here = row[y];
		uint32_t pi = st->l.leftmost[i], pj = st->r.leftmost[j];
		uint32_t worth = pi == li && pj == lj ? pair_gain(st, i, j) : 0;

		if (worth && here == above[y - 1] + worth) {
			st->map[st->l.node[i--]] = st->r.node[j--];
		} else if ((pi != li || pj != lj) && st->tree[(size_t)i * width + j] &&
			   here == st->forest[(size_t)(pi - li) * width + (pj - lj)] +
					   st->tree[(size_t)i * width + j]) {
			todo[nr].i = i;
			todo[nr++].j = j;
			i = pi - 1;
			j = pj - 1;
		} else if (here == row[y - 1]) {
			j--;
		} else {
			i--;
		}
	}
	return nr;
}

static int solve(struct state *st)
{
	size_t cells = ((size_t)st->l.nr + 1) * ((size_t)st->r.nr + 1);
	struct pair *todo;
	uint32_t a, b, nr;

	st->tree = calloc(cells, sizeof(*st->tree));
	st->forest = calloc(cells, sizeof(*st->forest));
	/* Subtrees on the list do not overlap, so the list is never longer than the number of calls. */
	todo = calloc((size_t)st->l.nr + 1, sizeof(*todo));
	if (!st->tree || !st->forest || !todo) {
		free(todo);
		return -ENOMEM;
	}
	for (a = 0; a < st->l.nr_keyroots; a++)
		for (b = 0; b < st->r.nr_keyroots; b++)
			fill(st, st->l.keyroot[a], st->r.keyroot[b]);
	todo[0] = (struct pair){ .i = st->l.nr, .j = st->r.nr };
	for (nr = 1; nr;) {
		struct pair next = todo[--nr];

		nr = walk_back(st, next, todo, nr);
	}
	st->map[0] = 0;
	free(todo);
	return 0;
}

int fb_treediff(const struct fb_diff *d, uint32_t *map)
{
	struct state st = { .map = map };
	uint32_t i;
	int ret;

	for (i = 0; i < d->left->nr; i++)
		map[i] = FB_DIFF_NONE;
	if ((uint64_t)(d->left->calls + 1) * (d->right->calls + 1) > FB_DIFF_PAIRS_MAX)
		return -E2BIG;
	ret = build_names(&st.names, d->left, d->right);
	if (!ret)
		ret = build_side(&st.l, d->left, &st.names);
	if (!ret)
		ret = build_side(&st.r, d->right, &st.names);
	if (!ret)
		ret = build_gains(&st, d);
	if (!ret)
		ret = solve(&st);
	free_side(&st.l);
	free_side(&st.r);
	free(st.names.name);
	free(st.gain);
	free(st.tree);
	free(st.forest);
	return ret;
}
