// SPDX-License-Identifier: GPL-2.0
/*
 * Large forests: anchors and the exact mapping between them. Small forests are mapped in the same way,
 * with limits that leave little to the exact mapping, and compared with the best mapping.
 */
#include "unit.h"

#include "lib/stem.h"
#include "tree/anchor.h"
#include "tree/tree_diff.h"
#include "unit_normal.h"

#define LARGE 100000

static unsigned int seed;

static unsigned int dice(unsigned int sides)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % sides;
}

/* "new" is another name of "old". */
static unsigned int gain(void *ctx, uint32_t left, const char *right)
{
	const char *name = ((const struct fb_normal *)ctx)->node[left].name;

	if (!strcmp(name, "old") && !strcmp(right, "new"))
		return 50;
	return fb_same_stem(name, right) ? 100 : 0;
}

static unsigned int names(void *ctx, uint32_t left, const char *name[FB_DIFF_NAMES_MAX])
{
	name[0] = "new";
	return !strcmp(((const struct fb_normal *)ctx)->node[left].name, "old");
}

struct result {
	uint32_t *map;
	uint32_t unproven;
	uint32_t pairs;
	uint32_t same;
	uint64_t gain;
};

static void add(struct fb_normal *n, unsigned int depth, const char *name)
{
	const struct fb_normal_node node = {
		.kind = FB_NODE_CALL, .depth = (uint16_t)depth, .name = name, .dur_ns = -1
	};

	assert_int_equal(unit_normal_add(n, &node), 0);
}

/* Checks that the mapping keeps order and ancestry, by a walk through both forests. */
static void check(const struct fb_normal *l, const struct fb_normal *r, struct result *res)
{
	uint32_t i, up, last = 0, *around = calloc(l->nr, sizeof(*around));

	for (i = 1; i < l->nr; i++) {
		uint32_t to = res->map[i], parent = l->node[i].parent;

		/* The next mapped call around this one. */
		around[i] = parent && res->map[parent] == FB_DIFF_NONE ? around[parent] : parent;
		if (to == FB_DIFF_NONE)
			continue;
		assert_in_range(to, last + 1, r->nr - 1);
		last = to;
		up = around[i] ? res->map[around[i]] : 0;
		assert_true(to > up && to < r->node[up].end);
		res->pairs++;
		res->same += fb_same_stem(l->node[i].name, r->node[to].name);
		res->gain += gain((void *)l, i, r->node[to].name);
		if (!parent || !r->node[to].parent)
			res->gain += !parent && !r->node[to].parent;
		else
			res->gain += fb_same_stem(l->node[parent].name,
						  r->node[r->node[to].parent].name);
	}
	free(around);
}

/* Checks the other direction of ancestry: a call inside another on the right is inside it on the left. */
static void check_back(const struct fb_normal *l, const struct fb_normal *r, const uint32_t *map)
{
	uint32_t *back = malloc(r->nr * sizeof(*back)), *around = calloc(r->nr, sizeof(*around)), i;

	for (i = 0; i < r->nr; i++)
		back[i] = FB_DIFF_NONE;
	for (i = 1; i < l->nr; i++)
		if (map[i] != FB_DIFF_NONE)
			back[map[i]] = i;
	for (i = 1; i < r->nr; i++) {
		uint32_t parent = r->node[i].parent;

		around[i] = parent && back[parent] == FB_DIFF_NONE ? around[parent] : parent;
		if (back[i] != FB_DIFF_NONE && around[i])
			assert_true(back[i] > back[around[i]] &&
				    back[i] < l->node[back[around[i]]].end);
	}
	free(back);
	free(around);
}

/* Maps with these limits, or as fb_treediff() does if there are none. */
static struct result diff(const struct fb_normal *l, const struct fb_normal *r,
			  const struct fb_anchor_limits *limits)
{
	struct result res = { .map = malloc(l->nr * sizeof(uint32_t)) };
	const struct fb_diff d = { .left = l,
				   .right = r,
				   .gain = gain,
				   .names = names,
				   .ctx = (void *)l,
				   .unproven = &res.unproven };
	struct fb_call_forest left, right;
	struct fb_call_names all;
	const struct fb_exact x = {
		.d = &d, .left = &left, .right = &right, .names = &all, .map = res.map
	};
	uint32_t i;

	for (i = 0; i < l->nr; i++)
		res.map[i] = FB_DIFF_NONE;
	if (!limits) {
		assert_int_equal(fb_treediff(&d, res.map), 0);
	} else {
		assert_int_equal(fb_call_names_build(&all, l, r), 0);
		assert_int_equal(fb_call_forest_build(&left, l, &all), 0);
		assert_int_equal(fb_call_forest_build(&right, r, &all), 0);
		assert_int_equal(fb_anchor_map(&x, *limits, &res.unproven), 0);
		fb_call_forest_free(&left);
		fb_call_forest_free(&right);
		fb_call_names_free(&all);
	}
	check(l, r, &res);
	check_back(l, r, res.map);
	return res;
}

static struct fb_normal *random_forest(unsigned int nr)
{
	static const char *const some[] = { "a", "b", "c", "old", "new" };
	struct fb_normal *n = fb_normal_new();
	unsigned int depth = 0, i;

	for (i = 0; i < nr; i++) {
		depth = 1 + dice(depth + 1);
		add(n, depth, some[dice(5)]);
	}
	return n;
}

/* Copies a forest. Of 10 calls, about one is dropped, one has another name, and one is preceded by a new one. */
static struct fb_normal *changed(const struct fb_normal *from)
{
	struct fb_normal *n = fb_normal_new();
	uint32_t at;

	for (at = 1; at < from->nr; at++) {
		unsigned int depth = from->node[at].depth, most = n->node[n->nr - 1].depth + 1u;

		depth = depth > most ? most : depth;
		switch (dice(10)) {
		case 0:
			break;
		case 1:
			add(n, depth, "b");
			break;
		case 2:
			add(n, depth, "only_here");
			/* fall through */
		default:
			add(n, depth, from->node[at].name);
		}
	}
	return n;
}

static void never_better_than_the_best_mapping(void **state)
{
	static const struct fb_anchor_limits limits[] = {
		{ 0, 0, 0 },
		{ 0, 0, 1000000 },
		{ 400, 100000, 1000000 },
		{ 3000, 100000, 500 },
	};
	unsigned int round, i;

	(void)state;
	for (round = 1; round < 1500; round++) {
		struct fb_normal *l, *r;
		struct result best, res;

		seed = round;
		l = random_forest(1 + dice(40));
		r = round % 2 ? changed(l) : random_forest(1 + dice(40));
		best = diff(l, r, NULL);
		assert_int_equal(best.unproven, 0);
		for (i = 0; i < 4; i++) {
			res = diff(l, r, &limits[i]);
			assert_in_range(res.gain, 0, best.gain);
			assert_in_range(best.pairs, 0, res.pairs + res.unproven);
			assert_in_range(best.same, 0, res.same + res.unproven);
			free(res.map);
		}
		free(best.map);
		fb_normal_free(l);
		fb_normal_free(r);
	}
}

static void the_best_mapping_where_nothing_differs(void **state)
{
	static const struct fb_anchor_limits none = { 0, 0, 0 };
	unsigned int round, i;

	(void)state;
	for (round = 1; round < 300; round++) {
		struct fb_normal *l;
		struct result res;

		seed = round;
		l = random_forest(1 + dice(60));
		res = diff(l, l, &none);
		for (i = 1; i < l->nr; i++)
			assert_int_equal(res.map[i], i);
		assert_int_equal(res.unproven, 0);
		free(res.map);
		fb_normal_free(l);
	}
}

static void a_name_of_its_own_may_be_better(void **state)
{
	static const struct fb_anchor_limits steps = { 0, 0, 1000 };
	struct fb_normal *l = unit_normal("# flowbench.calls/1\nold 1\nnew 1\n");
	struct fb_normal *r = unit_normal("# flowbench.calls/1\nnew 1\n");
	struct result res = diff(l, r, &steps);

	(void)state;
	assert_int_equal(res.pairs, 1);
	assert_int_equal(res.same + res.unproven, 1);
	free(res.map);
	fb_normal_free(l);
	fb_normal_free(r);
}

/* Adds a packet of one of five kinds; some calls are left out for @jitter. Returns how many there are. */
static unsigned int packet(struct fb_normal *n, unsigned int base, unsigned int kind, bool jitter)
{
	static const char *const name[] = { "lock", "look_up", "hook", "route", "xmit", "free" };
	unsigned int was = seed, i, nr = 1;

	add(n, base, "packet");
	seed = kind + 1;
	for (i = 0; i < 24; i++) {
		const char *call = name[dice(6)];
		unsigned int depth = base + 1 + i % 3, most = n->node[n->nr - 1].depth + 1u,
			     keep = seed;

		seed = was;
		if (!jitter || dice(12)) {
			add(n, depth > most ? most : depth, call);
			nr++;
		}
		was = seed;
		seed = keep;
	}
	seed = was;
	return nr;
}

/* Thousands of packets of five kinds, of which one in twenty is missing on the right. */
static void many_packets(struct fb_normal *l, struct fb_normal *r, bool jitter)
{
	seed = 1;
	while (l->nr < LARGE) {
		unsigned int kind = dice(5);

		packet(l, 1, kind, jitter);
		if (dice(20))
			packet(r, 1, kind, jitter);
	}
}

static void thousands_of_packets_some_missing(void **state)
{
	struct fb_normal *l = fb_normal_new(), *r = fb_normal_new();
	struct result res;

	(void)state;
	many_packets(l, r, false);
	res = diff(l, r, NULL);
	assert_int_equal(res.pairs, r->calls);
	assert_int_equal(res.unproven, 0);
	free(res.map);
	fb_normal_free(l);
	fb_normal_free(r);
}

static void packets_that_are_only_alike(void **state)
{
	struct fb_normal *l = fb_normal_new(), *r = fb_normal_new();
	struct result res;

	(void)state;
	many_packets(l, r, true);
	res = diff(l, r, NULL);
	assert_in_range(res.pairs, r->calls * 85ull / 100, r->calls);
	assert_in_range(res.pairs + res.unproven, r->calls, l->calls);
	free(res.map);
	fb_normal_free(l);
	fb_normal_free(r);
}

/*
 * The right forest has three layers more. Two of them have names that also occur below; the left
 * forest even begins with such a call, which would be a poor anchor.
 */
static void layers_around_everything(void **state)
{
	struct fb_normal *l = fb_normal_new(), *r = fb_normal_new();
	struct result res;

	(void)state;
	add(l, 1, "lock");
	add(r, 1, "lock");
	add(r, 2, "layer");
	add(r, 3, "route");
	seed = 1;
	while (l->nr < LARGE) {
		unsigned int kind = dice(5);

		packet(l, 1, kind, false);
		packet(r, 4, kind, false);
	}
	res = diff(l, r, NULL);
	assert_in_range(res.pairs, l->calls - 1, l->calls);
	assert_in_range(res.unproven, 0, 1);
	free(res.map);
	res = diff(r, l, NULL);
	assert_in_range(res.pairs, l->calls - 1, l->calls);
	free(res.map);
	fb_normal_free(l);
	fb_normal_free(r);
}

/* Of 400 leaves, about one is missing on the right. */
static void one_deep_tree_with_changes(void **state)
{
	static const char *const some[] = { "a", "b", "c", "d", "e", "f", "g" };
	struct fb_normal *l = fb_normal_new(), *r = fb_normal_new();
	unsigned int depth = 1, next, i;
	struct result res;

	(void)state;
	seed = 1;
	add(l, 1, "root");
	add(r, 1, "root");
	for (i = 0, next = 2; i < LARGE; i++) {
		const char *name = some[dice(7)];

		depth = next;
		next = dice(3) ? depth + 1 : depth > 9 ? depth - dice(8) : depth;
		next = next > 200 ? 150 : next;
		add(l, depth, name);
		if (next > depth || dice(400))
			add(r, depth, name);
	}
	assert_in_range(l->calls - r->calls, 20, 200);
	res = diff(l, r, NULL);
	assert_int_equal(res.pairs, r->calls);
	assert_int_equal(res.unproven, 0);
	free(res.map);
	fb_normal_free(l);
	fb_normal_free(r);
}

static void many_children_that_differ(void **state)
{
	struct fb_normal *l = fb_normal_new(), *r = fb_normal_new();
	struct result res;
	char name[32];
	unsigned int i;

	(void)state;
	seed = 1;
	add(l, 1, "root");
	add(r, 1, "root");
	for (i = 0; i < LARGE / 2; i++) {
		snprintf(name, sizeof(name), "f%u", dice(8));
		add(l, 2, name);
		snprintf(name, sizeof(name), "f%u", dice(8));
		add(r, 2, name);
	}
	res = diff(l, r, NULL);
	/* Random lists of eight names have about half in common. */
	assert_in_range(res.pairs, LARGE / 5, LARGE / 2);
	assert_in_range(res.pairs + res.unproven, LARGE / 2 - 2000, LARGE / 2 + 1);
	free(res.map);
	fb_normal_free(l);
	fb_normal_free(r);
}

static void nothing_in_common(void **state)
{
	struct fb_normal *l = fb_normal_new(), *r = fb_normal_new();
	struct result res;
	char name[32];
	unsigned int i;

	(void)state;
	for (i = 0; i < LARGE; i++) {
		snprintf(name, sizeof(name), "l%u", i);
		add(l, 1 + i % 5, name);
		snprintf(name, sizeof(name), "r%u", i);
		add(r, 1 + i % 3, name);
	}
	res = diff(l, r, NULL);
	assert_int_equal(res.pairs, 0);
	assert_int_equal(res.unproven, 0);
	free(res.map);
	fb_normal_free(l);
	fb_normal_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(never_better_than_the_best_mapping),
		cmocka_unit_test(the_best_mapping_where_nothing_differs),
		cmocka_unit_test(a_name_of_its_own_may_be_better),
		cmocka_unit_test(thousands_of_packets_some_missing),
		cmocka_unit_test(packets_that_are_only_alike),
		cmocka_unit_test(layers_around_everything),
		cmocka_unit_test(one_deep_tree_with_changes),
		cmocka_unit_test(many_children_that_differ),
		cmocka_unit_test(nothing_in_common),
	};

	return cmocka_run_group_tests_name("anchor", tests, NULL, NULL);
}
