/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A JSON document against its schema. The schema is a table: the reader of a document has one, in
 * the folder of its writer, and asks nothing of the document before the table has vouched for it.
 * json_unpack_ex() of jansson names no place: "Expected integer, got string".
 *
 *	static const struct fb_json_field point[] = {
 *		{ FB_JSON("path", TEXT), .low = 1 },
 *		{ FB_JSON("size", COUNT), .low = 1, .high = 65535 },
 *		{ FB_JSON("error", TEXT), .null = true },
 *		{ NULL },
 *	};
 *
 * What is wrong is said with its place: `points[3].size: expected a whole number from 1 to 65535,
 * found "text"`.
 * Members that a table does not name are allowed: a later flowbench may write more of them. Pure,
 * but for fb_json_load().
 */
#ifndef FB_JSON_JSON_SCHEMA_H
#define FB_JSON_JSON_SCHEMA_H

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>

#include "lib/error.h"

/** FB_JSON_REFUSED - negative errno of every function that refuses a document, or a part of one */
#define FB_JSON_REFUSED (-EBADMSG)

/** FB_JSON_MOST - the greatest whole number that each reader of JSON takes as it is: 2^53 */
#define FB_JSON_MOST 9007199254740992.0

/** FB_JSON_DOCUMENT_MAX - bytes of the largest document that is read */
#define FB_JSON_DOCUMENT_MAX ((size_t)256 * 1024 * 1024)

/**
 * enum fb_json_type - types of values
 * @FB_JSON_ANY: anything
 * @FB_JSON_COUNT: a whole number from low to high; high 0: FB_JSON_MOST
 * @FB_JSON_REAL: a number from low to high; low and high 0: -1e15 to 1e15
 * @FB_JSON_TEXT: a string of low to high bytes; high 0: 64 KiB
 * @FB_JSON_WORD: one of words
 * @FB_JSON_FLAG: true or false
 * @FB_JSON_OBJECT: an object with the members of
 * @FB_JSON_MAP: an object of low to high members of any name, each as of[0]; high 0: any number
 * @FB_JSON_LIST: an array of low to high elements, each as of[0]; high 0: any number
 * @FB_JSON_TUPLE: an array with as many elements as of has, in its order
 */
enum fb_json_type {
	FB_JSON_ANY,
	FB_JSON_COUNT,
	FB_JSON_REAL,
	FB_JSON_TEXT,
	FB_JSON_WORD,
	FB_JSON_FLAG,
	FB_JSON_OBJECT,
	FB_JSON_MAP,
	FB_JSON_LIST,
	FB_JSON_TUPLE,
};

/**
 * struct fb_json_at - where a value is in its document
 * @up: where its object or array is; NULL for the document itself
 * @key: its name in an object, or NULL
 * @index: its number in an array
 */
struct fb_json_at {
	const struct fb_json_at *up;
	const char *key;
	size_t index;
};

/**
 * struct fb_json_field - what a value must be
 * @name: its key in an object; of elements a name for nobody; NULL ends a table
 * @type: its type
 * @low: least value, length or number
 * @high: greatest value, length or number; 0 as enum fb_json_type says
 * @words: of FB_JSON_WORD, ended by NULL
 * @of: members or elements
 * @agree: checks what a table cannot say, after all below the value is as @of says; NULL for
 *	nothing.
 *	Its @doc is the whole document. It returns 0, or what fb_json_bad() returns, or -ENOMEM.
 * @unique: of FB_JSON_LIST, members of its elements with blanks between them: no two elements
 *	have the same values there; NULL for any
 * @optional: may be missing
 * @null: may be null
 */
struct fb_json_field {
	const char *name;
	enum fb_json_type type;
	double low;
	double high;
	const char *const *words;
	const struct fb_json_field *of;
	int (*agree)(const struct fb_json_at *at, const json_t *js, const json_t *doc,
		     struct fb_error *error);
	const char *unique;
	bool optional;
	bool null;
};

/** FB_JSON - name and type of a field: { FB_JSON("size", COUNT), .low = 1 } */
#define FB_JSON(key, kind) .name = (key), .type = FB_JSON_##kind

/**
 * struct fb_json_schema - the form of a document
 * @name: name and version: "flowbench.bench/2"
 * @whole: the document
 */
struct fb_json_schema {
	const char *name;
	const struct fb_json_field *whole;
};

/**
 * fb_json_check - check a document against its schema
 * @doc: the document, or NULL, which is refused
 * @schema: the schema
 * @error: receives the place of the first wrong value, what was expected and what was found
 *
 * A document of another schema is refused by the name that it has.
 * Return: 0, FB_JSON_REFUSED or -ENOMEM.
 */
int fb_json_check(const json_t *doc, const struct fb_json_schema *schema, struct fb_error *error);

/**
 * fb_json_check_at - check a value from within an @agree: what it must be hangs on its neighbours
 * @at: where it is
 * @js: the value, or NULL
 * @f: what it must be
 * @doc: the whole document
 * @error: as for fb_json_check()
 *
 * Return: 0, FB_JSON_REFUSED or -ENOMEM.
 */
int fb_json_check_at(const struct fb_json_at *at, const json_t *js, const struct fb_json_field *f,
		     const json_t *doc, struct fb_error *error);

/**
 * fb_json_check_unique - check that no two elements of a list are of the same thing
 * @at: where the list is
 * @js: the list; its elements were checked
 * @keys: members of its elements, as @unique of struct fb_json_field
 * @error: as for fb_json_check()
 *
 * Return: 0, FB_JSON_REFUSED or -ENOMEM.
 */
int fb_json_check_unique(const struct fb_json_at *at, const json_t *js, const char *keys,
			 struct fb_error *error);

/**
 * fb_json_bad - refuse a value
 * @at: where it is, or where an object is that has it
 * @below: what follows in the place: "gross.median", "rounds.own[2]"; "" for @at itself
 * @error: receives "PLACE: TEXT"
 * @fmt: printf format of TEXT
 *
 * Return: FB_JSON_REFUSED.
 */
int fb_json_bad(const struct fb_json_at *at, const char *below, struct fb_error *error,
		const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/**
 * fb_json_is_schema - returns true if @doc says that it is of @name, in whatever version:
 * "flowbench.why/9" of "flowbench.why/1"
 */
bool fb_json_is_schema(const json_t *doc, const char *name);

/** fb_json_count - the member @key of @js, a whole number; 0 if there is none */
json_int_t fb_json_count(const json_t *js, const char *key);

/** fb_json_real - the member @key of @js, a number; 0 if there is none */
double fb_json_real(const json_t *js, const char *key);

/**
 * fb_json_close_to - returns true if two numbers are the same but for the digits that a document
 * keeps of them
 */
bool fb_json_close_to(double a, double b);

/**
 * fb_json_parse - read a document
 * @text: its text
 * @len: bytes of @text
 * @error: receives "line N: …"
 *
 * A key that an object has twice is an error: two readers may take different ones.
 * Return: the document, or NULL with @error set.
 */
json_t *fb_json_parse(const char *text, size_t len, struct fb_error *error);

/**
 * fb_json_load - read a document from its file
 * @path: the file
 * @doc: receives the document, or NULL; the caller releases it
 * @error: receives "PATH: …"
 *
 * Return: 0, FB_JSON_REFUSED if it is no JSON, or another negative errno.
 */
int fb_json_load(const char *path, json_t **doc, struct fb_error *error);

/**
 * fb_json_load_checked - read a document from its file, and check it
 * @path: the file
 * @schema: its schema
 * @doc: receives the document, or NULL; the caller releases it
 * @error: receives "PATH: …"
 *
 * Return: 0, FB_JSON_REFUSED, or another negative errno.
 */
int fb_json_load_checked(const char *path, const struct fb_json_schema *schema, json_t **doc,
			 struct fb_error *error);

#endif
