// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "match/moved.h"
#include "tree/call_forest.h"

/* A call that is left over, its name, and the name of the call around it. */
struct left_over {
	uint32_t name;
	uint32_t caller;
	uint32_t at;
};

/*
 * @f: the calls of both sides
 * @over: those that are left over, sorted by name, caller and place
 * @first: of each index of the right list, the first one with the same name and caller that is
 *	still left over, if the index is the first of them
 * @found: space for calls of the right side
 */
struct moved {
	const struct fb_calldiff_in *in;
	struct fb_calldiff *d;
	const struct fb_call_akas *aka;
	struct fb_call_names names;
	struct fb_call_forest f[2];
	struct left_over *over[2];
	uint32_t nr[2];
	uint32_t *first;
	uint32_t *found;
};

static int by_name(const void *a, const void *b)
{
	const struct left_over *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static int by_place(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static bool is_left_over(const struct moved *m, int side, uint32_t at)
{
	return !m->d->call[side][m->f[side].node[at]].class;
}

static int build(struct moved *m, int side)
{
	const struct fb_call_forest *f = &m->f[side];
	uint32_t at, i;

	m->over[side] = calloc(f->nr, sizeof(*m->over[side]));
	if (!m->over[side])
		return -ENOMEM;
	for (at = 1; at < f->nr; at++)
		if (is_left_over(m, side, at))
			m->over[side][m->nr[side]++] =
				(struct left_over){ f->name[at], f->caller[at], at };
	qsort(m->over[side], m->nr[side], sizeof(*m->over[side]), by_name);
	if (!side)
		return 0;
	m->first = calloc(m->nr[1] + 1, sizeof(*m->first));
	m->found = calloc(m->nr[1] + 1, sizeof(*m->found));
	if (!m->first || !m->found)
		return -ENOMEM;
	for (i = 0; i < m->nr[1]; i++)
		m->first[i] = i;
	return 0;
}

/* Returns the index of the first entry of a side that does not sort before @key. */
static uint32_t lower_bound(const struct moved *m, int side, struct left_over key)
{
	uint32_t low = 0, high = m->nr[side];

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (by_name(&m->over[side][mid], &key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void pair(struct moved *m, uint32_t left, uint32_t right)
{
	uint32_t i = m->f[0].node[left], j = m->f[1].node[right];

	m->d->call[0][i] = (struct fb_calldiff_call){ .class = FB_CHANGE_MOVED, .other = j };
	m->d->call[1][j] = (struct fb_calldiff_call){ .class = FB_CHANGE_MOVED, .other = i };
}

/*
 * Returns the place of the first right call that is left over with this name and caller, and its
 * group's index, or FB_CALL_NONE.
 */
static uint32_t first_of(const struct moved *m, uint32_t name, uint32_t caller, uint32_t *group)
{
	uint32_t i;

	*group = lower_bound(m, 1, (struct left_over){ name, caller, 0 });
	if (*group == m->nr[1])
		return FB_CALL_NONE;
	i = m->first[*group];
	if (i == m->nr[1] || m->over[1][i].name != name || m->over[1][i].caller != caller)
		return FB_CALL_NONE;
	return m->over[1][i].at;
}

/* Pairs a call with the first one that the same caller calls, under whatever names. */
static void pair_with_caller(struct moved *m, uint32_t at)
{
	const struct fb_call_forest *f = &m->f[0];
	struct fb_call_aka own[2];
	const struct fb_call_aka *name = fb_call_akas_of(m->aka, f->node[at], &own[0]);
	const struct fb_call_aka *up = fb_call_akas_of(m->aka, f->node[f->parent[at]], &own[1]);
	uint32_t best = FB_CALL_NONE, taken = 0, group, right;
	unsigned int i, k;

	for (i = 0; f->parent[at] && i < name->nr; i++) {
		uint32_t as = fb_call_names_find(&m->names, name->name[i]);

		for (k = 0; as != FB_CALL_NONE && k < up->nr; k++) {
			right = first_of(m, as, fb_call_names_find(&m->names, up->name[k]), &group);
			if (right < best) {
				best = right;
				taken = group;
			}
		}
	}
	if (best == FB_CALL_NONE)
		return;
	pair(m, at, best);
	m->first[taken]++;
}

/* Finds the right calls that are left over with a name of @left, in their order. Returns how many. */
static uint32_t find_right(struct moved *m, uint32_t left)
{
	struct fb_call_aka own;
	const struct fb_call_aka *aka = fb_call_akas_of(m->aka, m->f[0].node[left], &own);
	uint32_t nr = 0, i, name;
	unsigned int k;

	for (k = 0; k < aka->nr; k++) {
		name = fb_call_names_find(&m->names, aka->name[k]);
		i = lower_bound(m, 1, (struct left_over){ name, 0, 0 });
		for (; i < m->nr[1] && m->over[1][i].name == name; i++)
			if (is_left_over(m, 1, m->over[1][i].at))
				m->found[nr++] = m->over[1][i].at;
	}
	qsort(m->found, nr, sizeof(*m->found), by_place);
	return nr;
}

/* Pairs all calls of one function, if as many are left over on both sides; else they are removed. */
static int pair_by_count(struct moved *m, uint32_t at)
{
	uint32_t name = m->f[0].name[at], from, i, right, nr = 0;
	uint32_t *left;

	from = lower_bound(m, 0, (struct left_over){ name, 0, 0 });
	for (i = from; i < m->nr[0] && m->over[0][i].name == name; i++)
		;
	left = calloc(i - from + 1, sizeof(*left));
	if (!left)
		return -ENOMEM;
	for (i = from; i < m->nr[0] && m->over[0][i].name == name; i++)
		if (is_left_over(m, 0, m->over[0][i].at))
			left[nr++] = m->over[0][i].at;
	qsort(left, nr, sizeof(*left), by_place);
	right = find_right(m, at);
	for (i = 0; i < nr; i++) {
		if (nr == right)
			pair(m, left[i], m->found[i]);
		else
			m->d->call[0][m->f[0].node[left[i]]].class = FB_CHANGE_REMOVED;
	}
	free(left);
	return 0;
}

static int pair_all(struct moved *m)
{
	uint32_t at;
	int ret;

	ret = build(m, 0);
	if (!ret)
		ret = build(m, 1);
	for (at = 1; !ret && at < m->f[0].nr; at++)
		if (is_left_over(m, 0, at))
			pair_with_caller(m, at);
	/* From elsewhere: believed only where both sides have as many of that function left over. */
	for (at = 1; !ret && at < m->f[0].nr; at++)
		if (is_left_over(m, 0, at))
			ret = pair_by_count(m, at);
	return ret;
}

/* Returns true if a side has a call that is left over. */
static bool has_left_over(const struct fb_calldiff_in *in, const struct fb_calldiff *d, int side)
{
	const struct fb_normal *n = in->side[side].calls;
	uint32_t at;

	for (at = 1; at < n->nr; at++)
		if (fb_normal_is_call(&n->node[at]) && !d->call[side][at].class)
			return true;
	return false;
}

int fb_moved_pair(const struct fb_calldiff_in *in, struct fb_calldiff *d,
		  const struct fb_call_akas *aka)
{
	struct moved m = { .in = in, .d = d, .aka = aka };
	int side, ret;

	if (!has_left_over(in, d, 0) || !has_left_over(in, d, 1))
		return 0;
	ret = fb_call_names_build(&m.names, in->side[0].calls, in->side[1].calls);
	for (side = 0; !ret && side < 2; side++)
		ret = fb_call_forest_build(&m.f[side], in->side[side].calls, &m.names);
	if (!ret)
		ret = pair_all(&m);
	for (side = 0; side < 2; side++) {
		fb_call_forest_free(&m.f[side]);
		free(m.over[side]);
	}
	fb_call_names_free(&m.names);
	free(m.first);
	free(m.found);
	return ret;
}
