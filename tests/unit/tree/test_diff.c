// SPDX-License-Identifier: GPL-2.0
/* The tree mapping on small trees, compared with an independent search through all mappings. */
#include "unit.h"

#include "lib/stem.h"
#include "tree/tree_diff.h"
#include "unit_normal.h"

#define MAGIC "# flowbench.calls/1\n"
#define NODES 64

static unsigned int same_name(void *ctx, uint32_t left, const char *right)
{
	const struct fb_normal *n = ctx;
	const char *name = n->node[left].name;

	/* "new" is another name of "old". */
	if (!strcmp(name, "old") && !strcmp(right, "new"))
		return 50;
	return fb_same_stem(name, right) ? 100 : 0;
}

static void diff(const struct fb_normal *left, const struct fb_normal *right, uint32_t *map)
{
	const struct fb_diff d = {
		.left = left, .right = right, .gain = same_name, .ctx = (void *)left
	};

	assert_int_equal(fb_treediff(&d, map), 0);
}

/* Compares two trees. @want has the counterpart of each node from 1 on, or 0. */
static void expect(const char *left, const char *right, const uint32_t *want)
{
	struct fb_normal *l = unit_normal(left), *r = unit_normal(right);
	uint32_t map[NODES], i;

	assert_in_range(l->nr, 1, NODES);
	diff(l, r, map);
	for (i = 1; i < l->nr; i++) {
		uint32_t is = map[i] == FB_DIFF_NONE ? 0 : map[i];

		if (is != want[i - 1])
			fail_msg("node %u is mapped to %u, not %u, in:\n%s%s", i, is, want[i - 1],
				 left, right);
	}
	fb_normal_free(l);
	fb_normal_free(r);
}

static void equal_trees(void **state)
{
	static const char tree[] = MAGIC "a 1\n  b 1\n    c 1\n  b 1\nd 1\n";

	(void)state;
	expect(tree, tree, (const uint32_t[]){ 1, 2, 3, 4, 5 });
}

static void a_layer_is_gone(void **state)
{
	(void)state;
	expect(MAGIC "a 1\n  wrap 1\n    b 1\n    c 1\n  d 1\n", MAGIC "a 1\n  b 1\n  c 1\n  d 1\n",
	       (const uint32_t[]){ 1, 0, 2, 3, 4 });
}

static void a_layer_is_new(void **state)
{
	(void)state;
	expect(MAGIC "a 1\n  b 1\n  c 1\n  d 1\n",
	       MAGIC "a 1\n  wrap 1\n    wrap 1\n      b 1\n      c 1\n  d 1\n",
	       (const uint32_t[]){ 1, 4, 5, 6 });
}

static void the_root_is_gone(void **state)
{
	(void)state;
	expect(MAGIC "root 1\n  a 1\n  b 1\n", MAGIC "a 1\nb 1\n", (const uint32_t[]){ 0, 1, 2 });
}

static void order_is_kept(void **state)
{
	(void)state;
	/* a and b have changed places: only one of them can be mapped. */
	expect(MAGIC "r 1\n  a 1\n    x 1\n  b 1\n", MAGIC "r 1\n  b 1\n  a 1\n    x 1\n",
	       (const uint32_t[]){ 1, 3, 4, 0 });
}

static void ancestry_is_kept(void **state)
{
	(void)state;
	/* b is no longer called by a. */
	expect(MAGIC "r 1\n  a 1\n    x 1\n    y 1\n    b 1\n",
	       MAGIC "r 1\n  a 1\n    x 1\n    y 1\n  b 1\n", (const uint32_t[]){ 1, 2, 3, 4, 0 });
}

static void renamed_and_suffixes(void **state)
{
	(void)state;
	expect(MAGIC "r 1\n  old 1\n    x 1\n  y.isra.0 1\n",
	       MAGIC "r 1\n  new 1\n    x 1\n  y.part.7.cold 1\n",
	       (const uint32_t[]){ 1, 2, 3, 4 });
	/* An equal name wins over a renamed one. */
	expect(MAGIC "r 1\n  old 1\n", MAGIC "r 1\n  new 1\n  old 1\n", (const uint32_t[]){ 1, 3 });
	/* A rename applies in one direction only. */
	expect(MAGIC "r 1\n  new 1\n", MAGIC "r 1\n  old 1\n", (const uint32_t[]){ 1, 0 });
}

static void repeated_names_go_to_the_same_caller(void **state)
{
	(void)state;
	/* Each of the three k could match. Only the first one is called by a. */
	expect(MAGIC "a 1\n  k 1\n", MAGIC "a 1\n  k 1\n  x 1\n    k 1\n  y 1\n    k 1\n",
	       (const uint32_t[]){ 1, 2 });
	expect(MAGIC "a 1\n  k 1\n", MAGIC "a 1\n  x 1\n    k 1\n  k 1\n  y 1\n    k 1\n",
	       (const uint32_t[]){ 1, 4 });
}

static void marks_and_interrupts_are_no_calls(void **state)
{
	(void)state;
	expect(MAGIC "r 1\n  * mark\n  a 1\n", MAGIC "r 1\n  ! interrupt\n    a 1\n  * mark\n",
	       (const uint32_t[]){ 1, 0, 3 });
}

static void nothing_in_common(void **state)
{
	struct fb_normal *l = unit_normal(MAGIC "a 1\n"), *r = fb_normal_new();
	uint32_t map[NODES];

	(void)state;
	expect(MAGIC "a 1\n  b 1\n", MAGIC "c 1\n", (const uint32_t[]){ 0, 0 });
	diff(l, r, map);
	assert_int_equal(map[1], FB_DIFF_NONE);
	diff(r, l, map);
	assert_int_equal(map[0], 0);
	fb_normal_free(l);
	fb_normal_free(r);
}

static void more_pairs_than_are_mapped_as_a_whole(void **state)
{
	struct fb_normal *n = fb_normal_new();
	uint32_t map[1 + 6000], unproven = 1, i;
	const struct fb_diff d = {
		.left = n, .right = n, .gain = same_name, .ctx = n, .unproven = &unproven
	};
	const struct fb_normal_node call = { .kind = FB_NODE_CALL, .depth = 1, .name = "a" };

	(void)state;
	for (i = 0; i < 6000; i++)
		assert_int_equal(unit_normal_add(n, &call), 0);
	assert_true(6000ull * 6000 > FB_DIFF_PAIRS_MAX);
	assert_int_equal(fb_treediff(&d, map), 0);
	for (i = 0; i < n->nr; i++)
		assert_int_equal(map[i], i);
	assert_int_equal(unproven, 0);
	fb_normal_free(n);
}

static unsigned int seed;

static unsigned int dice(unsigned int sides)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % sides;
}

static struct fb_normal *random_tree(unsigned int nr)
{
	static const char *const names[] = { "a", "b", "c" };
	struct fb_normal *n = fb_normal_new();
	struct fb_normal_node node = { .kind = FB_NODE_CALL, .dur_ns = -1 };
	unsigned int depth = 0, i;

	for (i = 0; i < nr; i++) {
		depth = 1 + dice(depth + 1);
		node.depth = (uint16_t)depth;
		node.name = names[dice(3)];
		assert_int_equal(unit_normal_add(n, &node), 0);
	}
	return n;
}

static int inside(const struct fb_normal *n, uint32_t outer, uint32_t inner)
{
	return inner > outer && inner < n->node[outer].end;
}

/* Returns true if the pair (i, j) fits the existing pairs: same order, same ancestors. */
static int fits(const struct fb_normal *l, const struct fb_normal *r, const uint32_t *map,
		uint32_t i, uint32_t j)
{
	uint32_t k;

	for (k = 1; k < i; k++) {
		if (map[k] == FB_DIFF_NONE)
			continue;
		if (map[k] >= j || inside(l, k, i) != inside(r, map[k], j))
			return 0;
	}
	return !strcmp(l->node[i].name, r->node[j].name);
}

/* Returns the largest possible number of pairs, found by trying all mappings. */
static unsigned int best(const struct fb_normal *l, const struct fb_normal *r, uint32_t *map,
			 uint32_t i)
{
	unsigned int most, with;
	uint32_t j;

	if (i == l->nr)
		return 0;
	map[i] = FB_DIFF_NONE;
	most = best(l, r, map, i + 1);
	for (j = 1; j < r->nr; j++) {
		map[i] = FB_DIFF_NONE;
		if (!fits(l, r, map, i, j))
			continue;
		map[i] = j;
		with = 1 + best(l, r, map, i + 1);
		if (with > most)
			most = with;
	}
	map[i] = FB_DIFF_NONE;
	return most;
}

static void as_many_as_a_search_through_all_finds(void **state)
{
	unsigned int round, nr;
	uint32_t map[NODES], scratch[NODES], i;

	(void)state;
	for (round = 0; round < 300; round++) {
		struct fb_normal *l, *r;

		seed = round + 1;
		l = random_tree(1 + dice(7));
		r = random_tree(1 + dice(7));
		diff(l, r, map);
		for (i = 1, nr = 0; i < l->nr; i++) {
			uint32_t is = map[i];

			if (is == FB_DIFF_NONE)
				continue;
			nr++;
			/* Each pair must fit the pairs before it. */
			memcpy(scratch, map, sizeof(scratch));
			assert_true(fits(l, r, scratch, i, is));
		}
		assert_int_equal(nr, best(l, r, scratch, 1));
		fb_normal_free(l);
		fb_normal_free(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_trees),
		cmocka_unit_test(a_layer_is_gone),
		cmocka_unit_test(a_layer_is_new),
		cmocka_unit_test(the_root_is_gone),
		cmocka_unit_test(order_is_kept),
		cmocka_unit_test(ancestry_is_kept),
		cmocka_unit_test(renamed_and_suffixes),
		cmocka_unit_test(repeated_names_go_to_the_same_caller),
		cmocka_unit_test(marks_and_interrupts_are_no_calls),
		cmocka_unit_test(nothing_in_common),
		cmocka_unit_test(more_pairs_than_are_mapped_as_a_whole),
		cmocka_unit_test(as_many_as_a_search_through_all_finds),
	};

	return cmocka_run_group_tests_name("treediff", tests, NULL, NULL);
}
