// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "trace/walk.h"

#define CPUS_MAX  4096
#define DEPTH_MAX 4096

struct walk {
	const struct fb_walk_in *in;
	/* Of each CPU, that of -1 first: the task that runs, then the tasks that wait. */
	struct fb_walk_stack *cpu[CPUS_MAX + 1];
	uint64_t line;
	uint64_t events;
	struct fb_why *why;
};

#define tell(w, op, ...) ((w)->in->ops->op ? (w)->in->ops->op((w)->in->to, __VA_ARGS__) : 0)

int64_t fb_walk_self(const struct fb_walk_frame *frame)
{
	return frame->dur_ns < 0 ? 0 : frame->dur_ns - frame->inner_ns;
}

static struct fb_walk_stack *new_stack(int cpu)
{
	struct fb_walk_stack *st = calloc(1, sizeof(*st));

	if (st)
		st->cpu = cpu;
	return st;
}

/* Returns true if the listener wants an outermost call that begins now. */
static bool open_now(const struct walk *w)
{
	return !w->in->gate || *w->in->gate;
}

/* Returns the task that runs on a CPU, or NULL without memory. CPU -1: the text has no CPU column. */
static struct fb_walk_stack *stack_of(struct walk *w, int cpu)
{
	struct fb_walk_stack **head = &w->cpu[cpu + 1];

	if (!*head)
		*head = new_stack(cpu);
	return *head;
}

static const char *intern(const struct walk *w, const struct fb_str *s)
{
	return fb_intern(w->in->names, s->at, s->len);
}

/* Another task runs: the open calls of the first one wait until it is back. */
static int on_switch(struct walk *w, const struct fb_fg_event *ev)
{
	struct fb_walk_stack **head = &w->cpu[ev->cpu + 1], **at = head, *from = *head, *st;
	const char *task = intern(w, &ev->text);

	if (!task || (!from->task && !(from->task = intern(w, &ev->name))))
		return -ENOMEM;
	/* Equal names have the same address. */
	while (*at && (*at)->task != task)
		at = &(*at)->other;
	st = *at;
	if (st) {
		*at = st->other;
	} else {
		st = new_stack(ev->cpu);
		if (!st)
			return -ENOMEM;
		st->task = task;
	}
	st->other = *head;
	*head = st;
	return tell(w, change, from, st, ev);
}

/* Add the times of a frame that has ended to the frame around it. */
static void account(struct fb_walk_sums *sums, struct fb_walk_frame *up,
		    const struct fb_walk_frame *frame, bool told)
{
	int64_t over = frame->laid_ns - frame->dur_ns;

	if (frame->dur_ns < 0) {
		up->inner_ns += frame->inner_ns;
		up->laid_ns += frame->laid_ns;
		return;
	}
	up->inner_ns += frame->dur_ns;
	up->laid_ns += over > 0 ? frame->laid_ns : frame->dur_ns;
	over = frame->inner_ns - frame->dur_ns;
	if (told && over > 0) {
		sums->shorter++;
		sums->shorter_ns += (uint64_t)over;
	}
}

static int leave(struct walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_frame *frame = &st->open[st->depth - 1];
	struct fb_walk_sums *sums = w->in->sums;
	bool told = st->inside;
	int ret = 0;

	frame->end_line = w->line;
	if (told) {
		sums->calls += frame->kind == FB_NODE_CALL;
		sums->tails += frame->kind == FB_NODE_CALL && frame->dur_ns < 0;
		ret = tell(w, leave, st, ev);
	}
	account(sums, st->depth > 1 ? frame - 1 : &st->top, frame, told);
	st->depth--;
	if (told && st->depth == st->base)
		st->inside = false;
	return ret;
}

/* Leave the open frames down to @depth, as cut off. */
static int cut_tails(struct walk *w, struct fb_walk_stack *st, uint32_t depth)
{
	int ret = 0;

	while (!ret && st->depth > depth) {
		st->open[st->depth - 1].flags |= FB_NODE_TAIL_CUT;
		ret = leave(w, st, NULL);
	}
	return ret;
}

static bool is_called(const char *name, const struct fb_str *s)
{
	return name && strlen(name) == s->len && !memcmp(name, s->at, s->len);
}

static bool is_root(const struct walk *w, const char *name)
{
	size_t len = strlen(w->in->root);

	return name && (!strcmp(name, w->in->root) || fb_stem_is(name, w->in->root, len));
}

/* Remember the first outermost line since the gap. */
static void at_top(struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	if (!st->depth && !st->top.line)
		st->top.line = ev->line;
}

/* What stands above a gap is not inside a call whose brace stands below it. */
static void forget_top(struct fb_walk_stack *st)
{
	st->top = (struct fb_walk_frame){ .line = 0 };
	st->heads = 0;
}

static int enter(struct walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		 struct fb_walk_frame *frame)
{
	if (st->depth >= DEPTH_MAX && !(frame->flags & FB_WALK_LEAF))
		return fb_why(w->why, -E2BIG, "line %llu: calls nested more than %d deep",
			      (unsigned long long)ev->line, DEPTH_MAX);
	if (st->depth == st->size) {
		uint32_t size = st->size ? st->size * 2 : 32;
		struct fb_walk_frame *grown = realloc(st->open, size * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		st->open = grown;
		st->size = size;
	}
	if (w->in->root ? !st->inside && is_root(w, frame->name) : !st->depth) {
		st->inside = open_now(w);
		st->base = st->depth;
	}
	at_top(st, ev);
	frame->line = ev->line;
	st->open[st->depth++] = *frame;
	return st->inside ? tell(w, enter, st, ev) : 0;
}

static int set_names(const struct walk *w, struct fb_walk_frame *frame,
		     const struct fb_fg_event *ev)
{
	if (ev->name.len && !(frame->name = intern(w, &ev->name)))
		return -ENOMEM;
	if (ev->module.len && !(frame->module = intern(w, &ev->module)))
		return -ENOMEM;
	return 0;
}

/* A brace without an opening line: the task's outermost calls since the gap were inside the call. */
static int close_headless(struct walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_frame frame;
	int ret;

	/* So many cannot be inside one another: there was a gap that the text does not tell. */
	if (st->heads == DEPTH_MAX)
		forget_top(st);
	at_top(st, ev);
	frame = st->top;
	ret = set_names(w, &frame, ev);
	if (ret)
		return ret;
	frame.kind = FB_NODE_CALL;
	frame.flags = FB_NODE_HEAD_CUT;
	frame.end_line = ev->line;
	frame.dur_ns = ev->dur_ns;
	st->top.inner_ns = st->top.laid_ns = 0;
	st->heads++;
	if (open_now(w) && (!w->in->root || is_root(w, frame.name))) {
		w->in->sums->calls++;
		w->in->sums->heads++;
		ret = tell(w, headless, st, &frame, ev);
	}
	account(w->in->sums, &st->top, &frame, open_now(w) && !w->in->root);
	return ret;
}

static int on_close(struct walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	uint32_t d = st->depth;
	int ret;

	/* An interrupt without an end ends before the call around it does. */
	while (d && st->open[d - 1].kind == FB_NODE_IRQ)
		d--;
	ret = cut_tails(w, st, d);
	if (ret)
		return ret;
	if (!st->depth)
		return close_headless(w, st, ev);
	if (ev->name.len && !is_called(st->open[st->depth - 1].name, &ev->name)) {
		/* Lines are missing, and the text does not tell: close the call that is named. */
		w->in->sums->misnamed++;
		for (d = st->depth; d && !is_called(st->open[d - 1].name, &ev->name); d--)
			;
		if (!d)
			return 0;
		ret = cut_tails(w, st, d);
		if (ret)
			return ret;
	}
	st->open[st->depth - 1].dur_ns = ev->dur_ns;
	return leave(w, st, ev);
}

static int on_irq_out(struct walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	uint32_t d = st->depth;
	int ret;

	while (d && st->open[d - 1].kind != FB_NODE_IRQ)
		d--;
	if (!d)
		return 0;
	ret = cut_tails(w, st, d);
	return ret ? ret : leave(w, st, ev);
}

static int on_lost(struct walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_stack *task;
	int ret = 0;

	w->in->sums->lost += ev->lost;
	for (task = st; !ret && task; task = task->other) {
		ret = cut_tails(w, task, 0);
		forget_top(task);
	}
	return ret ? ret : tell(w, lost, st, ev);
}

static int on_cut(struct walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_frame *frame = st->depth ? &st->open[st->depth - 1] : NULL;

	if (!frame)
		return 0;
	frame->inner_ns += ev->dur_ns;
	frame->laid_ns += ev->dur_ns;
	return st->inside ? tell(w, cut, st, ev) : 0;
}

static int take(struct walk *w, const struct fb_fg_event *ev)
{
	struct fb_walk_frame frame = { .kind = FB_NODE_CALL, .dur_ns = -1 };
	struct fb_walk_stack *st;
	int ret;

	if (ev->cpu < -1 || ev->cpu >= CPUS_MAX)
		return fb_why(w->why, -EINVAL, "line %llu: CPU %d is out of range",
			      (unsigned long long)ev->line, ev->cpu);
	st = stack_of(w, ev->cpu);
	if (!st)
		return -ENOMEM;
	switch (ev->kind) {
	case FB_FG_EXIT:
		return on_close(w, st, ev);
	case FB_FG_IRQ_OUT:
		return on_irq_out(w, st, ev);
	case FB_FG_SWITCH:
		return on_switch(w, ev);
	case FB_FG_LOST:
		return on_lost(w, st, ev);
	case FB_FG_CUT:
		return on_cut(w, st, ev);
	case FB_FG_COMMENT:
	case FB_FG_HEADING:
		at_top(st, ev);
		return st->inside || (!st->depth && !w->in->root) ? tell(w, mark, st, ev) : 0;
	case FB_FG_IRQ_IN:
		frame.kind = FB_NODE_IRQ;
		return enter(w, st, ev, &frame);
	case FB_FG_ENTRY:
	case FB_FG_LEAF:
		break;
	}
	ret = set_names(w, &frame, ev);
	if (ret)
		return ret;
	if (ev->kind == FB_FG_LEAF) {
		frame.flags = FB_WALK_LEAF;
		frame.dur_ns = ev->dur_ns;
	}
	ret = enter(w, st, ev, &frame);
	if (!ret && ev->kind == FB_FG_LEAF)
		ret = leave(w, st, ev);
	return ret;
}

/* What is open at the end of the text is cut off at its last line. */
static int finish(struct walk *w)
{
	struct fb_walk_stack *st;
	unsigned int i;
	int ret = 0;

	for (i = 0; i <= CPUS_MAX; i++)
		for (st = w->cpu[i]; !ret && st; st = st->other)
			ret = cut_tails(w, st, 0);
	return ret;
}

static void free_walk(struct walk *w)
{
	struct fb_walk_stack *st, *other;
	unsigned int i;

	for (i = 0; i <= CPUS_MAX; i++) {
		for (st = w->cpu[i]; st; st = other) {
			other = st->other;
			free(st->open);
			free(st);
		}
	}
	free(w);
}

int fb_walk(const struct fb_walk_in *in, struct fb_why *why)
{
	struct walk *w = calloc(1, sizeof(*w));
	struct fb_fg_event ev = { .line = 0 };
	int ret = 0, got = 0;

	if (!w)
		return -ENOMEM;
	w->in = in;
	w->why = why;
	while (!ret && (got = fb_fgraph_next(in->fg, &ev)) > 0) {
		w->line = ev.line;
		w->events++;
		ret = take(w, &ev);
	}
	if (!ret && got < 0)
		ret = fb_why(why, got, "%s", fb_why_text(fb_fgraph_why(in->fg), got));
	if (!ret && !w->events)
		ret = fb_why(why, -ENODATA, "no function_graph line");
	w->line = ev.line;
	if (!ret)
		ret = finish(w);
	free_walk(w);
	return ret;
}
