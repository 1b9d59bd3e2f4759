/* SPDX-License-Identifier: GPL-2.0 */
/* What terminals, word processors and web pages put into the lines of a trace. Pure. */
#ifndef FB_PASTE_STRIP_MARKUP_H
#define FB_PASTE_STRIP_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

/** FB_CLEAN_GROWS - a line becomes at most so many times as long: a tab becomes eight blanks */
#define FB_CLEAN_GROWS 8

/**
 * fb_clean_line - write a line as the kernel would have written it
 * @p: the line
 * @end: its end
 * @to: receives it: room for FB_CLEAN_GROWS times its length
 * @len: receives its length
 *
 * Colours and other sequences of a terminal, marks of the order of bytes, blanks without width and carriage returns
 * go. Tabs and wide blanks become blanks, lines that a word processor has drawn become bars, and the sign for micro
 * becomes a u.
 *
 * Return: true if it is another line now.
 */
bool fb_clean_line(const char *p, const char *end, char *to, size_t *len);

/** fb_clean_is_end - true if [p, end) is nothing but marks of a line's end: "$" of cat -A, "\", colours */
bool fb_clean_is_end(const char *p, const char *end);

#endif
