/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the events of function_graph text to calls: the one state machine that does this.
 *
 * A listener is told each call when it begins and when it ends. trace/call_tree.h is the listener
 * that keeps all calls; the formats of export/ are listeners that write each call and forget it.
 *
 * The machine keeps the names and the open calls only. So a trace may be larger than memory.
 *
 * A call that began before the text does, or before a gap, is known when its closing brace comes.
 * The brace has a smaller depth than everything that its task did since the gap. So all of that was
 * inside the call, and nothing of another task was. The listener was told these calls as outermost
 * calls, because the brace comes after them.
 */
#ifndef FB_TRACE_WALK_H
#define FB_TRACE_WALK_H

#include <stdbool.h>

#include "lib/intern.h"
#include "lib/why.h"
#include "trace/call.h"
#include "trace/fgraph.h"

/** FB_WALK_LEAF - a flag of a frame beside FB_NODE_HEAD_CUT and FB_NODE_TAIL_CUT: name(); */
#define FB_WALK_LEAF 4u

/** FB_WALK_CUT - the name that stands for calls of other packets that were left out */
#define FB_WALK_CUT "==other-packets=="

/**
 * struct fb_walk_frame - an open call or interrupt
 * @kind: FB_NODE_CALL or FB_NODE_IRQ
 * @flags: FB_WALK_LEAF from the beginning; FB_NODE_HEAD_CUT and FB_NODE_TAIL_CUT at the end
 * @name: function, or NULL
 * @module: its module, or NULL
 * @line: line of its beginning; of a call without one, the first line that is inside it
 * @end_line: at the end: line of its end; of a call that is cut off, the line that shows it
 * @dur_ns: at the end: traced duration, -1 if unknown; of a leaf from the beginning
 * @inner_ns: sum of the durations of what it called; what has none counts with its own @inner_ns
 * @laid_ns: the same, but what is shorter than what it called counts with its own @laid_ns
 * @note: the listener's own; 0 when the frame is opened
 */
struct fb_walk_frame {
	uint8_t kind;
	uint8_t flags;
	const char *name;
	const char *module;
	uint64_t line;
	uint64_t end_line;
	int64_t dur_ns;
	int64_t inner_ns;
	int64_t laid_ns;
	uint64_t note;
};

/**
 * struct fb_walk_stack - the open calls of one task on one CPU
 * @other: the next task of the same CPU
 * @cpu: the CPU, -1 if unknown
 * @task: the task, NULL until the text names it
 * @open: the open calls, outermost first
 * @depth: how many
 * @size: how many there is room for
 * @base: index of the outermost call that is told: 0, or that of the root that was asked for
 * @inside: whether the listener is told what comes now
 * @top: what was outermost since the last gap: sums, first line, and a note of the listener's own
 *	that is 0 again after a gap
 * @heads: calls without a beginning since the last gap
 * @note: the listener's own; 0 at first
 *
 * A gap is where the kernel lost events, or where more calls without a beginning have ended than
 * can be inside one another.
 */
struct fb_walk_stack {
	struct fb_walk_stack *other;
	int cpu;
	const char *task;
	struct fb_walk_frame *open;
	uint32_t depth;
	uint32_t size;
	uint32_t base;
	bool inside;
	struct fb_walk_frame top;
	uint32_t heads;
	uint64_t note;
};

/**
 * struct fb_walk_ops - a listener; each function may be NULL
 * @enter: the innermost frame has been opened
 * @leave: the innermost frame ends and is still there; @ev closes it, NULL where it is cut off
 * @headless: a call without a beginning ends; @frame->note is that of @st->top
 * @mark: a trace event or a heading
 * @change: another task runs on the CPU
 * @lost: the kernel lost events on this CPU; its open calls have been left
 * @cut: calls of other packets were here, which took @ev->dur_ns of the innermost frame
 *
 * Each returns 0, or a negative errno that ends the walk.
 */
struct fb_walk_ops {
	int (*enter)(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev);
	int (*leave)(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev);
	int (*headless)(void *to, struct fb_walk_stack *st, const struct fb_walk_frame *frame,
			const struct fb_fg_event *ev);
	int (*mark)(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev);
	int (*change)(void *to, struct fb_walk_stack *from, struct fb_walk_stack *st,
		      const struct fb_fg_event *ev);
	int (*lost)(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev);
	int (*cut)(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev);
};

/**
 * struct fb_walk_sums - what a walk has seen; walks that share one add to it
 * @calls: calls that were told
 * @heads: of these, calls whose beginning is not in the text
 * @tails: calls whose duration is unknown: their end is not in the text, or it says none
 * @lost: events that the kernel says it lost
 * @misnamed: closing lines that name another call than the innermost open one
 * @shorter: calls that are shorter than what stands in them: the kernel rounds, and an interrupt
 *	that comes between the end of a call and its closing line stands in the call
 * @shorter_ns: by how much, in all
 */
struct fb_walk_sums {
	uint64_t calls;
	uint64_t heads;
	uint64_t tails;
	uint64_t lost;
	uint32_t misnamed;
	uint64_t shorter;
	uint64_t shorter_ns;
};

/**
 * struct fb_walk_in - what fb_walk() reads and whom it tells
 * @fg: the reader, at its beginning
 * @names: keeps the names
 * @root: only calls with this name or this stem, with what they call; NULL for all
 * @gate: an outermost call that begins while this is false is not told; NULL for all
 * @ops: the listener
 * @to: given to each function of the listener
 * @sums: receives what has been seen
 */
struct fb_walk_in {
	struct fb_fgraph *fg;
	struct fb_intern *names;
	const char *root;
	const bool *gate;
	const struct fb_walk_ops *ops;
	void *to;
	struct fb_walk_sums *sums;
};

/**
 * fb_walk - tell a listener the calls of a text
 * @in: the text and the listener
 * @why: receives one line that says what is wrong with the text; else empty
 *
 * A closing line that names a call further out cuts off what is open within it; one that names no
 * open call is ignored. Tasks that take turns on a CPU are kept apart.
 *
 * Return: 0, -ENODATA for text without any function_graph line, -EINVAL for text that is none,
 * -E2BIG for calls nested more than 4096 deep, or what a listener returned.
 */
int fb_walk(const struct fb_walk_in *in, struct fb_why *why);

/** fb_walk_self - returns the own time of a frame that ends; rounding can make it negative */
int64_t fb_walk_self(const struct fb_walk_frame *frame);

/** fb_walk_depth - returns the depth of the innermost frame: 0 for the outermost that is told */
static inline uint32_t fb_walk_depth(const struct fb_walk_stack *st)
{
	return st->depth - st->base - 1;
}

/** fb_walk_frame - returns the innermost frame, or NULL if no frame is open that was told */
static inline struct fb_walk_frame *fb_walk_frame(const struct fb_walk_stack *st)
{
	return st->inside && st->depth > st->base ? &st->open[st->depth - 1] : NULL;
}

#endif
