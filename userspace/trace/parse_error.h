/* SPDX-License-Identifier: GPL-2.0 */
/* Says why a line cannot be read. Used by trace/fgraph.c only. */
#ifndef FB_TRACE_PARSE_ERROR_H
#define FB_TRACE_PARSE_ERROR_H

#include "trace/input.h"

/**
 * struct fb_foreign - a line that cannot be read
 * @lines: the text, which has come to this line
 * @at: its beginning, behind what was taken off
 * @p: the part that cannot be read
 * @end: its end
 * @rest: events were read before @p
 * @other: what the text is if it has no call at all, or NULL
 */
struct fb_foreign {
	const struct fb_input *lines;
	const char *at;
	const char *p;
	const char *end;
	bool rest;
	const char *other;
};

/** fb_parse_error - say which line it is, what stands there and what to do about it; Return: -EINVAL */
int fb_parse_error(const struct fb_foreign *line, struct fb_error *error);

#endif
