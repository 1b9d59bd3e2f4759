// SPDX-License-Identifier: GPL-2.0
/*
 * Text that begins in the middle. It holds the calls of the whole text, each inside the same call as
 * there, and the tree that keeps them and the stream that forgets them agree on each one.
 */
#include "unit.h"

#include <inttypes.h>

#include "file/paths.h"
#include "trace/walk.h"

/* One line a call, in any order. */
struct list {
	char **line;
	size_t nr;
};

static void list_add(struct list *list, const char *name, uint64_t from, uint64_t to,
		     unsigned int flags, int64_t dur, int64_t inner)
{
	char line[256];

	snprintf(line, sizeof(line),
		 "%s lines %" PRIu64 "-%" PRIu64 " flags %u %" PRId64 " ns, %" PRId64 " ns inside",
		 name ? name : "?", from, to, flags & FB_NODE_FLAGS, dur, inner);
	list->line = realloc(list->line, (list->nr + 1) * sizeof(*list->line));
	assert_non_null(list->line);
	list->line[list->nr] = strdup(line);
	assert_non_null(list->line[list->nr]);
	list->nr++;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_sort(struct list *list)
{
	if (list->nr)
		qsort(list->line, list->nr, sizeof(*list->line), by_text);
}

static void list_free(struct list *list)
{
	while (list->nr)
		free(list->line[--list->nr]);
	free(list->line);
}

static int on_leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = fb_walk_frame(st);

	(void)ev;
	list_add(to, frame->kind == FB_NODE_IRQ ? "irq" : frame->name, frame->line, frame->end_line,
		 frame->flags, frame->dur_ns, frame->inner.ns);
	return 0;
}

/* The calls as the stream tells them. */
static void stream_calls(const char *text, struct list *list)
{
	static const struct fb_walk_ops ops = { .leave = on_leave };
	struct fb_walk_sums sums = { .calls = 0 };
	struct fb_walk_in in = { .names = fb_intern_new(), .ops = &ops, .to = list, .sums = &sums };
	struct fb_error error = { "" };

	assert_non_null(in.names);
	assert_int_equal(fb_fgraph_open_text(text, strlen(text), &in.fg), 0);
	assert_int_equal(fb_walk(&in, &error), 0);
	fb_fgraph_close(in.fg);
	fb_intern_free(in.names);
	list_sort(list);
}

/* What the children took; what has no duration counts with what its own children took. */
static int64_t inside(const struct fb_tree *tree, uint32_t at)
{
	int64_t sum = 0;
	uint32_t child;

	for (child = tree->node[at].child; child; child = tree->node[child].next) {
		if (tree->node[child].kind == FB_NODE_MARK)
			continue;
		sum += tree->node[child].dur_ns < 0 ? inside(tree, child)
						    : tree->node[child].dur_ns;
	}
	return sum;
}

/* The calls as the tree keeps them. */
static void tree_calls(const struct fb_tree *tree, struct list *list)
{
	uint32_t at;

	for (at = 1; at < tree->nr; at++) {
		const struct fb_node *node = &tree->node[at];

		if (node->kind != FB_NODE_MARK)
			list_add(list, node->kind == FB_NODE_IRQ ? "irq" : fb_node_name(tree, at),
				 node->line, node->end_line, node->flags, node->dur_ns,
				 inside(tree, at));
	}
	list_sort(list);
}

static void same_calls(const char *text, const struct fb_tree *tree)
{
	struct list kept = { .nr = 0 }, told = { .nr = 0 };
	size_t i;

	tree_calls(tree, &kept);
	stream_calls(text, &told);
	for (i = 0; i < kept.nr && i < told.nr; i++)
		assert_string_equal(kept.line[i], told.line[i]);
	assert_int_equal(kept.nr, told.nr);
	list_free(&kept);
	list_free(&told);
}

/* The node of @whole that node @at of a text that begins @cut lines later is; 0 if there is none. */
static uint32_t in_whole(const struct fb_tree *whole, const struct fb_tree *tree, uint32_t at,
			 uint64_t cut)
{
	const struct fb_node *node = &tree->node[at], *other;
	bool head = node->flags & FB_NODE_HEAD_CUT;
	uint32_t i;

	for (i = 1; at && i < whole->nr; i++) {
		other = &whole->node[i];
		if (head ? other->end_line == node->end_line + cut &&
				    !(other->flags & FB_NODE_TAIL_CUT) &&
				    other->line <= cut + node->line &&
				    other->kind == FB_NODE_CALL &&
				    (other->line <= cut || other->flags & FB_NODE_HEAD_CUT)
			 : other->line == node->line + cut && !(other->flags & FB_NODE_HEAD_CUT))
			return i;
	}
	return 0;
}

/* The call around a node of @whole of which a line is left in a text that begins @cut lines later. */
static uint32_t around(const struct fb_tree *whole, uint32_t at, uint64_t cut)
{
	const struct fb_node *up;

	for (at = whole->node[at].parent; at; at = whole->node[at].parent) {
		up = &whole->node[at];
		if (up->line > cut && !(up->flags & FB_NODE_HEAD_CUT))
			return at;
		if (up->kind == FB_NODE_CALL && !(up->flags & FB_NODE_TAIL_CUT))
			return at;
	}
	return 0;
}

/*
 * A text that begins in an interrupt, and shows nothing of it: what the interrupt left is longer than the call that it
 * came in, and stands beside that. This call is uncertain.
 */
static bool is_told(const struct fb_tree *whole, const struct fb_tree *tree, uint32_t up,
		    uint64_t cut)
{
	uint32_t at;

	for (at = 1; at < tree->nr; at++)
		if (tree->node[at].flags & FB_NODE_HEAD_CUT &&
		    tree->node[at].flags & FB_NODE_UNCERTAIN &&
		    whole->node[up].flags & FB_NODE_LATE && in_whole(whole, tree, at, cut) == up)
			return tree->odd.doubts;
	return false;
}

/* Cut off line after line of a text. */
static void cut_everywhere(const char *text)
{
	struct fb_tree *whole = unit_tree(text), *tree;
	const char *rest = text;
	struct fb_fgraph *fg;
	uint64_t cut = 0;
	struct fb_error error = { "" };
	uint32_t at;

	same_calls(text, whole);
	while ((rest = strchr(rest, '\n')) && *++rest) {
		cut++;
		assert_int_equal(fb_fgraph_open_text(rest, strlen(rest), &fg), 0);
		if (!fb_tree_parse(fg, &tree, &error)) {
			for (at = 1; at < tree->nr; at++) {
				uint32_t same = in_whole(whole, tree, at, cut), up;

				assert_int_not_equal(same, 0);
				up = around(whole, same, cut);
				if (!is_told(whole, tree, up, cut))
					assert_int_equal(in_whole(whole, tree,
								  tree->node[at].parent, cut),
							 up);
			}
			same_calls(rest, tree);
			fb_tree_free(tree);
		}
		fb_fgraph_close(fg);
	}
	fb_tree_free(whole);
}

static void one_task(void **state)
{
	(void)state;
	cut_everywhere(" 0)               |  a() {\n"
		       " 0)   0.100 us    |    b();\n"
		       " 0)               |    c() {\n"
		       " 0)               |      /* packet: x */\n"
		       " 0)   0.200 us    |      d();\n"
		       " 0)   0.500 us    |    }\n"
		       " 0)   0.100 us    |    e();\n"
		       " 0)   2.000 us    |  }\n"
		       " 0)   0.100 us    |  f();\n"
		       " 0)               |  g() {\n"
		       " 0)   0.100 us    |    h();\n"
		       " 0)   0.300 us    |  }\n");
}

/* What another task does on the CPU is not inside a call of this one. */
static void tasks_take_turns(void **state)
{
	(void)state;
	cut_everywhere(" 0)               |  a() {\n"
		       " 0)   0.100 us    |    b();\n"
		       " 0)  one-1    =>   two-2\n"
		       " 0)               |  x() {\n"
		       " 0)   0.200 us    |    y();\n"
		       " 0)  two-2    =>   one-1\n"
		       " 0)   0.100 us    |    c();\n"
		       " 0)   1.000 us    |  }\n"
		       " 0)  one-1    =>   two-2\n"
		       " 0)   0.100 us    |    z();\n"
		       " 0)   3.000 us    |  }\n"
		       " 0)   0.100 us    |  w();\n"
		       " 0)  two-2    =>   one-1\n"
		       " 0)   0.100 us    |  d();\n");
}

static void cpus_and_interrupts(void **state)
{
	(void)state;
	cut_everywhere(" 0)               |  a() {\n"
		       " 1)               |  x() {\n"
		       " 0)   ==========> |\n"
		       " 0)               |    do_IRQ() {\n"
		       " 1)   0.100 us    |    y();\n"
		       " 0)   0.100 us    |      handle();\n"
		       " 0)   0.300 us    |    }\n"
		       " 0)   <========== |\n"
		       " 1)   1.000 us    |  }\n"
		       " 0)   0.100 us    |    b();\n"
		       " 0)   2.000 us    |  }\n"
		       " 1)   0.100 us    |  z();\n");
}

static void cut_off_at_both_ends(void **state)
{
	(void)state;
	cut_everywhere(" 0)   0.100 us    |      b();\n"
		       " 0)   0.300 us    |    } /* inner */\n"
		       " 0)   0.100 us    |    c();\n"
		       " 0)   0.900 us    |  } /* outer */\n"
		       " 0)               |  d() {\n"
		       "CPU:0 [LOST 5 EVENTS]\n"
		       " 0)   0.100 us    |      e();\n"
		       " 0)   0.900 us    |    } /* lost */\n"
		       " 0)               |  f() {\n"
		       " 0)               |    g() {\n"
		       "# the end\n");
}

/* No line is missing in the middle of these. */
static void real_text(void **state)
{
	static const char *const files[] = { "run/record.trace", "late-interrupt.txt",
					     "interrupt.txt", "perf-tools.txt" };
	char path[512], *text;
	size_t i, len;

	(void)state;
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), FB_TOP "/tests/fixtures/%s", files[i]);
		assert_int_equal(fb_read_file(path, 1 << 20, &text, &len), 0);
		cut_everywhere(text);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_task),
		cmocka_unit_test(tasks_take_turns),
		cmocka_unit_test(cpus_and_interrupts),
		cmocka_unit_test(cut_off_at_both_ends),
		cmocka_unit_test(real_text),
	};

	return cmocka_run_group_tests_name("cut_head", tests, NULL, NULL);
}
