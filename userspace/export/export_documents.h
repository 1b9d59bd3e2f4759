/* SPDX-License-Identifier: GPL-2.0 */
/* Exports JSON documents of flowbench: results, profiles, and reasons. */
#ifndef FB_EXPORT_EXPORT_DOCUMENTS_H
#define FB_EXPORT_EXPORT_DOCUMENTS_H

#include "export/export_format.h"

/** fb_export_is_json - returns true if a regular file begins with a brace, as no line of a trace does */
bool fb_export_is_json(const char *path);

/**
 * fb_export_results - write results in a form that has @results
 * @in: what and how
 * @ex: what the form knows
 * @folder: @in->input is a folder: all documents of results in it are written
 * @error: receives one line that names the file and says what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_export_results(const struct fb_export_in *in, struct fb_export *ex, bool folder,
		      struct fb_error *error);

/**
 * fb_export_document - write a profile or reasons in a form that has a place for them
 * @in: what and how
 * @ex: what the form knows
 * @path: the document's file: @in->input, or a file in that folder
 * @error: receives one line that names the file and says what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_export_document(const struct fb_export_in *in, struct fb_export *ex, const char *path,
		       struct fb_error *error);

#endif
