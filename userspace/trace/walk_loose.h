/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loose calls, which come before the call around them, and what a call's time says of where they can stand. Used by
 * trace/walk_stack.c only.
 */
#ifndef FB_TRACE_WALK_LOOSE_H
#define FB_TRACE_WALK_LOOSE_H

#include "trace/walk_state.h"

/** FB_WALK_LEVEL_NEXT - the level of an entry that has marks only: what opens next stands beside them */
#define FB_WALK_LEVEL_NEXT INT32_MAX

/** fb_walk_inner_level - the level of what a frame calls */
static inline int32_t fb_walk_inner_level(const struct fb_walk_frame *frame)
{
	return frame->level + (frame->kind == FB_NODE_CALL);
}

/** fb_walk_frame_around - the frame around another one, NULL for an outermost one */
static inline struct fb_walk_frame *fb_walk_frame_around(const struct fb_walk_stack *st,
							 const struct fb_walk_frame *frame)
{
	return frame->around ? &st->open[frame->around - 1] : NULL;
}

/** fb_walk_odd - braces alone would give another tree here */
void fb_walk_odd(struct fb_walk *w);

/**
 * fb_walk_doubt - the text contradicts itself, or a line is missing that it does not tell of
 * @w: the walk
 * @in: what stands in the call whose own time is not certain for it, NULL if nothing does
 * @line: the line that shows it
 * @told: the listener was told of these calls, so it counts
 */
void fb_walk_doubt(struct fb_walk *w, struct fb_walk_inner *in, uint64_t line, bool told);

/** fb_walk_account - add a frame that has ended to what it stands in */
static inline void fb_walk_account(struct fb_walk *w, struct fb_walk_inner *in,
				   const struct fb_walk_frame *frame)
{
	bool known = frame->dur_ns >= 0;
	int64_t ns = known ? frame->dur_ns : frame->inner.ns;
	int64_t least = known && !(frame->flags & FB_NODE_LATE) ? ns : frame->inner.least_ns;
	bool irq = frame->kind == FB_NODE_IRQ ||
		   (frame->name ? fb_irq_is_known(&w->irqs, frame->name) : frame->inner.irq);

	in->ns += ns;
	in->laid_ns += frame->inner.laid_ns > ns ? frame->inner.laid_ns : ns;
	in->least_ns += least;
	in->irq |= irq;
	in->late_ns = irq ? in->late_ns + least : 0;
	in->nr += known || !frame->inner.nr ? 1 : frame->inner.nr;
	if (in->doubt || known)
		return;
	/* What a call without a duration took beyond what stands in it is in the time of the call around it. */
	in->doubt = frame->inner.doubt || frame->kind == FB_NODE_IRQ ? frame->inner.doubt
								     : frame->end_line;
}

/** fb_walk_judge_odd - as fb_walk_judge(), of a call that is shorter than what stands in it, or that has a doubt */
void fb_walk_judge_odd(struct fb_walk *w, struct fb_walk_frame *frame);

/**
 * fb_walk_judge - is a call as long as what stands in it, and is its own time certain?
 * @w: the walk
 * @frame: the call, whose @dur_ns and @inner are complete
 *
 * Counts it if not. Sets FB_NODE_LATE if an interrupt explains it that came behind the call's end, and
 * FB_NODE_UNCERTAIN if its own time is not certain.
 */
static inline void fb_walk_judge(struct fb_walk *w, struct fb_walk_frame *frame)
{
	const struct fb_walk_inner *in = &frame->inner;

	if (frame->dur_ns >= 0 &&
	    (in->ns > frame->dur_ns || in->least_ns > frame->dur_ns || in->doubt))
		fb_walk_judge_odd(w, frame);
}

/**
 * fb_walk_settle_all - the entries from @from on are in @into
 * @w: the walk
 * @st: the task
 * @from: the first of them
 * @into: the frame, NULL for outermost calls
 *
 * Return: 0, or what the listener returned.
 */
int fb_walk_settle_all(struct fb_walk *w, struct fb_walk_stack *st, uint32_t from,
		       struct fb_walk_frame *into);

/** fb_walk_settle - as fb_walk_settle_all(); as a rule there are none */
static inline int fb_walk_settle(struct fb_walk *w, struct fb_walk_stack *st, uint32_t from,
				 struct fb_walk_frame *into)
{
	return st->nr_loose > from ? fb_walk_settle_all(w, st, from, into) : 0;
}

/** fb_walk_insert - puts an empty entry before the one at @at; 0 or -ENOMEM */
int fb_walk_insert(struct fb_walk_stack *st, uint32_t at, int32_t level, uint64_t line);

/**
 * fb_walk_place - find out which loose calls are in a frame that has just been opened
 * @w: the walk
 * @st: the task
 * @frame: the frame; its @entry, @loose, @hold and FB_WALK_ADOPTS are set
 * @torn: lines are missing before it
 *
 * The entries of the frame around that are deeper than @frame come to lie behind @frame->loose if they are inside it,
 * and right before that if they may be. The others are beside it.
 *
 * Return: 0, -ENOMEM, or what the listener returned.
 */
int fb_walk_place(struct fb_walk *w, struct fb_walk_stack *st, struct fb_walk_frame *frame,
		  bool torn);

/** fb_walk_take_held - a frame ends that holds loose calls: they are in it, or beside it; 0, or what the listener returned */
int fb_walk_take_held(struct fb_walk *w, struct fb_walk_stack *st, struct fb_walk_frame *frame);

#endif
