// SPDX-License-Identifier: GPL-2.0
/*
 * Texts that contradict themselves, or in which lines are missing without a word: where their calls stand, what is said
 * of it, and that no forest breaks what holds for all of them.
 */
#include "unit.h"

#include <errno.h>

#include "trace/forest.h"
#include "trace/irq_name.h"

static uint32_t named(const struct fb_tree *tree, const char *name, unsigned int nth)
{
	uint32_t at;

	for (at = 1; at < tree->nr; at++)
		if (fb_node_is_call(tree, at) && !strcmp(fb_node_name(tree, at), name) && !nth--)
			return at;
	fail_msg("no call '%s'", name);
	return 0;
}

static const char *around(const struct fb_tree *tree, const char *name, unsigned int nth)
{
	uint32_t up = tree->node[named(tree, name, nth)].parent;

	return up ? fb_node_name(tree, up) : "";
}

static unsigned int flags(const struct fb_tree *tree, const char *name, unsigned int nth)
{
	return tree->node[named(tree, name, nth)].flags;
}

/* Reads a text in which so many places are odd, of which the first is at @line. */
static struct fb_tree *read_odd(const char *text, unsigned int doubts, unsigned int line,
				unsigned int uncertain)
{
	struct fb_tree *tree = unit_tree(text);

	assert_int_equal(tree->odd.doubts, doubts);
	assert_int_equal(tree->odd.doubt_line, line);
	assert_int_equal(tree->odd.uncertain, uncertain);
	return tree;
}

/* An interrupt in the entry hook of c, and what looks like one. */
static void in_front_of_a_call(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   " 0)   %s us    |      %s();\n"
				   "%s"
				   " 0)               |    c() {\n"
				   " 0)   0.100 us    |      d();\n"
				   " 0)   0.500 us    |    }\n"
				   " 0)   9.000 us    |  }\n";
	static const struct {
		const char *us;
		const char *name;
		const char *between;
		const char *around;
		unsigned int doubts;
		unsigned int line;
		unsigned int uncertain;
	} cases[] = {
		{ "0.400", "do_IRQ", "", "c", 0, 0, 0 },
		/* It fits, but c has called d as well. */
		{ "0.450", "do_IRQ", "", "a", 1, 5, 2 },
		/* No interrupt: c can't have called it. */
		{ "0.400", "b", "", "a", 1, 2, 1 },
		/* The call right behind it is too short for it. */
		{ "0.400", "do_IRQ", " 0)   0.100 us    |    e();\n", "a", 1, 3, 2 },
	};
	char whole[512];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fb_tree *tree;

		snprintf(whole, sizeof(whole), text, cases[i].us, cases[i].name, cases[i].between);
		tree = read_odd(whole, cases[i].doubts, cases[i].line, cases[i].uncertain);
		assert_string_equal(around(tree, cases[i].name, 0), cases[i].around);
		assert_string_equal(around(tree, "d", 0), "c");
		assert_int_equal(flags(tree, "a", 0), cases[i].doubts ? FB_NODE_UNCERTAIN : 0);
		fb_tree_free(tree);
	}
}

/* An interrupt of another task is not in this task's call. */
static void of_another_task(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)  one-1  |   0.100 us    |    irq_enter();\n"
					 " 0)  two-2  |               |  c() {\n"
					 " 0)  two-2  |   0.500 us    |  }\n");

	(void)state;
	assert_string_equal(around(tree, "irq_enter", 0), "");
	fb_tree_free(tree);
}

/* What an interrupt put in front of c comes before what c called, and so do the nodes. */
static void in_the_order_of_lines(void **state)
{
	struct fb_tree *tree = read_odd(" 0)               |  a() {\n"
					" 0)   0.100 us    |      irq_enter();\n"
					" 0)   0.100 us    |      irq_exit();\n"
					" 0)               |    c() {\n"
					" 0)   0.100 us    |      d();\n"
					" 0)   0.500 us    |    }\n"
					" 0)   9.000 us    |  }\n",
					0, 0, 0);
	uint32_t at = tree->node[named(tree, "c", 0)].child;

	(void)state;
	assert_string_equal(fb_node_name(tree, at), "irq_enter");
	at = tree->node[at].next;
	assert_string_equal(fb_node_name(tree, at), "irq_exit");
	at = tree->node[at].next;
	assert_string_equal(fb_node_name(tree, at), "d");
	assert_int_equal(tree->node[at].next, 0);
	fb_tree_free(tree);
}

/* A brace of 0.1 us does not hold what took 13 us, nor all of what does not fit together. */
static void in_front_of_a_brace(void **state)
{
	struct fb_tree *tree = read_odd(" 0)   9.000 us    |      } /* x */\n"
					" 0)   4.000 us    |      } /* y */\n"
					" 0) + 12.000 us   |    } /* z */\n"
					" 0) + 30.000 us   |  } /* all */\n",
					1, 3, 2);

	(void)state;
	assert_string_equal(around(tree, "x", 0), "all");
	assert_string_equal(around(tree, "y", 0), "all");
	assert_string_equal(around(tree, "z", 0), "all");
	assert_int_equal(flags(tree, "z", 0), FB_NODE_HEAD_CUT | FB_NODE_UNCERTAIN);
	fb_tree_free(tree);
}

/* The brace of b is missing: what follows is not in it, however deep. */
static void behind_a_missing_end(void **state)
{
	struct fb_tree *tree = read_odd(" 0)               |  a() {\n"
					" 0)               |    b() {\n"
					" 0)   0.100 us    |    c();\n"
					" 0)               |      d() {\n"
					" 0)   0.200 us    |      }\n"
					" 0)   0.100 us    |    e();\n"
					" 0)   9.000 us    |  }\n",
					3, 3, 1);

	(void)state;
	assert_string_equal(around(tree, "c", 0), "a");
	assert_string_equal(around(tree, "d", 0), "a");
	assert_int_equal(flags(tree, "b", 0), FB_NODE_TAIL_CUT);
	assert_int_equal(flags(tree, "a", 0), FB_NODE_UNCERTAIN);
	assert_int_equal(tree->node[named(tree, "b", 0)].child, 0);
	fb_tree_free(tree);
}

/* An interrupt that comes when b is over, but for its brace: its lines stand beside b, and b has its end. */
static void beside_a_late_brace(void **state)
{
	struct fb_tree *tree = read_odd(" 0)               |  a() {\n"
					" 0)               |    b() {\n"
					" 0)   0.100 us    |    sysvec_timer();\n"
					" 0)   0.100 us    |    irq_exit_rcu();\n"
					" 0)   0.200 us    |    }\n"
					" 0)   9.000 us    |  }\n",
					0, 0, 0);

	(void)state;
	assert_string_equal(around(tree, "sysvec_timer", 0), "a");
	assert_int_equal(tree->node[named(tree, "b", 0)].dur_ns, 200);
	fb_tree_free(tree);
}

/* A call is as long as what stands in it, but for an interrupt that stands last. */
static void longer_than_the_call_around(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   " 0)   0.700 us    |    %s();\n"
				   " 0)   0.700 us    |    %s();\n"
				   " 0)   0.900 us    |  }\n";
	char whole[256];
	struct fb_tree *tree;

	(void)state;
	snprintf(whole, sizeof(whole), text, "b", "do_softirq");
	tree = read_odd(whole, 0, 0, 0);
	assert_int_equal(flags(tree, "a", 0), FB_NODE_LATE);
	assert_int_equal(tree->odd_durations, 1);
	fb_tree_free(tree);
	snprintf(whole, sizeof(whole), text, "do_softirq", "b");
	tree = read_odd(whole, 1, 4, 1);
	assert_int_equal(flags(tree, "a", 0), FB_NODE_UNCERTAIN);
	fb_tree_free(tree);
}

/* The call around a late interrupt was timed after it: it holds all of that. */
static void around_a_late_interrupt(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   " 0)               |    b() {\n"
				   " 0)   9.000 us    |      irq_enter();\n"
				   " 0)   1.000 us    |    }\n"
				   " 0)  %s us   |  }\n";
	char whole[256];
	struct fb_tree *tree;

	(void)state;
	snprintf(whole, sizeof(whole), text, "12.000");
	tree = read_odd(whole, 0, 0, 0);
	assert_int_equal(flags(tree, "a", 0), 0);
	assert_int_equal(flags(tree, "b", 0), FB_NODE_LATE);
	fb_tree_free(tree);
	snprintf(whole, sizeof(whole), text, " 2.000");
	tree = read_odd(whole, 1, 5, 1);
	assert_int_equal(flags(tree, "a", 0), FB_NODE_UNCERTAIN);
	fb_tree_free(tree);
}

/* A name that only looks like an interrupt's, and calls whose name is not known, explain nothing. */
static void no_late_interrupt(void **state)
{
	struct fb_tree *tree = read_odd(" 0)               |  a() {\n"
					" 0) ! 500.000 us  |    irq_work_queue();\n"
					" 0) + 10.000 us   |  }\n",
					1, 3, 1);

	(void)state;
	fb_tree_free(tree);
	tree = read_odd(" 0)   2.000 us    |      irq_enter();\n"
			" 0) + 14.000 us   |    }\n"
			" 0) + 14.000 us   |    }\n"
			" 0)   0.095 us    |  } /* a */\n",
			1, 4, 1);
	assert_int_equal(tree->node[named(tree, "a", 0)].child, 0);
	fb_tree_free(tree);
}

/* Arrows of interrupts that begin twice, or do not end, or do not begin. */
static void arrows(void **state)
{
	struct fb_tree *tree = read_odd(" 0)   1.000 us    |    a();\n"
					" 0)   ==========> |\n"
					" 0)   ==========> |\n"
					" 0)   2.000 us    |  b();\n",
					2, 4, 0);

	(void)state;
	fb_tree_free(tree);
	tree = read_odd(" 0)               |  a() {\n"
			" 0)   ==========> |\n"
			" 0)   2.000 us    |    do_irq();\n"
			" 0)   0.100 us    |    b();\n"
			" 0)   5.000 us    |  }\n",
			1, 5, 0);
	fb_tree_free(tree);
	tree = read_odd(" 0)               |  a() {\n"
			" 0)   2.000 us    |    do_irq();\n"
			" 0)   <========== |\n"
			" 0)   5.000 us    |  }\n",
			1, 3, 1);
	fb_tree_free(tree);
}

/* The brace in front of c is missing: what an interrupt called may have been in c. */
static void torn_in_front(void **state)
{
	struct fb_tree *tree = unit_tree(" 0)               |    irq_enter_rcu() {\n"
					 " 0)   0.255 us    |      queue_it();\n"
					 " 0)   0.400 us    |    sysvec_timer();\n"
					 " 0)   1.379 us    |  c();\n");

	(void)state;
	assert_int_equal(flags(tree, "c", 0), FB_NODE_UNCERTAIN);
	assert_int_equal(tree->odd.uncertain, 1);
	fb_tree_free(tree);
}

/* The caller of the second one is missing, though nothing less deep follows. */
static void a_caller_is_missing_at_the_end(void **state)
{
	struct fb_tree *tree = read_odd(" 0)               |  a() {\n"
					" 0)   9.000 us    |  }\n"
					" 0)               |    b() {\n"
					" 0)   8.000 us    |    }\n",
					1, 3, 0);

	(void)state;
	fb_tree_free(tree);
	/* A part of a text is one. */
	tree = read_odd(" 0)   9.000 us    |      a();\n"
			" 0)   9.000 us    |    }\n"
			" 0)   8.000 us    |    b();\n",
			0, 0, 0);
	fb_tree_free(tree);
}

/* It goes on on another CPU, and comes back to its name where it was. */
static void a_task_that_moves(void **state)
{
	struct fb_tree *tree = read_odd(" 1)  a-1  |               |  f() {\n"
					" 1)  b-2  |   1.000 us    |  g();\n"
					" 0)  b-2  |   1.000 us    |  h();\n"
					" 1)  a-1  |   5.000 us    |  }\n",
					0, 0, 0);

	(void)state;
	assert_int_equal(tree->node[named(tree, "f", 0)].dur_ns, 5000);
	assert_int_equal(tree->nr, 4);
	fb_tree_free(tree);
	/* The CPU that it has left names it once more. */
	tree = read_odd(" 1)  a-1  |               |  f() {\n"
			" 0)  a-1  |   1.000 us    |    g();\n"
			" 1)  a-1    =>   b-2\n"
			" 1)  b-2  |   1.000 us    |  h();\n"
			" 1)  a-1  |   5.000 us    |  }\n",
			0, 0, 0);
	assert_int_equal(tree->node[named(tree, "f", 0)].dur_ns, 5000);
	assert_int_equal(tree->nr, 4);
	fb_tree_free(tree);
}

/* An event that names a task does not tell who runs in a graph that does not. */
static void a_graph_without_tasks(void **state)
{
	struct fb_tree *tree =
		read_odd(" 3)               |  a() {\n"
			 "          <idle>-0       [003] d.h1.  60.470869: sched_waking: comm=x\n"
			 "          bash-12        [003] d.h1.  60.470870: sched_waking: comm=y\n"
			 " 3)   0.100 us    |    b();\n"
			 " 3)   4.000 us    |  }\n",
			 0, 0, 0);

	(void)state;
	assert_string_equal(around(tree, "b", 0), "a");
	assert_int_equal(tree->node[named(tree, "a", 0)].dur_ns, 4000);
	assert_int_equal(tree->nr, 5);
	fb_tree_free(tree);
}

/* No text makes such a forest; the check would see it. */
static void the_check_sees(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   " 0)   0.100 us    |    b();\n"
				   " 0)   0.100 us    |    c();\n"
				   " 0)   0.900 us    |  }\n";
	struct fb_tree *tree = unit_tree(text);
	uint32_t a = named(tree, "a", 0), b = named(tree, "b", 0), c = named(tree, "c", 0);
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_tree_check(tree, &error), 0);
	tree->node[b].dur_ns = 1000;
	assert_int_equal(fb_tree_check(tree, &error), -EPROTO);
	assert_non_null(strstr(error.text, "line 1: the tree is wrong"));
	tree->node[b].dur_ns = 100;
	tree->node[c].line = tree->node[c].end_line = 9;
	assert_int_equal(fb_tree_check(tree, &error), -EPROTO);
	tree->node[c].line = tree->node[c].end_line = 3;
	tree->node[a].child = c;
	tree->node[c].next = b;
	tree->node[b].next = 0;
	assert_int_equal(fb_tree_check(tree, &error), -EPROTO);
	fb_tree_sort(tree);
	assert_int_equal(fb_tree_check(tree, &error), 0);
	assert_int_equal(tree->node[a].child, b);
	tree->node[b].next = 0;
	assert_int_equal(fb_tree_check(tree, &error), -EPROTO);
	tree->node[b].next = c;
	fb_tree_free(tree);
}

static void names_of_interrupts(void **state)
{
	static const char *const irqs[] = { "do_IRQ",
					    "__do_softirq",
					    "handle_softirqs",
					    "sysvec_apic_timer_interrupt",
					    "__sysvec_apic_timer_interrupt",
					    "smp_apic_timer_interrupt",
					    "irq_exit_rcu",
					    "gic_handle_irq",
					    "el1h_64_irq_handler" };
	static const char *const others[] = { "_raw_spin_lock_irqsave",
					      "local_irq_save",
					      "",
					      "disable_irq",
					      "_interrupt",
					      "__",
					      "request_irq",
					      "spin_unlock_irq" };
	struct fb_irq_names names = { { NULL }, { false } };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(irqs) / sizeof(irqs[0]); i++) {
		assert_true(fb_irq_is_name(irqs[i]));
		assert_true(fb_irq_is_known(&names, irqs[i]));
		assert_true(fb_irq_is_known(&names, irqs[i]));
	}
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		assert_false(fb_irq_is_name(others[i]));
		assert_false(fb_irq_is_known(&names, others[i]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_front_of_a_call),
		cmocka_unit_test(of_another_task),
		cmocka_unit_test(in_the_order_of_lines),
		cmocka_unit_test(in_front_of_a_brace),
		cmocka_unit_test(behind_a_missing_end),
		cmocka_unit_test(beside_a_late_brace),
		cmocka_unit_test(longer_than_the_call_around),
		cmocka_unit_test(around_a_late_interrupt),
		cmocka_unit_test(no_late_interrupt),
		cmocka_unit_test(arrows),
		cmocka_unit_test(torn_in_front),
		cmocka_unit_test(a_caller_is_missing_at_the_end),
		cmocka_unit_test(a_task_that_moves),
		cmocka_unit_test(a_graph_without_tasks),
		cmocka_unit_test(the_check_sees),
		cmocka_unit_test(names_of_interrupts),
	};

	return cmocka_run_group_tests_name("contradictions", tests, NULL, NULL);
}
