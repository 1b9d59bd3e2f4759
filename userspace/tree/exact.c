// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "tree/exact.h"
#include "tree/subtree_class.h"

/*
 * The calls of one side in post-order, counted from 1; the last one is the top, so that a forest
 * is a tree.
 *
 * Subtrees of one side are equal if they have the same gains, callers and shape: what they are worth
 * is computed and kept once. Traces repeat themselves.
 */
struct side {
	uint32_t nr;
	uint32_t *call; /* index in the forest */
	uint32_t *leftmost; /* post-order number of the leftmost leaf below */
	uint32_t *last; /* of each leaf, the last call that has it for its leftmost one */
	uint32_t *what; /* row or column of the table of gains */
	uint32_t *class; /* equal for equal subtrees */
	uint32_t nr_classes;
	uint32_t *keyroot; /* one of each class */
	uint32_t nr_keyroots;
};

/* A row of the forests that a later row needs: up to call @until. */
struct kept_row {
	uint32_t *row;
	uint32_t until;
};

/* What the best solution of two forests ends with. */
enum step {
	STEP_UP, /* the left call is not mapped */
	STEP_LEFT, /* nor is the right one */
	STEP_PAIR, /* they are mapped to each other */
	STEP_TREES, /* their subtrees are */
};

struct state {
	const struct fb_exact *x;
	struct side l, r;
	struct side *outer,
		*inner; /* the larger side, and the other one: rows are as long as that */
	uint32_t *name; /* names of the right side, sorted, each once */
	uint32_t nr_names;
	uint16_t *gain; /* of left row i and right name n: [i * nr_names + n] */
	uint32_t *tree; /* best of the subtrees of outer and inner classes */
	struct kept_row *kept;
	uint32_t *spare[2]; /* other rows */
	uint32_t *row; /* all of them */
	uint8_t *step; /* two bits for each pair of forests */
};

/* Numbers a call after its subtree. */
static void number_subtree(struct side *s, uint32_t call, uint32_t first)
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
				number_subtree(s, open[depth], first[depth]);
				depth--;
			}
			open[++depth] = at;
			first[depth] = s->nr + 1;
		}
	}
	for (;; depth--) {
		number_subtree(s, open[depth], first[depth]);
		if (!depth)
			break;
	}
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
	s->last = calloc(size, sizeof(*s->last));
	s->what = calloc(size, sizeof(*s->what));
	if (!scratch || !s->call || !s->leftmost || !s->last || !s->what) {
		free(scratch);
		return -ENOMEM;
	}
	post_order(s, f, of, scratch, scratch + size);
	free(scratch);
	for (i = 1; i <= s->nr; i++)
		s->last[s->leftmost[i]] = i;
	/* No other call is like the top. */
	s->what[s->nr] = UINT32_MAX;
	return 0;
}

static void free_side(struct side *s)
{
	free(s->call);
	free(s->leftmost);
	free(s->last);
	free(s->what);
	free(s->class);
	free(s->keyroot);
}

/* Equal subtrees have the same class. */
static int find_classes(struct side *s, const struct fb_call_forest *f)
{
	uint32_t *caller = calloc((size_t)s->nr + 1, sizeof(*caller)), i;
	int ret = -ENOMEM;

	s->class = calloc((size_t)s->nr + 1, sizeof(*s->class));
	if (caller && s->class) {
		for (i = 1; i < s->nr; i++)
			caller[i] = f->caller[s->call[i]];
		ret = fb_subtree_classes(s->nr, s->leftmost, s->what, caller, s->class,
					 &s->nr_classes);
	}
	free(caller);
	return ret;
}

/*
 * A keyroot is the last call of those that share their leftmost leaf. Equal keyroots have equal calls
 * down to that leaf, so that one of them stands for all.
 */
static int find_keyroots(struct side *s, const struct fb_call_forest *f)
{
	uint8_t *seen;
	uint32_t i;
	int ret;

	ret = find_classes(s, f);
	if (ret)
		return ret;
	s->keyroot = calloc(s->nr, sizeof(*s->keyroot));
	if (!s->keyroot)
		return -ENOMEM;
	seen = calloc(s->nr_classes, 1);
	if (!seen)
		return -ENOMEM;
	for (i = 1; i <= s->nr; i++) {
		if (s->last[s->leftmost[i]] != i || seen[s->class[i]])
			continue;
		seen[s->class[i]] = 1;
		s->keyroot[s->nr_keyroots++] = i;
	}
	/* Keyroots are few. */
	fb_vector_fit(s->keyroot, s->nr_keyroots);
	free(seen);
	return 0;
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
	if (!st->name)
		return -ENOMEM;
	for (j = 1; j < st->r.nr; j++)
		st->name[j - 1] = name[st->r.call[j]];
	qsort(st->name, st->r.nr - 1, sizeof(*st->name), by_number);
	for (j = 0; j + 1 < st->r.nr; j++)
		if (!st->nr_names || st->name[j] != st->name[st->nr_names - 1])
			st->name[st->nr_names++] = st->name[j];
	/* Names are few. */
	fb_vector_fit(st->name, st->nr_names);
	for (j = 1; j < st->r.nr; j++) {
		const uint32_t *found = bsearch(&name[st->r.call[j]], st->name, st->nr_names,
						sizeof(*st->name), by_number);

		st->r.what[j] = (uint32_t)(found - st->name);
	}
	return 0;
}

/* Left calls with the same gains share a row of the table. */
static int build_gains(struct state *st)
{
	const struct fb_diff *d = st->x->d;
	struct fb_rows rows = { .size = st->nr_names * sizeof(*st->gain) };
	uint16_t *row = calloc((size_t)st->nr_names + 1, sizeof(*row));
	uint32_t i, n;
	int ret = row ? 0 : -ENOMEM;

	for (i = 1; !ret && i < st->l.nr; i++) {
		for (n = 0; n < st->nr_names; n++) {
			unsigned int worth;

			worth = d->gain(d->ctx, st->x->left->node[st->l.call[i]],
					st->x->names->name[st->name[n]]);
			if (worth > FB_DIFF_GAIN_MAX)
				worth = FB_DIFF_GAIN_MAX;
			row[n] = (uint16_t)worth;
		}
		ret = fb_rows_add(&rows, row, &st->l.what[i]);
	}
	free(row);
	st->gain = fb_rows_end(&rows);
	return ret;
}

/* Returns the gain of mapping call i to call j; 0: not allowed. The two tops are mapped to each other. */
static uint32_t pair_gain(const struct state *st, uint32_t i, uint32_t j)
{
	uint32_t worth;

	if (i == st->l.nr || j == st->r.nr)
		return i == st->l.nr && j == st->r.nr;
	worth = st->gain[(size_t)st->l.what[i] * st->nr_names + st->r.what[j]];
	if (!worth)
		return 0;
	return worth + (st->x->left->caller[st->l.call[i]] == st->x->right->caller[st->r.call[j]]);
}

/* The same of outer call @at and inner call @with. */
static uint32_t gain_of(const struct state *st, uint32_t at, uint32_t with)
{
	return st->outer == &st->l ? pair_gain(st, at, with) : pair_gain(st, with, at);
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t *tree_of(const struct state *st, uint32_t i)
{
	return st->tree + (size_t)st->outer->class[i] * st->inner->nr_classes;
}

/* Returns the bytes of a row of steps: four steps a byte. */
static size_t row_of(uint32_t lj, uint32_t kj)
{
	return (kj - lj) / 4 + 1;
}

static enum step step_at(const uint8_t *row, uint32_t at)
{
	return (enum step)(row[at / 4] >> at % 4 * 2 & 3);
}

/* A pair of keyroots, and their leftmost leaves: i of the outer side, j of the inner one. */
struct keyroots {
	uint32_t li, ki, lj, kj;
};

/*
 * Fills one row: the best gain of the forest of outer call i and those before it, and each forest of the
 * inner side. @beside is the row of the forest before the subtree of i.
 */
static void fill_row(const struct state *st, const struct keyroots *k, uint32_t i,
		     const uint32_t *above, const uint32_t *beside, uint32_t *row)
{
	const uint32_t *leftmost = st->inner->leftmost, *class = st->inner->class;
	bool whole = st->outer->leftmost[i] == k->li;
	uint32_t *tree = tree_of(st, i), j;

	row[0] = 0;
	for (j = k->lj; j <= k->kj; j++) {
		uint32_t y = j - k->lj + 1, best = most(above[y], row[y - 1]);

		if (whole && leftmost[j] == k->lj) {
			best = most(best, above[y - 1] + gain_of(st, i, j));
			tree[class[j]] = best;
		} else {
			best = most(best, beside[leftmost[j] - k->lj] + tree[class[j]]);
		}
		row[y] = best;
	}
}

/* Notes how each gain of a row came about. */
static void note_steps(const struct state *st, const struct keyroots *k, uint32_t i,
		       const uint32_t *above, const uint32_t *beside, const uint32_t *row)
{
	uint8_t *steps = st->step + (i - k->li) * row_of(k->lj, k->kj);
	const uint32_t *tree = tree_of(st, i);
	uint32_t j;

	memset(steps, 0, row_of(k->lj, k->kj));
	for (j = k->lj; j <= k->kj; j++) {
		bool whole = st->outer->leftmost[i] == k->li && st->inner->leftmost[j] == k->lj;
		uint32_t y = j - k->lj + 1, worth = whole ? gain_of(st, i, j) : 0;
		uint32_t trees = whole ? 0 : tree[st->inner->class[j]];
		uint32_t without_right = st->outer == &st->l ? row[y - 1] : above[y];
		enum step step = row[y] == without_right ? STEP_LEFT : STEP_UP;

		if (worth && row[y] == above[y - 1] + worth)
			step = STEP_PAIR;
		else if (trees && row[y] == beside[st->inner->leftmost[j] - k->lj] + trees)
			step = STEP_TREES;
		steps[(j - k->lj) / 4] |= (uint8_t)(step << (j - k->lj) % 4 * 2);
	}
}

/*
 * Computes the best gain of all forests below a pair of keyroots, and of the trees among them. Row and
 * column 0 are the empty forest; the others count from the leftmost leaf. Beside the row before it, a
 * row needs that of the forest before its subtree: those of subtrees that have not ended are kept.
 */
static void fill_distances(struct state *st, uint32_t ki, uint32_t kj, bool note)
{
	const struct keyroots k = { st->outer->leftmost[ki], ki, st->inner->leftmost[kj], kj };
	uint32_t *above = st->kept[0].row, *beside, *row, nr = 1, i;
	int spare = 0;

	memset(above, 0, (kj - k.lj + 2) * sizeof(*above));
	st->kept[0].until = ki;
	for (i = k.li; i <= ki; i++) {
		row = st->spare[spare];
		beside = st->outer->leftmost[i] == i ? above : st->kept[nr - 1].row;
		fill_row(st, &k, i, above, beside, row);
		if (note)
			note_steps(st, &k, i, above, beside, row);
		above = row;
		/* The first row is for the keyroot itself. */
		while (nr > 1 && st->kept[nr - 1].until <= i)
			nr--;
		if (i < ki && st->outer->last[i + 1] > i + 1) {
			st->spare[spare] = st->kept[nr].row;
			st->kept[nr++] = (struct kept_row){ row, st->outer->last[i + 1] };
		} else {
			spare = !spare;
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
	bool left = st->outer == &st->l;
	size_t row = left ? row_of(lj, top.j) : row_of(li, top.i);

	fill_distances(st, left ? top.i : top.j, left ? top.j : top.i, true);
	while (i >= li && j >= lj) {
		uint32_t at = left ? i - li : j - lj, with = left ? j - lj : i - li;

		switch (step_at(st->step + at * row, with)) {
		case STEP_PAIR:
			st->x->map[st->x->left->node[st->l.call[i--]]] =
				st->x->right->node[st->r.call[j--]];
			break;
		case STEP_TREES:
			todo[nr++] = (struct pair){ i, j };
			i = st->l.leftmost[i] - 1;
			j = st->r.leftmost[j] - 1;
			break;
		case STEP_LEFT:
			j--;
			break;
		case STEP_UP:
			i--;
			break;
		}
	}
	return nr;
}

/* Returns how many rows have to be kept at once. */
static uint32_t rows_of(const struct side *s, uint32_t *until)
{
	uint32_t nr = 1, most_rows = 1, i;

	until[0] = s->nr;
	for (i = 1; i < s->nr; i++) {
		while (nr > 1 && until[nr - 1] <= i)
			nr--;
		if (s->last[i + 1] > i + 1)
			until[nr++] = s->last[i + 1];
		most_rows = most(most_rows, nr);
	}
	return most_rows;
}

/* The kept rows and the two others are one block. */
static int build_rows(struct state *st)
{
	size_t width = (size_t)st->inner->nr + 1;
	uint32_t *until = calloc((size_t)st->outer->nr + 1, sizeof(*until)), nr, i;
	uint32_t *block = NULL;

	if (!until)
		return -ENOMEM;
	nr = rows_of(st->outer, until);
	free(until);
	st->kept = calloc(nr + 1, sizeof(*st->kept));
	st->row = block = calloc((nr + 2) * width, sizeof(*block));
	if (!st->kept || !block)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		st->kept[i].row = block + i * width;
	st->spare[0] = block + nr * width;
	st->spare[1] = block + (nr + 1) * width;
	return 0;
}

static int solve(struct state *st)
{
	struct pair *todo;
	uint32_t a, b, nr;

	st->tree = calloc((size_t)st->l.nr_classes * st->r.nr_classes, sizeof(*st->tree));
	st->step = malloc(st->outer->nr * row_of(1, st->inner->nr));
	/* Subtrees on the list do not overlap, so the list is never longer than the number of calls. */
	todo = calloc((size_t)st->l.nr + 1, sizeof(*todo));
	if (!st->tree || !st->step || !todo) {
		free(todo);
		return -ENOMEM;
	}
	for (a = 0; a < st->outer->nr_keyroots; a++)
		for (b = 0; b < st->inner->nr_keyroots; b++)
			fill_distances(st, st->outer->keyroot[a], st->inner->keyroot[b], false);
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
		ret = find_keyroots(&st.l, x->left);
	if (!ret)
		ret = find_keyroots(&st.r, x->right);
	st.outer = st.l.nr > st.r.nr ? &st.l : &st.r;
	st.inner = st.l.nr > st.r.nr ? &st.r : &st.l;
	if (!ret)
		ret = build_rows(&st);
	if (!ret)
		ret = solve(&st);
	free_side(&st.l);
	free_side(&st.r);
	free(st.name);
	free(st.gain);
	free(st.tree);
	free(st.kept);
	free(st.row);
	free(st.step);
	return ret;
}
