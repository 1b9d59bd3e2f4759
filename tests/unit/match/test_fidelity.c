// SPDX-License-Identifier: GPL-2.0
/* The classes of documented calls, and which of several reasons wins. */
#include "unit.h"

#include "lib/version.h"
#include "match/fidelity.h"
#include "tree/tree_diff.h"

#define MAGIC "# flowbench.calls/1\n"

struct fixture {
	struct fb_normal *doc, *live;
	struct fb_aliases aliases;
	struct fb_nameset functions;
	struct fb_fidelity fi;
};

static void compare(struct fixture *fx, const char *doc, const char *live, const char *aliases,
		    const char *functions, const char *kernel)
{
	struct fb_fid_in in = { .aliases = &fx->aliases };
	struct fb_error error = { "" };

	memset(fx, 0, sizeof(*fx));
	fx->doc = unit_normal(doc);
	fx->live = unit_normal(live);
	if (fb_aliases_parse(aliases, "aliases", &fx->aliases, &error))
		fail_msg("%s", error.text);
	in.doc = fx->doc;
	in.live = fx->live;
	in.at.trace = "gateway";
	in.at.version = fb_version_parse(kernel);
	if (functions) {
		assert_int_equal(fb_nameset_parse(functions, strlen(functions), &fx->functions), 0);
		in.functions = &fx->functions;
	}
	assert_int_equal(fb_fidelity_compare(&in, &fx->fi), 0);
}

static void drop(struct fixture *fx)
{
	fb_fidelity_free(&fx->fi);
	fb_nameset_free(&fx->functions);
	fb_aliases_free(&fx->aliases);
	fb_normal_free(fx->live);
	fb_normal_free(fx->doc);
}

static const char *class_of(const struct fixture *fx, const char *name)
{
	uint32_t i;

	for (i = 1; i < fx->doc->nr; i++)
		if (fx->doc->node[i].name && !strcmp(fx->doc->node[i].name, name))
			return fb_fid_class_name((enum fb_fid_class)fx->fi.call[i].class);
	fail_msg("no %s", name);
	return NULL;
}

static void each_class(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx,
		MAGIC "root 1\n  same 1\n  old.isra.3 1\n    below 1\n  inlined 1\n  gone 1\n"
		      "  patched 1\n  refill 1\n    page 1\n      deep 1\n  lost 1\n  * mark\n",
		MAGIC
		"root 1\n  same.part.0 1\n  new 1\n    below 1\n  extra 1\n  fresh 1\n  refill 1\n",
		"renamed old -> new since=6.1 : a\n"
		"untraceable inlined : b\n"
		"removed gone since=6.2 : c\n"
		"never patched : d\n"
		"incidental refill : e\n"
		"added fresh since=6.3 : f\n",
		"same\nnew\nbelow\nlost\nrefill\npage\n", "6.12");
	assert_string_equal(class_of(&fx, "root"), "matched");
	assert_string_equal(class_of(&fx, "same"), "matched");
	assert_string_equal(class_of(&fx, "old.isra.3"), "renamed");
	assert_string_equal(class_of(&fx, "below"), "matched");
	assert_string_equal(class_of(&fx, "inlined"), "untraceable");
	assert_string_equal(class_of(&fx, "gone"), "removed");
	assert_string_equal(class_of(&fx, "patched"), "never");
	assert_string_equal(class_of(&fx, "refill"), "matched");
	assert_string_equal(class_of(&fx, "page"), "incidental");
	assert_string_equal(class_of(&fx, "deep"), "incidental");
	assert_string_equal(class_of(&fx, "lost"), "missing");
	assert_int_equal(fx.fi.nr, 11);
	assert_int_equal(fx.fi.count[FB_FID_MATCHED], 4);
	assert_int_equal(fx.fi.count[FB_FID_INCIDENTAL], 2);
	assert_int_equal(fx.fi.count[FB_FID_MISSING], 1);
	assert_int_equal(fx.fi.in_incidental, 3);
	assert_int_equal(fx.fi.extra, 2);
	assert_int_equal(fx.fi.added, 1);
	assert_string_equal(fx.fi.call[3].why->reason, "a");
	assert_null(fx.fi.call[2].why);
	/* 4 of the 9 calls that are not incidental. */
	assert_true(fb_fidelity_percent(&fx.fi) > 44.4 && fb_fidelity_percent(&fx.fi) < 44.5);
	drop(&fx);
}

static void counts_close(void **state)
{
	struct fixture fx;
	uint32_t sum = 0;
	int i;

	(void)state;
	compare(&fx, MAGIC "a 1\n  b 1\n  ! interrupt\n    c 1\n* m\n", MAGIC "a 1\n", "", NULL,
		"6.1");
	for (i = 0; i < FB_FID_CLASSES; i++)
		sum += fx.fi.count[i];
	assert_int_equal(sum, 3);
	assert_int_equal(fx.fi.nr, 3);
	drop(&fx);
}

static void versions_decide(void **state)
{
	static const char *const kernels[] = { "5.10", "6.12" };
	static const char *const want[] = { "missing", "removed" };
	struct fixture fx;
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		compare(&fx, MAGIC "a 1\n  gone 1\n", MAGIC "a 1\n", "removed gone since=6.1 : x\n",
			NULL, kernels[i]);
		assert_string_equal(class_of(&fx, "gone"), want[i]);
		drop(&fx);
	}
}

static void what_can_be_traced_is_not_untraceable(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  f 1\n", MAGIC "a 1\n", "untraceable f : x\n", "a\nf\n", "6.1");
	assert_string_equal(class_of(&fx, "f"), "missing");
	drop(&fx);
	/* Without the list of traceable functions, the entry is believed. */
	compare(&fx, MAGIC "a 1\n  f 1\n", MAGIC "a 1\n", "untraceable f : x\n", NULL, "6.1");
	assert_string_equal(class_of(&fx, "f"), "untraceable");
	drop(&fx);
}

/* Checks how many documented calls count as traceable, and how many of these were reached. */
static void assert_reached(const char *doc, const char *live, const char *aliases,
			   const char *functions, unsigned int reached, unsigned int of)
{
	struct fixture fx;

	compare(&fx, doc, live, aliases, functions, "6.12");
	assert_int_equal(fx.fi.reached, reached);
	assert_int_equal(fx.fi.traceable, of);
	drop(&fx);
}

static void what_the_kernel_can_trace(void **state)
{
	static const char doc[] = MAGIC "a 1\n  f 1\n    g 1\n";
	static const char live[] = MAGIC "a 1\n";
	static const char all[] = "a\nf\ng\nh\n";

	(void)state;
	assert_reached(doc, live, "removed f/ : x\n", all, 1, 3);
	assert_reached(doc, live, "removed f/ : x\n", "a\ng\n", 1, 2);
	/* A later name counts, but not if it is the name of a call that f made anyway. */
	assert_reached(doc, live, "removed f/ : x\nrenamed g -> h : x\n", "a\nh\n", 1, 2);
	assert_reached(doc, live, "removed f/ : x\nrenamed f -> g : x\n", "a\ng\n", 1, 2);
	assert_reached(doc, MAGIC "a 1\n  g 1\n", "removed f : x\nrenamed f -> g : x\n", "a\ng\n",
		       2, 2);
	/* A call inlined into its caller does not count if the caller is seen or is inlined itself. */
	assert_reached(doc, live, "untraceable f<a : x\nremoved g : x\n", all, 1, 2);
	assert_reached(doc, live, "untraceable f<a : x\nuntraceable g<f : x\n", all, 1, 1);
	assert_reached(doc, live, "removed f : x\nuntraceable g<f : x\n", all, 1, 3);
	/* A reason without a caller, or for a subtree, does not say that the call is inlined. */
	assert_reached(doc, live, "untraceable f/<a : x\n", all, 1, 2);
	assert_reached(doc, live, "untraceable f : x\nrenamed f -> h : x\nremoved g : x\n",
		       "a\nh\n", 1, 2);
	/* A call that the table lists as inlined, but that is in the trace, is matched. */
	assert_reached(doc, doc, "untraceable f<a : x\n", all, 3, 3);
}

static void a_reason_for_a_subtree(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  w 1\n    x 1\n      y 1\n  v 1\n    z 1\n", MAGIC "a 1\n",
		"removed w/ : gone with all below\nremoved v : alone\n", NULL, "6.1");
	assert_string_equal(class_of(&fx, "w"), "removed");
	assert_string_equal(class_of(&fx, "x"), "removed");
	assert_string_equal(class_of(&fx, "y"), "removed");
	assert_string_equal(class_of(&fx, "v"), "removed");
	assert_string_equal(class_of(&fx, "z"), "missing");
	drop(&fx);
	/* x is in the trace, so the reason for w does not apply to y. */
	compare(&fx, MAGIC "a 1\n  w 1\n    x 1\n      y 1\n", MAGIC "a 1\n  x 1\n",
		"removed w/ : gone with all below\n", NULL, "6.1");
	assert_string_equal(class_of(&fx, "x"), "matched");
	assert_string_equal(class_of(&fx, "y"), "missing");
	drop(&fx);
}

static void only_from_that_caller(void **state)
{
	struct fixture fx;

	(void)state;
	compare(&fx, MAGIC "a 1\n  p 1\n    f.isra.1 1\n  q 1\n    f 1\n",
		MAGIC "a 1\n  p 1\n  q 1\n", "removed f<p : x\n", NULL, "6.1");
	assert_string_equal(class_of(&fx, "f.isra.1"), "removed");
	assert_string_equal(class_of(&fx, "f"), "missing");
	drop(&fx);
}

static void incidental_calls_win_no_place(void **state)
{
	struct fixture fx;

	(void)state;
	/* The order allows a match of the interrupt's three calls, or of the path's one call. */
	compare(&fx, MAGIC "a 1\n  irq 1\n    x 1\n    y 1\n    z 1\n  path 1\n",
		MAGIC "a 1\n  path 1\n  irq 1\n    x 1\n    y 1\n    z 1\n",
		"incidental irq : timer\n", NULL, "6.1");
	assert_string_equal(class_of(&fx, "path"), "matched");
	assert_int_equal(fx.fi.count[FB_FID_INCIDENTAL], 4);
	drop(&fx);
}

static void the_run_contradicts(void **state)
{
	static const int wrong[] = { 1, 1, 0, 0, 0, 0 };
	struct fb_normal *live = unit_normal(MAGIC "p.cold 1\n  ! interrupt\n    f.isra.0 1\n");
	struct fb_alias_at at = { .trace = "gateway", .version = fb_version_parse("6.12") };
	struct fb_aliases al;
	struct fb_error what = { "" };
	struct fb_error error = { "" };
	uint32_t i;

	(void)state;
	assert_int_equal(fb_aliases_parse("untraceable f<p : x\nnever f<p : x\nremoved f<p : x\n"
					  "untraceable f<q : x\nuntraceable f : x\n"
					  "untraceable f<p before=6.1 : x\n",
					  "aliases", &al, &error),
			 0);
	for (i = 0; i < al.nr; i++)
		assert_int_equal(fb_fidelity_contradicts(&al.entry[i], &at, live, &what), wrong[i]);
	assert_true(fb_fidelity_contradicts(&al.entry[1], &at, live, &what));
	assert_string_equal(what.text, "line 2: f is called never in p, but was seen there");
	fb_aliases_free(&al);
	fb_normal_free(live);
}

static void too_much_is_incidental(void **state)
{
	struct fb_fidelity fi = { .nr = 100 };

	(void)state;
	fi.in_incidental = 15;
	assert_true(fb_fidelity_incidental_ok(&fi));
	fi.in_incidental = 16;
	assert_false(fb_fidelity_incidental_ok(&fi));
	fi.count[FB_FID_INCIDENTAL] = 100;
	assert_true(fb_fidelity_percent(&fi) == 100.0);
}

static void sums(void **state)
{
	struct fb_fidelity sum = { .nr = 1, .extra = 1 },
			   more = { .nr = 2, .extra = 3, .added = 4 };

	(void)state;
	more.count[FB_FID_MISSING] = 7;
	more.in_incidental = 5;
	more.unproven = 6;
	fb_fidelity_add(&sum, &more);
	fb_fidelity_add(&sum, &more);
	assert_int_equal(sum.nr, 5);
	assert_int_equal(sum.count[FB_FID_MISSING], 14);
	assert_int_equal(sum.extra, 7);
	assert_int_equal(sum.added, 8);
	assert_int_equal(sum.in_incidental, 10);
	assert_int_equal(sum.unproven, 12);
}

static void what_is_gone_takes_nothing_from_the_path(void **state)
{
	static const char doc[] = MAGIC "root 1\n  timer 1\n    lock 1\n    unlock 1\n  send 1\n";
	static const char live[] = MAGIC "root 1\n  send 1\n    lock 1\n    unlock 1\n";
	struct fixture fx;

	(void)state;
	/* A match of the driver's two locks would have more calls than a match of the driver. */
	compare(&fx, doc, live, "", NULL, "6.12");
	assert_string_equal(class_of(&fx, "lock"), "matched");
	assert_string_equal(class_of(&fx, "send"), "missing");
	drop(&fx);
	compare(&fx, doc, live, "removed timer/ since=4.9 : a\n", NULL, "6.12");
	assert_string_equal(class_of(&fx, "timer"), "removed");
	assert_string_equal(class_of(&fx, "lock"), "removed");
	assert_string_equal(class_of(&fx, "unlock"), "removed");
	assert_string_equal(class_of(&fx, "send"), "matched");
	drop(&fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_class),
		cmocka_unit_test(counts_close),
		cmocka_unit_test(versions_decide),
		cmocka_unit_test(what_can_be_traced_is_not_untraceable),
		cmocka_unit_test(what_the_kernel_can_trace),
		cmocka_unit_test(a_reason_for_a_subtree),
		cmocka_unit_test(only_from_that_caller),
		cmocka_unit_test(incidental_calls_win_no_place),
		cmocka_unit_test(the_run_contradicts),
		cmocka_unit_test(too_much_is_incidental),
		cmocka_unit_test(sums),
		cmocka_unit_test(what_is_gone_takes_nothing_from_the_path),
	};

	return cmocka_run_group_tests_name("fidelity", tests, NULL, NULL);
}
