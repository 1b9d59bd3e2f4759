/* SPDX-License-Identifier: GPL-2.0 */
/* JSON as text in which a row of a table is a line. */
#ifndef FB_LIB_JSON_H
#define FB_LIB_JSON_H

#include <jansson.h>
#include <stdio.h>

/**
 * fb_json_dump - write a document, indented by one blank a level, and a newline
 * @doc: the document
 * @digits: significant digits of a real number, 1 to 17
 * @f: where to
 *
 * An array without an array or object in it is one line, so that a table of thousands of rows is
 * no longer than it must be. Members are in the order in which they were set.
 *
 * Return: 0, or what kept it from being written (-ENOSPC, -EIO); the caller looks at the stream's errors when it closes it.
 */
int fb_json_dump(const json_t *doc, unsigned int digits, FILE *f);

#endif
