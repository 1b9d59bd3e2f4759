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
#include "lib/arena.h"
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
	uint32_t *slot; /* where names are found again: indices of tree.what by hash, 0 for none */
	uint32_t slots; /* a power of two */
	uint32_t taken;
	bool too_long;
	bool unsorted; /* not all children are in the order of their lines */
};

/* Returns @table with room for one row more than @nr, or NULL without memory. */
static void *with_room(void *table, uint32_t nr, uint32_t *size, size_t row)
{
	if (nr < *size)
		return table;
	if (*size > UINT32_MAX / 2)
		return NULL;
	table = realloc(table, 2 * (size_t)*size * row);
	if (table)
		*size *= 2;
	return table;
}

/* --- names ---------------------------------------------------------------- */

/* Where the names are, or would be put. Equal names have the same address. */
static uint32_t *slot_of(const struct builder *b, const char *name, const char *module)
{
	uint64_t h = ((uint64_t)(uintptr_t)name ^ (uint64_t)(uintptr_t)module << 20) *
		     0x9e3779b97f4a7c15u;
	uint32_t i = (uint32_t)(h >> 32);

	for (;; i++) {
		uint32_t *slot = &b->slot[i & (b->slots - 1)];
		const struct fb_node_what *what = &b->tree.what[*slot];

		if (!*slot || (what->name == name && what->module == module))
			return slot;
	}
}

/* Slots that are at most half full, with one more. */
static int more_slots(struct builder *b)
{
	uint32_t *slot, i;

	if ((b->taken + 1) * 2 <= b->slots)
		return 0;
	slot = calloc(2 * (size_t)b->slots, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(b->slot);
	b->slot = slot;
	b->slots *= 2;
	for (i = 1; i < b->nr_what; i++)
		if (!b->tree.what[i].text)
			*slot_of(b, b->tree.what[i].name, b->tree.what[i].module) = i;
	return 0;
}

/* Adds names; their index, or 0 without memory. */
static uint32_t add_what(struct builder *b, struct fb_node_what what)
{
	struct fb_node_what *grown =
		with_room(b->tree.what, b->nr_what, &b->size_what, sizeof(*grown));

	if (!grown)
		return 0;
	b->tree.what = grown;
	grown[b->nr_what] = what;
	return b->nr_what++;
}

static int set_what(struct builder *b, struct fb_node *node, const char *name, const char *module)
{
	uint32_t *slot, at;

	if (!name && !module)
		return 0;
	slot = slot_of(b, name, module);
	if (!*slot) {
		at = more_slots(b) ? 0 : add_what(b, (struct fb_node_what){ name, module, NULL });
		if (!at)
			return -ENOMEM;
		slot = slot_of(b, name, module);
		*slot = at;
		b->taken++;
	}
	node->what = *slot;
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
	values = with_room(b->tree.values, b->nr_values, &b->size_values, sizeof(*values));
	if (values)
		b->tree.values = values;
	if (!values || !said.retval != !ev->retval.len || !said.args != !ev->args.len ||
	    !said.caller != !ev->caller.len)
		return -ENOMEM;
	if (!node->values) {
		node->values = b->nr_values++;
		values[node->values] = said;
		return 0;
	}
	values += node->values;
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
	struct fb_node *node = with_room(b->tree.node, b->tree.nr, &b->size, sizeof(*node));
	uint32_t at = b->tree.nr;

	b->too_long |= line > UINT32_MAX;
	if (!node || b->too_long)
		return NULL;
	b->tree.node = node;
	node += b->tree.nr++;
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
	free(b->slot);
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
	b->size = b->slots = 64;
	b->size_what = b->size_values = 16;
	b->tree.node = calloc(b->size, sizeof(*b->tree.node));
	b->tree.what = calloc(b->size_what, sizeof(*b->tree.what));
	b->tree.values = calloc(b->size_values, sizeof(*b->tree.values));
	b->slot = calloc(b->slots, sizeof(*b->slot));
	b->names = fb_intern_new();
	if (!b->tree.node || !b->tree.what || !b->tree.values || !b->slot || !b->names) {
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
	struct fb_fgraph *fg;
	int ret;

	ret = fb_fgraph_open(path, &fg);
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	ret = fb_tree_parse(fg, tree, error);
	fb_fgraph_close(fg);
	return ret ? fb_error_prefix(error, ret, "%s", path) : 0;
}

void fb_tree_free(struct fb_tree *tree)
{
	if (tree)
		free_builder((struct builder *)tree);
}
