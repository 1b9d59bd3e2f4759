/* SPDX-License-Identifier: GPL-2.0 */
/* One record of function_graph text. Pure; used by trace/fgraph.c and line/report_line.c. */
#ifndef FB_LINE_FGRAPH_LINE_H
#define FB_LINE_FGRAPH_LINE_H

#include <stdbool.h>

#include "line/event.h"

/**
 * fb_fg_record - read one record, such as " 0)   0.123 us    |  foo [mod]();"
 * @p: its beginning, behind blanks
 * @end: end of the line
 * @ev: the event; @ev->cpu is set if the record names a CPU, else left as it is
 *
 * Return: the position behind the record, where a flattened line has its next one; NULL if no
 * record is here.
 */
const char *fb_fg_record(const char *p, const char *end, struct fb_fg_event *ev);

/** fb_fg_columns - read duration, bar and what stands behind it; as fb_fg_record() */
const char *fb_fg_columns(const char *p, const char *end, struct fb_fg_event *ev);

/** fb_fg_bare - read what has no column before it, but indentation: "  foo() {"; as fb_fg_record() */
const char *fb_fg_bare(const char *p, const char *end, struct fb_fg_event *ev);

/** fb_fg_overruns - read "(Overruns: 2)", on a line of its own: the position behind it, or NULL */
const char *fb_fg_overruns(const char *p, const char *end, uint64_t *overruns);

/**
 * fb_fg_seconds - read "1234.567890"
 * @at: where it begins; receives where it ends
 * @end: end of the line
 *
 * Return: ns, or -1 with @at as it was if no time is there.
 */
int64_t fb_fg_seconds(const char **at, const char *end);

/** fb_fg_has_id - true for what ends in a dash and a number, as a task's name and its id do */
bool fb_fg_has_id(struct fb_str s);

/** fb_fg_record_at - 1 if a record with its CPU column begins at @p, else 0 */
int fb_fg_record_at(const char *p, const char *end);

/** fb_fg_signed_at - 1 if a sign and a duration begin at @p, such as "# 1234.567 us |", else 0 */
int fb_fg_signed_at(const char *p, const char *end);

/**
 * fb_fg_lost - read "CPU:2 [LOST 54 EVENTS]" of tracefs, or "CPU:2 [54 EVENTS DROPPED]" of trace-cmd report
 *
 * Return: the position behind it, or NULL.
 */
const char *fb_fg_lost(const char *p, const char *end, struct fb_fg_event *ev);

/**
 * fb_fg_cut - read "# cut: 492 lines of other packets, 512.345 us"
 *
 * Return: 1 if it is that, with the time, else 0.
 */
int fb_fg_cut(const char *p, const char *end, struct fb_fg_event *ev);

/** fb_fg_blanks - the first position from @p on that is not a blank */
static inline const char *fb_fg_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

#endif
