/* SPDX-License-Identifier: GPL-2.0 */
/* The documents of runs, gathered into one page that needs nothing else. */
#ifndef FB_REPORT_REPORT_H
#define FB_REPORT_REPORT_H

#include <stdio.h>

#include "lib/paths.h"
#include "lib/why.h"
#include "report/page.h"

/**
 * struct fb_report_doc - one document
 * @real: the file, links followed: no file is taken twice
 * @file: its name
 * @dir: the name of its folder
 * @kind: what it is
 * @text: its text, owned; NULL if it could not be read
 * @len: length of @text
 * @why: what is wrong with a broken one
 */
struct fb_report_doc {
	char real[FB_PATH_MAX];
	char file[256];
	char dir[256];
	enum fb_report_kind kind;
	char *text;
	size_t len;
	struct fb_why why;
};

/**
 * struct fb_report - what a page is made of
 * @doc: documents, in the order in which they were asked for
 * @nr: how many
 * @shown: how many of them are not broken
 */
struct fb_report {
	struct fb_report_doc *doc;
	unsigned int nr;
	unsigned int shown;
};

/**
 * fb_report_add - add a document, or all those of a folder
 * @rep: the report, all zero at first; fb_report_free() it, after an error, too
 * @path: a file of JSON, or a folder, of which each *.json is looked at
 * @why: receives one line that names the file and says what is wrong
 *
 * Of a folder, JSON that is none of flowbench's is passed over, and what cannot be read is added
 * as broken, for the page to say so.
 * Return: 0; -ENODATA for a folder without a document, or a file that is none; or another negative
 * errno.
 */
int fb_report_add(struct fb_report *rep, const char *path, struct fb_why *why);

/** fb_report_free - free what fb_report_add() has put into @rep */
void fb_report_free(struct fb_report *rep);

/**
 * fb_report_write - write the page
 * @rep: its documents
 * @f: where to; the caller looks at the stream's errors
 * @why: receives one line that says which of the page's own files is wrong
 *
 * Style and scripts are those of userspace/report/page.
 * Return: 0 or a negative errno with @why set.
 */
int fb_report_write(const struct fb_report *rep, FILE *f, struct fb_why *why);

#endif
