// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "treediff.h"

#define CALLS_MAX	20000
/* One call without a counterpart costs more than one under another name. */
#define COST_ALONE	4
#define COST_OTHER_NAME	1
#define COST_NEVER	(2 * COST_ALONE + 1)

/* The calls of one side in post-order, counted from 1 as in the paper. */
struct side {
	uint32_t nr;
	uint32_t *node;		/* index in the forest */
	uint32_t *leftmost;	/* post-order number of the leftmost leaf below */
	uint32_t *name;		/* number of the name */
	uint32_t *keyroot;
	uint32_t nr_keyroots;
	const char **names;
	uint32_t nr_names;
};

struct diff {
	struct side l, r;
	uint8_t *cost;		/* of mapping name i of the left onto name j of the right */
	uint32_t *tree;		/* distance of the subtrees below i and j */
	uint32_t *forest;
	uint32_t *map;
};

static int is_call(const struct fb_tree *tree, uint32_t at)
{
	return tree->node[at].kind == FB_NODE_CALL && tree->node[at].name;
}

static uint32_t count_calls(const struct fb_diff_side *in)
{
	uint32_t at = in->root, nr = 0;

	do {
		nr += (uint32_t)is_call(in->tree, at);
		at = fb_tree_after(in->tree, at, in->root, 1);
	} while (at);
	return nr;
}

/* Names within a tree share their string, so a pointer is a name. */
static uint32_t name_number(struct side *s, const char *name)
{
	uint32_t i;

	for (i = 0; i < s->nr_names; i++)
		if (s->names[i] == name)
			return i;
	s->names[s->nr_names] = name;
	return s->nr_names++;
}

/* Post-order below @at, without recursion over siblings; depth is bounded by the parser. */
static void post_order(struct side *s, const struct fb_tree *tree, uint32_t at)
{
	uint32_t first = s->nr + 1, child;

	for (child = tree->node[at].child; child; child = tree->node[child].next)
		post_order(s, tree, child);
	if (!is_call(tree, at))
		return;
	s->nr++;
	s->node[s->nr] = at;
	s->leftmost[s->nr] = first;
	s->name[s->nr] = name_number(s, tree->node[at].name);
}

/* A keyroot is the last call with its leftmost leaf. */
static void find_keyroots(struct side *s)
{
	uint32_t i, k;

	for (i = 1; i <= s->nr; i++) {
		int last = 1;

		/* The next call with the same leftmost leaf is the parent, if there is one. */
		for (k = i + 1; k <= s->nr && s->leftmost[k] > s->leftmost[i]; k++)
			;
		if (k <= s->nr && s->leftmost[k] == s->leftmost[i])
			last = 0;
		if (last)
			s->keyroot[s->nr_keyroots++] = i;
	}
}

static int build_side(struct side *s, const struct fb_diff_side *in)
{
	uint32_t nr = count_calls(in);

	if (nr > CALLS_MAX)
		return -E2BIG;
	s->node = calloc(nr + 1, sizeof(*s->node));
	s->leftmost = calloc(nr + 1, sizeof(*s->leftmost));
	s->name = calloc(nr + 1, sizeof(*s->name));
	s->keyroot = calloc(nr + 1, sizeof(*s->keyroot));
	s->names = calloc(nr + 1, sizeof(*s->names));
	if (!s->node || !s->leftmost || !s->name || !s->keyroot || !s->names)
		return -ENOMEM;
	post_order(s, in->tree, in->root);
	find_keyroots(s);
	/* The paper's trees have one root: the last call, above all the others. */
	return nr && s->leftmost[nr] != 1 ? -EINVAL : 0;
}

static void free_side(struct side *s)
{
	free(s->node);
	free(s->leftmost);
	free(s->name);
	free(s->keyroot);
	free(s->names);
}

static int build_costs(struct diff *d, fb_diff_same same, void *ctx)
{
	uint32_t i, j;

	d->cost = malloc((size_t)d->l.nr_names * d->r.nr_names + 1);
	if (!d->cost)
		return -ENOMEM;
	for (i = 0; i < d->l.nr_names; i++) {
		for (j = 0; j < d->r.nr_names; j++) {
			int how = same(ctx, d->l.names[i], d->r.names[j]);

			d->cost[(size_t)i * d->r.nr_names + j] =
				how == 2 ? 0 : how == 1 ? COST_OTHER_NAME : COST_NEVER;
		}
	}
	return 0;
}

static uint32_t pair_cost(const struct diff *d, uint32_t i, uint32_t j)
{
	return d->cost[(size_t)d->l.name[i] * d->r.nr_names + d->r.name[j]];
}

static uint32_t *tree_at(struct diff *d, uint32_t i, uint32_t j)
{
	return &d->tree[(size_t)i * (d->r.nr + 1) + j];
}

/* Row and column 0 stand for the empty forest: indices are taken relative to the leftmost. */
static uint32_t *forest_at(struct diff *d, uint32_t i, uint32_t j)
{
	return &d->forest[(size_t)i * (d->r.nr + 1) + j];
}

static uint32_t least(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t m = a < b ? a : b;

	return m < c ? m : c;
}

/* Distances of all forests below the keyroots @ki and @kj, and of the trees among them. */
static void fill(struct diff *d, uint32_t ki, uint32_t kj)
{
	uint32_t li = d->l.leftmost[ki], lj = d->r.leftmost[kj], i, j;

	*forest_at(d, 0, 0) = 0;
	for (i = li; i <= ki; i++)
		*forest_at(d, i - li + 1, 0) = *forest_at(d, i - li, 0) + COST_ALONE;
	for (j = lj; j <= kj; j++)
		*forest_at(d, 0, j - lj + 1) = *forest_at(d, 0, j - lj) + COST_ALONE;
	for (i = li; i <= ki; i++) {
		uint32_t x = i - li + 1;

		for (j = lj; j <= kj; j++) {
			uint32_t y = j - lj + 1, both;
			int trees = d->l.leftmost[i] == li && d->r.leftmost[j] == lj;

			if (trees)
				both = *forest_at(d, x - 1, y - 1) + pair_cost(d, i, j);
			else
				both = *forest_at(d, d->l.leftmost[i] - li, d->r.leftmost[j] - lj) +
				       *tree_at(d, i, j);
			*forest_at(d, x, y) = least(both, *forest_at(d, x - 1, y) + COST_ALONE,
						    *forest_at(d, x, y - 1) + COST_ALONE);
			if (trees)
				*tree_at(d, i, j) = *forest_at(d, x, y);
		}
	}
}

/* Walk one cheapest way back through the forests below @ki and @kj; pairs go into the map. */
static int back(struct diff *d, uint32_t ki, uint32_t kj)
{
	uint32_t li = d->l.leftmost[ki], lj = d->r.leftmost[kj];
	uint32_t i = ki, j = kj, nr = 0, k;
	uint32_t (*later)[2];

	later = malloc(((size_t)(ki - li) + 2) * sizeof(*later));
	if (!later)
		return -ENOMEM;
	fill(d, ki, kj);
	while (i >= li && j >= lj) {
		uint32_t x = i - li + 1, y = j - lj + 1;
		uint32_t here = *forest_at(d, x, y);
		uint32_t pi = d->l.leftmost[i], pj = d->r.leftmost[j];

		if (pi == li && pj == lj &&
		    here == *forest_at(d, x - 1, y - 1) + pair_cost(d, i, j) &&
		    pair_cost(d, i, j) != COST_NEVER) {
			d->map[d->l.node[i--]] = d->r.node[j--];
		} else if ((pi != li || pj != lj) &&
			   here == *forest_at(d, pi - li, pj - lj) + *tree_at(d, i, j)) {
			/* These two trees are mapped onto each other: their turn comes later. */
			later[nr][0] = i;
			later[nr++][1] = j;
			i = pi - 1;
			j = pj - 1;
		} else if (here == *forest_at(d, x - 1, y) + COST_ALONE) {
			i--;
		} else {
			j--;
		}
	}
	for (k = 0; k < nr; k++) {
		int ret = back(d, later[k][0], later[k][1]);

		if (ret) {
			free(later);
			return ret;
		}
	}
	free(later);
	return 0;
}

static int solve(struct diff *d)
{
	size_t cells = (size_t)(d->l.nr + 1) * (d->r.nr + 1);
	uint32_t a, b;

	d->tree = calloc(cells, sizeof(*d->tree));
	d->forest = calloc(cells, sizeof(*d->forest));
	if (!d->tree || !d->forest)
		return -ENOMEM;
	for (a = 0; a < d->l.nr_keyroots; a++)
		for (b = 0; b < d->r.nr_keyroots; b++)
			fill(d, d->l.keyroot[a], d->r.keyroot[b]);
	return back(d, d->l.nr, d->r.nr);
}

int fb_treediff(const struct fb_diff_side *left, const struct fb_diff_side *right,
		fb_diff_same same, void *ctx, uint32_t *map)
{
	struct diff d = { .map = map };
	uint32_t i;
	int ret;

	for (i = 0; i < left->tree->nr; i++)
		map[i] = FB_DIFF_NONE;
	ret = build_side(&d.l, left);
	if (!ret)
		ret = build_side(&d.r, right);
	if (!ret)
		ret = build_costs(&d, same, ctx);
	if (!ret && d.l.nr && d.r.nr)
		ret = solve(&d);
	free_side(&d.l);
	free_side(&d.r);
	free(d.cost);
	free(d.tree);
	free(d.forest);
	return ret;
}
