// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tree/exact.h"

/*
 * The calls of one side in post-order, counted from 1; the last one is the top, so that a forest
 * is a tree.
 */
struct side {
	uint32_t nr;
	uint32_t *call; /* index in the forest */
	uint32_t *leftmost; /* post-order number of the leftmost leaf below */
	uint32_t *caller; /* name of the call around it */
	uint32_t *keyroot;
	uint32_t nr_keyroots;
};

struct state {
	const struct fb_exact *x;
	struct side l, r;
	uint32_t *name; /* names of the right side, sorted, each once */
	uint32_t nr_names;
	uint32_t *column; /* of each right call, the index of its name in @name */
	uint16_t *gain; /* of left call i and right name n: [i * nr_names + n] */
	uint32_t *tree; /* best of the subtrees of i and j */
	uint32_t *forest;
};

/* Numbers a call after its subtree. */
static void number(struct side *s, uint32_t call, uint32_t first)
{
	s->nr++;
	s->call[s->nr] = call;
	s->leftmost[s->nr] = first;
}

/* Makes post-order from pre-order: a call stays in @open until the walk has passed its subtree. */
static void post_order(struct side *s, const struct fb_call_forest *f, struct fb_subtrees of,
		       uint32_t *open, uint32_t *first)
{
	uint32_t depth = 0, at, i;

	open[0] = 0;
	first[0] = 1;
	for (i = 0; i < of.nr; i++) {
		for (at = of.root[i]; at < f->end[of.root[i]]; at++) {
			while (depth && f->end[open[depth]] <= at) {
				number(s, open[depth], first[depth]);
				depth--;
			}
			open[++depth] = at;
			first[depth] = s->nr + 1;
		}
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

static int build_side(struct side *s, const struct fb_call_forest *f, struct fb_subtrees of)
{
	size_t size = 3;
	uint32_t *scratch, i;

	for (i = 0; i < of.nr; i++)
		size += f->end[of.root[i]] - of.root[i];
	scratch = calloc(2 * size, sizeof(*scratch));
	s->call = calloc(size, sizeof(*s->call));
	s->leftmost = calloc(size, sizeof(*s->leftmost));
	s->caller = calloc(size, sizeof(*s->caller));
	s->keyroot = calloc(size, sizeof(*s->keyroot));
	if (!scratch || !s->call || !s->leftmost || !s->caller || !s->keyroot) {
		free(scratch);
		return -ENOMEM;
	}
	post_order(s, f, of, scratch, scratch + size);
	memset(scratch, 0, size * sizeof(*scratch));
	find_keyroots(s, scratch);
	for (i = 1; i < s->nr; i++)
		s->caller[i] = f->caller[s->call[i]];
	free(scratch);
	return 0;
}

static void free_side(struct side *s)
{
	free(s->call);
	free(s->leftmost);
	free(s->caller);
	free(s->keyroot);
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Numbers the names of the right side: only they have columns in the table of gains. */
static int build_columns(struct state *st)
{
	const uint32_t *name = st->x->right->name;
	uint32_t j;

	st->name = calloc((size_t)st->r.nr + 1, sizeof(*st->name));
	st->column = calloc((size_t)st->r.nr + 1, sizeof(*st->column));
	if (!st->name || !st->column)
		return -ENOMEM;
	for (j = 1; j < st->r.nr; j++)
		st->name[j - 1] = name[st->r.call[j]];
	qsort(st->name, st->r.nr - 1, sizeof(*st->name), by_number);
	for (j = 0; j + 1 < st->r.nr; j++)
		if (!st->nr_names || st->name[j] != st->name[st->nr_names - 1])
			st->name[st->nr_names++] = st->name[j];
	for (j = 1; j < st->r.nr; j++) {
		const uint32_t *found = bsearch(&name[st->r.call[j]], st->name, st->nr_names,
						sizeof(*st->name), by_number);

		st->column[j] = (uint32_t)(found - st->name);
	}
	return 0;
}

static int build_gains(struct state *st)
{
	const struct fb_diff *d = st->x->d;
	uint32_t i, n;

	st->gain = calloc((size_t)(st->l.nr + 1) * st->nr_names + 1, sizeof(*st->gain));
	if (!st->gain)
		return -ENOMEM;
	for (i = 1; i < st->l.nr; i++) {
		for (n = 0; n < st->nr_names; n++) {
			unsigned int worth;

			worth = d->gain(d->ctx, st->x->left->node[st->l.call[i]],
					st->x->names->name[st->name[n]]);
			if (worth > FB_DIFF_GAIN_MAX)
				worth = FB_DIFF_GAIN_MAX;
			st->gain[(size_t)i * st->nr_names + n] = (uint16_t)worth;
		}
	}
	return 0;
}

/* Returns the gain of mapping call i to call j; 0: not allowed. The two tops are mapped to each other. */
static uint32_t pair_gain(const struct state *st, uint32_t i, uint32_t j)
{
	uint32_t worth;

	if (i == st->l.nr || j == st->r.nr)
		return i == st->l.nr && j == st->r.nr;
	worth = st->gain[(size_t)i * st->nr_names + st->column[j]];
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
			st->x->map[st->x->left->node[st->l.call[i--]]] =
				st->x->right->node[st->r.call[j--]];
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
	free(todo);
	return 0;
}

int fb_exact_map(const struct fb_exact *x, struct fb_subtrees left, struct fb_subtrees right)
{
	struct state st = { .x = x };
	int ret;

	ret = build_side(&st.l, x->left, left);
	if (!ret)
		ret = build_side(&st.r, x->right, right);
	if (!ret)
		ret = build_columns(&st);
	if (!ret)
		ret = build_gains(&st);
	if (!ret)
		ret = solve(&st);
	free_side(&st.l);
	free_side(&st.r);
	free(st.name);
	free(st.column);
	free(st.gain);
	free(st.tree);
	free(st.forest);
	return ret;
}
