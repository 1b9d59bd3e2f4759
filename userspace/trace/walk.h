/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls of a trace as they come. Nothing is kept but the names and what is open, so that a
 * trace may be larger than memory; trace/call_tree.h keeps all of it, and finds the same calls.
 *
 * A call that began before the text did, or before events that were lost, is known at its end
 * only: what it had called until then has been told as outermost calls.
 */
#ifndef FB_TRACE_WALK_H
#define FB_TRACE_WALK_H

#include <stdbool.h>

#include "lib/intern.h"
#include "trace/call_tree.h"
#include "trace/fgraph.h"

/** FB_WALK_LEAF - a frame's flag beside FB_NODE_HEAD_CUT and FB_NODE_TAIL_CUT: name(); */
#define FB_WALK_LEAF 4u

/** FB_WALK_CUT - the name that calls of other packets have, where they were left out */
#define FB_WALK_CUT "==other-packets=="

/**
 * struct fb_walk_frame - a call or an interrupt that is open
 * @kind: FB_NODE_CALL or FB_NODE_IRQ
 * @flags: FB_WALK_LEAF, and when it ends FB_NODE_HEAD_CUT, FB_NODE_TAIL_CUT
 * @name: function, or NULL
 * @module: its module, or NULL
 * @line: line of its beginning; of a call without one, that of its end
 * @end_line: when it ends: line of its end
 * @dur_ns: when it ends: as traced, -1 if unknown; of a leaf from the beginning
 * @inner_ns: sum of the durations of what it called; what those called where they have none
 * @laid_ns: the same, but what is shorter than what it called counts as long as that
 * @note: for the listener; 0 when the frame is opened
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
 * struct fb_walk_stack - what is open in one task on one CPU
 * @other: the same CPU's next task
 * @cpu: the CPU, -1 if unknown
 * @task: the task, NULL until the text says
 * @open: outermost first
 * @depth: how many
 * @size: how many there is room for
 * @base: of the outermost that is told: 0, or where the root that was asked for is
 * @inside: whether the listener is told of what comes now
 * @top: sums of what was outermost since the last gap
 * @heads: calls told since the last gap whose beginning is not there
 * @note: for the listener; 0 at first
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
 * struct fb_walk_ops - who listens; each may be NULL
 * @enter: the innermost frame has been opened
 * @leave: the innermost frame ends, and is still there; @ev closes it, NULL where it is cut off
 * @headless: a call ends whose beginning is not there
 * @mark: a trace event or a heading
 * @change: another task runs on the CPU
 * @lost: the kernel lost events on this CPU; what was open there has been left
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
 * struct fb_walk_sums - what a walk has seen; sums of all walks that were given the same
 * @calls: calls that were told
 * @heads: of these, calls whose beginning is not in the text
 * @tails: calls whose duration is unknown: their end is not in the text, or it says none
 * @lost: events that the kernel says it lost
 * @shorter: calls that are shorter than what stands in them: the kernel rounds, and what comes
 *	between a call's end and its line is in it
 * @shorter_ns: by how much, in all
 */
struct fb_walk_sums {
	uint64_t calls;
	uint64_t heads;
	uint64_t tails;
	uint64_t lost;
	uint64_t shorter;
	uint64_t shorter_ns;
};

/**
 * struct fb_walk_in - what to walk through
 * @fg: the reader, at its beginning
 * @names: where names are kept
 * @root: only calls of this name, compiler's suffix or not, with what they call; NULL for all
 * @gate: nothing of an outermost call is told that begins while this is false; NULL for all
 * @ops: who listens
 * @to: given to each of them
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
 * fb_walk - tell the calls of a text
 * @in: what and whom
 * @why: receives one line that says what is wrong with the text, 240 bytes; else empty
 *
 * Return: 0, -ENODATA for text without any function_graph line, -EINVAL for text that is none, or
 * what a listener returned.
 */
int fb_walk(const struct fb_walk_in *in, char why[240]);

/** fb_walk_self - what was spent in a frame that ends itself; may be below 0, by rounding */
int64_t fb_walk_self(const struct fb_walk_frame *frame);

/** fb_walk_depth - how deep the innermost frame is: 0 for the outermost that is told */
static inline uint32_t fb_walk_depth(const struct fb_walk_stack *st)
{
	return st->depth - st->base - 1;
}

/** fb_walk_frame - the innermost frame, or NULL if nothing is open that was told */
static inline struct fb_walk_frame *fb_walk_frame(const struct fb_walk_stack *st)
{
	return st->inside && st->depth > st->base ? &st->open[st->depth - 1] : NULL;
}

#endif
