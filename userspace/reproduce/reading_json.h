/* SPDX-License-Identifier: GPL-2.0 */
/* What a trace is, as JSON. Pure: no I/O. */
#ifndef FB_REPRODUCE_READING_JSON_H
#define FB_REPRODUCE_READING_JSON_H

#include <jansson.h>

#include "json/json_schema.h"
#include "reproduce/reading.h"

/** FB_READING_SCHEMA - name and version of the document */
#define FB_READING_SCHEMA "flowbench.reproduce/1"

/** fb_reading_schema - the document of fb_reading_json() */
extern const struct fb_json_schema fb_reading_schema;

/**
 * fb_reading_json - make the document of a reading
 * @reading: what the trace is
 *
 * Return: the document, which the caller releases; NULL if there is no memory.
 */
json_t *fb_reading_json(const struct fb_reading *reading);

#endif
