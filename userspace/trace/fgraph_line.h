/* SPDX-License-Identifier: GPL-2.0 */
/* One record of function_graph text. Pure; used by trace/fgraph.c only. */
#ifndef FB_TRACE_FGRAPH_LINE_H
#define FB_TRACE_FGRAPH_LINE_H

#include "trace/event.h"

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

/** fb_fg_record_at - 1 if a record with its CPU column begins at @p, else 0 */
int fb_fg_record_at(const char *p, const char *end);

/** fb_fg_signed_at - 1 if a sign and a duration begin at @p, such as "# 1234.567 us |", else 0 */
int fb_fg_signed_at(const char *p, const char *end);

/**
 * fb_fg_lost - read "CPU:2 [LOST 54 EVENTS]"
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

/** fb_fg_is_prompt - 1 for a shell's prompt with a command, or what perf-tools say, else 0 */
int fb_fg_is_prompt(const char *p, const char *end);

/** fb_fg_blanks - the first position from @p on that is no blank */
static inline const char *fb_fg_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

#endif
