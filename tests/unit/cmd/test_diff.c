// SPDX-License-Identifier: GPL-2.0
/* flowbench diff: two recordings from disk, in each output format. */
#include "unit_cmd.h"

#include "unit_results.h"

#define RUN  FIXTURES "/run"
#define P5A  RUN "/esp-gateway/p5a.trace"
#define P5B  RUN "/esp-gateway/p5b.trace"
#define SAME "p5b        90     90     90       0     0       0      0     0      0\n"

static const char before[] = "# kernel=5.10.1\n"
			     " 0)               |  ip_rcv() {\n"
			     " 0)   1.250 us    |    kept();\n"
			     " 0)   1.250 us    |    gone();\n"
			     " 0)   1.250 us    |    inlined();\n"
			     " 0)   1.250 us    |    wanderer();\n"
			     " 0)   1.250 us    |    old_name();\n"
			     " 0)               |    dst() {\n"
			     " 0)   1.250 us    |      kept();\n"
			     " 0)   1.250 us    |    }\n"
			     " 0)   9.500 us    |  }\n";
static const char after[] = "# kernel=6.12.1\n"
			    " 0)               |  ip_rcv() {\n"
			    " 0)   1.250 us    |    kept();\n"
			    " 0)   1.250 us    |    new_name();\n"
			    " 0)               |    dst() {\n"
			    " 0)   1.250 us    |      kept();\n"
			    " 0)   1.250 us    |      wanderer();\n"
			    " 0)   1.250 us    |    }\n"
			    " 0)   1.250 us    |    fresh();\n"
			    " 0)   9.500 us    |  }\n";
static const char table[] = "renamed old_name -> new_name since=6.1 : it has a better name\n"
			    "removed gone since=6.1 : its caller does it\n";

/* Makes two folders with one trace each, and with the functions that their kernels can trace. */
static void two_folders(const char *dir, char a[FB_PATH_MAX], char b[FB_PATH_MAX])
{
	assert_int_equal(fb_join(a, dir, "a"), 0);
	assert_int_equal(fb_join(b, dir, "b"), 0);
	unit_put(a, "p1.trace", before);
	unit_put(b, "p1.trace", after);
	unit_put(a, "functions", "ip_rcv\nkept\ngone\ninlined\nwanderer\nold_name\ndst\n");
	unit_put(b, "functions", "ip_rcv\nkept\ngone\nwanderer\nnew_name\ndst\nfresh\n");
}

static void a_run_is_the_same_as_itself(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_diff, "diff", RUN, RUN);
	unit_has(unit_out, "A " RUN " (esp-gateway, 5.10.0-32-amd64)\n");
	unit_has(unit_out, "p5a       188    188    188       0     0 ");
	unit_has(unit_out, SAME);
	unit_has(unit_out, "all       278    278    278       0     0 ");
	unit_has_not(unit_out, "no list of traceable");
}

static void only_one_phase(void **state)
{
	(void)state;
	unit_ends(0, fb_cmd_diff, "diff", "--phase", "p5b", RUN, RUN);
	unit_has(unit_out, SAME);
	unit_has_not(unit_out, "p5a");
	unit_refuses(2, "no phase 'p7' in it", fb_cmd_diff, "diff", "--phase", "p7", RUN, RUN);
}

static void each_kind_of_change(void **state)
{
	char a[FB_PATH_MAX], b[FB_PATH_MAX], *aliases = unit_put(*state, "aliases", table);

	two_folders(*state, a, b);
	unit_ends(1, fb_cmd_diff, "diff", "--aliases", aliases, a, b);
	unit_has(unit_out,
		 "p1          8      7      4       1     1       2      1     1      1\n");
	unit_has(unit_out, "hidden: those that the other kernel cannot trace");
	unit_has(unit_out, "\nrenamed (1)\n~     1  old_name -> new_name < ip_rcv\n");
	unit_has(unit_out, "\nmoved (1)\n>     1  wanderer < ip_rcv -> dst\n");
	unit_has(unit_out, "-     1  gone < ip_rcv  (its caller does it)\n");
	unit_has(unit_out, "-     1  inlined < ip_rcv  (hidden)\n");
	unit_has(unit_out, "\nadded (1)\n+     1  fresh < ip_rcv  (hidden)\n");
}

static void side_by_side(void **state)
{
	char a[FB_PATH_MAX], b[FB_PATH_MAX], *aliases = unit_put(*state, "aliases", table);

	two_folders(*state, a, b);
	unit_ends(1, fb_cmd_diff, "diff", "--tree", "--aliases", aliases, a, b);
	unit_has(unit_out, "5.10.1 ");
	unit_has(unit_out, " p1           6.12.1\n");
	unit_has(unit_out, " renamed       new_name\n");
	unit_has(unit_out, " < moved");
	unit_has(unit_out, " moved >");
	unit_has(unit_out, " +             fresh");
	unit_has_not(unit_out, "\033");
}

static void as_json(void **state)
{
	char a[FB_PATH_MAX], b[FB_PATH_MAX], *aliases = unit_put(*state, "aliases", table);
	json_t *js, *phase, *changes;

	two_folders(*state, a, b);
	unit_ends(1, fb_cmd_diff, "diff", "--json", "--aliases", aliases, a, b);
	js = unit_json(unit_out);
	assert_true(json_is_false(json_object_get(js, "same")));
	assert_string_equal(json_string_value(json_object_get(json_object_get(js, "b"), "kernel")),
			    "6.12.1");
	phase = json_array_get(json_object_get(js, "phases"), 0);
	assert_int_equal(json_integer_value(json_object_get(phase, "same")), 4);
	assert_int_equal(json_integer_value(json_object_get(phase, "removed_untraceable")), 1);
	changes = json_object_get(phase, "changes");
	assert_int_equal(json_array_size(changes), 5);
	assert_string_equal(json_string_value(json_object_get(json_array_get(changes, 0), "to")),
			    "new_name");
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(changes, 1), "to_caller")), "dst");
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(changes, 2), "reason")),
		"its caller does it");
	json_decref(js);
}

static void a_phase_that_one_side_has_not(void **state)
{
	char a[FB_PATH_MAX], b[FB_PATH_MAX];
	json_t *js;

	two_folders(*state, a, b);
	unit_put(a, "p2.trace", before);
	unit_put(b, "p3.trace", before);
	unit_ends(1, fb_cmd_diff, "diff", a, b);
	unit_has(unit_out, "\np2     only in A\np3     only in B\n");
	unit_ends(1, fb_cmd_diff, "diff", "--tree", a, b);
	unit_has(unit_out, "p2: only in A\n");
	unit_ends(1, fb_cmd_diff, "diff", "--json", a, b);
	js = unit_json(unit_out);
	assert_string_equal(json_string_value(json_object_get(
				    json_array_get(json_object_get(js, "phases"), 2), "only_in")),
			    "b");
	json_decref(js);
	unit_refuses(2, "have no phase in common", fb_cmd_diff, "diff", a, RUN);
}

static void files_are_compared_whatever_their_phase(void **state)
{
	(void)state;
	unit_ends(1, fb_cmd_diff, "diff", "--all", P5A, P5B);
	unit_has(unit_out,
		 "p5a       188     90     14       0     3     171      0    73      0\n");
	unit_has(unit_out, "A has no list of traceable functions");
	unit_has(unit_out, "nf_hook_slow < __netif_receive_skb_core -> (another place)\n");
	unit_has_not(unit_out, " more (--all shows them)");
	unit_ends(1, fb_cmd_diff, "diff", P5A, P5B);
	unit_has(unit_out, " more (--all shows them)");
}

static void only_calls_of_one_function(void **state)
{
	char a[FB_PATH_MAX], b[FB_PATH_MAX], *aliases = unit_put(*state, "aliases", table);

	two_folders(*state, a, b);
	unit_put(a, "p2.trace", before);
	unit_put(b, "p2.trace", " 0)   1.250 us    |  other();\n");
	unit_ends(1, fb_cmd_diff, "diff", "--root", "dst", "--aliases", aliases, a, b);
	unit_has(unit_out,
		 "p1          2      3      2       0     0       0      0     1      0\n");
	unit_has(unit_out, "\np2     only in A\n");
	unit_refuses(2, "no call of 'nowhere' in it", fb_cmd_diff, "diff", "--root", "nowhere", a,
		     b);
	/* A call of the function within another one is counted once. */
	aliases = unit_put(*state, "twice.txt",
			   "# flowbench.calls/1\n"
			   "r 1\n  dst 1\n    dst 1\n");
	unit_ends(0, fb_cmd_diff, "diff", "--root", "dst", aliases, aliases);
	unit_has(unit_out, "\np1          2      2      2 ");
}

/* Writes a trace of 6,000 calls, of which it has every @step-th at another place. */
static char *large(const char *dir, const char *name, unsigned int step)
{
	static char text[6000 * 16];
	size_t len = (size_t)sprintf(text, "# flowbench.calls/1\n");
	unsigned int i;

	for (i = 0; i < 6000; i++)
		len += (size_t)sprintf(text + len, "f%u 1\n", i % step ? i : 6000 - i);
	return unit_put(dir, name, text);
}

static void large_traces_say_what_is_not_proven(void **state)
{
	char *a = large(*state, "a.txt", 7000), *b = large(*state, "b.txt", 100);
	json_t *js, *total;

	unit_ends(0, fb_cmd_diff, "diff", a, a);
	unit_has_not(unit_out, "too large");
	unit_ends(1, fb_cmd_diff, "diff", a, b);
	unit_has(unit_out,
		 "p1: too large to compare as a whole: up to 58 more calls of each side may "
		 "be the same\n    (--root FUNCTION compares a part)\n");
	unit_ends(1, fb_cmd_diff, "diff", "--json", a, b);
	js = unit_json(unit_out);
	total = json_object_get(js, "total");
	assert_int_equal(json_integer_value(json_object_get(total, "unproven")), 58);
	json_decref(js);
}

static void what_cannot_be_read_is_said(void **state)
{
	char *empty = unit_put(*state, "empty/notes", ""),
	     *bad = unit_put(*state, "bad.txt", "?\n");
	char *odd = unit_put(*state, "odd/results.json",
			     UNIT_RESULTS("../up", "", "6.12", UNIT_PHASE("p1", "x", "")));
	char *cut = unit_put(*state, "cut/results.json", "{");

	unit_refuses(2, "2 arguments are wanted: A B (flowbench diff --help)", fb_cmd_diff, "diff",
		     RUN);
	unit_refuses(2, "/nowhere", fb_cmd_diff, "diff", "/nowhere", RUN);
	unit_refuses(2, "bad.txt: ", fb_cmd_diff, "diff", RUN, bad);
	*strrchr(empty, '/') = *strrchr(odd, '/') = *strrchr(cut, '/') = '\0';
	unit_refuses(2, "no results.json and no trace in it", fb_cmd_diff, "diff", empty, RUN);
	unit_refuses(2, "results.json: scenario: expected the name of a scenario, found \"../up\"",
		     fb_cmd_diff, "diff", odd, RUN);
	unit_refuses(2, "cut/results.json: ", fb_cmd_diff, "diff", cut, RUN);
	unit_refuses(2, "/nowhere: No such file", fb_cmd_diff, "diff", "--aliases", "/nowhere", RUN,
		     RUN);
	unit_refuses(2, "bad.txt:1", fb_cmd_diff, "diff", "--aliases", bad, RUN, RUN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(a_run_is_the_same_as_itself),
		UNIT_IN_FOLDER(only_one_phase),
		UNIT_IN_FOLDER(each_kind_of_change),
		UNIT_IN_FOLDER(side_by_side),
		UNIT_IN_FOLDER(as_json),
		UNIT_IN_FOLDER(a_phase_that_one_side_has_not),
		UNIT_IN_FOLDER(files_are_compared_whatever_their_phase),
		UNIT_IN_FOLDER(only_calls_of_one_function),
		UNIT_IN_FOLDER(large_traces_say_what_is_not_proven),
		UNIT_IN_FOLDER(what_cannot_be_read_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
