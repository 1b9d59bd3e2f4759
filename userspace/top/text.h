/* SPDX-License-Identifier: GPL-2.0 */
/* The lines of flowbench top, for a terminal as for a file. Pure: no I/O. */
#ifndef FB_TOP_TEXT_H
#define FB_TOP_TEXT_H

#include <stddef.h>

#include "top/stat.h"

/** FB_TOP_LINE - room for any of these lines */
#define FB_TOP_LINE 512

/**
 * struct fb_top_view - what is the same in each interval
 * @kernel: release
 * @mode: of the machine, as its fingerprint says, or NULL
 * @unit: of durations: "insn" where the kernel's clock counts instructions, else "ns"
 * @netns: whose connections are counted, printable; NULL for this one
 */
struct fb_top_view {
	const char *kernel;
	const char *mode;
	const char *unit;
	const char *netns;
};

/** fb_top_line_head - when, how long, on what */
void fb_top_line_head(char line[FB_TOP_LINE], const struct fb_top_view *view,
		      const struct fb_top_stat *st);

/** fb_top_line_share - "93.2 %", or "-" */
void fb_top_line_share(char line[FB_TOP_LINE], const struct fb_top_stat *st);

/** fb_top_line_ways - packets a second by their way */
void fb_top_line_ways(char line[FB_TOP_LINE], const struct fb_top_stat *st);

/** fb_top_line_flows - connections, offloaded and in all, and missed calls */
void fb_top_line_flows(char line[FB_TOP_LINE], const struct fb_top_stat *st);

/** fb_top_line_columns - the head of the table of hooks */
void fb_top_line_columns(char line[FB_TOP_LINE], const struct fb_top_view *view);

/**
 * fb_top_line_hook - its row
 * @line: receives it
 * @r: hook
 * @width: of the line; returned values that do not fit are left out, and their NF_ is where
 *	the line has 80 columns or less
 */
void fb_top_line_hook(char line[FB_TOP_LINE], const struct fb_top_rate *r, size_t width);

/** fb_top_line_note - what p50, p99 and max mean, and what hooks cost; @i from 0, NULL behind the last */
const char *fb_top_line_note(const struct fb_top_view *view, unsigned int i);

#endif
