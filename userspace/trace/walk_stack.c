// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stem.h"
#include "lib/vector.h"
#include "line/str.h"
#include "trace/walk_loose.h"
#include "trace/walk_stack.h"

/* An array of so many entries is shrunk to what is used, a larger one to half as many more. */
#define FIT_LEAST 8

static bool is_root(const struct fb_walk_in *in, const char *name)
{
	return name && (!strcmp(name, in->root) || fb_stem_is(name, in->root, strlen(in->root)));
}

/* --- frames --------------------------------------------------------------- */

/* Is the listener told, and how deep does the frame stand for it? */
static void set_told(const struct fb_walk_in *in, const struct fb_walk_stack *st,
		     struct fb_walk_frame *frame)
{
	const struct fb_walk_frame *around = fb_walk_frame_around(st, frame);
	bool begins = in->root ? is_root(in, frame->name) : !around;

	if (around && around->flags & FB_WALK_TOLD) {
		frame->flags |= FB_WALK_TOLD;
		frame->zero = around->zero;
		frame->depth = around->depth + 1 + frame->level - fb_walk_inner_level(around);
	} else if (begins && (!in->gate || *in->gate)) {
		frame->flags |= FB_WALK_TOLD;
		frame->zero = in->root ? frame->level : fb_fgraph_level(in->fg);
		frame->depth = frame->level - frame->zero;
	}
}

/* Beside a call that has been uncounted, but whose brace is still to come: only an interrupt does that. */
static void push_beside(struct fb_walk *w, struct fb_walk_stack *st, struct fb_walk_frame *frame)
{
	struct fb_walk_frame *around = fb_walk_frame_around(st, frame);
	uint32_t i;

	frame->entry = st->open[frame->around].entry;
	frame->loose = st->nr_loose;
	fb_walk_odd(w);
	for (i = frame->around; i < st->depth; i++)
		st->open[i].flags |= FB_WALK_BESIDE;
	if (frame->kind == FB_NODE_CALL && !(frame->name && fb_irq_is_known(&w->irqs, frame->name)))
		fb_walk_doubt(w, around ? &around->inner : NULL, w->line,
			      frame->flags & FB_WALK_TOLD);
}

/*
 * Opens a frame, in which the loose calls are that belong to it. Nothing deeper is open. It is written where it
 * stays, each field once: a copy right behind its stores would wait for them.
 */
static int push(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		const struct fb_walk_begin *begin, int32_t level, bool torn)
{
	int ret = fb_vector_reserve(st->open, st->size, st->depth + 1);
	struct fb_walk_frame *frame;

	if (ret)
		return ret;
	frame = &st->open[st->depth];
	*frame = (struct fb_walk_frame){ .kind = begin->kind,
					 .flags = begin->flags,
					 .level = level,
					 .zero = 0,
					 .depth = 0,
					 .around = st->depth,
					 .entry = 0,
					 .loose = 0,
					 .hold = 0,
					 .name = begin->name,
					 .module = begin->module,
					 .line = ev->line,
					 .end_line = 0,
					 .dur_ns = ev->kind == FB_FG_ENTRY ? -1 : ev->dur_ns,
					 .inner = { .ns = 0 },
					 .note = 0 };
	/* What lies between a frame and the frame around it is not around a lower level either. */
	while (frame->around && fb_walk_inner_level(&st->open[frame->around - 1]) > level)
		frame->around = st->open[frame->around - 1].around;
	set_told(w->in, st, frame);
	if (!frame->around && (!st->least || level < st->least))
		st->least = level + 1;
	if (frame->around < st->depth)
		push_beside(w, st, frame);
	else
		ret = fb_walk_place(w, st, frame, torn);
	st->entry = frame->entry ? &st->list[frame->entry - 1] : NULL;
	if (st->entry && frame->flags & FB_WALK_TOLD)
		st->entry->told = true;
	st->depth++;
	if (!ret && frame->flags & FB_WALK_TOLD)
		ret = fb_walk_tell(w, enter, st, ev);
	return ret ? ret : fb_walk_settle(w, st, frame->loose, frame);
}

int fb_walk_leave(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	struct fb_walk_frame *frame = &st->open[st->depth - 1], *around;
	struct fb_walk_sums *sums = w->in->sums;
	int ret = fb_walk_settle(w, st, frame->loose, frame);

	frame->end_line = w->line;
	if (!ret && frame->hold)
		ret = fb_walk_take_held(w, st, frame);
	fb_walk_judge(w, frame);
	if (frame->flags & FB_WALK_TOLD) {
		sums->calls += frame->kind == FB_NODE_CALL;
		sums->heads += !!(frame->flags & FB_NODE_HEAD_CUT);
		sums->tails += frame->kind == FB_NODE_CALL && frame->dur_ns < 0;
		if (!ret)
			ret = fb_walk_tell(w, leave, st, ev);
	}
	around = fb_walk_frame_around(st, frame);
	if (frame->entry)
		fb_walk_account(w, &st->list[frame->entry - 1].inner, frame);
	else if (around)
		fb_walk_account(w, &around->inner, frame);
	st->depth--;
	return ret;
}

/* Cut off the frames from @depth on; @known: the text says that lines are missing. */
static int cut_tails(struct fb_walk *w, struct fb_walk_stack *st, uint32_t depth, bool known)
{
	int ret = 0;

	while (!ret && st->depth > depth) {
		struct fb_walk_frame *frame = &st->open[st->depth - 1];

		frame->flags |= FB_NODE_TAIL_CUT;
		if (!known)
			fb_walk_doubt(w, NULL, w->line, frame->flags & FB_WALK_TOLD);
		ret = fb_walk_leave(w, st, NULL);
	}
	return ret;
}

int fb_walk_cut_tails(struct fb_walk *w, struct fb_walk_stack *st, uint32_t depth)
{
	return cut_tails(w, st, depth, false);
}

/*
 * Is a frame over where a line of @level begins something? It is if that line is less deep. So is one that was over, but
 * for its brace, when another call of its level began: nothing is inside it any more.
 */
static bool is_over(const struct fb_walk_frame *frame, int32_t level)
{
	return frame->level > level || (frame->flags & FB_WALK_BESIDE && level > frame->level);
}

/* Cut off what is over where a line of @level begins something; @torn: whether a call was. */
static int cut_deeper(struct fb_walk *w, struct fb_walk_stack *st, int32_t level, bool *torn)
{
	uint32_t depth = st->depth;

	*torn = false;
	for (; depth && is_over(&st->open[depth - 1], level); depth--)
		*torn |= st->open[depth - 1].kind == FB_NODE_CALL;
	if (*torn)
		fb_walk_odd(w);
	return fb_walk_cut_tails(w, st, depth);
}

int fb_walk_gap(struct fb_walk *w, struct fb_walk_stack *st)
{
	int ret = fb_walk_irq_waits(w, st);

	if (!ret)
		ret = cut_tails(w, st, 0, true);
	st->least = 0;
	return ret ? ret : fb_walk_settle(w, st, 0, NULL);
}

int fb_walk_left_out(struct fb_walk *w, struct fb_walk_stack *st)
{
	struct fb_walk_frame *frame;
	int ret = fb_walk_irq_waits(w, st);

	frame = st->depth ? &st->open[st->depth - 1] : NULL;
	return ret ? ret : fb_walk_settle(w, st, frame ? frame->loose : 0, frame);
}

/* Shrinks an array of which @nr entries of @size are used, unless it would soon grow again. */
static void *fit(void *table, uint32_t nr, uint32_t *size, size_t row)
{
	uint32_t room = nr > FIT_LEAST ? nr + nr / 2 : nr;
	void *fitted;

	if (*size <= FIT_LEAST ? *size == nr : *size / 2 <= nr)
		return table;
	if (!room) {
		free(table);
		*size = 0;
		return NULL;
	}
	fitted = realloc(table, room * row);
	if (!fitted)
		return table;
	*size = room;
	return fitted;
}

void fb_walk_park(struct fb_walk_stack *st)
{
	st->open = fit(st->open, st->depth, &st->size, sizeof(*st->open));
	st->list = fit(st->list, st->nr_loose, &st->size_loose, sizeof(*st->list));
	st->entry = NULL;
}

/* --- what begins ---------------------------------------------------------- */

/* The level of what braces alone put into the innermost frame. */
static int32_t level_here(const struct fb_walk_stack *st)
{
	if (st->depth)
		return fb_walk_inner_level(&st->open[st->depth - 1]);
	return st->nr_loose && st->list[0].level != FB_WALK_LEVEL_NEXT ? st->list[0].level : 0;
}

void fb_walk_was_irq(struct fb_walk *w, struct fb_walk_stack *st)
{
	struct fb_walk_frame *frame = st->depth ? &st->open[st->depth - 1] : NULL;
	uint32_t at = frame ? frame->loose : 0;

	/* A call has begun in this text, but not the interrupt in it. */
	if (frame)
		fb_walk_doubt(w, &frame->inner, w->line, frame->flags & FB_WALK_TOLD);
	for (; at < st->nr_loose; at++) {
		st->list[at].inner.irq = true;
		st->list[at].inner.late_ns = st->list[at].inner.least_ns;
	}
}

/* The interrupt whose arrow has come: what it calls has this level. */
static int enter_irq(struct fb_walk *w, struct fb_walk_stack *st, int32_t level, bool torn)
{
	const struct fb_fg_event ev = { .kind = FB_FG_IRQ_IN,
					.cpu = st->cpu,
					.line = st->irq_line,
					.level = level,
					.dur_ns = -1,
					.at_ns = st->irq_at_ns };
	const struct fb_walk_begin begin = { .kind = FB_NODE_IRQ };

	st->irq_line = 0;
	return push(w, st, &ev, &begin, level, torn);
}

int fb_walk_irq_waits(struct fb_walk *w, struct fb_walk_stack *st)
{
	return st->irq_line ? enter_irq(w, st, level_here(st), false) : 0;
}

int fb_walk_enter(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		  const struct fb_walk_begin *begin)
{
	int32_t level = ev->level == FB_FG_NO_LEVEL ? level_here(st) : ev->level;
	bool torn = false;
	int ret;

	if (level > FB_WALK_DEPTH_MAX ||
	    (st->depth >= FB_WALK_DEPTH_MAX && !(begin->flags & FB_WALK_LEAF)))
		return fb_error(w->why, -E2BIG, "line %llu: calls nested more than %d deep",
				(unsigned long long)ev->line, FB_WALK_DEPTH_MAX);
	ret = cut_deeper(w, st, level, &torn);
	if (!ret && st->irq_line)
		ret = enter_irq(w, st, level, torn);
	return ret ? ret : push(w, st, ev, begin, level, torn);
}

int fb_walk_mark(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	int ret = fb_walk_irq_waits(w, st);
	const struct fb_walk_frame *frame = st->depth ? &st->open[st->depth - 1] : NULL;
	bool told = frame ? frame->flags & FB_WALK_TOLD : !w->in->root;

	if (!ret && !frame && !st->nr_loose)
		ret = fb_walk_insert(st, 0, FB_WALK_LEVEL_NEXT, ev->line);
	st->entry = NULL;
	if (st->nr_loose > (frame ? frame->loose : 0))
		st->entry = &st->list[st->nr_loose - 1];
	if (ret || !told)
		return ret;
	if (st->entry)
		st->entry->told = true;
	return fb_walk_tell(w, mark, st, ev);
}

/* --- what ends ------------------------------------------------------------ */

/* A brace whose opening line is not in the text. What is deeper and stands before it was inside. */
static int headless(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		    const struct fb_walk_begin *end, int32_t level)
{
	const struct fb_walk_begin begin = { .kind = FB_NODE_CALL,
					     .flags = FB_NODE_HEAD_CUT,
					     .name = end->name,
					     .module = end->module };
	bool torn;
	int ret = cut_deeper(w, st, level, &torn);

	/* So many cannot be inside one another: there was a gap that the text does not tell. */
	if (!ret && level < -FB_WALK_DEPTH_MAX) {
		ret = fb_walk_gap(w, st);
		level = 0;
	}
	if (ret)
		return ret;
	if (st->depth)
		fb_walk_odd(w);
	ret = push(w, st, ev, &begin, level, torn);
	return ret ? ret : fb_walk_leave(w, st, ev);
}

/* Index + 1 of the open call that a brace of this level closes, or 0. */
static uint32_t closed_by(struct fb_walk *w, const struct fb_walk_stack *st,
			  const struct fb_fg_event *ev)
{
	uint32_t at = st->depth, first;

	while (at && (st->open[at - 1].kind == FB_NODE_IRQ || st->open[at - 1].level > ev->level))
		at--;
	if (!at || st->open[at - 1].level != ev->level)
		return 0;
	if (!ev->name.len)
		return at;
	first = at;
	/* One beside another: both are open. */
	for (; at && st->open[at - 1].level == ev->level; at--)
		if (fb_str_is(&ev->name, st->open[at - 1].name))
			return at;
	w->in->sums->misnamed++;
	return first;
}

static int close_level(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		       const struct fb_walk_begin *end)
{
	uint32_t at = closed_by(w, st, ev), i;
	int ret;

	if (!at)
		return headless(w, st, ev, end, ev->level);
	for (i = at; i < st->depth && st->open[i].kind == FB_NODE_IRQ; i++)
		;
	if (i < st->depth)
		fb_walk_odd(w);
	ret = fb_walk_cut_tails(w, st, at);
	if (ret)
		return ret;
	if (ev->name.len && !fb_str_is(&ev->name, st->open[at - 1].name)) {
		ret = fb_walk_cut_tails(w, st, at - 1);
		return ret ? ret : headless(w, st, ev, end, ev->level);
	}
	st->open[at - 1].dur_ns = ev->dur_ns;
	return fb_walk_leave(w, st, ev);
}

/* Without indentation: the innermost open call, or the one that is named. */
static int close_innermost(struct fb_walk *w, struct fb_walk_stack *st,
			   const struct fb_fg_event *ev, const struct fb_walk_begin *end)
{
	uint32_t at = st->depth;
	int ret;

	/* An interrupt without an end ends before the call around it does. */
	while (at && st->open[at - 1].kind == FB_NODE_IRQ)
		at--;
	ret = fb_walk_cut_tails(w, st, at);
	if (ret)
		return ret;
	if (!at)
		return headless(w, st, ev, end, level_here(st) - 1);
	if (ev->name.len && !fb_str_is(&ev->name, st->open[at - 1].name)) {
		/* Lines are missing, and the text does not tell: close the call that is named. */
		w->in->sums->misnamed++;
		while (at && !fb_str_is(&ev->name, st->open[at - 1].name))
			at--;
		if (!at)
			return 0;
		ret = fb_walk_cut_tails(w, st, at);
		if (ret)
			return ret;
	}
	st->open[at - 1].dur_ns = ev->dur_ns;
	return fb_walk_leave(w, st, ev);
}

int fb_walk_close(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		  const struct fb_walk_begin *end)
{
	int ret = fb_walk_irq_waits(w, st);

	if (ret)
		return ret;
	if (ev->level == FB_FG_NO_LEVEL)
		return close_innermost(w, st, ev, end);
	return close_level(w, st, ev, end);
}
