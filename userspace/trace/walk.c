// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line/str.h"
#include "trace/walk.h"
#include "trace/walk_stack.h"

static struct fb_walk_stack *new_stack(int cpu)
{
	struct fb_walk_stack *st = calloc(1, sizeof(*st));

	if (st)
		st->cpu = cpu;
	return st;
}

/* Returns the task that runs on a CPU, or NULL without memory. CPU -1: the text has no CPU column. */
static struct fb_walk_stack *stack_of(struct fb_walk *w, int cpu)
{
	struct fb_walk_stack **head = &w->cpu[cpu + 1];

	if (!*head)
		*head = new_stack(cpu);
	if (w->nr_cpus < cpu + 2)
		w->nr_cpus = cpu + 2;
	return *head;
}

static const char *intern(const struct fb_walk *w, const struct fb_str *s)
{
	return fb_intern(w->in->names, s->at, s->len);
}

/* Each CPU has its own idle task: "<idle>-0". */
static bool is_idle(const char *task)
{
	size_t len = strlen(task);

	return len >= 2 && !strcmp(task + len - 2, "-0");
}

/* A task leaves its CPU. Where it ran, nobody runs now. */
static int unlink_task(struct fb_walk *w, struct fb_walk_stack *st, int to)
{
	struct fb_walk_stack *after = st->other, *nobody;
	int ret = 0;

	if (st->before) {
		st->before->other = after;
		if (after)
			after->before = st->before;
	} else if (st->cpu == to) {
		w->cpu[to + 1] = after;
		if (after)
			after->before = NULL;
	} else {
		nobody = new_stack(st->cpu);
		if (!nobody)
			return -ENOMEM;
		nobody->other = after;
		if (after)
			after->before = nobody;
		w->cpu[st->cpu + 1] = nobody;
		ret = fb_walk_tell(w, change, st, nobody, NULL);
	}
	st->cpu = to;
	return ret;
}

/* @from waits from now on, and @st runs. Nobody finds an empty stack without a name again. */
static void park(struct fb_walk_stack *st, struct fb_walk_stack *from)
{
	fb_walk_park(from);
	st->idle = from->idle = FB_WALK_ANY;
	if (from->task || from->depth || from->nr_loose || from->irq_line || from->note)
		return;
	st->other = from->other;
	if (st->other)
		st->other->before = st;
	free(from);
}

/* Another task runs on a CPU: the open calls of the first one wait until it is back, here or elsewhere. */
static int run_task(struct fb_walk *w, int cpu, const char *task, const struct fb_fg_event *ev)
{
	struct fb_walk_stack *from = w->cpu[cpu + 1], *st = fb_walk_here(&w->tasks, task, cpu);
	int ret = 0;

	if (!st && !is_idle(task))
		st = fb_walk_elsewhere(&w->tasks, task, cpu);
	if (st) {
		ret = unlink_task(w, st, cpu);
	} else {
		st = new_stack(cpu);
		if (!st)
			return -ENOMEM;
		ret = fb_walk_name(&w->tasks, st, task);
	}
	st->before = NULL;
	st->other = w->cpu[cpu + 1];
	if (st->other)
		st->other->before = st;
	w->cpu[cpu + 1] = st;
	if (!ret)
		ret = fb_walk_tell(w, change, from, st, ev);
	park(st, from);
	return ret;
}

/*
 * Is a stack without a name that of a task that is named now? Not if that one has a stack here or on another CPU, and
 * nothing is open in this one.
 */
static bool may_be(struct fb_walk *w, const struct fb_walk_stack *st, const char *task)
{
	return !fb_walk_here(&w->tasks, task, st->cpu) &&
	       (is_idle(task) || !fb_walk_elsewhere(&w->tasks, task, st->cpu));
}

static int on_switch(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const char *task = intern(w, &ev->text), *from = st->task;

	if (!from) {
		from = intern(w, &ev->name);
		if (!from || ((st->depth || st->nr_loose || may_be(w, st, from)) &&
			      fb_walk_name(&w->tasks, st, from)))
			return -ENOMEM;
	}
	if (!task)
		return -ENOMEM;
	return run_task(w, ev->cpu, task, ev);
}

/* The line names its task. */
static int on_task(struct fb_walk *w, struct fb_walk_stack **st, const struct fb_fg_event *ev)
{
	const char *now = (*st)->task, *task;
	int ret;

	if (fb_str_is(&ev->task, now))
		return 0;
	task = intern(w, &ev->task);
	if (!task)
		return -ENOMEM;
	if (!now && !(*st)->depth && !(*st)->nr_loose && may_be(w, *st, task))
		return fb_walk_name(&w->tasks, *st, task);
	ret = run_task(w, ev->cpu, task, ev);
	*st = w->cpu[ev->cpu + 1];
	return ret;
}

static int set_names(const struct fb_walk *w, struct fb_walk_begin *call,
		     const struct fb_fg_event *ev)
{
	if (ev->name.len && !(call->name = intern(w, &ev->name)))
		return -ENOMEM;
	if (ev->module.len && !(call->module = intern(w, &ev->module)))
		return -ENOMEM;
	return 0;
}

static int on_irq_out(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	int ret = fb_walk_irq_waits(w, st);
	uint32_t d = st->depth;

	while (d && st->open[d - 1].kind != FB_NODE_IRQ)
		d--;
	if (ret)
		return ret;
	if (!d) {
		fb_walk_was_irq(w, st);
		return 0;
	}
	ret = fb_walk_cut_tails(w, st, d);
	return ret ? ret : fb_walk_leave(w, st, ev);
}

static int on_lost(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_stack *task;
	int ret = 0;

	w->in->sums->lost += ev->lost;
	for (task = st; !ret && task && task->idle != FB_WALK_EMPTY; task = task->other) {
		ret = fb_walk_gap(w, task);
		if (task == st)
			continue;
		task->idle = FB_WALK_EMPTY;
		fb_walk_park(task);
	}
	return ret ? ret : fb_walk_tell(w, lost, st, ev);
}

/* The omitted lines may belong to any task. */
static int on_gap(struct fb_walk *w)
{
	struct fb_walk_stack *st;
	int ret = 0, i;

	for (i = 0; i < w->nr_cpus; i++) {
		for (st = w->cpu[i]; !ret && st && !st->idle; st = st->other) {
			ret = fb_walk_left_out(w, st);
			if (st->before)
				st->idle = FB_WALK_SETTLED;
		}
	}
	return ret;
}

static int on_cut(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	int ret = fb_walk_irq_waits(w, st);
	struct fb_walk_frame *frame = st->depth ? &st->open[st->depth - 1] : NULL;

	if (ret || !frame)
		return ret;
	frame->inner.ns += ev->dur_ns;
	frame->inner.laid_ns += ev->dur_ns;
	return frame->flags & FB_WALK_TOLD ? fb_walk_tell(w, cut, st, ev) : 0;
}

static int on_call(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_begin call = { .kind = FB_NODE_CALL };
	int ret = set_names(w, &call, ev);

	if (ret)
		return ret;
	if (ev->kind == FB_FG_EXIT)
		return fb_walk_close(w, st, ev, &call);
	call.flags = ev->kind == FB_FG_LEAF ? FB_WALK_LEAF : 0;
	ret = fb_walk_enter(w, st, ev, &call);
	if (!ret && ev->kind == FB_FG_LEAF)
		ret = fb_walk_leave(w, st, ev);
	return ret;
}

/*
 * Does a line say which task runs? In a graph without the tasks' column an event or a stack trace may name one: what is
 * open goes on. Where tasks take turns the graph says so itself.
 */
static bool names_task(struct fb_walk *w, const struct fb_fg_event *ev)
{
	bool call = ev->kind <= FB_FG_EXIT;

	if (call && !w->column)
		w->column = ev->task.len ? FB_WALK_COLUMN : FB_WALK_NO_COLUMN;
	return ev->task.len && ev->kind != FB_FG_SWITCH && (call || w->column != FB_WALK_NO_COLUMN);
}

static int take_event(struct fb_walk *w, const struct fb_fg_event *ev)
{
	struct fb_walk_stack *st;
	int ret = 0;

	if (ev->cpu < -1 || ev->cpu >= FB_WALK_CPUS_MAX)
		return fb_error(w->why, -EINVAL, "line %llu: CPU %d is out of range",
				(unsigned long long)ev->line, ev->cpu);
	st = stack_of(w, ev->cpu);
	if (!st)
		return -ENOMEM;
	if (names_task(w, ev))
		ret = on_task(w, &st, ev);
	if (ret)
		return ret;
	switch (ev->kind) {
	case FB_FG_ENTRY:
	case FB_FG_LEAF:
	case FB_FG_EXIT:
		return on_call(w, st, ev);
	case FB_FG_IRQ_IN:
		/* The level of what it calls is its own. */
		ret = fb_walk_irq_waits(w, st);
		st->irq_line = ev->line;
		st->irq_at_ns = ev->at_ns;
		return ret;
	case FB_FG_IRQ_OUT:
		return on_irq_out(w, st, ev);
	case FB_FG_SWITCH:
		return on_switch(w, st, ev);
	case FB_FG_LOST:
		return on_lost(w, st, ev);
	case FB_FG_CUT:
		return on_cut(w, st, ev);
	case FB_FG_HEADING:
		/* What stands above an outermost heading is not inside a call below it. */
		if (!st->depth)
			ret = fb_walk_gap(w, st);
		return ret ? ret : fb_walk_mark(w, st, ev);
	case FB_FG_GAP:
		ret = on_gap(w);
		return ret ? ret : fb_walk_mark(w, st, ev);
	case FB_FG_COMMENT:
		break;
	}
	return fb_walk_mark(w, st, ev);
}

/* What is open at the end of the text is cut off at its last line. */
static int finish(struct fb_walk *w)
{
	struct fb_walk_stack *st;
	int ret = 0, i;

	for (i = 0; i < w->nr_cpus; i++)
		for (st = w->cpu[i]; !ret && st; st = st->other)
			ret = fb_walk_gap(w, st);
	return ret;
}

static void free_walk(struct fb_walk *w)
{
	struct fb_walk_stack *st, *other;
	int i;

	for (i = 0; i < w->nr_cpus; i++) {
		for (st = w->cpu[i]; st; st = other) {
			other = st->other;
			free(st->open);
			free(st->list);
			free(st);
		}
	}
	fb_walk_tasks_free(&w->tasks);
	free(w);
}

int fb_walk(const struct fb_walk_in *in, struct fb_error *error)
{
	struct fb_walk *w = calloc(1, sizeof(*w));
	struct fb_fg_event ev = { .line = 0 };
	int ret = 0, got = 0;

	if (!w)
		return -ENOMEM;
	w->in = in;
	w->why = error;
	while (!ret && (got = fb_fgraph_next(in->fg, &ev)) > 0) {
		w->line = ev.line;
		ret = take_event(w, &ev);
	}
	if (!ret && got < 0)
		ret = fb_error(error, got, "%s", fb_error_text(fb_fgraph_error(in->fg), got));
	if (!ret)
		ret = fb_fgraph_none(in->fg, error);
	w->line = ev.line;
	fb_seen_add(&in->sums->seen, fb_fgraph_seen(in->fg));
	if (!ret)
		ret = finish(w);
	free_walk(w);
	return ret;
}
