/* SPDX-License-Identifier: GPL-2.0 */
/*
 * function_graph text, one event at a time.
 *
 * Read are the kernel's own text (trace, trace_pipe, perf ftrace, perf-tools) with or without
 * the columns CPU, task, latency flags, duration, relative and absolute time, return values,
 * arguments and return addresses, and the text of a whole trace flattened into one line, with
 * headings between ### signs. Prompts of a shell and lines that begin with # are passed over.
 */
#ifndef FB_TRACE_FGRAPH_H
#define FB_TRACE_FGRAPH_H

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
};

/**
 * struct fb_fg_event - one event
 * @kind: what it is
 * @cpu: its CPU, -1 if the text does not say
 * @line: line of the input, counted from 1
 * @dur_ns: duration in ns as the tracer printed it, -1 if it did not; of CUT: of what was there.
 *	All those of a text add up to no more than half of what an int64_t holds
 * @name: function (ENTRY, LEAF; EXIT if the text says so); the task before a SWITCH; else empty
 * @module: its module without brackets, or empty
 * @text: of COMMENT, without the signs around it; of HEADING, with them, as there may be several
 *	headings in a row; the task after a SWITCH; of CUT the line
 * @retval: return value as printed, or empty
 * @lost: of LOST: how many; 1 where the kernel does not know
 *
 * The texts lie in the reader's window: they are good until the next call.
 */
struct fb_fg_event {
	enum fb_fg_kind kind;
	int cpu;
	uint64_t line;
	int64_t dur_ns;
	struct fb_str name;
	struct fb_str module;
	struct fb_str text;
	struct fb_str retval;
	uint64_t lost;
};

struct fb_fgraph;

/**
 * fb_fgraph_open - begin to read a file
 * @path: the file
 * @fg: receives the reader; fb_fgraph_close() frees it
 *
 * Return: 0 or a negative errno.
 */
int fb_fgraph_open(const char *path, struct fb_fgraph **fg);

/**
 * fb_fgraph_open_text - begin to read text in memory
 * @text: the text, which must stay where it is until fb_fgraph_close()
 * @len: its length
 * @fg: receives the reader; fb_fgraph_close() frees it
 *
 * Return: 0 or -ENOMEM.
 */
int fb_fgraph_open_text(const char *text, size_t len, struct fb_fgraph **fg);

/**
 * fb_fgraph_next - the next event
 * @fg: the reader
 * @ev: receives it
 *
 * Memory does not grow with the input: a window of 256 KiB, or one line where that is longer,
 * up to 64 MiB.
 *
 * Return: 1 for an event, 0 at the end, -EINVAL for text that is no function_graph,
 * -EFBIG for a line beyond 64 MiB, or the error of read(2). fb_fgraph_why() says more.
 */
int fb_fgraph_next(struct fb_fgraph *fg, struct fb_fg_event *ev);

/** fb_fgraph_why - after an error: one line with line number and what stood there */
const char *fb_fgraph_why(const struct fb_fgraph *fg);

/**
 * fb_fgraph_record_in - where a heading with this text would end, in a text that was flattened
 * @p: the text
 * @end: its end
 *
 * Return: the first record with its CPU column, or NULL.
 */
const char *fb_fgraph_record_in(const char *p, const char *end);

/** fb_fgraph_bytes - how many bytes have been read so far */
uint64_t fb_fgraph_bytes(const struct fb_fgraph *fg);

/** fb_fgraph_close - free a reader; NULL is fine */
void fb_fgraph_close(struct fb_fgraph *fg);

#endif
