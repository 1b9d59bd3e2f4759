// SPDX-License-Identifier: GPL-2.0
/* The walk must report the same calls as the tree that keeps all of them. */
#include "unit.h"

#include <errno.h>

#include "trace/walk.h"

/* The calls of the listener, one word a line. */
struct told {
	FILE *f;
	int64_t self; /* sum over all calls */
	unsigned int open;
	int fails; /* value that enter returns */
};

static const char *name_of(const struct fb_walk_frame *frame)
{
	return frame->kind == FB_NODE_IRQ ? "irq" : frame->name ? frame->name : "?";
}

static int enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct told *t = to;
	const struct fb_walk_frame *frame = fb_walk_frame(st);

	assert_non_null(frame);
	assert_int_equal(frame->note, 0);
	if (!(frame->flags & FB_NODE_HEAD_CUT))
		assert_int_equal(frame->line, ev->line);
	st->open[st->depth - 1].note = frame->line;
	t->open++;
	fprintf(t->f, "%*s+%s%s\n", (int)frame->depth, "", name_of(frame),
		frame->flags & FB_NODE_HEAD_CUT ? " late" : "");
	return t->fails;
}

static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct told *t = to;
	const struct fb_walk_frame *frame = fb_walk_frame(st);

	(void)ev;
	assert_non_null(frame);
	assert_int_equal(frame->note, frame->line);
	t->open--;
	t->self += frame->dur_ns < 0 ? 0 : fb_walk_self(frame);
	fprintf(t->f, "%*s-%s %lld%s\n", (int)frame->depth, "", name_of(frame),
		(long long)frame->dur_ns, frame->flags & FB_NODE_TAIL_CUT ? " cut" : "");
	return 0;
}

static int settle(void *to, struct fb_walk_stack *st, const struct fb_walk_loose *entry,
		  struct fb_walk_frame *into)
{
	struct told *t = to;

	(void)st;
	fprintf(t->f, "%d in %s\n", entry->level, into ? name_of(into) : "none");
	return 0;
}

static int mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct told *t = to;

	(void)st;
	fprintf(t->f, "*%.*s\n", (int)ev->text.len, ev->text.at);
	return 0;
}

static int change(void *to, struct fb_walk_stack *from, struct fb_walk_stack *st,
		  const struct fb_fg_event *ev)
{
	struct told *t = to;

	(void)ev;
	fprintf(t->f, "%s>%s\n", from->task ? from->task : "(null)", st->task);
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct told *t = to;

	t->self += ev->dur_ns;
	fprintf(t->f, "%*scut %lld\n", (int)fb_walk_frame(st)->depth + 1, "",
		(long long)ev->dur_ns);
	return 0;
}

static int lost(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct told *t = to;

	assert_int_equal(st->depth, 0);
	fprintf(t->f, "lost %llu\n", (unsigned long long)ev->lost);
	return 0;
}

static const struct fb_walk_ops ops = {
	.enter = enter,
	.leave = leave,
	.settle = settle,
	.mark = mark,
	.change = change,
	.lost = lost,
	.cut = cut,
};

/* Walks through a reader. The listener's calls are in *out, which the caller frees. */
static int walk(struct fb_fgraph *fg, const char *root, const bool *gate, struct told *t,
		struct fb_walk_sums *sums, char **out, struct fb_error *error)
{
	struct fb_walk_in in = {
		.fg = fg, .root = root, .gate = gate, .ops = &ops, .to = t, .sums = sums
	};
	size_t len;
	int ret;

	*sums = (struct fb_walk_sums){ .calls = 0 };
	*out = NULL;
	t->f = open_memstream(out, &len);
	in.names = fb_intern_new();
	assert_non_null(in.names);
	ret = fb_walk(&in, error);
	fclose(t->f);
	fb_intern_free(in.names);
	fb_fgraph_close(fg);
	return ret;
}

static void expect(const char *text, const char *root, const char *wanted)
{
	struct told t = { .open = 0 };
	struct fb_walk_sums sums;
	struct fb_fgraph *fg;
	struct fb_error error = { "" };
	char *out;

	assert_int_equal(fb_fgraph_open_text(text, strlen(text), &fg), 0);
	assert_int_equal(walk(fg, root, NULL, &t, &sums, &out, &error), 0);
	assert_int_equal(t.open, 0);
	assert_string_equal(out, wanted);
	free(out);
}

static void as_they_come(void **state)
{
	(void)state;
	expect(" 0)               |  a() {\n"
	       " 0)   0.100 us    |    b();\n"
	       " 0)               |    /* packet: x */\n"
	       " 0)   ==========> |\n"
	       " 0)   0.200 us    |    c();\n"
	       " 0)   <========== |\n"
	       " 0)   1.000 us    |  }\n",
	       NULL, "+a\n +b\n -b 100\n*packet: x\n +irq\n  +c\n  -c 200\n -irq -1\n-a 1000\n");
}

static void cut_off(void **state)
{
	(void)state;
	expect(" 0)   0.100 us    |      b();\n"
	       " 0)   1.000 us    |    }\n"
	       " 0)   3.000 us    |  }\n"
	       " 0)               |  d() {\n"
	       " 0)               |    e() {\n",
	       NULL,
	       "  +b\n  -b 100\n +? late\n2 in ?\n -? 1000\n+? late\n1 in ?\n-? 3000\n"
	       "+d\n +e\n -e -1 cut\n-d -1 cut\n");
	/* After lost events, calls that began before them do not know what came before them. */
	expect(" 0)   0.100 us    |    b();\n"
	       " 0)   0.100 us    |  }\n"
	       " 0)               |  d() {\n"
	       "CPU:0 [LOST 7 EVENTS]\n"
	       " 0)   1.000 us    |  }\n",
	       NULL,
	       " +b\n -b 100\n+? late\n1 in ?\n-? 100\n+d\n-d -1 cut\nlost 7\n+? late\n-? 1000\n");
	/* A brace that names an outer call ends all calls within it. */
	expect(" 0)               |  a() {\n"
	       " 0)               |    b() {\n"
	       " 0)   1.000 us    |  } /* a */\n"
	       " 0)   1.000 us    |  c();\n",
	       NULL, "+a\n +b\n -b -1 cut\n-a 1000\n+c\n-c 1000\n");
}

/* Each of these reads otherwise by its braces alone. */
static void by_indentation(void **state)
{
	(void)state;
	/* An interrupt in the entry hook of c: its lines come before that of c. */
	expect(" 0)               |  a() {\n"
	       " 0)   0.100 us    |    b();\n"
	       " 0)   0.200 us    |      do_IRQ();\n"
	       " 0)               |    c() {\n"
	       " 0)   0.500 us    |    }\n"
	       " 0)   1.000 us    |  }\n",
	       NULL, "+a\n +b\n -b 100\n  +do_IRQ\n  -do_IRQ 200\n +c\n2 in c\n -c 500\n-a 1000\n");
	/* An interrupt in the exit hook of b: its lines stand beside b, which is still open. */
	expect(" 0)               |  a() {\n"
	       " 0)               |    b() {\n"
	       " 0)   0.200 us    |    do_IRQ();\n"
	       " 0)   0.300 us    |    }\n"
	       " 0)   1.000 us    |  }\n",
	       NULL, "+a\n +b\n +do_IRQ\n -do_IRQ 200\n -b 300\n-a 1000\n");
	/* Lines are missing before c: d is not in it. */
	expect(" 0)               |  a() {\n"
	       " 0)               |      d() {\n"
	       " 0)   0.100 us    |    c();\n"
	       " 0)   1.000 us    |  }\n",
	       NULL, "+a\n  +d\n  -d -1 cut\n2 in a\n +c\n -c 100\n-a 1000\n");
	/* What stands above a gap is not in a call that ends below it. */
	expect(" 0)   0.100 us    |      b();\n"
	       "...\n"
	       " 0)   1.000 us    |    }\n",
	       NULL,
	       " +b\n -b 100\n2 in none\n*...\n+? late\n2147483647 in ?\n-? 1000\n1 in none\n");
}

/* The own time of a is what the interrupt beside b has left: 1000 - 300 - 200. */
static void time_beside_a_call(void **state)
{
	static const char text[] = " 0)               |  a() {\n"
				   " 0)               |    b() {\n"
				   " 0)   0.200 us    |    do_IRQ();\n"
				   " 0)   0.300 us    |    }\n"
				   " 0)   1.000 us    |  }\n";
	struct told t = { .open = 0 };
	struct fb_walk_sums sums;
	struct fb_fgraph *fg;
	struct fb_error error = { "" };
	char *out;

	(void)state;
	assert_int_equal(fb_fgraph_open_text(text, sizeof(text) - 1, &fg), 0);
	assert_int_equal(walk(fg, NULL, NULL, &t, &sums, &out, &error), 0);
	assert_int_equal(t.self, 1000);
	assert_int_equal(sums.shorter, 0);
	assert_int_equal(sums.odd.levels, 1);
	assert_int_equal(sums.odd.level_line, 3);
	free(out);
}

/* A task whose name each line has goes on where it is, with its open calls. */
static void a_task_moves(void **state)
{
	(void)state;
	expect(" 0)  one-1  |               |  a() {\n"
	       " 0)  two-2  |   0.100 us    |  x();\n"
	       " 1)  one-1  |   0.200 us    |    b();\n"
	       " 1)  one-1  |   1.000 us    |  }\n",
	       NULL, "+a\none-1>two-2\n+x\n-x 100\n(null)>one-1\n +b\n -b 200\n-a 1000\n");
}

/* Lines that fb_lines_copy() leaves out took their time from the call around them. */
static void left_out(void **state)
{
	(void)state;
	expect(" 0)               |  a() {\n"
	       "# cut: 4 lines of other packets, 0.300 us\n"
	       " 0)   0.100 us    |    b();\n"
	       "# cut: 4 lines of other packets\n"
	       "# cut: 4 lines of other packets, 12 us\n"
	       " 0)   1.000 us    |  }\n"
	       "# cut: 4 lines of other packets, 0.300 us\n",
	       NULL, "+a\n cut 300\n +b\n -b 100\n-a 1000\n");
}

static void tasks_take_turns(void **state)
{
	(void)state;
	expect(" 0)               |  a() {\n"
	       " 0)  one-1    =>   two-2\n"
	       " 0)               |  b() {\n"
	       " 0)  two-2    =>   one-1\n"
	       " 0)   1.000 us    |  }\n"
	       " 0)  one-1    =>   two-2\n"
	       " 0)   2.000 us    |  }\n",
	       NULL, "+a\none-1>two-2\n+b\ntwo-2>one-1\n-a 1000\none-1>two-2\n-b 2000\n");
}

static void below_a_root(void **state)
{
	(void)state;
	expect(" 0)               |  a() {\n"
	       " 0)               |    /* not this */\n"
	       " 0)               |    b.isra.0() {\n"
	       " 0)               |      b() {\n"
	       " 0)               |        /* this */\n"
	       " 0)   0.100 us    |      }\n"
	       " 0)   0.200 us    |    }\n"
	       " 0)   0.100 us    |    bb();\n"
	       " 0)   0.050 us    |    b();\n"
	       " 0)   1.000 us    |  }\n",
	       "b", "+b.isra.0\n +b\n*this\n -b 100\n-b.isra.0 200\n+b\n-b 50\n");
}

/* A call that begins while the gate is closed is not reported. A call that began before is reported to its end. */
static void gate(void **state)
{
	static const char text[] = " 0)   1.000 us    |  a();\n"
				   " 0)   1.000 us    |  }\n";
	struct told t = { .open = 0 };
	struct fb_walk_sums sums;
	struct fb_fgraph *fg;
	bool closed = false;
	struct fb_error error = { "" };
	char *out;

	(void)state;
	assert_int_equal(fb_fgraph_open_text(text, strlen(text), &fg), 0);
	assert_int_equal(walk(fg, NULL, &closed, &t, &sums, &out, &error), 0);
	assert_string_equal(out, "");
	assert_int_equal(sums.calls, 0);
	free(out);
}

/* Real text: as many calls as the tree has, and the sum of self times is that of the outermost calls. */
static void as_the_tree(void **state)
{
	static const char *const files[] = { "run/record.trace",
					     "run/esp-gateway/p5a.trace",
					     "run/esp-gateway/p5b.trace",
					     "late-interrupt.txt",
					     "interrupt.txt",
					     "flattened.txt",
					     "perf-tools.txt",
					     "perf-ftrace-retval.txt" };
	struct fb_walk_sums sums;
	struct fb_tree *tree;
	struct fb_fgraph *fg;
	struct fb_error error = { "" };
	char path[512], *out;
	uint32_t at, heads, tails;
	int64_t outermost;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct told t = { .open = 0 };

		snprintf(path, sizeof(path), FB_TOP "/tests/fixtures/%s", files[i]);
		assert_int_equal(fb_tree_load(path, &tree, &error), 0);
		assert_int_equal(fb_fgraph_open(path, &fg), 0);
		assert_int_equal(walk(fg, NULL, NULL, &t, &sums, &out, &error), 0);
		assert_int_equal(t.open, 0);
		assert_int_equal(sums.calls, tree->calls);
		assert_int_equal(sums.lost, tree->lost);
		heads = tails = 0;
		for (at = 1; at < tree->nr; at++) {
			heads += !!(tree->node[at].flags & FB_NODE_HEAD_CUT);
			tails += tree->node[at].kind == FB_NODE_CALL && tree->node[at].dur_ns < 0;
		}
		assert_int_equal(sums.heads, heads);
		assert_int_equal(sums.tails, tails);
		outermost = 0;
		for (at = tree->node[0].child; at; at = tree->node[at].next)
			if (tree->node[at].kind == FB_NODE_CALL && tree->node[at].dur_ns > 0)
				outermost += tree->node[at].dur_ns;
		if (!tails)
			assert_int_equal(t.self, outermost);
		free(out);
		fb_tree_free(tree);
	}
}

/* An interrupt that came after the lock was timed and before its line was written. */
static void shorter(void **state)
{
	struct told t = { .open = 0 };
	struct fb_walk_sums sums;
	struct fb_fgraph *fg;
	struct fb_error error = { "" };
	char *out;

	(void)state;
	assert_int_equal(fb_fgraph_open(FB_TOP "/tests/fixtures/late-interrupt.txt", &fg), 0);
	assert_int_equal(walk(fg, NULL, NULL, &t, &sums, &out, &error), 0);
	assert_int_equal(sums.shorter, 1);
	assert_int_equal(sums.shorter_ns, 62512);
	assert_int_equal(t.self, 107833);
	free(out);
}

static void refuses(void **state)
{
	static const struct {
		const char *text;
		int ret;
		const char *why;
	} bad[] = {
		{ "", -ENODATA, "no function_graph line" },
		{ "# only heads\n", -ENODATA, "no function_graph line" },
		{ " 0)   1.000 us    |  a();\nGIF89a\n", -EINVAL, "line 2: not function" },
		{ "99999)   1.000 us    |  a();\n", -EINVAL, "line 1: CPU 99999 is out of range" },
	};
	struct told t = { .open = 0 };
	struct fb_walk_sums sums;
	struct fb_fgraph *fg;
	struct fb_error why = { "" };
	char *out;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		fb_error_clear(&why);
		assert_int_equal(fb_fgraph_open_text(bad[i].text, strlen(bad[i].text), &fg), 0);
		assert_int_equal(walk(fg, NULL, NULL, &t, &sums, &out, &why), bad[i].ret);
		assert_non_null(strstr(why.text, bad[i].why));
		free(out);
	}
	/* An error of the listener ends the walk, and the walk adds no message. */
	fb_error_clear(&why);
	t = (struct told){ .fails = -ENOSPC };
	assert_int_equal(fb_fgraph_open_text(" 0) 1.0 us | a();\n", 18, &fg), 0);
	assert_int_equal(walk(fg, NULL, NULL, &t, &sums, &out, &why), -ENOSPC);
	assert_string_equal(why.text, "");
	free(out);
}

static void too_deep(void **state)
{
	struct told t = { .open = 0 };
	struct fb_walk_sums sums;
	struct fb_fgraph *fg;
	char *out, *text = malloc(5000 * 32);
	struct fb_error error = { "" };
	size_t len = 0;
	int i;

	(void)state;
	for (i = 0; i < 5000; i++)
		len += (size_t)sprintf(text + len, " 0)               |  a() {\n");
	assert_int_equal(fb_fgraph_open_text(text, len, &fg), 0);
	assert_int_equal(walk(fg, NULL, NULL, &t, &sums, &out, &error), -E2BIG);
	assert_non_null(strstr(error.text, "nested more than"));
	free(out);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_they_come),
		cmocka_unit_test(cut_off),
		cmocka_unit_test(by_indentation),
		cmocka_unit_test(time_beside_a_call),
		cmocka_unit_test(a_task_moves),
		cmocka_unit_test(left_out),
		cmocka_unit_test(tasks_take_turns),
		cmocka_unit_test(below_a_root),
		cmocka_unit_test(gate),
		cmocka_unit_test(as_the_tree),
		cmocka_unit_test(shorter),
		cmocka_unit_test(refuses),
		cmocka_unit_test(too_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
