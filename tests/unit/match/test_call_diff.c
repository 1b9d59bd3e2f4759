// SPDX-License-Identifier: GPL-2.0
/* Differences between two recorded trees, and the two file forms of a tree. */
#include "unit.h"

#include <errno.h>

#include "lib/version.h"
#include "match/call_diff.h"
#include "match/call_file.h"
#include "match/changes.h"
#include "tree/tree_diff.h"
#include "unit_normal.h"

#define MAGIC "# flowbench.calls/1\n"

struct fixture {
	struct fb_normal *n[2];
	struct fb_aliases aliases;
	struct fb_nameset functions[2];
	struct fb_calldiff_in in;
	struct fb_calldiff d;
	struct fb_changes changes;
};

/* Compares two trees of 5.10 and 6.12. @can lists the functions that each can trace, or is NULL. */
static void compare(struct fixture *fx, const char *a, const char *b, const char *aliases,
		    const char *can_a, const char *can_b)
{
	const char *const trees[] = { a, b }, *const can[] = { can_a, can_b };
	static const char *const kernels[] = { "5.10", "6.12" };
	struct fb_error error = { "" };
	int i;

	memset(fx, 0, sizeof(*fx));
	if (fb_aliases_parse(aliases, "aliases", &fx->aliases, &error))
		fail_msg("%s", error.text);
	fx->in.aliases = &fx->aliases;
	for (i = 0; i < 2; i++) {
		fx->n[i] = unit_normal(trees[i]);
		fx->in.side[i].calls = fx->n[i];
		fx->in.side[i].at.version = fb_version_parse(kernels[i]);
		if (!can[i])
			continue;
		assert_int_equal(fb_nameset_parse(can[i], strlen(can[i]), &fx->functions[i]), 0);
		fx->in.side[i].functions = &fx->functions[i];
	}
	assert_int_equal(fb_calldiff_compare(&fx->in, &fx->d), 0);
	assert_int_equal(fb_changes_collect(&fx->changes, &fx->in, &fx->d), 0);
	fb_changes_group(&fx->changes);
}

static void drop(struct fixture *fx)
{
	int i;

	fb_changes_free(&fx->changes);
	fb_calldiff_free(&fx->d);
	fb_aliases_free(&fx->aliases);
	for (i = 0; i < 2; i++) {
		fb_nameset_free(&fx->functions[i]);
		fb_normal_free(fx->n[i]);
	}
}

static void counted(const struct fixture *fx, unsigned int same, unsigned int renamed,
		    unsigned int moved, unsigned int removed, unsigned int added)
{
	assert_int_equal(fx->d.count[FB_CHANGE_SAME], same);
	assert_int_equal(fx->d.count[FB_CHANGE_RENAMED], renamed);
	assert_int_equal(fx->d.count[FB_CHANGE_MOVED], moved);
	assert_int_equal(fx->d.count[FB_CHANGE_REMOVED], removed);
	assert_int_equal(fx->d.count[FB_CHANGE_ADDED], added);
	assert_int_equal(fx->d.nr[0], same + renamed + moved + removed);
	assert_int_equal(fx->d.nr[1], same + renamed + moved + added);
	assert_int_equal(fb_calldiff_same(&fx->d), !(renamed + moved + removed + added));
}

/* Returns the change of this class and function. */
static const struct fb_change *change(const struct fixture *fx, enum fb_change_class class,
				      const char *name)
{
	unsigned int i;

	for (i = 0; i < fx->changes.nr; i++)
		if (fx->changes.change[i].class == class &&
		    !strcmp(fx->changes.change[i].name, name))
			return &fx->changes.change[i];
	fail_msg("no %s %s", fb_change_name(class), name);
	return NULL;
}

static void the_same(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  b.isra.0 1\n  * mark\n  ! interrupt\n    c 1\n",
		MAGIC "a 7\n  b 9\n  * other\n  * more\n  c 1 = 0x1\n", "", NULL, NULL);
	counted(&fx, 3, 0, 0, 0, 0);
	assert_int_equal(fx.changes.nr, 0);
	drop(&fx);
}

static void removed_and_added(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  old 1\n    x 1\n  old 1\n  inlined 1\n",
		MAGIC "a 1\n  x 1\n  fresh 1\n", "", "a\nold\nx\ninlined\n", "a\nx\nold\nfresh\n");
	counted(&fx, 2, 0, 0, 3, 1);
	assert_int_equal(fx.d.hidden[0], 1);
	assert_int_equal(fx.d.hidden[1], 1);
	assert_int_equal(change(&fx, FB_CHANGE_REMOVED, "old")->count, 2);
	assert_int_equal(change(&fx, FB_CHANGE_REMOVED, "old")->traceable, 1);
	assert_string_equal(change(&fx, FB_CHANGE_REMOVED, "old")->caller, "a");
	assert_int_equal(change(&fx, FB_CHANGE_REMOVED, "inlined")->traceable, 0);
	assert_int_equal(change(&fx, FB_CHANGE_ADDED, "fresh")->traceable, 0);
	assert_string_equal(change(&fx, FB_CHANGE_ADDED, "fresh")->caller, "a");
	drop(&fx);
	compare(&fx, MAGIC "a 1\n  b 1\n", MAGIC "a 1\n", "", NULL, NULL);
	assert_int_equal(fx.d.hidden[0], 0);
	assert_int_equal(change(&fx, FB_CHANGE_REMOVED, "b")->traceable, -1);
	drop(&fx);
}

static void renamed_by_the_table(void **state)
{
	static const char table[] = "renamed old -> new since=6.1 : a\n"
				    "renamed doc -> first before=6.1 : b\n"
				    "renamed doc -> second since=6.1 : c\n"
				    "renamed only<there -> here since=6.1 : d\n";
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  old 1\n  first 1\n  only 1\n",
		MAGIC "a 1\n  new 1\n  second 1\n  here 1\n", table, NULL, NULL);
	/* The last entry is for another caller. */
	counted(&fx, 1, 2, 0, 1, 1);
	assert_string_equal(change(&fx, FB_CHANGE_RENAMED, "old")->to, "new");
	assert_string_equal(change(&fx, FB_CHANGE_RENAMED, "first")->to, "second");
	drop(&fx);
	compare(&fx, MAGIC "there 1\n  only 1\n", MAGIC "there 1\n  here 1\n", table, NULL, NULL);
	counted(&fx, 1, 1, 0, 0, 0);
	drop(&fx);
	/* Without an entry for one of the two kernels there is no rename. */
	compare(&fx, MAGIC "a 1\n  old 1\n", MAGIC "a 1\n  new 1\n",
		"renamed old -> new since=6.13 : a\n", NULL, NULL);
	counted(&fx, 1, 0, 0, 1, 1);
	drop(&fx);
}

/* The newer kernel may be on the left. */
static void renamed_backwards(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  new 1\n", MAGIC "a 1\n  old 1\n",
		"renamed old -> new before=6.1 : a\n", NULL, NULL);
	counted(&fx, 1, 1, 0, 0, 0);
	assert_string_equal(change(&fx, FB_CHANGE_RENAMED, "new")->to, "old");
	drop(&fx);
}

static void moved_below_the_same_caller(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "r 1\n  a 1\n    x 1\n    y 1\n  b 1\n",
		MAGIC "r 1\n  b 1\n  a 1\n    x 1\n    y 1\n", "", NULL, NULL);
	counted(&fx, 4, 0, 1, 0, 0);
	assert_string_equal(change(&fx, FB_CHANGE_MOVED, "b")->to, "r");
	drop(&fx);
	/* Each of two equal calls has a counterpart of its own. */
	compare(&fx, MAGIC "r 1\n  b 1\n  b 1\n  a 1\n    x 1\n    y 1\n",
		MAGIC "r 1\n  a 1\n    x 1\n    y 1\n  b 1\n  b 1\n  b 1\n", "", NULL, NULL);
	counted(&fx, 4, 0, 2, 0, 1);
	drop(&fx);
}

static void moved_to_another_caller(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "r 1\n  a 1\n    f 1\n      g 1\n  b 1\n    x 1\n    y 1\n",
		MAGIC "r 1\n  a 1\n  b 1\n    x 1\n    y 1\n    f 1\n      g 1\n", "", NULL, NULL);
	/* f is called by b now, and the calls of f moved with it. */
	counted(&fx, 5, 0, 2, 0, 0);
	assert_string_equal(change(&fx, FB_CHANGE_MOVED, "f")->caller, "a");
	assert_string_equal(change(&fx, FB_CHANGE_MOVED, "f")->to, "b");
	drop(&fx);
	/* There were three calls and there are two: they cannot be matched one by one. */
	compare(&fx, MAGIC "r 1\n  a 1\n    f 1\n    f 1\n    f 1\n  b 1\n    x 1\n",
		MAGIC "r 1\n  a 1\n  b 1\n    x 1\n    f 1\n    f 1\n", "", NULL, NULL);
	counted(&fx, 4, 0, 0, 3, 2);
	drop(&fx);
}

static void reasons(void **state)
{
	static const char table[] = "removed gone<a since=6.1 : it went\n"
				    "untraceable both : on either\n"
				    "removed late before=6.1 : it came\n"
				    "added fresh since=6.1 : it is new\n";
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  gone 1\n  both 1\n", MAGIC "a 1\n  late 1\n  fresh 1\n", table,
		NULL, NULL);
	assert_string_equal(change(&fx, FB_CHANGE_REMOVED, "gone")->why->reason, "it went");
	assert_null(change(&fx, FB_CHANGE_REMOVED, "both")->why);
	assert_string_equal(change(&fx, FB_CHANGE_ADDED, "late")->why->reason, "it came");
	assert_string_equal(change(&fx, FB_CHANGE_ADDED, "fresh")->why->reason, "it is new");
	drop(&fx);
}

static void groups_are_sorted(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  c 1\n  b 1\n  d 1\n  d 1\n", MAGIC "a 1\n  e 1\n", "", NULL,
		NULL);
	assert_int_equal(fx.changes.nr, 4);
	assert_string_equal(fx.changes.change[0].name, "d");
	assert_string_equal(fx.changes.change[1].name, "b");
	assert_string_equal(fx.changes.change[2].name, "c");
	assert_int_equal(fx.changes.change[3].class, FB_CHANGE_ADDED);
	drop(&fx);
}

static void sums(void **state)
{
	struct fb_calldiff sum = { .nr = { 0, 0 } };
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  b 1\n", MAGIC "a 1\n  b 1\n", "", "a\nb\n", "a\nb\n");
	fb_calldiff_add(&sum, &fx.d);
	assert_true(fb_calldiff_same(&sum));
	drop(&fx);
	compare(&fx, MAGIC "a 1\n  b 1\n", MAGIC "a 1\n", "", "a\nb\n", "a\n");
	fb_calldiff_add(&sum, &fx.d);
	assert_false(fb_calldiff_same(&sum));
	assert_int_equal(sum.nr[0], 4);
	assert_int_equal(sum.nr[1], 3);
	assert_int_equal(sum.hidden[0], 1);
	drop(&fx);
}

/* Makes a forest of @nr roots that call "x" and, each @odd-th, "odd" around a second "x". */
static struct fb_normal *large(unsigned int nr, unsigned int odd)
{
	struct fb_normal *n = fb_normal_new();
	struct fb_normal_node call = { .kind = FB_NODE_CALL };
	unsigned int i;

	for (i = 0; i < nr; i++) {
		call.name = "root";
		call.depth = 1;
		assert_int_equal(unit_normal_add(n, &call), 0);
		call.name = "x";
		call.depth = 2;
		assert_int_equal(unit_normal_add(n, &call), 0);
		if (i % odd)
			continue;
		call.name = "odd";
		assert_int_equal(unit_normal_add(n, &call), 0);
		call.name = "x";
		call.depth = 3;
		assert_int_equal(unit_normal_add(n, &call), 0);
	}
	return n;
}

static void large_trees_are_compared_piece_by_piece(void **state)
{
	struct fb_normal *a = large(20000, 10), *b = large(20000, 20);
	struct fb_aliases none = { .nr = 0 };
	struct fb_calldiff_in in = { .aliases = &none, .side = { { .calls = a }, { .calls = b } } };
	struct fb_calldiff d;

	(void)state;
	assert_int_equal(fb_calldiff_compare(&in, &d), 0);
	assert_int_equal(d.count[FB_CHANGE_SAME], b->calls);
	assert_int_equal(d.count[FB_CHANGE_REMOVED], 2 * 1000);
	assert_int_equal(d.unproven, 0);
	fb_calldiff_free(&d);
	fb_normal_free(a);
	fb_normal_free(b);
}

/* The same calls in the opposite order: only one of them stays at its place. */
static void many_calls_that_are_left_over(void **state)
{
	struct fb_normal *a = fb_normal_new(), *b = fb_normal_new();
	const struct fb_normal_node root = { .kind = FB_NODE_CALL, .depth = 1, .name = "root" };
	struct fb_normal_node call = { .kind = FB_NODE_CALL, .depth = 2 };
	struct fb_aliases none = { .nr = 0 };
	struct fb_calldiff_in in = { .aliases = &none, .side = { { .calls = a }, { .calls = b } } };
	struct fb_calldiff d;
	unsigned int i;
	char name[32];

	(void)state;
	assert_int_equal(unit_normal_add(a, &root), 0);
	assert_int_equal(unit_normal_add(b, &root), 0);
	for (i = 0; i < 40000; i++) {
		call.name = name;
		snprintf(name, sizeof(name), "f%u", i);
		assert_int_equal(unit_normal_add(a, &call), 0);
		snprintf(name, sizeof(name), "f%u", 39999 - i);
		assert_int_equal(unit_normal_add(b, &call), 0);
	}
	assert_int_equal(fb_calldiff_compare(&in, &d), 0);
	assert_int_equal(d.count[FB_CHANGE_SAME], 2);
	assert_int_equal(d.count[FB_CHANGE_MOVED], 39999);
	assert_int_equal(d.unproven, 39999);
	fb_calldiff_free(&d);
	fb_normal_free(a);
	fb_normal_free(b);
}

static void either_form_is_read(void **state)
{
	static const char trace[] = "# kernel=6.12\n"
				    " 0)               |  a() {\n"
				    " 0)   0.700 us    |    b [mod]();\n"
				    " 0)   3.000 us    |  }\n";
	static const char normal[] = MAGIC "# kernel=6.12\na 3000\n  b [mod] 700\n";
	const char *const texts[] = { trace, normal };
	struct fb_normal *n;
	struct fb_error error = { "" };
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		assert_int_equal(fb_calls_read(texts[i], strlen(texts[i]), &n, NULL, &error), 0);
		assert_int_equal(n->calls, 2);
		assert_string_equal(n->node[2].name, "b");
		assert_int_equal(n->node[2].dur_ns, 700);
		assert_string_equal(fb_normal_get(n, "kernel"), "6.12");
		fb_normal_free(n);
	}
	assert_true(fb_calls_read(MAGIC "no call\n", strlen(MAGIC "no call\n"), &n, NULL, &error) <
		    0);
	assert_null(n);
	assert_true(fb_calls_read("nothing\n", 8, &n, NULL, &error) < 0);
	assert_null(n);
	assert_true(*error.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same),
		cmocka_unit_test(removed_and_added),
		cmocka_unit_test(renamed_by_the_table),
		cmocka_unit_test(renamed_backwards),
		cmocka_unit_test(moved_below_the_same_caller),
		cmocka_unit_test(moved_to_another_caller),
		cmocka_unit_test(reasons),
		cmocka_unit_test(groups_are_sorted),
		cmocka_unit_test(sums),
		cmocka_unit_test(large_trees_are_compared_piece_by_piece),
		cmocka_unit_test(many_calls_that_are_left_over),
		cmocka_unit_test(either_form_is_read),
	};

	return cmocka_run_group_tests_name("calldiff", tests, NULL, NULL);
}
