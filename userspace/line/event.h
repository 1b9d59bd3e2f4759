/* SPDX-License-Identifier: GPL-2.0 */
/* One event of function_graph text: what trace/fgraph.h reads and trace/walk.h makes calls of. */
#ifndef FB_LINE_EVENT_H
#define FB_LINE_EVENT_H

#include <stddef.h>
#include <stdint.h>

/** struct fb_str - a piece of text that is not ended by NUL */
struct fb_str {
	const char *at;
	size_t len;
};

/**
 * enum fb_fg_kind - what an event is
 * @FB_FG_ENTRY: name() {
 * @FB_FG_LEAF: name();
 * @FB_FG_EXIT: }
 * @FB_FG_COMMENT: a trace event, between comment signs
 * @FB_FG_HEADING: ### text ###, as people write into a trace
 * @FB_FG_IRQ_IN: ==========> an interrupt begins
 * @FB_FG_IRQ_OUT: <========== it ends
 * @FB_FG_LOST: the kernel lost events on this CPU
 * @FB_FG_SWITCH: another task runs on this CPU
 * @FB_FG_CUT: calls of other packets were here, and fb_lines_copy() has left them out
 * @FB_FG_GAP: somebody has left lines out: "..."
 */
enum fb_fg_kind {
	FB_FG_ENTRY,
	FB_FG_LEAF,
	FB_FG_EXIT,
	FB_FG_COMMENT,
	FB_FG_HEADING,
	FB_FG_IRQ_IN,
	FB_FG_IRQ_OUT,
	FB_FG_LOST,
	FB_FG_SWITCH,
	FB_FG_CUT,
	FB_FG_GAP,
};

/** FB_FG_NO_LEVEL - the text does not say how deep a call stands */
#define FB_FG_NO_LEVEL (-1)

/** FB_FG_NO_TIME - the text does not say when a line was written */
#define FB_FG_NO_TIME (-1)

/** FB_FG_NO_UNIT - it says so by a number, as trace clocks do that count: it is not known what one of it is */
#define FB_FG_NO_UNIT (-2)

/**
 * struct fb_fg_event - one event
 * @kind: what it is
 * @cpu: its CPU, -1 if the text does not say
 * @line: line of the input, counted from 1
 * @level: of ENTRY, LEAF and EXIT: how deep it stands, by its indentation: 0 for an outermost call;
 *	FB_FG_NO_LEVEL where the text has lost it
 * @blanks: how many blanks stand before it, which trace/indent.h makes a level of; -1 if it is not known
 * @dur_ns: duration in ns as the tracer printed it, -1 if it did not; of CUT: of what was there.
 *	All those of a text add up to no more than half of what an int64_t holds
 * @name: function (ENTRY, LEAF; EXIT if the text says so); the task before a SWITCH; else empty
 * @module: its module without brackets, or empty
 * @text: of COMMENT, without the signs around it; of HEADING, with them, as there may be several
 *	headings in a row; the task after a SWITCH; of CUT the line
 * @retval: return value as printed, or empty
 * @args: arguments as printed, or empty
 * @caller: where the call was made, "ip_rcv+0x12/0x80", or empty
 * @task: the task that the line names, "bash-123", or empty
 * @at_ns: when the line was written, in ns of the trace's clock; FB_FG_NO_TIME, FB_FG_NO_UNIT
 * @overruns: of EXIT: how many calls of the task the tracer had missed by then (its trace_overrun, which
 *	ftrace_pop_return_trace() takes); they do not add up
 * @lost: of LOST: how many; 1 where the kernel does not know
 *
 * The texts lie in the reader's window: they are good until the next call.
 */
struct fb_fg_event {
	enum fb_fg_kind kind;
	int cpu;
	int32_t level;
	int32_t blanks;
	uint64_t line;
	int64_t dur_ns;
	struct fb_str name;
	struct fb_str module;
	struct fb_str text;
	struct fb_str retval;
	struct fb_str args;
	struct fb_str caller;
	struct fb_str task;
	int64_t at_ns;
	uint64_t overruns;
	uint64_t lost;
};

/**
 * struct fb_fg_seen - what was in a text beside calls
 * @quoted: lines whose mail quotes were taken off
 * @logged: lines before which a log's time was taken off
 * @numbered: lines whose number was taken off
 * @commented: lines whose comment signs were taken off
 * @patched: lines whose sign of a patch was taken off
 * @cleaned: lines whose colours, odd blanks, odd bars or end marks were taken out
 * @unbroken: line breaks of quoted-printable that were taken out
 * @gaps: places where somebody has left lines out
 * @overruns: calls that the tracer missed, in the task that has the most of them
 * @unitless: lines whose time has no unit
 * @torn: 1 if the last line was cut off in its middle, and left out
 * @left: 1 if the reader was to stop after so many events, and there were more
 */
struct fb_fg_seen {
	uint64_t quoted;
	uint64_t logged;
	uint64_t numbered;
	uint64_t commented;
	uint64_t patched;
	uint64_t cleaned;
	uint64_t unbroken;
	uint64_t gaps;
	uint64_t overruns;
	uint64_t unitless;
	uint64_t torn;
	uint64_t left;
};

/** fb_seen_add - add what was in one text to what was in others */
static inline void fb_seen_add(struct fb_fg_seen *sum, const struct fb_fg_seen *seen)
{
	sum->quoted += seen->quoted;
	sum->logged += seen->logged;
	sum->numbered += seen->numbered;
	sum->commented += seen->commented;
	sum->patched += seen->patched;
	sum->cleaned += seen->cleaned;
	sum->unbroken += seen->unbroken;
	sum->gaps += seen->gaps;
	sum->overruns = seen->overruns > sum->overruns ? seen->overruns : sum->overruns;
	sum->unitless += seen->unitless;
	sum->torn += seen->torn;
	sum->left += seen->left;
}

#endif
