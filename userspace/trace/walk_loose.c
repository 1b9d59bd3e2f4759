// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "trace/walk_loose.h"

void fb_walk_odd(struct fb_walk *w)
{
	if (!w->in->sums->odd.levels++)
		w->in->sums->odd.level_line = w->line;
}

void fb_walk_doubt(struct fb_walk *w, struct fb_walk_inner *in, uint64_t line, bool told)
{
	if (told && !w->in->sums->odd.doubts++)
		w->in->sums->odd.doubt_line = line;
	if (in && !in->doubt)
		in->doubt = line;
}

/* --- time ----------------------------------------------------------------- */

/* Add what an entry holds. */
static void add_inner(struct fb_walk_inner *in, const struct fb_walk_inner *more)
{
	bool all = more->late_ns == more->least_ns;

	in->late_ns = all ? in->late_ns + more->late_ns : more->late_ns;
	in->least_ns += more->least_ns;
	in->ns += more->ns;
	in->laid_ns += more->laid_ns;
	in->irq |= more->irq;
	in->nr += more->nr;
	if (!in->doubt)
		in->doubt = more->doubt;
}

/* By how much is a call shorter than what stands in it? 0 if rounding is all. */
static int64_t excess(int64_t dur_ns, const struct fb_walk_inner *in)
{
	int64_t over = dur_ns < 0 ? 0 : in->least_ns - dur_ns;

	return over > fb_call_rounding(dur_ns, in->nr) ? over : 0;
}

/* An interrupt that came when the call had been timed stands last in it. */
static bool is_late(int64_t dur_ns, const struct fb_walk_inner *in)
{
	const struct fb_walk_inner early = { .least_ns = in->least_ns - in->late_ns, .nr = in->nr };

	return in->late_ns && !excess(dur_ns, &early);
}

/* Does all of it fit into a call of this duration, or is there an interrupt that explains why it does not? */
static bool fits(int64_t dur_ns, const struct fb_walk_inner *in)
{
	return !excess(dur_ns, in) || is_late(dur_ns, in);
}

void fb_walk_judge_odd(struct fb_walk *w, struct fb_walk_frame *frame)
{
	int64_t over = frame->inner.ns - frame->dur_ns;
	struct fb_walk_sums *sums = w->in->sums;
	bool told = frame->flags & FB_WALK_TOLD;

	if (over > 0 && told) {
		if (!sums->shorter++)
			sums->shorter_line = w->line;
		sums->shorter_ns += (uint64_t)over;
	}
	if (frame->inner.least_ns > frame->dur_ns) {
		if (!fits(frame->dur_ns, &frame->inner))
			fb_walk_doubt(w, &frame->inner, w->line, told);
		else if (excess(frame->dur_ns, &frame->inner))
			frame->flags |= FB_NODE_LATE;
	}
	if (!frame->inner.doubt)
		return;
	frame->flags |= FB_NODE_UNCERTAIN;
	sums->odd.uncertain += told;
}

/* --- the list ------------------------------------------------------------- */

int fb_walk_settle_all(struct fb_walk *w, struct fb_walk_stack *st, uint32_t from,
		       struct fb_walk_frame *into)
{
	uint32_t i;
	int ret = 0;

	for (i = from; !ret && i < st->nr_loose; i++) {
		struct fb_walk_loose *entry = &st->list[i];

		/* Not in the text: the line of what called them. */
		if (entry->inner.nr && !entry->inner.doubt &&
		    (into ? entry->level != fb_walk_inner_level(into) : entry->below))
			fb_walk_doubt(w, &entry->inner, entry->line, entry->told);
		if (entry->told)
			ret = fb_walk_tell(w, settle, st, entry, into);
		/* What the listener does not know of is the call's own time. */
		if (into && (entry->told || !(into->flags & FB_WALK_TOLD)))
			add_inner(&into->inner, &entry->inner);
	}
	st->nr_loose = from;
	return ret;
}

int fb_walk_insert(struct fb_walk_stack *st, uint32_t at, int32_t level, uint64_t line)
{
	if (fb_vector_reserve(st->list, st->size_loose, st->nr_loose + 1))
		return -ENOMEM;
	memmove(&st->list[at + 1], &st->list[at], (st->nr_loose - at) * sizeof(*st->list));
	st->list[at] = (struct fb_walk_loose){ .level = level, .line = line };
	st->nr_loose++;
	return 0;
}

/* What the entries from @at on hold, in all. */
static struct fb_walk_inner all_from(const struct fb_walk_stack *st, uint32_t at)
{
	struct fb_walk_inner in = { .ns = 0 };

	for (; at < st->nr_loose; at++)
		add_inner(&in, &st->list[at].inner);
	return in;
}

/*
 * The entries from @at on, which are deeper than @frame, are not in it, but beside it. What called them is not in the
 * text, unless it is @frame after all.
 */
static int put_beside(struct fb_walk *w, struct fb_walk_stack *st, struct fb_walk_frame *frame,
		      uint32_t at, bool loose)
{
	uint32_t i;

	for (i = at; i < st->nr_loose; i++) {
		struct fb_walk_loose *entry = &st->list[i];

		if (entry->inner.nr && !entry->inner.doubt)
			fb_walk_doubt(w, &entry->inner, entry->line,
				      entry->told && !frame->inner.doubt);
		/* What is around them is around this as well, or lies between. */
		if (loose)
			entry->level = frame->level;
	}
	return loose ? 0 : fb_walk_settle(w, st, at, fb_walk_frame_around(st, frame));
}

/* A brace ends a call whose beginning is not in the text: what is deeper was inside it, if it fits. */
static bool may_adopt(struct fb_walk *w, const struct fb_walk_stack *st,
		      struct fb_walk_frame *frame, uint32_t at)
{
	const struct fb_walk_inner all = all_from(st, at);

	if (fits(frame->dur_ns, &all))
		return true;
	fb_walk_doubt(w, &frame->inner, w->line, frame->flags & FB_WALK_TOLD);
	return false;
}

/* The first line of the entries from @at on. */
static uint64_t first_line(const struct fb_walk_stack *st, uint32_t at)
{
	uint64_t line = st->list[at].line;

	for (; at < st->nr_loose; at++)
		line = st->list[at].line < line ? st->list[at].line : line;
	return line;
}

/*
 * An interrupt comes when the tracer has counted a call, but not written its opening line: the entries from @at on may
 * be in a call that begins here. Whether they fit is known when it ends.
 */
static bool may_hold(const struct fb_walk_stack *st, const struct fb_walk_frame *frame, uint32_t at)
{
	return frame->kind == FB_NODE_CALL && st->list[at].level == frame->level + 1 &&
	       all_from(st, at).irq;
}

int fb_walk_place(struct fb_walk *w, struct fb_walk_stack *st, struct fb_walk_frame *frame,
		  bool torn)
{
	struct fb_walk_frame *around = fb_walk_frame_around(st, frame);
	uint32_t from = around ? around->loose : 0, at = st->nr_loose, deeper;
	/* There is nothing around level 0. */
	bool loose = around ? frame->level > fb_walk_inner_level(around) : frame->level;
	bool head_cut = frame->flags & FB_NODE_HEAD_CUT, holds;
	int ret = 0;

	if (!head_cut && at > from && st->list[at - 1].level == FB_WALK_LEVEL_NEXT)
		st->list[at - 1].level = frame->level;
	while (at > from && st->list[at - 1].level > frame->level)
		at--;
	deeper = st->nr_loose - at;
	holds = deeper && !head_cut && may_hold(st, frame, at);
	/* It may have been in it: the line that would tell is missing. */
	if (holds && torn)
		frame->inner.doubt = w->line;
	if (deeper && (head_cut ? may_adopt(w, st, frame, at) : holds && !torn)) {
		frame->flags |= FB_WALK_ADOPTS;
		frame->hold = head_cut ? 0 : deeper;
		if (head_cut)
			frame->line = first_line(st, at);
	} else if (deeper) {
		ret = put_beside(w, st, frame, at, loose);
		at = st->nr_loose;
	}
	if (loose && (at == from || st->list[at - 1].level != frame->level)) {
		if (!ret)
			ret = fb_walk_insert(st, at, frame->level, frame->line);
		if (!ret)
			st->list[at].below = !around && st->least && frame->level >= st->least;
		if (around)
			fb_walk_odd(w);
		at++;
	}
	frame->entry = loose ? at : 0;
	frame->loose = at + frame->hold;
	return ret;
}

int fb_walk_take_held(struct fb_walk *w, struct fb_walk_stack *st, struct fb_walk_frame *frame)
{
	uint32_t from = frame->loose - frame->hold;
	struct fb_walk_inner all = all_from(st, from);

	frame->hold = 0;
	frame->loose = from;
	/* What came before the call's line did not come behind its end. */
	all.late_ns = 0;
	add_inner(&all, &frame->inner);
	if (fits(frame->dur_ns, &all))
		return fb_walk_settle(w, st, from, frame);
	fb_walk_doubt(w, &frame->inner, w->line, frame->flags & FB_WALK_TOLD);
	return put_beside(w, st, frame, from, frame->entry);
}
