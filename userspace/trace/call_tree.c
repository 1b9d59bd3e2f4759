// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/intern.h"
#include "trace/call_tree.h"

#define CPUS_MAX  4096
#define DEPTH_MAX 4096
/* Of the first block of strings, and of one of a large text. */
#define BLOCK_LEAST 1024
#define BLOCK_MOST  (256 * 1024)

/* Strings that are not names live in blocks until the tree is freed. */
struct block {
	struct block *before;
	size_t used;
	size_t size;
	char text[];
};

/*
 * What is open in one task on one CPU: the indices from the outermost call to the innermost.
 * A CPU's first task has no name until the text says from which to which it switches.
 */
struct stack {
	struct stack *other; /* the same CPU's next */
	const char *task;
	uint32_t *open;
	uint32_t depth;
	uint32_t since; /* nodes from here on came without a gap */
	uint32_t heads; /* calls without a beginning since then */
};

struct builder {
	struct fb_tree tree; /* first: what is handed out is this */
	struct block *blocks;
	struct fb_intern *names;
	uint32_t *last; /* of each node: its last child */
	struct stack *cpu[CPUS_MAX + 1]; /* what runs, in front; then what waits */
	size_t size;
};

/* Each block is twice as large as the one before it: a short text has little, a long one few. */
static struct block *add_block(struct builder *b, size_t len)
{
	size_t size = b->blocks ? b->blocks->size * 2 : BLOCK_LEAST;
	struct block *blk;

	if (size > BLOCK_MOST)
		size = BLOCK_MOST;
	if (size < len)
		size = len;
	blk = malloc(sizeof(*blk) + size);
	if (!blk)
		return NULL;
	blk->before = b->blocks;
	blk->used = 0;
	blk->size = size;
	b->blocks = blk;
	return blk;
}

static const char *keep(struct builder *b, const struct fb_str *s)
{
	struct block *blk = b->blocks;
	char *copy;

	if (!blk || blk->size - blk->used < s->len + 1)
		blk = add_block(b, s->len + 1);
	if (!blk)
		return NULL;
	copy = blk->text + blk->used;
	blk->used += s->len + 1;
	memcpy(copy, s->at, s->len);
	copy[s->len] = '\0';
	return copy;
}

static const char *intern(struct builder *b, const struct fb_str *s)
{
	return fb_intern(b->names, s->at, s->len);
}

/* What runs on a CPU; text without a CPU column is one of its own. NULL without memory. */
static struct stack *stack_of(struct builder *b, int cpu)
{
	struct stack **head = &b->cpu[cpu + 1];

	if (!*head)
		*head = calloc(1, sizeof(**head));
	return *head;
}

/* Another task runs: what the first one has open waits until it is back. */
static int on_switch(struct builder *b, const struct fb_fg_event *ev)
{
	struct stack **head = &b->cpu[ev->cpu + 1], **at = head, *st = *head;

	if (!st->task && !(st->task = intern(b, &ev->name)))
		return -ENOMEM;
	while (*at && (strlen((*at)->task) != ev->text.len ||
		       memcmp((*at)->task, ev->text.at, ev->text.len)))
		at = &(*at)->other;
	st = *at;
	if (st) {
		*at = st->other;
	} else {
		st = calloc(1, sizeof(*st));
		if (!st)
			return -ENOMEM;
		st->since = b->tree.nr;
		st->task = intern(b, &ev->text);
	}
	st->other = *head;
	*head = st;
	return st->task ? 0 : -ENOMEM;
}

/* A new node at the end of @parent's children, or 0 without memory. */
static uint32_t add(struct builder *b, uint32_t parent, enum fb_node_kind kind,
		    const struct fb_fg_event *ev)
{
	struct fb_node *node;
	uint32_t at = b->tree.nr;

	if (at == b->size) {
		size_t size = b->size * 2;
		struct fb_node *grown = realloc(b->tree.node, size * sizeof(*grown));
		uint32_t *last;

		if (!grown)
			return 0;
		b->tree.node = grown;
		last = realloc(b->last, size * sizeof(*last));
		if (!last)
			return 0;
		b->last = last;
		b->size = size;
	}
	node = &b->tree.node[at];
	*node = (struct fb_node){ .kind = (uint8_t)kind,
				  .cpu = (int16_t)ev->cpu,
				  .parent = parent,
				  .line = ev->line,
				  .end_line = ev->line,
				  .dur_ns = ev->dur_ns };
	b->last[at] = 0;
	if (b->last[parent])
		b->tree.node[b->last[parent]].next = at;
	else
		b->tree.node[parent].child = at;
	b->last[parent] = at;
	b->tree.nr++;
	return at;
}

static int set_names(struct builder *b, uint32_t at, const struct fb_fg_event *ev)
{
	struct fb_node *node = &b->tree.node[at];

	if (ev->name.len && !node->name && !(node->name = intern(b, &ev->name)))
		return -ENOMEM;
	if (ev->module.len && !(node->module = intern(b, &ev->module)))
		return -ENOMEM;
	if (ev->text.len && !(node->text = keep(b, &ev->text)))
		return -ENOMEM;
	if (ev->retval.len && !(node->retval = keep(b, &ev->retval)))
		return -ENOMEM;
	return 0;
}

/* Close what is open on a CPU down to @depth, as cut off at @line. */
static void cut_tails(struct builder *b, struct stack *st, uint32_t depth, uint64_t line)
{
	while (st->depth > depth) {
		struct fb_node *node = &b->tree.node[st->open[--st->depth]];

		node->flags |= FB_NODE_TAIL_CUT;
		node->end_line = line;
	}
}

static uint32_t innermost(const struct stack *st)
{
	return st->depth ? st->open[st->depth - 1] : 0;
}

static int push(struct stack *st, uint32_t at)
{
	if (!st->open)
		st->open = malloc(DEPTH_MAX * sizeof(*st->open));
	if (!st->open)
		return -ENOMEM;
	if (st->depth == DEPTH_MAX)
		return -E2BIG;
	st->open[st->depth++] = at;
	return 0;
}

/*
 * A brace without an opening line: the recording, or what follows lost events, began inside
 * the call. All that stands at the top on this CPU since then was inside it. More such calls than
 * can be open are not inside one another: there was a gap of which nothing is said.
 */
static int close_headless(struct builder *b, struct stack *st, const struct fb_fg_event *ev)
{
	uint32_t at = add(b, 0, FB_NODE_CALL, ev), child, next, before = 0, kept = 0;
	struct fb_node *node;

	if (!at)
		return -ENOMEM;
	b->tree.calls++;
	if (st->heads++ == DEPTH_MAX) {
		st->since = at;
		st->heads = 1;
	}
	node = b->tree.node;
	node[at].flags |= FB_NODE_HEAD_CUT;
	for (child = node[0].child; child != at; child = next) {
		next = node[child].next;
		if (node[child].cpu != ev->cpu || child < st->since) {
			before = child;
			continue;
		}
		if (before)
			node[before].next = next;
		else
			node[0].child = next;
		if (kept)
			node[kept].next = child;
		else
			node[at].child = child;
		node[child].parent = at;
		node[child].next = 0;
		kept = child;
	}
	if (kept)
		node[at].line = node[node[at].child].line;
	b->last[at] = kept;
	return set_names(b, at, ev);
}

static bool is_called(const struct fb_node *node, const struct fb_str *name)
{
	return node->name && strlen(node->name) == name->len &&
	       !memcmp(node->name, name->at, name->len);
}

static int on_close(struct builder *b, struct stack *st, const struct fb_fg_event *ev)
{
	struct fb_node *node;
	uint32_t d;

	/* An interrupt whose end is missing does not keep the call around it open. */
	while (st->depth && b->tree.node[innermost(st)].kind == FB_NODE_IRQ)
		cut_tails(b, st, st->depth - 1, ev->line);
	if (!st->depth)
		return close_headless(b, st, ev);
	if (ev->name.len && !is_called(&b->tree.node[innermost(st)], &ev->name)) {
		/* Lines are missing, and nothing says so: close the call that is meant. */
		b->tree.odd_names++;
		for (d = st->depth; d && !is_called(&b->tree.node[st->open[d - 1]], &ev->name); d--)
			;
		if (!d)
			return 0;
		cut_tails(b, st, d, ev->line);
	}
	node = &b->tree.node[st->open[--st->depth]];
	node->end_line = ev->line;
	node->dur_ns = ev->dur_ns;
	if (ev->retval.len && !(node->retval = keep(b, &ev->retval)))
		return -ENOMEM;
	return 0;
}

static int on_irq_out(struct builder *b, struct stack *st, const struct fb_fg_event *ev)
{
	uint32_t d = st->depth;

	while (d && b->tree.node[st->open[d - 1]].kind != FB_NODE_IRQ)
		d--;
	if (!d)
		return 0;
	cut_tails(b, st, d, ev->line);
	b->tree.node[st->open[--st->depth]].end_line = ev->line;
	return 0;
}

static int take(struct builder *b, const struct fb_fg_event *ev, char why[240])
{
	struct stack *st;
	uint32_t at;
	int ret;

	if (ev->cpu < -1 || ev->cpu >= CPUS_MAX) {
		snprintf(why, 240, "line %llu: CPU %d is out of range",
			 (unsigned long long)ev->line, ev->cpu);
		return -EINVAL;
	}
	st = stack_of(b, ev->cpu);
	if (!st)
		return -ENOMEM;
	switch (ev->kind) {
	case FB_FG_EXIT:
		return on_close(b, st, ev);
	case FB_FG_IRQ_OUT:
		return on_irq_out(b, st, ev);
	case FB_FG_SWITCH:
		return on_switch(b, ev);
	case FB_FG_LOST:
		b->tree.lost += ev->lost;
		for (; st; st = st->other) {
			cut_tails(b, st, 0, ev->line);
			st->since = b->tree.nr;
			st->heads = 0;
		}
		return 0;
	case FB_FG_CUT:
		return 0;
	case FB_FG_IRQ_IN:
		at = add(b, innermost(st), FB_NODE_IRQ, ev);
		return at ? push(st, at) : -ENOMEM;
	case FB_FG_COMMENT:
	case FB_FG_HEADING:
		at = add(b, innermost(st), FB_NODE_MARK, ev);
		return at ? set_names(b, at, ev) : -ENOMEM;
	case FB_FG_ENTRY:
	case FB_FG_LEAF:
		break;
	}
	at = add(b, innermost(st), FB_NODE_CALL, ev);
	if (!at)
		return -ENOMEM;
	b->tree.calls++;
	ret = set_names(b, at, ev);
	if (!ret && ev->kind == FB_FG_ENTRY) {
		ret = push(st, at);
		if (ret == -E2BIG)
			snprintf(why, 240, "line %llu: calls nested more than %d deep",
				 (unsigned long long)ev->line, DEPTH_MAX);
	}
	return ret;
}

static void free_stacks(struct builder *b)
{
	struct stack *st, *other;
	unsigned int i;

	for (i = 0; i <= CPUS_MAX; i++) {
		for (st = b->cpu[i]; st; st = other) {
			other = st->other;
			free(st->open);
			free(st);
		}
		b->cpu[i] = NULL;
	}
}

static void free_builder(struct builder *b)
{
	struct block *blk, *before;

	for (blk = b->blocks; blk; blk = before) {
		before = blk->before;
		free(blk);
	}
	free_stacks(b);
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

/* What only building needs goes when the tree is done. */
static void finish(struct builder *b, uint64_t line)
{
	struct stack *st;
	unsigned int i;

	for (i = 0; i <= CPUS_MAX; i++)
		for (st = b->cpu[i]; st; st = st->other)
			cut_tails(b, st, 0, line);
	free_stacks(b);
	free(b->last);
	b->last = NULL;
	b->tree.node[0].end_line = line;
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

int fb_tree_parse(struct fb_fgraph *fg, struct fb_tree **tree, char why[240])
{
	struct builder *b = new_builder();
	struct fb_fg_event ev = { .line = 0 };
	int ret;

	why[0] = '\0';
	if (!b)
		return -ENOMEM;
	while ((ret = fb_fgraph_next(fg, &ev)) > 0) {
		ret = take(b, &ev, why);
		if (ret)
			break;
	}
	if (ret && !why[0])
		snprintf(why, 240, "%s", *fb_fgraph_why(fg) ? fb_fgraph_why(fg) : strerror(-ret));
	if (!ret && !b->tree.calls) {
		snprintf(why, 240, "no function_graph line");
		ret = -ENODATA;
	}
	if (ret) {
		free_builder(b);
		return ret;
	}
	finish(b, ev.line);
	*tree = &b->tree;
	return 0;
}

int fb_tree_load(const char *path, struct fb_tree **tree, char why[240])
{
	struct fb_fgraph *fg;
	char inner[240];
	int ret;

	ret = fb_fgraph_open(path, &fg);
	if (ret) {
		snprintf(why, 240, "%.150s: %s", path, strerror(-ret));
		return ret;
	}
	ret = fb_tree_parse(fg, tree, inner);
	if (ret)
		snprintf(why, 240, "%.100s: %.130s", path, inner);
	fb_fgraph_close(fg);
	return ret;
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
