/* SPDX-License-Identifier: GPL-2.0 */
/* One line of another tool that names task, CPU and time: trace-cmd report, the kernel's own trace events. Pure. */
#ifndef FB_LINE_REPORT_LINE_H
#define FB_LINE_REPORT_LINE_H

#include <stdbool.h>

#include "line/event.h"

/**
 * fb_report_line - read "server-4101 [001] d..2. 102.000100: funcgraph_entry: 0.300 us | foo();"
 * @p: its beginning, behind blanks
 * @end: end of the line
 * @ev: receives the event: a call, or a comment with the text of any other trace event
 *
 * The columns of funcgraph_entry and funcgraph_exit are those of function_graph, or with `trace-cmd report -R` the
 * fields of the event: "func:0xffffffff81000010 depth:0".
 *
 * Return: the position behind it, or NULL if this is not such a line.
 */
const char *fb_report_line(const char *p, const char *end, struct fb_fg_event *ev);

/**
 * fb_report_rest - read such a call whose task, CPU or time was cut off: "funcgraph_entry: 0.300 us | foo();"
 *
 * Calls of several tasks may have become one text, so its duration is left out.
 * Return: as fb_report_line().
 */
const char *fb_report_rest(const char *p, const char *end, struct fb_fg_event *ev);

/** fb_report_is_columns - true for a line's columns with nothing behind them: the rest of it stands elsewhere */
bool fb_report_is_columns(const char *p, const char *end);

/** fb_report_is_latency - true if the time in a line's columns is that of a latency tracer, "12us+: " */
bool fb_report_is_latency(const char *p, const char *end);

#endif
