// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "lib/vector.h"
#include "tree/alike.h"
#include "tree/anchor.h"
#include "tree/anchor_side.h"
#include "tree/name_class.h"
#include "tree/sequence.h"

/* Steps for sorting a key, comparing two subtrees and asking for a gain. */
#define STEPS_SORT  16
#define STEPS_ALIKE 4
#define STEPS_GAIN  16

const struct fb_anchor_limits fb_anchor_limits = {
	.cells = 20000000,
	.all_cells = 400000000,
	.steps = 300000000,
};

/* The first subtree of either side; the others follow by fb_anchor_side.next. */
struct region {
	uint32_t root[2];
};

/* The subtrees of a region on one side. */
struct list {
	uint32_t *root;
	uint32_t nr;
};

/*
 * @limits: what may still be spent
 * @reserve: steps that are kept for dividing regions: with fewer, none is unwrapped
 * @todo: regions that wait
 * @room: space for the lists of the current region
 * @key: space for their keys
 * @pair: their anchors, as indices of the lists
 * @other: space for other anchors
 */
struct anchor {
	const struct fb_exact *x;
	struct fb_anchor_limits limits;
	uint64_t reserve;
	struct fb_anchor_side side[2];
	struct region *todo;
	uint32_t nr_todo, size;
	uint32_t *room[2];
	uint64_t *key[2];
	struct fb_sequence_pair *pair, *other;
};

static bool pay(struct anchor *a, uint64_t steps)
{
	bool enough = a->limits.steps >= steps;

	a->limits.steps -= enough ? steps : a->limits.steps;
	return enough;
}

static int push(struct anchor *a, uint32_t left, uint32_t right)
{
	if (left == FB_CALL_NONE || right == FB_CALL_NONE)
		return 0;
	if (fb_vector_reserve(a->todo, a->size, a->nr_todo + 1))
		return -ENOMEM;
	a->todo[a->nr_todo++] = (struct region){ { left, right } };
	return 0;
}

/* Maps two calls, if their names allow that. */
static void map_calls(const struct anchor *a, uint32_t left, uint32_t right)
{
	const struct fb_exact *x = a->x;
	uint32_t node = x->left->node[left];

	if (x->d->gain(x->d->ctx, node, x->names->name[x->right->name[right]]))
		x->map[node] = x->right->node[right];
}

/* Compares two subtrees call by call, as two hashes may be equal by chance. */
static bool same_subtree(const struct anchor *a, uint32_t left, uint32_t right)
{
	uint32_t size = fb_anchor_size(&a->side[0], left), k;

	if (a->side[0].whole[left] != a->side[1].whole[right] ||
	    size != fb_anchor_size(&a->side[1], right))
		return false;
	for (k = 0; k < size; k++)
		if (fb_anchor_class(&a->side[0], left + k) !=
			    fb_anchor_class(&a->side[1], right + k) ||
		    fb_anchor_size(&a->side[0], left + k) != fb_anchor_size(&a->side[1], right + k))
			return false;
	return true;
}

/* Maps an anchor. What its two calls call is mapped now, or is a region. */
static int settle(struct anchor *a, uint32_t left, uint32_t right)
{
	uint32_t k;

	if (!same_subtree(a, left, right)) {
		map_calls(a, left, right);
		return push(a, fb_anchor_child(&a->side[0], left),
			    fb_anchor_child(&a->side[1], right));
	}
	for (k = 0; k < fb_anchor_size(&a->side[0], left); k++)
		map_calls(a, left + k, right + k);
	return 0;
}

/* Puts a part of both lists on the list of regions. */
static int push_part(struct anchor *a, const struct list of[2], const uint32_t from[2],
		     const uint32_t to[2])
{
	int i;

	if (from[0] == to[0] || from[1] == to[1])
		return 0;
	for (i = 0; i < 2; i++)
		a->side[i].next[of[i].root[to[i] - 1]] = FB_CALL_NONE;
	return push(a, of[0].root[from[0]], of[1].root[from[1]]);
}

/* Divides a region at its anchors. */
static int divide(struct anchor *a, const struct list of[2], uint32_t nr)
{
	uint32_t from[2] = { 0, 0 }, k;
	int ret = 0;

	for (k = 0; !ret && k < nr; k++) {
		const uint32_t to[2] = { a->pair[k].left, a->pair[k].right };

		ret = push_part(a, of, from, to);
		if (!ret)
			ret = settle(a, of[0].root[to[0]], of[1].root[to[1]]);
		from[0] = to[0] + 1;
		from[1] = to[1] + 1;
	}
	return ret ? ret : push_part(a, of, from, (const uint32_t[]){ of[0].nr, of[1].nr });
}

/* Lists the subtrees of a region. Maps those at both ends that are equal, and leaves them out. */
static int list(struct anchor *a, struct region g, struct list of[2])
{
	uint32_t at;
	int i, ret = 0;

	for (i = 0; i < 2; i++) {
		of[i] = (struct list){ .root = a->room[i] };
		for (at = g.root[i]; at != FB_CALL_NONE; at = a->side[i].next[at])
			of[i].root[of[i].nr++] = at;
	}
	while (!ret && of[0].nr && of[1].nr && same_subtree(a, of[0].root[0], of[1].root[0])) {
		ret = settle(a, of[0].root[0], of[1].root[0]);
		for (i = 0; i < 2; i++) {
			of[i].root++;
			of[i].nr--;
		}
	}
	while (!ret && of[0].nr && of[1].nr &&
	       same_subtree(a, of[0].root[of[0].nr - 1], of[1].root[of[1].nr - 1]))
		ret = settle(a, of[0].root[--of[0].nr], of[1].root[--of[1].nr]);
	return ret;
}

/* Returns true if the exact mapping of a region is not too much work, and takes it from the account. */
static bool is_small(struct anchor *a, const struct list of[2])
{
	uint64_t calls[2], work[2], most = a->limits.cells, all;
	int i;

	if (most > a->limits.all_cells)
		most = a->limits.all_cells;
	for (i = 0; i < 2; i++)
		work[i] = fb_anchor_work(&a->side[i], of[i].root, of[i].nr, &calls[i]);
	if (work[0] > most || work[1] > most)
		return false;
	all = work[0] * work[1] + STEPS_GAIN * calls[0] * calls[1];
	if (all > most)
		return false;
	a->limits.all_cells -= all;
	return true;
}

static struct fb_alike alike(struct anchor *a, const struct list of[2])
{
	return (struct fb_alike){ .side = { &a->side[0], &a->side[1] },
				  .root = { of[0].root, of[1].root },
				  .nr = { of[0].nr, of[1].nr },
				  .pair = a->pair };
}

/* Finds the anchors of one kind of key. */
static int pair_equal(struct anchor *a, const struct list of[2], enum fb_anchor_key key,
		      struct fb_sequence_pair *pair, uint32_t *nr)
{
	/* Other regions need steps as well. */
	uint64_t part = a->limits.steps / 4, steps = part;
	struct fb_sequence s = { .left = a->key[0],
				 .right = a->key[1],
				 .nr_left = of[0].nr,
				 .nr_right = of[1].nr,
				 .pair = pair,
				 .steps = &steps };
	uint32_t k;
	int i, ret;

	*nr = 0;
	if (!pay(a, STEPS_SORT * ((uint64_t)of[0].nr + of[1].nr)))
		return 0;
	for (i = 0; i < 2; i++)
		for (k = 0; k < of[i].nr; k++)
			a->key[i][k] = fb_anchor_key(&a->side[i], key, of[i].root[k]);
	ret = fb_sequence_align(&s);
	pay(a, part - steps);
	*nr = s.nr;
	return ret;
}

/* Finds the anchors that are worth most, of subtrees that are alike, equal, or of one name. */
static int find_anchors(struct anchor *a, const struct list of[2], bool flat, uint32_t *nr)
{
	const struct fb_alike k = alike(a, of);
	uint64_t most = 0, all = (uint64_t)of[0].nr * of[1].nr;
	int ret = 0, key;

	*nr = 0;
	if (pay(a, STEPS_ALIKE * fb_alike_cells(&k)))
		ret = fb_alike_pair(&k, nr);
	if (ret || (*nr && all == fb_alike_cells(&k)))
		return ret;
	most = fb_alike_worth(&k, a->pair, *nr);
	/* All keys of two lists of leaves say the same. */
	for (key = flat ? FB_ANCHOR_NAME : 0; !ret && key < FB_ANCHOR_KEYS; key++) {
		uint32_t more;

		ret = pair_equal(a, of, (enum fb_anchor_key)key, a->other, &more);
		if (!ret && fb_alike_worth(&k, a->other, more) > most) {
			struct fb_sequence_pair *was = a->pair;

			most = fb_alike_worth(&k, a->other, more);
			*nr = more;
			a->pair = a->other;
			a->other = was;
		}
	}
	return ret;
}

static uint32_t highest(const struct fb_anchor_side *s, struct list of)
{
	uint32_t most = 0, i;

	for (i = 0; i < of.nr; i++)
		if (s->height[of.root[i]] > most)
			most = s->height[of.root[i]];
	return most;
}

/* Replaces the calls of side @outer by what they call. */
static int unwrap(struct anchor *a, const struct list of[2], int outer)
{
	uint32_t first[2] = { of[0].root[0], of[1].root[0] };
	struct fb_anchor_side *s = &a->side[outer];
	uint32_t *link = &first[outer], k, at;

	for (k = 0; k < of[outer].nr; k++) {
		uint32_t root = of[outer].root[k], child = fb_anchor_child(s, root);

		for (at = child == FB_CALL_NONE ? root : child; at < s->f->end[root];
		     at = s->f->end[at]) {
			*link = at;
			link = &s->next[at];
		}
	}
	*link = FB_CALL_NONE;
	a->side[!outer].next[of[!outer].root[of[!outer].nr - 1]] = FB_CALL_NONE;
	return push(a, first[0], first[1]);
}

static uint64_t common(const struct anchor *a, const struct list of[2], const uint32_t from[2],
		       const uint32_t to[2])
{
	return fb_alike_common((const struct fb_anchor_side *const[]){ &a->side[0], &a->side[1] },
			       (const uint32_t *const[]){ of[0].root + from[0],
							  of[1].root + from[1] },
			       (const uint32_t[]){ to[0] - from[0], to[1] - from[1] });
}

/* Returns true if the anchors keep together at least half of what the lists have in common. */
static bool is_good(const struct anchor *a, const struct list of[2], uint32_t nr)
{
	const uint32_t none[2] = { 0, 0 }, all[2] = { of[0].nr, of[1].nr };
	uint32_t from[2] = { 0, 0 }, k;
	uint64_t kept = 0;

	for (k = 0; k < nr; k++) {
		const uint32_t at[2] = { a->pair[k].left, a->pair[k].right };
		const uint32_t after[2] = { at[0] + 1, at[1] + 1 };

		kept += common(a, of, from, at) + common(a, of, at, after);
		from[0] = after[0];
		from[1] = after[1];
	}
	kept += common(a, of, from, all);
	return 2 * kept >= common(a, of, none, all);
}

/* Returns the side whose calls enclose what the other side has: it has fewer of them, or they are deeper. */
static int outer_side(const uint32_t height[2], const struct list of[2])
{
	if (height[0] < 2 || height[1] < 2)
		return height[0] < 2;
	if (of[0].nr != of[1].nr)
		return of[1].nr < of[0].nr;
	return height[1] > height[0];
}

/* Divides a region that is too large for the exact mapping. */
static int map_large(struct anchor *a, const struct list of[2])
{
	const uint32_t height[2] = { highest(&a->side[0], of[0]), highest(&a->side[1], of[1]) };
	bool flat = height[0] < 2 && height[1] < 2;
	bool last = flat || a->limits.steps < a->reserve;
	uint32_t nr;
	int ret;

	ret = find_anchors(a, of, flat, &nr);
	pay(a, STEPS_SORT * ((uint64_t)of[0].nr + of[1].nr));
	if (ret)
		return ret;
	if (nr && (last || is_good(a, of, nr)))
		return divide(a, of, nr);
	return last ? 0 : unwrap(a, of, outer_side(height, of));
}

static int map_region(struct anchor *a, struct region g)
{
	struct list of[2];
	int ret;

	ret = list(a, g, of);
	if (ret || !of[0].nr || !of[1].nr)
		return ret;
	if (is_small(a, of))
		return fb_exact_map(a->x, (struct fb_subtrees){ of[0].root, of[0].nr },
				    (struct fb_subtrees){ of[1].root, of[1].nr });
	return map_large(a, of);
}

static int prepare(struct anchor *a, const uint32_t *class)
{
	struct fb_call_forest *const f[] = { a->x->left, a->x->right };
	uint32_t most = f[0]->nr > f[1]->nr ? f[0]->nr : f[1]->nr;
	int i, ret = 0;

	for (i = 0; !ret && i < 2; i++) {
		ret = fb_anchor_side_build(&a->side[i], f[i], class);
		fb_call_forest_forget_parents(f[i]);
		a->room[i] = calloc(f[i]->nr, sizeof(*a->room[i]));
		a->key[i] = calloc(f[i]->nr, sizeof(*a->key[i]));
		if (!a->room[i] || !a->key[i])
			ret = -ENOMEM;
	}
	a->pair = calloc(most, sizeof(*a->pair));
	a->other = calloc(most, sizeof(*a->other));
	return ret || (a->pair && a->other) ? ret : -ENOMEM;
}

static int map_regions(const struct fb_exact *x, struct fb_anchor_limits limits,
		       const uint32_t *class)
{
	struct anchor a = { .x = x, .limits = limits, .reserve = limits.steps / 2 };
	int i, ret;

	ret = prepare(&a, class);
	if (!ret && x->left->nr > 1 && x->right->nr > 1)
		ret = push(&a, 1, 1);
	while (!ret && a.nr_todo)
		ret = map_region(&a, a.todo[--a.nr_todo]);
	for (i = 0; i < 2; i++) {
		fb_anchor_side_free(&a.side[i]);
		free(a.room[i]);
		free(a.key[i]);
	}
	free(a.pair);
	free(a.other);
	free(a.todo);
	return ret;
}

int fb_anchor_map(const struct fb_exact *x, struct fb_anchor_limits limits, uint32_t *unproven)
{
	struct fb_name_classes classes = { .nr = 0 };
	int ret;

	ret = fb_name_classes_build(&classes, x);
	if (!ret)
		ret = fb_call_forest_drop(x->left, classes.on_both);
	if (!ret)
		ret = fb_call_forest_drop(x->right, classes.on_both);
	if (!ret)
		ret = map_regions(x, limits, classes.class);
	if (!ret)
		ret = fb_name_classes_unproven(&classes, x, unproven);
	fb_name_classes_free(&classes);
	return ret;
}
