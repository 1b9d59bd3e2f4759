// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "trace/forest.h"

uint32_t fb_tree_after(const struct fb_tree *tree, uint32_t at, uint32_t top, int down)
{
	if (down && tree->node[at].child)
		return tree->node[at].child;
	while (at != top) {
		if (tree->node[at].next)
			return tree->node[at].next;
		at = tree->node[at].parent;
	}
	return 0;
}

/* --- order ---------------------------------------------------------------- */

/* Merges two lists of siblings, each of which is in order; the first node, of equal lines that of @a. */
static uint32_t merge(struct fb_tree *tree, uint32_t a, uint32_t b)
{
	uint32_t first = 0, *link = &first;

	while (a && b) {
		uint32_t *lesser = tree->node[b].line < tree->node[a].line ? &b : &a;

		*link = *lesser;
		link = &tree->node[*lesser].next;
		*lesser = *link;
	}
	*link = a ? a : b;
	return first;
}

/* Takes the siblings from @at on that are in order off the list; what is left of it is *@rest. */
static uint32_t take_run(struct fb_tree *tree, uint32_t at, uint32_t *rest)
{
	uint32_t last = at, next;

	while ((next = tree->node[last].next) && tree->node[next].line >= tree->node[last].line)
		last = next;
	tree->node[last].next = 0;
	*rest = next;
	return at;
}

/* Sorts a list of siblings: its runs in pairs, until there is one. */
static uint32_t sorted(struct fb_tree *tree, uint32_t first)
{
	uint32_t run[33] = { 0 }, rest, at;
	int i;

	while (first) {
		at = take_run(tree, first, &rest);
		first = rest;
		for (i = 0; i < 32 && run[i]; i++) {
			at = merge(tree, run[i], at);
			run[i] = 0;
		}
		run[i] = run[i] ? merge(tree, run[i], at) : at;
	}
	for (i = 0, at = 0; i < 33; i++)
		if (run[i])
			at = at ? merge(tree, run[i], at) : run[i];
	return at;
}

void fb_tree_sort(struct fb_tree *tree)
{
	uint32_t at;

	for (at = 1; at < tree->nr; at++)
		if (tree->node[at].child)
			tree->node[at].child = sorted(tree, tree->node[at].child);
}

/* --- what holds ----------------------------------------------------------- */

/* What stands in a call. */
struct taken {
	int64_t ns;
	uint32_t nr;
};

/* What has no duration took what stands in it. So each node is looked at for one call only. */
static struct taken taken_by(const struct fb_tree *tree, uint32_t call)
{
	struct taken taken = { .ns = 0 };
	uint32_t at = call;
	int down = 1;

	while ((at = fb_tree_after(tree, at, call, down))) {
		down = tree->node[at].dur_ns < 0;
		if (!down && tree->node[at].kind != FB_NODE_MARK)
			taken.ns += tree->node[at].dur_ns;
		taken.nr++;
	}
	return taken;
}

static bool is_long_enough(struct fb_tree *tree, uint32_t at)
{
	const struct fb_node *node = &tree->node[at];
	struct taken taken;

	if (node->kind != FB_NODE_CALL || node->dur_ns < 0 || !node->child)
		return true;
	taken = taken_by(tree, at);
	if (taken.ns - node->dur_ns <= fb_call_rounding(node->dur_ns, taken.nr))
		return true;
	tree->odd_durations++;
	return node->flags & (FB_NODE_LATE | FB_NODE_UNCERTAIN);
}

/* What an interrupt put before the call's own line stands above that. */
static bool is_within(const struct fb_node *node, const struct fb_node *child)
{
	return child->end_line <= node->end_line &&
	       (child->line >= node->line || child->end_line <= node->line);
}

static bool has_children_in_order(const struct fb_tree *tree, uint32_t at)
{
	uint32_t child, line = 0;

	for (child = tree->node[at].child; child; child = tree->node[child].next) {
		if (tree->node[child].parent != at || tree->node[child].line < line ||
		    !is_within(&tree->node[at], &tree->node[child]))
			return false;
		line = tree->node[child].line;
	}
	return true;
}

static int wrong(const struct fb_tree *tree, uint32_t at, const char *what, struct fb_error *error)
{
	return fb_error(error, -EPROTO,
			"line %lu: the tree is wrong: %s: this is a fault of flowbench",
			(unsigned long)tree->node[at].line, what);
}

int fb_tree_check(struct fb_tree *tree, struct fb_error *error)
{
	uint32_t at, stands = 0;

	for (at = 1; at < tree->nr; at++) {
		if (!has_children_in_order(tree, at))
			return wrong(tree, at, "what stands in this call", error);
		if (!is_long_enough(tree, at))
			return wrong(tree, at, "what this call took", error);
	}
	for (at = tree->node[0].child; at; at = fb_tree_after(tree, at, 0, 1))
		stands++;
	return stands == tree->nr - 1 ? 0
				      : wrong(tree, 0, "a call stands nowhere, or twice", error);
}
