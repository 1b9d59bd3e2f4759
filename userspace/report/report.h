/* SPDX-License-Identifier: GPL-2.0 */
/* Gathers the JSON documents of runs into one HTML page, which needs no other file. */
#ifndef FB_REPORT_REPORT_H
#define FB_REPORT_REPORT_H

#include <stdio.h>

#include "file/paths.h"
#include "lib/error.h"
#include "report/report_page.h"

/**
 * struct fb_report_doc - one document
 * @real: its path with all links resolved; no file is taken twice
 * @file: its name without folders
 * @dir: the name of its folder
 * @kind: its schema
 * @text: its text, owned; NULL if it could not be read
 * @len: bytes of @text
 * @why: what is wrong, of a FB_REPORT_BROKEN document
 */
struct fb_report_doc {
	char real[FB_PATH_MAX];
	char file[256];
	char dir[256];
	enum fb_report_kind kind;
	char *text;
	size_t len;
	struct fb_error why;
};

/**
 * struct fb_report - the documents of a page
 * @doc: the documents, in the order of fb_report_add()
 * @nr: number of documents
 * @shown: number of documents that are not broken
 */
struct fb_report {
	struct fb_report_doc *doc;
	unsigned int nr;
	unsigned int shown;
};

/**
 * fb_report_add - add a document, or all documents of a folder
 * @rep: the report, all zero at first; the caller calls fb_report_free(), also after an error
 * @path: a JSON file, or a folder, of which each *.json is read
 * @error: receives one line that names the file and says what is wrong
 *
 * In a folder, JSON of a foreign schema is skipped. A file that cannot be read is added as broken: the
 * page names it.
 * Return: 0; -ENODATA if the folder holds no document of flowbench, or the file is not one; or another
 * negative errno.
 */
int fb_report_add(struct fb_report *rep, const char *path, struct fb_error *error);

/** fb_report_free - free the documents in @rep, and make it all zero */
void fb_report_free(struct fb_report *rep);

/** FB_REPORT_MARK - stands in the first kilobyte of each page */
#define FB_REPORT_MARK "<title>flowbench report</title>"

/**
 * fb_report_write - write the page
 * @rep: the documents
 * @f: where to write; the caller checks the stream for errors
 * @error: receives one line that names the wrong file of the page's own scripts and style
 *
 * Scripts and style come from userspace/report/page.
 * Return: 0 or a negative errno with @error set.
 */
int fb_report_write(const struct fb_report *rep, FILE *f, struct fb_error *error);

#endif
