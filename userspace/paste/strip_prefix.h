/* SPDX-License-Identifier: GPL-2.0 */
/* What logs, editors, comments and patches put before each line of a trace. Pure. */
#ifndef FB_PASTE_STRIP_PREFIX_H
#define FB_PASTE_STRIP_PREFIX_H

#include <stdbool.h>

#include "line/event.h"

/**
 * enum fb_prefix - what stands before a line
 * @FB_PREFIX_LOG: a log's time, host and name: "Nov 26 01:02:03 gw kernel: [   77.100001] "
 * @FB_PREFIX_NUMBER: a number, or a file's name with or without one: "12:", "a.txt:12:", "  12 | ", "12  "
 * @FB_PREFIX_COMMENT: the signs of a comment: " * ", "// ", "; "
 * @FB_PREFIX_HASH: that of a shell's comment: "# "
 * @FB_PREFIX_PLUS: a patch adds the line
 * @FB_PREFIX_MINUS: a patch removes it
 * @FB_PREFIX_QUOTE: a quote that is not made of ">" alone: "anna> ", "| "
 * @FB_PREFIX_KINDS: how many there are
 */
enum fb_prefix {
	FB_PREFIX_LOG,
	FB_PREFIX_NUMBER,
	FB_PREFIX_COMMENT,
	FB_PREFIX_HASH,
	FB_PREFIX_PLUS,
	FB_PREFIX_MINUS,
	FB_PREFIX_QUOTE,
	FB_PREFIX_KINDS,
};

/**
 * fb_prefix_off - take off what stands before a line
 * @p: the line, behind its first blanks
 * @end: its end
 * @kind: receives what it was
 *
 * All but a log's time is taken off only where a line of a trace begins behind it: it is not known what other
 * numbers and signs are.
 *
 * Return: the position behind it, or NULL if there is none.
 */
const char *fb_prefix_off(const char *p, const char *end, enum fb_prefix *kind);

/** fb_line_begins - true if a line of a trace begins at @p: a record, a head, or nothing */
bool fb_line_begins(const char *p, const char *end);

#endif
