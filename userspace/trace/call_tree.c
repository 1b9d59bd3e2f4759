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

#include "lib/hash.h"
#include "lib/intern.h"
#include "lib/arena.h"
#include "lib/vector.h"
#include "trace/call_tree.h"
#include "trace/walk.h"

struct builder {
	struct fb_tree tree; /* first: a struct fb_tree that is handed out is a struct builder */
	struct fb_texts texts;
	struct fb_intern *names;
	uint32_t size;
	uint32_t nr_what;
	uint32_t size_what;
	uint32_t nr_values;
	uint32_t size_values;
	struct fb_hash found; /* indices of tree.what, without those of marks */
	bool too_long;
	bool unsorted; /* not all children are in the order of their lines */
};

/* --- names ---------------------------------------------------------------- */

/* Adds names; their index, or 0 without memory. */
static uint32_t add_what(struct builder *b, struct fb_node_what what)
{
	if (fb_vector_reserve(b->tree.what, b->size_what, b->nr_what + 1))
		return 0;
	b->tree.what[b->nr_what] = what;
	return b->nr_what++;
}

/* Equal names have the same address. */
static int set_what(struct builder *b, struct fb_node *node, const char *name, const char *module)
{
	uint32_t hash = fb_hash_addresses(name, module), pos = 0, at;

	if (!name && !module)
		return 0;
	while ((at = fb_hash_next(&b->found, hash, &pos)))
		if (b->tree.what[at].name == name && b->tree.what[at].module == module)
			break;
	if (!at) {
		at = add_what(b, (struct fb_node_what){ name, module, NULL });
		if (!at || fb_hash_add(&b->found, hash, at))
			return -ENOMEM;
	}
	node->what = at;
	return 0;
}

/* --- values --------------------------------------------------------------- */

/* Keeps a text; NULL for an empty one, or without memory. */
static const char *keep_text(struct builder *b, const struct fb_str *text)
{
	return text->len ? fb_arena_keep(&b->texts, text->at, text->len) : NULL;
}

/* Keeps what a line says of a call. Its closing line may say more. */
static int set_values(struct builder *b, uint32_t at, const struct fb_fg_event *ev)
{
	struct fb_node *node = &b->tree.node[at];
	struct fb_node_values *values, said;

	if (!ev->retval.len && !ev->args.len && !ev->caller.len)
		return 0;
	said.retval = keep_text(b, &ev->retval);
	said.args = keep_text(b, &ev->args);
	said.caller = keep_text(b, &ev->caller);
	if (fb_vector_reserve(b->tree.values, b->size_values, b->nr_values + 1) ||
	    !said.retval != !ev->retval.len || !said.args != !ev->args.len ||
	    !said.caller != !ev->caller.len)
		return -ENOMEM;
	if (!node->values) {
		node->values = b->nr_values++;
		b->tree.values[node->values] = said;
		return 0;
	}
	values = &b->tree.values[node->values];
	values->retval = said.retval ? said.retval : values->retval;
	values->caller = said.caller ? said.caller : values->caller;
	return 0;
}

/* --- nodes ---------------------------------------------------------------- */

/* A frame's note is the index of its node, and above it that of the node's last child. */
static uint32_t node_of(const struct fb_walk_frame *frame)
{
	return (uint32_t)frame->note;
}

static uint32_t last_of(const struct fb_walk_frame *frame)
{
	return (uint32_t)(frame->note >> 32);
}

/* Puts the nodes from @first to @last behind the children of a frame. */
static void append(struct builder *b, struct fb_walk_frame *frame, uint32_t first, uint32_t last)
{
	if (last_of(frame)) {
		b->unsorted |= b->tree.node[first].line < b->tree.node[last_of(frame)].line;
		b->tree.node[last_of(frame)].next = first;
	} else {
		b->tree.node[node_of(frame)].child = first;
	}
	frame->note = (uint64_t)last << 32 | node_of(frame);
}

/* Returns a new node, or NULL without memory. It is loose if the task's entry is set. */
static struct fb_node *add_node(struct builder *b, const struct fb_walk_stack *st,
				struct fb_walk_frame *around, uint8_t kind, uint64_t line)
{
	uint32_t at = b->tree.nr;
	struct fb_node *node;

	b->too_long |= line > UINT32_MAX;
	if (fb_vector_reserve(b->tree.node, b->size, at + 1) || b->too_long)
		return NULL;
	node = &b->tree.node[b->tree.nr++];
	*node = (struct fb_node){ .kind = kind,
				  .cpu = (int16_t)st->cpu,
				  .line = (uint32_t)line,
				  .end_line = (uint32_t)line };
	if (st->entry) {
		if (st->entry->note)
			b->tree.node[st->entry->last].next = at;
		else
			st->entry->note = at;
		st->entry->last = at;
	} else if (around) {
		node->parent = node_of(around);
		append(b, around, at, at);
	}
	return node;
}

static int on_enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct builder *b = to;
	struct fb_walk_frame *frame = fb_walk_frame(st);
	struct fb_node *node = add_node(b, st, fb_walk_around(st), frame->kind, frame->line);
	int ret = node ? set_what(b, node, frame->name, frame->module) : -ENOMEM;

	frame->note = b->tree.nr - 1;
	if (ret)
		return ret;
	node->flags = frame->flags & FB_NODE_FLAGS;
	node->dur_ns = frame->dur_ns;
	return set_values(b, node_of(frame), ev);
}

static int on_leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct builder *b = to;
	const struct fb_walk_frame *frame = fb_walk_frame(st);
	struct fb_node *node = &b->tree.node[node_of(frame)];

	b->too_long |= frame->end_line > UINT32_MAX;
	node->flags = frame->flags & FB_NODE_FLAGS;
	node->end_line = (uint32_t)frame->end_line;
	node->dur_ns = frame->dur_ns;
	return ev && ev->kind == FB_FG_EXIT ? set_values(b, node_of(frame), ev) : 0;
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
		b->tree.node[at].parent = node_of(into);
	if (entry->note)
		append(b, into, (uint32_t)entry->note, (uint32_t)entry->last);
	return 0;
}

static int on_mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct builder *b = to;
	struct fb_node *node = add_node(b, st, fb_walk_frame(st), FB_NODE_MARK, ev->line);
	const char *text;

	if (!node)
		return -ENOMEM;
	node->dur_ns = ev->dur_ns;
	if (!ev->text.len)
		return 0;
	text = fb_arena_keep(&b->texts, ev->text.at, ev->text.len);
	node->what = text ? add_what(b, (struct fb_node_what){ .text = text }) : 0;
	return node->what ? 0 : -ENOMEM;
}

static const struct fb_walk_ops ops = {
	.enter = on_enter,
	.leave = on_leave,
	.settle = on_settle,
	.mark = on_mark,
};

static void free_builder(struct builder *b)
{
	fb_arena_free(&b->texts);
	fb_intern_free(b->names);
	fb_hash_free(&b->found);
	free(b->tree.what);
	free(b->tree.values);
	free(b->tree.node);
	free(b);
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

static int finish(struct builder *b, const struct fb_walk_sums *sums, struct fb_error *error)
{
	if (b->unsorted)
		fb_tree_sort(&b->tree);
	chain_outermost(&b->tree);
	b->tree.lost = sums->lost;
	b->tree.odd_names = sums->misnamed;
	b->tree.odd = sums->odd;
	b->tree.seen = sums->seen;
	return fb_tree_check(&b->tree, error);
}

static struct builder *new_builder(void)
{
	struct builder *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->size = 64;
	b->size_what = b->size_values = 16;
	b->tree.node = calloc(b->size, sizeof(*b->tree.node));
	b->tree.what = calloc(b->size_what, sizeof(*b->tree.what));
	b->tree.values = calloc(b->size_values, sizeof(*b->tree.values));
	b->names = fb_intern_new();
	if (!b->tree.node || !b->tree.what || !b->tree.values || !b->names) {
		free_builder(b);
		return NULL;
	}
	b->tree.node[0] =
		(struct fb_node){ .kind = FB_NODE_TOP, .cpu = -1, .line = 1, .dur_ns = -1 };
	b->tree.nr = b->nr_what = b->nr_values = 1;
	return b;
}

int fb_tree_parse(struct fb_fgraph *fg, struct fb_tree **tree, struct fb_error *error)
{
	struct builder *b = new_builder();
	struct fb_walk_sums sums = { .calls = 0 };
	struct fb_walk_in in = { .fg = fg, .ops = &ops, .to = b, .sums = &sums };
	int ret;

	if (!b)
		return -ENOMEM;
	in.names = b->names;
	ret = fb_walk(&in, error);
	b->tree.calls = (uint32_t)sums.calls;
	if (b->too_long)
		ret = fb_error(error, -EFBIG, "more than 4,294,967,295 lines");
	if (!ret && !b->tree.calls)
		ret = fb_error(error, -ENODATA, "no function_graph line");
	if (!ret)
		ret = finish(b, &sums, error);
	if (ret) {
		free_builder(b);
		return ret;
	}
	*tree = &b->tree;
	return 0;
}

int fb_tree_load(const char *path, struct fb_tree **tree, struct fb_error *error)
{
	return fb_tree_load_start(path, UINT64_MAX, tree, error);
}

int fb_tree_load_start(const char *path, uint64_t events, struct fb_tree **tree,
		       struct fb_error *error)
{
	struct fb_fgraph *fg;
	int ret;

	ret = fb_fgraph_open(path, &fg);
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	fb_fgraph_stop_after(fg, events);
	ret = fb_tree_parse(fg, tree, error);
	fb_fgraph_close(fg);
	return ret ? fb_error_prefix(error, ret, "%s", path) : 0;
}

void fb_tree_free(struct fb_tree *tree)
{
	if (tree)
		free_builder((struct builder *)tree);
}
