/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads key=value words into a struct, by a table of its fields. Pure: no I/O.
 *
 *	static const struct fb_field fields[] = {
 *		{ "ifindex", FB_FIELD_UNSIGNED, FB_FIELD_AT(struct device, ifindex) },
 *		{ "dev", FB_FIELD_TEXT, FB_FIELD_AT(struct device, name) },
 *		{ NULL },
 *	};
 */
#ifndef FB_LIB_FIELDS_H
#define FB_LIB_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/words.h"

/** enum fb_field_type - what a value is, and what receives it */
enum fb_field_type {
	/* A number: unsigned int, uint32_t or uint64_t. */
	FB_FIELD_UNSIGNED,
	/* A number that may be negative, or "-": int. */
	FB_FIELD_SIGNED,
	/* 0 or 1: bool. */
	FB_FIELD_BOOL,
	/* A word, and whether it is @word: bool. */
	FB_FIELD_IS,
	/* A text: char []. A text that is too long is refused, as its beginning could be another text. */
	FB_FIELD_TEXT,
};

/**
 * struct fb_field - one field
 * @key: its key in the line
 * @type: its type
 * @offset: of the member that receives it
 * @size: of that member
 * @optional: the key may be missing; then the member is left alone
 * @none: number that "-" becomes
 * @word: for FB_FIELD_IS
 * @edit: changes the text that was read
 * @last: after one of these texts, the fields behind are not read
 */
struct fb_field {
	const char *key;
	enum fb_field_type type;
	size_t offset;
	size_t size;
	bool optional;
	int none;
	const char *word;
	void (*edit)(char *text);
	const char *last[2];
};

/** FB_FIELD_AT - offset and size of a member */
#define FB_FIELD_AT(type, member) \
	.offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

/**
 * fb_fields_read - read the fields of a line
 * @w: the line
 * @field: the fields, up to one without a key
 * @to: the struct
 * @error: receives the key that is missing or whose value is wrong
 *
 * Return: 0 or -EINVAL.
 */
int fb_fields_read(struct fb_words *w, const struct fb_field *field, void *to,
		   struct fb_error *error);

#endif
