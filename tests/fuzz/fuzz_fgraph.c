// SPDX-License-Identifier: GPL-2.0
/*
 * The trace parser: events of function_graph text, the call forest made of them, and the walk that
 * stores nothing. Forest and walk must find the same calls, and the forest must be well-formed. A call that
 * does not stand where its indentation says must have been counted.
 */
#include "fuzz.h"

#include <errno.h>

#include "trace/call_tree.h"
#include "trace/walk.h"

/* The calls that the walk reports. @self: the own time of all of them; @cut: other packets' time is in it. */
struct told {
	int64_t self;
	int cut;
	uint64_t entered;
	uint64_t left;
	uint64_t heads;
	const struct fb_walk_sums *sums;
};

static int on_enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct told *t = to;
	const struct fb_walk_frame *frame = fb_walk_frame(st), *around = fb_walk_around(st);

	fuzz_must(frame == &st->open[st->depth - 1] && ev);
	if (ev->level != FB_FG_NO_LEVEL)
		fuzz_must(frame->level == ev->level);
	if (around && frame->level != around->level + (around->kind == FB_NODE_CALL))
		fuzz_must(t->sums->odd.levels &&
			  (frame->kind == FB_NODE_IRQ || t->sums->odd.level_line <= ev->line));
	if (around)
		fuzz_must(frame->depth > around->depth);
	t->entered++;
	return 0;
}

static int on_leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct told *t = to;
	const struct fb_walk_frame *frame = fb_walk_frame(st);

	(void)ev;
	fuzz_must(frame && frame->end_line >= frame->line);
	fuzz_must(frame->dur_ns >= -1 && frame->inner.ns >= 0 &&
		  frame->inner.laid_ns >= frame->inner.ns);
	t->self += fb_walk_self(frame);
	t->heads += !!(frame->flags & FB_NODE_HEAD_CUT);
	t->left++;
	return 0;
}

static int on_settle(void *to, struct fb_walk_stack *st, const struct fb_walk_loose *entry,
		     struct fb_walk_frame *into)
{
	(void)to;
	fuzz_must(entry >= st->list && entry < st->list + st->nr_loose && entry->told);
	fuzz_must(!into || into == &st->open[st->depth - 1] ||
		  (into >= st->open && into < st->open + st->depth));
	return 0;
}

static int on_cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	(void)st;
	(void)ev;
	((struct told *)to)->cut = 1;
	return 0;
}

static const struct fb_walk_ops ops = {
	.cut = on_cut,
	.enter = on_enter,
	.leave = on_leave,
	.settle = on_settle,
};

static int walk(const char *text, size_t len, struct fb_walk_sums *sums, struct told *told)
{
	struct fb_walk_in in = { .names = fb_intern_new(), .ops = &ops, .to = told, .sums = sums };
	struct fb_error error = { "" };
	int ret;

	memset(sums, 0, sizeof(*sums));
	*told = (struct told){ .sums = sums };
	fuzz_must(in.names && !fb_fgraph_open_text(text, len, &in.fg));
	ret = fb_walk(&in, &error);
	fuzz_must(!ret || *error.text);
	if (!ret)
		fuzz_must(told->entered == told->left);
	fuzz_must(sums->calls <= told->left && sums->heads == told->heads);
	fb_fgraph_close(in.fg);
	fb_intern_free(in.names);
	return ret;
}

/* A line that is decoded or cleaned lies elsewhere. */
static int has_odd(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] == '=' || text[i] == '$' || text[i] == '\\' || text[i] > '~' ||
		    (text[i] < ' ' && text[i] != '\n'))
			return 1;
	return 0;
}

static int within(const struct fb_str *s, const char *text, size_t len)
{
	return !s->len || (s->at >= text && s->at + s->len <= text + len);
}

/* The texts of each event must point into the input, and line numbers must ascend. */
static int read_events(const char *text, size_t len, uint64_t *calls, uint64_t *lost)
{
	struct fb_fg_event ev;
	struct fb_fgraph *fg;
	uint64_t line = 0;
	int odd = has_odd(text, len), ret;

	*calls = *lost = 0;
	fuzz_must(!fb_fgraph_open_text(text, len, &fg));
	while ((ret = fb_fgraph_next(fg, &ev)) > 0) {
		fuzz_must(odd || (within(&ev.name, text, len) && within(&ev.module, text, len)));
		fuzz_must(odd || (within(&ev.text, text, len) && within(&ev.retval, text, len)));
		fuzz_must(ev.kind <= FB_FG_GAP && ev.dur_ns >= -1 && ev.cpu >= -1);
		fuzz_must(ev.line >= line && ev.line > 0);
		line = ev.line;
		*calls += ev.kind == FB_FG_ENTRY || ev.kind == FB_FG_LEAF;
		*lost += ev.kind == FB_FG_LOST ? ev.lost : 0;
	}
	fuzz_must(!ret || (ret == -EINVAL && !fb_error_empty(fb_fgraph_error(fg))));
	fb_fgraph_close(fg);
	return ret;
}

/*
 * Each node but the top must be the child of exactly one node, whose lines enclose it, but for what an interrupt put in
 * front of it; children must be in the order of their lines. No call may be longer than the one around it, unless an
 * interrupt came late, or that is not certain.
 */
static void check_child(const struct fb_tree *tree, uint32_t at, uint32_t child, uint32_t line)
{
	const struct fb_node *up = &tree->node[at], *node = &tree->node[child];

	fuzz_must(child < tree->nr && node->parent == at);
	if (!at)
		return;
	fuzz_must(node->line >= line && node->end_line <= up->end_line);
	fuzz_must(node->line >= up->line || node->end_line <= up->line);
	/* What stands before a mark in the duration's column is not a call's. */
	if (node->kind != FB_NODE_MARK && up->dur_ns >= 0 &&
	    !(up->flags & (FB_NODE_LATE | FB_NODE_UNCERTAIN)))
		fuzz_must(node->dur_ns - up->dur_ns <= fb_call_rounding(up->dur_ns, tree->nr));
}

static void check_forest(const struct fb_tree *tree)
{
	uint32_t at, child, seen = 0, calls = 0, uncertain = 0;

	for (at = 0; at < tree->nr; at++) {
		const struct fb_node *node = &tree->node[at];
		uint32_t line = 0;

		fuzz_must((node->kind == FB_NODE_TOP) == !at);
		fuzz_must(node->kind != FB_NODE_MARK || !node->child);
		fuzz_must(node->end_line >= node->line);
		calls += node->kind == FB_NODE_CALL;
		uncertain += !!(node->flags & FB_NODE_UNCERTAIN);
		for (child = node->child; child; child = tree->node[child].next) {
			check_child(tree, at, child, line);
			line = tree->node[child].line;
			seen++;
		}
	}
	fuzz_must(seen == tree->nr - 1 && calls == tree->calls);
	fuzz_must(uncertain == tree->odd.uncertain);
	for (at = tree->node[0].child, seen = 0; at; at = fb_tree_after(tree, at, 0, 1))
		seen++;
	fuzz_must(seen == tree->nr - 1);
}

/* What the outermost calls took; one without a duration what stands in it. All own times add up to that. */
static int64_t roots(const struct fb_tree *tree)
{
	uint32_t at = 0;
	int64_t sum = 0;
	int down = 1;

	while ((at = fb_tree_after(tree, at, 0, down))) {
		down = tree->node[at].dur_ns < 0;
		if (!down && tree->node[at].kind != FB_NODE_MARK)
			sum += tree->node[at].dur_ns;
	}
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	struct fb_error error = { "" };
	struct fb_tree *tree = NULL;
	struct fb_walk_sums sums;
	struct told told;
	struct fb_fgraph *fg;
	uint64_t calls, lost;
	int events, walked, ret;

	events = read_events(text, size, &calls, &lost);
	walked = walk(text, size, &sums, &told);
	fuzz_must(!fb_fgraph_open_text(text, size, &fg));
	ret = fb_tree_parse(fg, &tree, &error);
	fb_fgraph_close(fg);
	fuzz_must(!ret || *error.text);
	/* Text that is not a trace must be refused by all of them. */
	fuzz_must(!events || (walked && ret));
	fuzz_must(!ret == !walked || ret == -ENODATA);
	if (!ret) {
		check_forest(tree);
		fuzz_must(tree->calls >= calls && tree->lost == lost && sums.lost == lost);
		fuzz_must(sums.calls == tree->calls && sums.odd.doubts == tree->odd.doubts);
		fuzz_must(told.cut || told.self == roots(tree));
		fb_tree_free(tree);
	}
	free(text);
	return 0;
}
