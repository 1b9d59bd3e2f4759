// SPDX-License-Identifier: GPL-2.0
/* The call forest: nesting, CPUs, tasks, and text whose head or tail is cut off. */
#include "unit.h"

#include <errno.h>

static uint32_t index_of(const struct fb_tree *tree, const char *name)
{
	uint32_t i;

	for (i = 1; i < tree->nr; i++)
		if (fb_node_name(tree, i) && !strcmp(fb_node_name(tree, i), name))
			return i;
	fail_msg("no %s in the tree", name);
	return 0;
}

static const struct fb_node *named(const struct fb_tree *tree, const char *name)
{
	return &tree->node[index_of(tree, name)];
}

static const char *parent(const struct fb_tree *tree, const char *name)
{
	uint32_t up = named(tree, name)->parent;
	uint8_t kind = tree->node[up].kind;

	return kind == FB_NODE_TOP ? "top" : kind == FB_NODE_IRQ ? "irq" : fb_node_name(tree, up);
}

static void nesting_lines_and_values(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)               |  a() {\n"
					 " 0)   0.100 us    |    b [m](); /* = 0x1 */\n"
					 " 0)               |    c() {\n"
					 " 0)   0.200 us    |      d();\n"
					 " 0)   0.300 us    |    } /* c = 0x2 */\n"
					 " 0)               |    /* packet: x */\n"
					 " 0)   0.900 us    |  }\n");
	const struct fb_node *a = named(tree, "a"), *c = named(tree, "c");

	(void)state;
	assert_int_equal(tree->nr, 6);
	assert_int_equal(tree->calls, 4);
	assert_int_equal(a->line, 1);
	assert_int_equal(a->end_line, 7);
	assert_int_equal(a->dur_ns, 900);
	assert_int_equal(c->end_line, 5);
	assert_string_equal(fb_node_retval(tree, index_of(tree, "c")), "0x2");
	assert_string_equal(unit_module(tree, index_of(tree, "b")), "m");
	assert_string_equal(parent(tree, "b"), "a");
	assert_string_equal(parent(tree, "d"), "c");
	assert_int_equal(tree->node[5].kind, FB_NODE_MARK);
	assert_string_equal(fb_node_text(tree, 5), "packet: x");
	assert_ptr_equal(&tree->node[tree->node[5].parent], a);
	assert_int_equal(a->flags | c->flags, 0);
	fb_tree_free(tree);
}

/* What is known of a call may stand on its first line, on its last, or on both. */
static void values_of_both_lines(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)               |  a(n=0x1) { /* <-z+0x1/0x2 */\n"
					 " 0)   0.100 us    |    b(); /* <-a+0x3/0x4 ret=0x5 */\n"
					 " 0)   0.100 us    |    c();\n"
					 " 0)   0.900 us    |  } /* a ret=-22 */\n");
	const struct fb_node_values *a = &tree->values[named(tree, "a")->values],
				    *b = &tree->values[named(tree, "b")->values];

	(void)state;
	assert_string_equal(a->args, "n=0x1");
	assert_string_equal(a->caller, "z+0x1/0x2");
	assert_string_equal(a->retval, "-22");
	assert_null(b->args);
	assert_string_equal(b->caller, "a+0x3/0x4");
	assert_string_equal(b->retval, "0x5");
	assert_int_equal(named(tree, "c")->values, 0);
	fb_tree_free(tree);
}

/* The same name in another module is another one, and each is kept once. */
static void names_are_kept_once(void **state)
{
	enum { NAMES = 300, MODULES = 3, TIMES = 2 };
	char *text = malloc(NAMES * MODULES * TIMES * 48), *p = text;
	struct fb_tree *tree;
	uint32_t i;

	(void)state;
	assert_non_null(text);
	for (i = 0; i < NAMES * MODULES * TIMES; i++)
		p += sprintf(p, " 0)   0.1 us    |  f%u%s();\n", i / MODULES % NAMES,
			     i % MODULES == 0	? ""
			     : i % MODULES == 1 ? " [one]"
						: " [two]");
	tree = unit_tree(text);
	for (i = 0; i < NAMES * MODULES; i++) {
		char name[16];

		snprintf(name, sizeof(name), "f%u", i / MODULES);
		assert_string_equal(fb_node_name(tree, i + 1), name);
		assert_int_equal(!unit_module(tree, i + 1), i % MODULES == 0);
		assert_int_equal(tree->node[i + 1].what, i + 1);
		assert_int_equal(tree->node[i + 1 + NAMES * MODULES].what, i + 1);
	}
	fb_tree_free(tree);
	free(text);
}

/* Otherwise they would nest deeper than any stack. */
static void closing_lines_alone_do_not_nest_for_ever(void **state)
{
	enum { LINES = 3 * 4096 };
	static const char line[] = " 0) 1.000 us | }\n";
	char *text = malloc(LINES * (sizeof(line) - 1) + 1);
	uint32_t at, up, depth = 0, deepest = 0;
	struct fb_tree *tree;
	int i;

	(void)state;
	assert_non_null(text);
	for (i = 0; i < LINES; i++)
		memcpy(text + (size_t)i * (sizeof(line) - 1), line, sizeof(line));
	tree = unit_tree(text);
	assert_int_equal(tree->calls, LINES);
	/* The last calls must not contain lines that come after them. */
	for (at = tree->node[0].child; at; at = tree->node[at].next) {
		for (depth = 0, up = at; up; up = tree->node[up].child)
			depth++;
		deepest = depth > deepest ? depth : deepest;
	}
	assert_int_equal(deepest, 4096);
	fb_tree_free(tree);
	free(text);
}

static void interleaved_cpus(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)               |  a() {\n"
					 " 1)               |  x() {\n"
					 " 0)   0.1 us      |    b();\n"
					 " 1)   0.1 us      |    y();\n"
					 " 0)   0.5 us      |  }\n"
					 " 1)   0.7 us      |  }\n");
	uint32_t at, seen = 0;

	(void)state;
	assert_string_equal(parent(tree, "b"), "a");
	assert_string_equal(parent(tree, "y"), "x");
	assert_int_equal(named(tree, "a")->dur_ns, 500);
	assert_int_equal(named(tree, "x")->dur_ns, 700);
	assert_int_equal(named(tree, "y")->cpu, 1);
	/* A walk through a subtree must stay in it, although the array interleaves subtrees of two CPUs. */
	for (at = 1; at; at = fb_tree_after(tree, at, 1, 1))
		seen += tree->node[at].cpu == 0 ? 1 : 100;
	assert_int_equal(seen, 2);
	fb_tree_free(tree);
}

static void tasks_take_turns_on_a_cpu(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)               |  a() {\n"
					 " ------------------------------------------\n"
					 " 0)  one-1   =>  two-2\n"
					 " ------------------------------------------\n"
					 "\n"
					 " 0)               |  x() {\n"
					 " 0)  two-2   =>  one-1\n"
					 " 0)   0.1 us      |    b();\n"
					 " 0)   0.5 us      |  }\n"
					 " 0)  one-1   =>  two-2\n"
					 " 0)   0.1 us      |    y();\n"
					 " 0)   0.7 us      |  }\n");

	(void)state;
	assert_string_equal(parent(tree, "b"), "a");
	assert_string_equal(parent(tree, "x"), "top");
	assert_string_equal(parent(tree, "y"), "x");
	assert_int_equal(named(tree, "a")->dur_ns, 500);
	assert_int_equal(named(tree, "x")->dur_ns, 700);
	fb_tree_free(tree);
}

static void interrupts_hold_what_ran_in_them(void **state)
{
	struct fb_tree *tree = unit_tree(" 7)               |  a() {\n"
					 " 7)   ==========> |\n"
					 " 7)   1.0 us      |    do_IRQ();\n"
					 " 7)   <========== |\n"
					 " 7)   0.1 us      |    b();\n"
					 " 7)   ==========> |\n"
					 " 7)   1.0 us      |    other();\n"
					 " 7)   9.0 us      |  }\n"
					 " 7)   <========== |\n"
					 " 7)   1.0 us      |  after();\n");

	(void)state;
	assert_string_equal(parent(tree, "do_IRQ"), "irq");
	assert_string_equal(parent(tree, "b"), "a");
	/* An interrupt without its end must not take the closing brace of the call around it. */
	assert_string_equal(parent(tree, "other"), "irq");
	assert_int_equal(named(tree, "a")->dur_ns, 9000);
	assert_string_equal(parent(tree, "after"), "top");
	fb_tree_free(tree);
}

static void head_cut_off(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)   0.1 us  |      b();\n"
					 " 0)   0.1 us  |      c();\n"
					 " 0)   0.5 us  |    } /* inner */\n"
					 " 0)   0.1 us  |    d();\n"
					 " 0)   0.9 us  |  } /* outer = 0x1 */\n"
					 " 0)   0.1 us  |  after();\n");

	(void)state;
	assert_string_equal(parent(tree, "b"), "inner");
	assert_string_equal(parent(tree, "c"), "inner");
	assert_string_equal(parent(tree, "inner"), "outer");
	assert_string_equal(parent(tree, "d"), "outer");
	assert_string_equal(parent(tree, "outer"), "top");
	assert_string_equal(parent(tree, "after"), "top");
	assert_int_equal(named(tree, "outer")->flags, FB_NODE_HEAD_CUT);
	assert_int_equal(named(tree, "outer")->dur_ns, 900);
	assert_string_equal(fb_node_retval(tree, index_of(tree, "outer")), "0x1");
	assert_int_equal(named(tree, "outer")->line, 1);
	fb_tree_free(tree);
}

static void tail_cut_off_and_lost_events(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)               |  a() {\n"
					 " 1)               |  x() {\n"
					 " 0)               |    b() {\n"
					 "CPU:0 [LOST 54 EVENTS]\n"
					 " 0)   0.5 us      |  late();\n"
					 " 1)   0.5 us      |    y();\n");

	(void)state;
	assert_int_equal(tree->lost, 54);
	assert_int_equal(named(tree, "a")->flags, FB_NODE_TAIL_CUT);
	assert_int_equal(named(tree, "b")->flags, FB_NODE_TAIL_CUT);
	assert_int_equal(named(tree, "b")->end_line, 4);
	assert_int_equal(named(tree, "b")->dur_ns, -1);
	assert_string_equal(parent(tree, "late"), "top");
	assert_string_equal(parent(tree, "y"), "x");
	assert_int_equal(named(tree, "x")->flags, FB_NODE_TAIL_CUT);
	fb_tree_free(tree);
}

static void lost_events_end_what_a_brace_can_claim(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)   0.1 us  |  before();\n"
					 "CPU:0 [LOST 5 EVENTS]\n"
					 " 0)   0.1 us  |      inside();\n"
					 " 0)   0.9 us  |  } /* outer */\n");

	(void)state;
	assert_string_equal(parent(tree, "before"), "top");
	assert_string_equal(parent(tree, "inside"), "outer");
	fb_tree_free(tree);
}

static void closing_names_that_do_not_fit(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)            |  a() {\n"
					 " 0)            |    b() {\n"
					 " 0)            |      c() {\n"
					 " 0)   0.5 us   |    } /* b */\n"
					 " 0)   0.6 us   |    } /* nobody */\n"
					 " 0)            |    d() {\n"
					 " 0)   0.1 us   |    } /* other */\n"
					 " 0)   0.9 us   |  } /* a */\n");

	(void)state;
	assert_int_equal(tree->odd_names, 1);
	assert_int_equal(tree->odd.levels, 3);
	assert_int_equal(tree->odd.level_line, 4);
	assert_int_equal(named(tree, "c")->flags, FB_NODE_TAIL_CUT);
	assert_int_equal(named(tree, "b")->dur_ns, 500);
	assert_int_equal(named(tree, "nobody")->flags, FB_NODE_HEAD_CUT);
	assert_string_equal(parent(tree, "nobody"), "a");
	assert_int_equal(named(tree, "d")->flags, FB_NODE_TAIL_CUT);
	assert_int_equal(named(tree, "other")->flags, FB_NODE_HEAD_CUT);
	assert_string_equal(parent(tree, "other"), "a");
	assert_int_equal(named(tree, "a")->dur_ns, 900);
	fb_tree_free(tree);
}

static void durations_that_cannot_be(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)            |  a() {\n"
					 " 0)   0.5 us   |    b();\n"
					 " 0)   0.5 us   |    c();\n"
					 " 0)   0.9 us   |  }\n"
					 " 0)            |  d() {\n"
					 " 0)   0.500 us |    e();\n"
					 " 0)   0.499 us |  }\n");

	(void)state;
	assert_int_equal(tree->odd_durations, 1);
	fb_tree_free(tree);
}

static void text_without_a_call(void **state)
{
	static const char *const texts[] = { "", "\n\n", "# tracer: function_graph\n#\n",
					     " 0)   |  /* only a mark */\n" };
	struct fb_fgraph *fg;
	struct fb_tree *tree;
	struct fb_error error = { "" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(fb_fgraph_open_text(texts[i], strlen(texts[i]), &fg), 0);
		assert_int_equal(fb_tree_parse(fg, &tree, &error), -ENODATA);
		assert_string_equal(error.text, i < 3 ? "no function_graph line" : "no call in it");
		fb_fgraph_close(fg);
	}
	assert_int_equal(fb_tree_load("/nonexistent/trace", &tree, &error), -ENOENT);
	assert_non_null(strstr(error.text, "/nonexistent/trace: "));
}

static void nested_too_deep(void **state)
{
	static const char line[] = " 0) | a() {\n";
	size_t len = sizeof(line) - 1, i;
	char *text = malloc(5000 * len);
	struct fb_fgraph *fg;
	struct fb_tree *tree;
	struct fb_error error = { "" };

	(void)state;
	assert_non_null(text);
	for (i = 0; i < 5000; i++)
		memcpy(text + i * len, line, len);
	assert_int_equal(fb_fgraph_open_text(text, 5000 * len, &fg), 0);
	assert_int_equal(fb_tree_parse(fg, &tree, &error), -E2BIG);
	assert_non_null(strstr(error.text, "line 4097"));
	fb_fgraph_close(fg);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nesting_lines_and_values),
		cmocka_unit_test(values_of_both_lines),
		cmocka_unit_test(names_are_kept_once),
		cmocka_unit_test(closing_lines_alone_do_not_nest_for_ever),
		cmocka_unit_test(interleaved_cpus),
		cmocka_unit_test(tasks_take_turns_on_a_cpu),
		cmocka_unit_test(interrupts_hold_what_ran_in_them),
		cmocka_unit_test(head_cut_off),
		cmocka_unit_test(tail_cut_off_and_lost_events),
		cmocka_unit_test(lost_events_end_what_a_brace_can_claim),
		cmocka_unit_test(closing_names_that_do_not_fit),
		cmocka_unit_test(durations_that_cannot_be),
		cmocka_unit_test(text_without_a_call),
		cmocka_unit_test(nested_too_deep),
	};

	return cmocka_run_group_tests_name("calltree", tests, NULL, NULL);
}
