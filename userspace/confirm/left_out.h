/* SPDX-License-Identifier: GPL-2.0 */
/* The rows of a count from outside, and which function begins which (userspace/data/confirm/left-out). Pure. */
#ifndef FB_CONFIRM_LEFT_OUT_H
#define FB_CONFIRM_LEFT_OUT_H

#include <stddef.h>

#include "lib/error.h"
#include "profile/block_walk.h"
#include "profile/symbols.h"

/** FB_ROWS_MAX - the most rows */
#define FB_ROWS_MAX 24

/** FB_ROW_PATH - the row that is held against a price */
#define FB_ROW_PATH 0

/** FB_ROW_OTHER - the row of what no line of the file has */
#define FB_ROW_OTHER 1

/** FB_ROW_NONE - a function without a row: it belongs to its caller's */
#define FB_ROW_NONE FB_ROWS_MAX

/** struct fb_left_out_rule - a line: a pattern of functions or of modules, and the row */
struct fb_left_out_rule {
	const char *pattern;
	const char *module;
	unsigned int row;
};

/**
 * struct fb_left_out - the file
 * @row: names of the rows: "path", "other", and then in the order of the file
 * @nr_rows: how many
 * @rule: its lines
 * @nr: how many
 * @text: owned
 */
struct fb_left_out {
	const char *row[FB_ROWS_MAX];
	unsigned int nr_rows;
	struct fb_left_out_rule *rule;
	size_t nr;
	char *text;
};

/**
 * fb_left_out_parse - read the file
 * @text: lines "PATTERN ROW", patterns as in userspace/data/sections
 * @len: length
 * @file: its name, for @error
 * @lo: receives it; fb_left_out_free() it after success
 * @error: receives what is wrong and in which line
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_left_out_parse(const char *text, size_t len, const char *file, struct fb_left_out *lo,
		      struct fb_error *error);

/** fb_left_out_free - free what fb_left_out_parse() has put into @lo */
void fb_left_out_free(struct fb_left_out *lo);

/** fb_left_out_of - the row that the first line that fits @fn gives it, or FB_ROW_NONE */
unsigned int fb_left_out_of(const struct fb_left_out *lo, const struct fb_function *fn);

#endif
