/* SPDX-License-Identifier: GPL-2.0 */
/* A summary as a JSON document: writes it, and checks one that somebody else may have written. */
#ifndef FB_WHY_SUMMARY_JSON_H
#define FB_WHY_SUMMARY_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "json/json_schema.h"
#include "lib/error.h"

/** FB_WHY_SCHEMA - name and version of the schema of why.json */
#define FB_WHY_SCHEMA "flowbench.why/1"

/** FB_WHY_DOCUMENT_MAX - bytes of the largest document that is read */
#define FB_WHY_DOCUMENT_MAX ((size_t)16 * 1024 * 1024)

/** fb_why_schema - why.json */
extern const struct fb_json_schema fb_why_schema;

/**
 * fb_why_document_origin - add the fingerprint of this machine
 * @doc: the document
 * @scenario: the scenario whose traffic was watched, or NULL
 *
 * Return: 0 or a negative errno.
 */
int fb_why_document_origin(json_t *doc, const char *scenario);

/** fb_why_document_write - write a document as `flowbench why --json` does; Return: 0 or a negative errno */
int fb_why_document_write(const json_t *doc, FILE *f);

#endif
