// SPDX-License-Identifier: GPL-2.0
/*
 * The listener that keeps all calls.
 *
 * Loose calls are chained by their @next, from the entry's @note to its @last; the call that they turn
 * out to be in takes the chain as its children. What is left without a parent becomes a child of
 * node 0 when the text has ended.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/intern.h"
#include "lib/texts.h"
#include "trace/call_tree.h"
#include "trace/walk.h"

struct builder {
	struct fb_tree tree; /* first: a struct fb_tree that is handed out is a struct builder */
	struct fb_texts texts;
	struct fb_intern *names;
	uint32_t *last; /* of each node: its last child */
	size_t size;
};

static bool grow(struct builder *b)
{
	size_t size = b->size * 2;
	struct fb_node *grown = realloc(b->tree.node, size * sizeof(*grown));
	uint32_t *last;

	if (!grown)
		return false;
	b->tree.node = grown;
	last = realloc(b->last, size * sizeof(*last));
	if (!last)
		return false;
	b->last = last;
	b->size = size;
	return true;
}

/* Puts the nodes from @first to @last behind the children of @parent. */
static void append(struct builder *b, uint32_t parent, uint32_t first, uint32_t last)
{
	if (b->last[parent])
		b->tree.node[b->last[parent]].next = first;
	else
		b->tree.node[parent].child = first;
	b->last[parent] = last;
}

/* Returns the index of a new node, or 0 without memory. It is loose if the task's entry is set. */
static uint32_t add(struct builder *b, const struct fb_walk_stack *st,
		    const struct fb_walk_frame *around, const struct fb_node *node)
{
	uint32_t at = b->tree.nr, parent = around ? (uint32_t)around->note : 0;

	if (at == b->size && !grow(b))
		return 0;
	b->tree.node[at] = *node;
	b->last[at] = 0;
	b->tree.nr++;
	if (st->entry) {
		if (st->entry->note)
			b->tree.node[st->entry->last].next = at;
		else
			st->entry->note = at;
		st->entry->last = at;
	} else if (parent) {
		b->tree.node[at].parent = parent;
		append(b, parent, at, at);
	}
	return at;
}

static int keep_retval(struct builder *b, uint32_t at, const struct fb_fg_event *ev)
{
	if (!ev->retval.len)
		return 0;
	b->tree.node[at].retval = fb_texts_keep(&b->texts, ev->retval.at, ev->retval.len);
	return b->tree.node[at].retval ? 0 : -ENOMEM;
}

static struct fb_node node_of(const struct fb_walk_stack *st, const struct fb_walk_frame *frame)
{
	return (struct fb_node){ .kind = frame->kind,
				 .flags = frame->flags & (FB_NODE_HEAD_CUT | FB_NODE_TAIL_CUT),
				 .cpu = (int16_t)st->cpu,
				 .line = frame->line,
				 .end_line = frame->end_line ? frame->end_line : frame->line,
				 .dur_ns = frame->dur_ns,
				 .name = frame->name,
				 .module = frame->module };
}

static int on_enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct builder *b = to;
	struct fb_walk_frame *frame = fb_walk_frame(st);
	const struct fb_node node = node_of(st, frame);

	frame->note = add(b, st, fb_walk_around(st), &node);
	return frame->note ? keep_retval(b, (uint32_t)frame->note, ev) : -ENOMEM;
}

static int on_leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct builder *b = to;
	const struct fb_walk_frame *frame = fb_walk_frame(st);
	struct fb_node *node = &b->tree.node[frame->note];

	node->flags = frame->flags & (FB_NODE_HEAD_CUT | FB_NODE_TAIL_CUT);
	node->end_line = frame->end_line;
	node->dur_ns = frame->dur_ns;
	return ev && ev->kind == FB_FG_EXIT ? keep_retval(b, (uint32_t)frame->note, ev) : 0;
}

static int on_settle(void *to, struct fb_walk_stack *st, const struct fb_walk_loose *entry,
		     struct fb_walk_frame *into)
{
	struct builder *b = to;
	uint32_t at;

	(void)st;
	if (!into)
		return 0;
	for (at = (uint32_t)entry->note; at; at = b->tree.node[at].next)
		b->tree.node[at].parent = (uint32_t)into->note;
	if (entry->note)
		append(b, (uint32_t)into->note, (uint32_t)entry->note, (uint32_t)entry->last);
	return 0;
}

static int on_mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct builder *b = to;
	struct fb_node node = { .kind = FB_NODE_MARK,
				.cpu = (int16_t)st->cpu,
				.line = ev->line,
				.end_line = ev->line,
				.dur_ns = ev->dur_ns };

	if (ev->text.len && !(node.text = fb_texts_keep(&b->texts, ev->text.at, ev->text.len)))
		return -ENOMEM;
	return add(b, st, fb_walk_frame(st), &node) ? 0 : -ENOMEM;
}

static const struct fb_walk_ops ops = {
	.enter = on_enter,
	.leave = on_leave,
	.settle = on_settle,
	.mark = on_mark,
};

static void free_builder(struct builder *b)
{
	fb_texts_free(&b->texts);
	fb_intern_free(b->names);
	free(b->last);
	free(b->tree.node);
	free(b);
}

/*
 * A call cannot be shorter than what it called, but for rounding: to 1 ns, and above 1 ms to the
 * seven digits that the kernel prints.
 */
static void count_odd_durations(struct fb_tree *tree)
{
	uint32_t at, child;

	for (at = 1; at < tree->nr; at++) {
		int64_t sum = 0;
		uint32_t nr = 0;

		if (tree->node[at].kind != FB_NODE_CALL || tree->node[at].dur_ns < 0)
			continue;
		for (child = tree->node[at].child; child; child = tree->node[child].next) {
			sum += tree->node[child].dur_ns > 0 ? tree->node[child].dur_ns : 0;
			nr++;
		}
		tree->odd_durations += sum >
				       tree->node[at].dur_ns + nr + tree->node[at].dur_ns / 10000;
	}
}

/* What has no parent is a child of node 0, in the order of the text. */
static void chain_outermost(struct fb_tree *tree)
{
	uint32_t at, before = 0;

	for (at = 1; at < tree->nr; at++) {
		if (tree->node[at].end_line > tree->node[0].end_line)
			tree->node[0].end_line = tree->node[at].end_line;
		if (tree->node[at].parent)
			continue;
		if (before)
			tree->node[before].next = at;
		else
			tree->node[0].child = at;
		tree->node[at].next = 0;
		before = at;
	}
}

static void finish(struct builder *b, const struct fb_walk_sums *sums)
{
	chain_outermost(&b->tree);
	free(b->last);
	b->last = NULL;
	b->tree.lost = sums->lost;
	b->tree.odd_names = sums->misnamed;
	b->tree.odd_levels = sums->odd_levels;
	b->tree.odd_line = sums->odd_line;
	b->tree.seen = sums->seen;
	count_odd_durations(&b->tree);
}

static struct builder *new_builder(void)
{
	struct builder *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->size = 64;
	b->tree.node = calloc(b->size, sizeof(*b->tree.node));
	b->last = calloc(b->size, sizeof(*b->last));
	b->names = fb_intern_new();
	if (!b->tree.node || !b->last || !b->names) {
		free_builder(b);
		return NULL;
	}
	b->tree.node[0] =
		(struct fb_node){ .kind = FB_NODE_TOP, .cpu = -1, .line = 1, .dur_ns = -1 };
	b->tree.nr = 1;
	return b;
}

int fb_tree_parse(struct fb_fgraph *fg, struct fb_tree **tree, struct fb_why *why)
{
	struct builder *b = new_builder();
	struct fb_walk_sums sums = { .calls = 0 };
	struct fb_walk_in in = { .fg = fg, .ops = &ops, .to = b, .sums = &sums };
	int ret;

	if (!b)
		return -ENOMEM;
	in.names = b->names;
	ret = fb_walk(&in, why);
	b->tree.calls = (uint32_t)sums.calls;
	if (!ret && !b->tree.calls)
		ret = fb_why(why, -ENODATA, "no function_graph line");
	if (ret) {
		free_builder(b);
		return ret;
	}
	finish(b, &sums);
	*tree = &b->tree;
	return 0;
}

int fb_tree_load(const char *path, struct fb_tree **tree, struct fb_why *why)
{
	struct fb_fgraph *fg;
	int ret;

	ret = fb_fgraph_open(path, &fg);
	if (ret)
		return fb_why_errno(why, ret, "%s", path);
	ret = fb_tree_parse(fg, tree, why);
	fb_fgraph_close(fg);
	return ret ? fb_why_prefix(why, ret, "%s", path) : 0;
}

void fb_tree_free(struct fb_tree *tree)
{
	if (tree)
		free_builder((struct builder *)tree);
}

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
