/* SPDX-License-Identifier: GPL-2.0 */
/* Recognises documents by their schema, and writes foreign text so that HTML takes it as text. */
#ifndef FB_REPORT_REPORT_PAGE_H
#define FB_REPORT_REPORT_PAGE_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/error.h"

/** enum fb_report_kind - kinds of documents, by schema */
enum fb_report_kind {
	FB_REPORT_OTHER, /* JSON of a schema that the report does not show */
	FB_REPORT_BROKEN, /* not JSON, or what its schema does not vouch for */
	FB_REPORT_RESULTS,
	FB_REPORT_BENCH,
	FB_REPORT_PROFILE,
	FB_REPORT_COMPARE,
	FB_REPORT_VALIDATE,
	FB_REPORT_MATRIX,
	FB_REPORT_WHY,
	FB_REPORT_HISTORY,
};

/**
 * fb_report_kind - recognise a document
 * @text: the document
 * @len: bytes of @text
 * @error: receives one line that says what is wrong with a broken one, else nothing;
 */
enum fb_report_kind fb_report_kind(const char *text, size_t len, struct fb_error *error);

/**
 * fb_document_check - check a document of any schema that flowbench reads back
 * @doc: the document
 * @error: receives the place of the first wrong value
 *
 * Return: 0, FB_JSON_REFUSED or -ENOMEM.
 */
int fb_document_check(const json_t *doc, struct fb_error *error);

/**
 * fb_page_json - write JSON into an element <script> of a page
 * @text: valid JSON
 * @len: bytes of @text
 * @f: where to write; the caller checks the stream for errors
 *
 * Numbers keep their digits; blanks between tokens are dropped. Characters of strings that could end the
 * element, begin a comment or end a line are escaped.
 */
void fb_page_json(const char *text, size_t len, FILE *f);

/** fb_page_text - write text into an element, or into an attribute in double quotes */
void fb_page_text(const char *text, FILE *f);

#endif
