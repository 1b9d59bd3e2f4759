/* SPDX-License-Identifier: GPL-2.0 */
/* Formats the lines of flowbench top, for a terminal and for a file. Pure: no I/O. */
#ifndef FB_TOP_TOP_TEXT_H
#define FB_TOP_TOP_TEXT_H

#include <stddef.h>

#include "top/hook_rates.h"

struct json_t;

/** FB_TOP_LINE - bytes of the longest line, with its NUL */
#define FB_TOP_LINE 512

/**
 * struct fb_top_view - what all intervals share
 * @kernel: release of the kernel
 * @mode: mode of the machine's fingerprint, or NULL
 * @unit: unit of durations: "insn" if the kernel's clock counts instructions, else "ns"
 * @netns: printable name of the namespace whose connections are counted; NULL for the present one
 * @asked: it is asked why packets do not take the flowtable
 * @why: lines that answer it, or why there is no answer; NULL before there is one
 * @answer: the answer as JSON (flowbench.why/1), or NULL
 */
struct fb_top_view {
	const char *kernel;
	const char *mode;
	const char *unit;
	const char *netns;
	bool asked;
	const char *why;
	struct json_t *answer;
};

/** fb_top_line_head - format time, length of the interval, kernel and namespace */
void fb_top_line_head(char line[FB_TOP_LINE], const struct fb_top_view *view,
		      const struct fb_top_stat *st);

/** fb_top_line_share - format the share of the fast path: "93.2 %", or "-" */
void fb_top_line_share(char line[FB_TOP_LINE], const struct fb_top_stat *st);

/** fb_top_line_ways - format packets a second by path */
void fb_top_line_ways(char line[FB_TOP_LINE], const struct fb_top_stat *st);

/** fb_top_line_flows - format offloaded and all connections, and missed calls */
void fb_top_line_flows(char line[FB_TOP_LINE], const struct fb_top_stat *st);

/** fb_top_line_columns - format the heading of the table of hooks */
void fb_top_line_columns(char line[FB_TOP_LINE], const struct fb_top_view *view);

/**
 * fb_top_line_hook - format a row of the table of hooks
 * @line: receives the row
 * @r: the hook
 * @width: columns of the terminal. Returned values that do not fit are left out. With 80 columns or
 *	fewer, verdicts are shown without "NF_"
 */
void fb_top_line_hook(char line[FB_TOP_LINE], const struct fb_top_rate *r, size_t width);

/** fb_top_line_note - return note @i on the figures, counted from 0; NULL behind the last one */
const char *fb_top_line_note(const struct fb_top_view *view, unsigned int i);

#endif
