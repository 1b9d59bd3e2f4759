/* SPDX-License-Identifier: GPL-2.0 */
/* What people and programs put around a trace: mail quotes, the kernel log's time, marks for what was left out. Pure. */
#ifndef FB_PASTE_PASTE_MARKS_H
#define FB_PASTE_PASTE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

/** fb_paste_quotes - the position behind "> > " at the beginning of a line, @p if none is there */
const char *fb_paste_quotes(const char *p, const char *end);

/** fb_paste_log - the position behind "[   77.100001] " or "<4>[77.1] ", @p if that is not there */
const char *fb_paste_log(const char *p, const char *end);

/** fb_paste_gap - true for "...", "[...]", "[snip]", "... 20 lines ..." and the like: somebody has left lines out */
bool fb_paste_gap(const char *p, const char *end);

/** fb_paste_pager - true for what a pager leaves: ":", "(END)", "--More--"; and for the fence of Markdown */
bool fb_paste_pager(const char *p, const char *end);

/** fb_paste_prompt - true for a shell's prompt with a command, or what perf-tools say */
bool fb_paste_prompt(const char *p, const char *end);

/** fb_paste_tool - true for lines of trace-cmd that are no events: "cpus=4", "CPU 2 is empty", what it says when it records */
bool fb_paste_tool(const char *p, const char *end);

/** fb_paste_entities - true if "&gt;" or the like is in the text */
bool fb_paste_entities(const char *p, const char *end);

/**
 * fb_paste_cause - why a line cannot be read
 * @p: the line
 * @end: its end
 *
 * Return: what stands there and what to do about it, as one half of a sentence, or NULL if it is not known.
 */
const char *fb_paste_cause(const char *p, const char *end);

/** fb_paste_half - why a line of a trace cannot be read: a part of it is elsewhere; as fb_paste_cause() */
const char *fb_paste_half(const char *p, const char *end);

/**
 * fb_paste_file - why a file cannot be read
 * @p: its first bytes
 * @end: their end
 *
 * Return: what it is and what to do about it, or NULL for text.
 */
const char *fb_paste_file(const char *p, const char *end);

#endif
