/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lines of a text that a person writes: scenarios, paths, aliases, sections. The reader numbers the lines,
 * leaves out comments, and says in which line something is wrong. Pure: no I/O.
 */
#ifndef FB_LIB_TEXT_LINES_H
#define FB_LIB_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/error.h"

/**
 * struct fb_text_lines - a text that is being read
 * @rest: what has not been read, in the caller's memory, which is written to
 * @file: the text's name for messages ("FILE:7: …"), or NULL ("line 7: …")
 * @line: number of the line that was read last, from 1
 * @why: receives what is wrong
 */
struct fb_text_lines {
	char *rest;
	const char *file;
	unsigned int line;
	struct fb_error *why;
};

/** fb_text_raw - the next line, whatever is in it, without its newline; NULL at the end */
char *fb_text_raw(struct fb_text_lines *t);

/** fb_text_next - the next line that is neither blank nor a # comment, trimmed; NULL at the end */
char *fb_text_next(struct fb_text_lines *t);

/** fb_text_bad - what is wrong with this line; Return: -EINVAL with @t's why set */
int fb_text_bad(const struct fb_text_lines *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** fb_text_trim - cut blanks at the end of @s; Return: its first letter that is not a blank */
char *fb_text_trim(char *s);

/** fb_text_count - how many lines fb_text_raw() will find in @len bytes, at most */
size_t fb_text_count(const char *text, size_t len);

/**
 * fb_text_pair - take "key = value" apart
 * @t: the text
 * @row: the line; both parts stay in it
 * @key: receives the key, trimmed
 * @value: receives the value, trimmed
 *
 * Return: 0, or -EINVAL with @t's why set if one of them is missing.
 */
int fb_text_pair(const struct fb_text_lines *t, char *row, char **key, char **value);

/**
 * struct fb_text_key - a key and the char * of a struct that receives its value
 * @name: the key
 * @offset: of the member
 * @optional: whether it may be missing
 */
struct fb_text_key {
	const char *name;
	size_t offset;
	bool optional;
};

/** fb_text_slot - the member of @base that a key fills */
char **fb_text_slot(const void *base, const struct fb_text_key *key);

/**
 * fb_text_set - copy a value into its member
 * @t: the text
 * @base: the struct
 * @keys: what there is
 * @nr: how many
 * @name: the key
 * @value: the value
 *
 * Return: 0, -EINVAL with @t's why set for an unknown or repeated key, or -ENOMEM.
 */
int fb_text_set(const struct fb_text_lines *t, void *base, const struct fb_text_key *keys,
		size_t nr, const char *name, const char *value);

/** fb_text_missing - the first key without a value that is not optional, or NULL */
const char *fb_text_missing(const void *base, const struct fb_text_key *keys, size_t nr);

/** fb_text_free - free the values of all keys */
void fb_text_free(void *base, const struct fb_text_key *keys, size_t nr);

#endif
