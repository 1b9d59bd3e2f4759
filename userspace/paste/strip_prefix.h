/* SPDX-License-Identifier: GPL-2.0 */
/* What logs, editors, comments and patches put before each line of a trace. Pure. */
#ifndef FB_PASTE_STRIP_PREFIX_H
#define FB_PASTE_STRIP_PREFIX_H

#include <stdbool.h>

#include "line/event.h"

/**
 * enum fb_dress - what stands before a line
 * @FB_DRESS_LOG: a log's time, host and name: "Nov 26 01:02:03 gw kernel: [   77.100001] "
 * @FB_DRESS_NUMBER: a number, or a file's name with or without one: "12:", "a.txt:12:", "  12 | ", "12  "
 * @FB_DRESS_COMMENT: the signs of a comment: " * ", "// ", "; "
 * @FB_DRESS_HASH: that of a shell's comment: "# "
 * @FB_DRESS_PLUS: a patch adds the line
 * @FB_DRESS_MINUS: a patch removes it
 * @FB_DRESS_QUOTE: a quote that is not made of ">" alone: "anna> ", "| "
 * @FB_DRESS_KINDS: how many there are
 */
enum fb_dress {
	FB_DRESS_LOG,
	FB_DRESS_NUMBER,
	FB_DRESS_COMMENT,
	FB_DRESS_HASH,
	FB_DRESS_PLUS,
	FB_DRESS_MINUS,
	FB_DRESS_QUOTE,
	FB_DRESS_KINDS,
};

/**
 * fb_dress_off - take off what stands before a line
 * @p: the line, behind its first blanks
 * @end: its end
 * @kind: receives what it was
 *
 * All but a log's time is taken off only where a line of a trace begins behind it: nobody knows what other
 * numbers and signs are.
 *
 * Return: the position behind it, or NULL if there is none.
 */
const char *fb_dress_off(const char *p, const char *end, enum fb_dress *kind);

/** fb_dress_begins - true if a line of a trace begins at @p: a record, a head, or nothing */
bool fb_dress_begins(const char *p, const char *end);

#endif
