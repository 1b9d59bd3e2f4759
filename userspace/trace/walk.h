/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the events of function_graph text to calls: the one state machine that does this.
 *
 * A listener is told each call when it begins and when it ends. trace/call_tree.h is the listener
 * that keeps all calls; the formats of export/ are listeners that write each call and forget it.
 *
 * The machine keeps the names and the open calls only. So a trace may be larger than memory.
 *
 * A call stands where its indentation says, its level. Braces confirm that. In an undamaged text that
 * begins with an outermost call both always agree, but for these:
 *
 * - A brace closes a call that began before the text does, before a gap, or that the tracer did not
 *   print (tracing_thresh). Everything deeper that stands before it was inside the call, if its time fits.
 * - An interrupt comes when the tracer has counted a call, but not written its opening line. Its
 *   lines are one level deeper than that line, which comes right after them, and its time fits into the call.
 * - An interrupt comes when the tracer has uncounted a call, but not written its brace. Its lines are as
 *   deep as the call that is still open, and stand beside it. (Older kernels decrement curr_ret_depth in
 *   ftrace_pop_return_trace(), before the brace is written. kernel/trace/fgraph.c of 6.12 does it after that.)
 *
 * So a call may come before the one around it. It is loose: deeper than what the open call around
 * it can have called. An entry of the list of loose calls stands for all that have one level and the
 * same open call around them. It is settled when the call between them comes, or the open call ends.
 *
 * Where a text contradicts itself, a call stands beside what it cannot be in: its caller is the call around both, whose
 * own time is not certain then. That is so
 *
 * - for loose calls in front of a call or a brace, if not all of them fit, or if what begins there is no interrupt's
 *   work; and for those whose caller's line is missing;
 * - for what follows a call that is over though its end is missing: a line of its level, or a less deep one, has come.
 *
 * A call that is shorter than what stands in it stays what it is if that is rounding, or an interrupt that came when its
 * end had been timed (FB_NODE_LATE); else its own time is not certain (FB_NODE_UNCERTAIN). Each such place is counted
 * (struct fb_walk_odd).
 *
 * A text without indentation (flattened, or pasted with single blanks) is read by its braces alone.
 */
#ifndef FB_TRACE_WALK_H
#define FB_TRACE_WALK_H

#include "trace/listener.h"

/**
 * fb_walk - tell a listener the calls of a text
 * @in: the text and the listener
 * @error: receives one line that says what is wrong with the text; else empty
 *
 * A closing line that names another call than the open one of its level ends a call without a
 * beginning, and the open one is cut off. Tasks that take turns on a CPU are kept apart.
 *
 * Return: 0, -ENODATA for text without any function_graph line, -EINVAL for other text,
 * -E2BIG for calls nested more than 4096 deep, or what a listener returned.
 */
int fb_walk(const struct fb_walk_in *in, struct fb_error *error);

#endif
