/* SPDX-License-Identifier: GPL-2.0 */
/* What a page of HTML needs of foreign text: recognised, and written so that it stays text. */
#ifndef FB_REPORT_PAGE_H
#define FB_REPORT_PAGE_H

#include <stddef.h>
#include <stdio.h>

#include "lib/why.h"

/** enum fb_report_kind - what a document is, by its schema */
enum fb_report_kind {
	FB_REPORT_OTHER, /* JSON, but none of flowbench's that a report shows */
	FB_REPORT_BROKEN, /* no JSON, or of a later form */
	FB_REPORT_RESULTS,
	FB_REPORT_BENCH,
	FB_REPORT_PROFILE,
	FB_REPORT_COMPARE,
	FB_REPORT_VALIDATE,
	FB_REPORT_MATRIX,
};

/**
 * fb_report_kind - what a document is
 * @text: the document
 * @len: its length
 * @why: receives one line that says what is wrong with a broken one, else nothing;
 */
enum fb_report_kind fb_report_kind(const char *text, size_t len, struct fb_why *why);

/**
 * fb_page_json - write JSON into an element <script> of a page
 * @text: JSON that has been read before
 * @len: its length
 * @f: where to; the caller looks at the stream's errors
 *
 * Numbers stay as they are written, blanks between them go. Nothing in a string ends the element,
 * begins a comment, or is a line's end to anybody.
 */
void fb_page_json(const char *text, size_t len, FILE *f);

/** fb_page_text - write text into an element or an attribute in double quotes */
void fb_page_text(const char *text, FILE *f);

#endif
