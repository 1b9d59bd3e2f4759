/* SPDX-License-Identifier: GPL-2.0 */
/* What a walk through a text tells, and whom: frames, loose calls, the functions of a listener. See trace/walk.h. */
#ifndef FB_TRACE_LISTENER_H
#define FB_TRACE_LISTENER_H

#include <stdbool.h>

#include "lib/intern.h"
#include "lib/error.h"
#include "trace/call.h"
#include "trace/fgraph.h"
#include "trace/walk_odd.h"

/* Flags of a frame beside FB_NODE_FLAGS. */

/** FB_WALK_LEAF - name(); */
#define FB_WALK_LEAF 4u

/** FB_WALK_TOLD - the listener is told of it */
#define FB_WALK_TOLD 8u

/** FB_WALK_ADOPTS - loose calls that were told before it may be inside it: settle() tells */
#define FB_WALK_ADOPTS 16u

/** FB_WALK_BESIDE - another call of its level has begun, though it is open: it is over, but its brace is to come */
#define FB_WALK_BESIDE 128u

/** FB_WALK_CUT - the name that stands for calls of other packets that were left out */
#define FB_WALK_CUT "==other-packets=="

/**
 * struct fb_walk_inner - what stands in a call, or in an entry of the list of loose calls
 * @ns: sum of the durations; what has none counts with what stands in it
 * @laid_ns: the same, but what is shorter than what it called counts with its own @laid_ns
 * @least_ns: what it takes to hold all: a call that an interrupt came behind counts with that, too
 * @late_ns: what interrupts took that stand last in it
 * @nr: how many durations were added up, each of which is rounded
 * @irq: an interrupt is in it
 * @doubt: the line that shows that the sums are not certain; 0: they are
 */
struct fb_walk_inner {
	int64_t ns;
	int64_t laid_ns;
	int64_t least_ns;
	int64_t late_ns;
	uint32_t nr;
	bool irq;
	uint64_t doubt;
};

/**
 * struct fb_walk_frame - an open call or interrupt
 * @kind: FB_NODE_CALL or FB_NODE_IRQ
 * @flags: FB_WALK_… from the beginning; FB_NODE_FLAGS at the end
 * @level: how deep it stands in the text; of an interrupt, that of what it called
 * @zero: the level of the root that was asked for, else 0
 * @depth: in how many frames it stands, those counted that the text does not have
 * @around: index + 1 of the frame around it in the stack, 0 for an outermost one
 * @entry: index + 1 of its entry in the list of loose calls, 0 for a call that is not loose
 * @loose: the entries from this one on are of loose calls within it
 * @hold: so many entries before that one are of loose calls that may be within it
 * @name: function, or NULL
 * @module: its module, or NULL
 * @line: line of its beginning; of a call without one, the first line that is inside it
 * @end_line: at the end: line of its end; of a call that is cut off, the line that shows it
 * @dur_ns: at the end: traced duration, -1 if unknown; of a leaf from the beginning
 * @inner: what stands in it
 * @note: the listener's own; 0 when the frame is opened
 */
struct fb_walk_frame {
	uint8_t kind;
	uint8_t flags;
	int32_t level;
	int32_t zero;
	int32_t depth;
	uint32_t around;
	uint32_t entry;
	uint32_t loose;
	uint32_t hold;
	const char *name;
	const char *module;
	uint64_t line;
	uint64_t end_line;
	int64_t dur_ns;
	struct fb_walk_inner inner;
	uint64_t note;
};

/**
 * struct fb_walk_loose - loose calls of one level
 * @level: their level
 * @told: whether the listener was told of them
 * @below: what called them must have begun in this text
 * @line: line of the first
 * @inner: what stands in it
 * @note: the listener's own; 0 at first
 * @last: another one of the listener's own
 */
struct fb_walk_loose {
	int32_t level;
	bool told;
	bool below;
	uint64_t line;
	struct fb_walk_inner inner;
	uint64_t note;
	uint64_t last;
};

/**
 * enum fb_walk_idle - what is known of a task that waits, and of all behind it on its CPU
 * @FB_WALK_ANY: nothing
 * @FB_WALK_SETTLED: no call is loose, and no interrupt waits for its level
 * @FB_WALK_EMPTY: moreover no call is open
 */
enum fb_walk_idle {
	FB_WALK_ANY,
	FB_WALK_SETTLED,
	FB_WALK_EMPTY,
};

/**
 * struct fb_walk_stack - the open calls of one task on one CPU
 * @other: the next task of the same CPU
 * @before: the one before it, NULL for the task that runs
 * @same: the next task in the list of its name's hash
 * @cpu: the CPU, -1 if unknown
 * @idle: while it does not run: what need not be looked for again
 * @task: the task, NULL until the text names it
 * @open: the open calls, outermost first
 * @depth: how many
 * @size: how many there is room for
 * @list: the list of loose calls
 * @nr_loose: how many entries it has
 * @size_loose: how many there is room for
 * @entry: of the call or mark that is told: its entry in @list, else NULL
 * @least: the least level of its outermost calls since lines were lost, and 1; 0: there was none
 * @irq_line: line of an interrupt's arrow whose level is not known yet, else 0
 * @irq_at_ns: when that line was written
 * @note: the listener's own; 0 at first
 */
struct fb_walk_stack {
	struct fb_walk_stack *other;
	struct fb_walk_stack *before;
	struct fb_walk_stack *same;
	int cpu;
	enum fb_walk_idle idle;
	const char *task;
	struct fb_walk_frame *open;
	uint32_t depth;
	uint32_t size;
	struct fb_walk_loose *list;
	uint32_t nr_loose;
	uint32_t size_loose;
	struct fb_walk_loose *entry;
	int32_t least;
	uint64_t irq_line;
	int64_t irq_at_ns;
	uint64_t note;
};

/**
 * struct fb_walk_ops - a listener; each function may be NULL
 * @enter: the innermost frame has been opened; fb_walk_around() is the frame around it. A call with
 *	FB_NODE_HEAD_CUT is told where it ends
 * @leave: the innermost frame ends and is still there; @ev closes it, NULL where it is cut off
 * @settle: the calls of an entry are in @into, NULL for outermost ones. The entry goes after that. They may stand above
 *	what @into has been told to have in it
 * @mark: a trace event, a heading or a gap; fb_walk_frame() is the frame around it
 * @change: another task runs on the CPU
 * @lost: the kernel lost events on this CPU; its open calls have been left
 * @cut: calls of other packets were here, which took @ev->dur_ns of the innermost frame
 *
 * Each returns 0, or a negative errno that ends the walk.
 */
struct fb_walk_ops {
	int (*enter)(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev);
	int (*leave)(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev);
	int (*settle)(void *to, struct fb_walk_stack *st, const struct fb_walk_loose *entry,
		      struct fb_walk_frame *into);
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
 * @misnamed: closing lines that name another call than the one that they close
 * @odd: where the text does not agree with itself
 * @shorter: calls that are shorter than what stands in them: the kernel rounds, and an interrupt
 *	that comes between the end of a call and its closing line stands in the call
 * @shorter_ns: by how much, in all
 * @shorter_line: the line that ends the first of them, 0 for none
 * @seen: what was in the text beside calls
 */
struct fb_walk_sums {
	uint64_t calls;
	uint64_t heads;
	uint64_t tails;
	uint64_t lost;
	uint32_t misnamed;
	struct fb_walk_odd odd;
	uint64_t shorter;
	uint64_t shorter_ns;
	uint64_t shorter_line;
	struct fb_fg_seen seen;
};

/**
 * struct fb_walk_in - what fb_walk() reads and whom it tells
 * @fg: the reader, at its beginning
 * @names: keeps the names
 * @root: only calls with this name or this stem, with what they call; NULL for all. What came before
 *	such a call though it is inside it is not told, and counts as the call's own time
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

/** fb_walk_self - returns the own time of a frame that ends; rounding can make it negative */
static inline int64_t fb_walk_self(const struct fb_walk_frame *frame)
{
	return frame->dur_ns < 0 ? 0 : frame->dur_ns - frame->inner.ns;
}

/** fb_walk_frame - returns the innermost frame, or NULL if no frame is open that was told */
static inline struct fb_walk_frame *fb_walk_frame(const struct fb_walk_stack *st)
{
	struct fb_walk_frame *frame = st->depth ? &st->open[st->depth - 1] : NULL;

	return frame && frame->flags & FB_WALK_TOLD ? frame : NULL;
}

/** fb_walk_around - returns the frame around the innermost one, or NULL if none is that was told */
static inline struct fb_walk_frame *fb_walk_around(const struct fb_walk_stack *st)
{
	uint32_t around = st->open[st->depth - 1].around;
	struct fb_walk_frame *frame = around ? &st->open[around - 1] : NULL;

	return frame && frame->flags & FB_WALK_TOLD ? frame : NULL;
}

#endif
