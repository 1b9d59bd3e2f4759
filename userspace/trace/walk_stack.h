/* SPDX-License-Identifier: GPL-2.0 */
/* The open and the loose calls of one task. Used by trace/walk.c only. */
#ifndef FB_TRACE_WALK_STACK_H
#define FB_TRACE_WALK_STACK_H

#include "trace/walk_state.h"

/** FB_WALK_DEPTH_MAX - calls are not nested deeper than this */
#define FB_WALK_DEPTH_MAX 4096

/**
 * struct fb_walk_begin - a call or an interrupt that a line begins, or ends
 * @kind: FB_NODE_CALL or FB_NODE_IRQ
 * @flags: FB_WALK_LEAF or 0
 * @name: function, or NULL
 * @module: its module, or NULL
 */
struct fb_walk_begin {
	uint8_t kind;
	uint8_t flags;
	const char *name;
	const char *module;
};

/**
 * fb_walk_enter - a call or an interrupt begins
 * @w: the walk
 * @st: the task
 * @ev: the line; @ev->level FB_FG_NO_LEVEL for what the braces say
 * @begin: what begins
 *
 * Frames that are deeper than it are cut off.
 *
 * Return: 0, -ENOMEM, -E2BIG, or what the listener returned.
 */
int fb_walk_enter(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		  const struct fb_walk_begin *begin);

/** fb_walk_leave - the innermost frame ends by @ev, NULL where it is cut off */
int fb_walk_leave(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev);

/** fb_walk_close - a closing brace; @end has the names that it says */
int fb_walk_close(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev,
		  const struct fb_walk_begin *end);

/** fb_walk_cut_tails - cut off the frames from @depth on, innermost first */
int fb_walk_cut_tails(struct fb_walk *w, struct fb_walk_stack *st, uint32_t depth);

/** fb_walk_gap - all that is open is cut off, and what is loose has no call around it in the text */
int fb_walk_gap(struct fb_walk *w, struct fb_walk_stack *st);

/** fb_walk_park - the task does not run: give back the memory that its open calls do not need */
void fb_walk_park(struct fb_walk_stack *st);

/** fb_walk_mark - a trace event or a heading */
int fb_walk_mark(struct fb_walk *w, struct fb_walk_stack *st, const struct fb_fg_event *ev);

/** fb_walk_left_out - lines are missing here: what is loose is not inside a call that ends below them */
int fb_walk_left_out(struct fb_walk *w, struct fb_walk_stack *st);

/** fb_walk_was_irq - an interrupt ends that has no beginning in the text: what is loose was in it */
void fb_walk_was_irq(struct fb_walk *w, struct fb_walk_stack *st);

/** fb_walk_irq_waits - enter an interrupt whose level nothing has told, if there is one */
int fb_walk_irq_waits(struct fb_walk *w, struct fb_walk_stack *st);

#endif
