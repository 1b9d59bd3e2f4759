/* SPDX-License-Identifier: GPL-2.0 */
/* Writes JSON as text with one line for each row of a table. */
#ifndef FB_JSON_JSON_H
#define FB_JSON_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "lib/error.h"

/** fb_json_text - returns the member @key of @js if it is a string, else @none */
const char *fb_json_text(const json_t *js, const char *key, const char *none);

/** fb_json_string - a string of a name that may have any bytes: as fb_shown() has it if it is not UTF-8 */
json_t *fb_json_string(const char *text);

/**
 * fb_json_put - write a value as jansson has it, but for characters that a terminal obeys
 * @js: the value
 * @flags: of json_dumpf()
 * @f: the stream
 *
 * DEL, C1 and marks that turn the direction of text may stand in JSON as they are; here they are
 * written as \uXXXX. Every document is written so, or by fb_json_dump(), which does the same.
 * Return: 0, or what kept it from being written (-ENOSPC, -EIO).
 */
int fb_json_put(const json_t *js, size_t flags, FILE *f);

/**
 * fb_json_dump - write a document, indented by one blank a level, and a newline
 * @doc: the document
 * @digits: significant digits of a real number, 1 to 17
 * @f: the stream
 *
 * An array without an array or object in it is written in one line, which keeps a table of thousands
 * of rows short. Members are in the order in which they were set.
 *
 * Return: 0, or what kept it from being written (-ENOSPC, -EIO); the caller looks at the stream's errors when it closes it.
 */
int fb_json_dump(const json_t *doc, unsigned int digits, FILE *f);

/**
 * fb_json_write - write a document to a file, as fb_json_dump() does, by fb_staged_open()
 * @doc: the document; NULL is -ENOMEM
 * @digits: significant digits of a real number
 * @path: the file
 * @error: receives "PATH: what is wrong"
 *
 * Return: 0 or a negative errno.
 */
int fb_json_write(const json_t *doc, unsigned int digits, const char *path, struct fb_error *error);

#endif
