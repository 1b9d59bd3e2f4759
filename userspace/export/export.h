/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Traces in the forms of other tools. A form is a struct fb_export_format in a file of its own
 * and a line in the table of cmd/export.c; it is told the calls as they come, and keeps none.
 */
#ifndef FB_EXPORT_EXPORT_H
#define FB_EXPORT_EXPORT_H

#include "export/export_format.h"

/** fb_export_fingerprint - write a run's fingerprint as a member of a JSON object; 0 or -EIO */
int fb_export_fingerprint(const struct fb_export *ex);

extern const struct fb_export_format fb_export_chrome;
extern const struct fb_export_format fb_export_csv;
extern const struct fb_export_format fb_export_folded;
extern const struct fb_export_format fb_export_ftrace;
extern const struct fb_export_format fb_export_json;
extern const struct fb_export_format fb_export_kcidb;
extern const struct fb_export_format fb_export_svg;

/**
 * fb_export - write one thing in one form
 * @in: what and how
 * @sums: receives what the calls were like; all 0 for documents
 * @error: receives one line that names the file and says what is wrong
 *
 * The stream is flushed; an error of it is returned with @error empty.
 * Return: 0 or a negative errno.
 */
int fb_export(const struct fb_export_in *in, struct fb_walk_sums *sums, struct fb_error *error);

#endif
