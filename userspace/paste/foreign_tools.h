/* SPDX-License-Identifier: GPL-2.0 */
/* Text of other tools and of other tracers, by what it looks like. Pure. */
#ifndef FB_PASTE_FOREIGN_TOOLS_H
#define FB_PASTE_FOREIGN_TOOLS_H

#include "line/event.h"

/**
 * fb_foreign_text - what a line is that is none of function_graph
 * @p: the line, behind its first blanks
 * @end: its end
 *
 * Return: whose text it is and what to do, as one half of a sentence, or NULL if it is not known.
 */
const char *fb_foreign_text(const char *p, const char *end);

/**
 * fb_foreign_head - what a line behind "#" says about the text
 * @p: the line, from its "#" on
 * @end: its end
 *
 * Return: as fb_foreign_text(); NULL for the heads of function_graph, and for any other comment.
 */
const char *fb_foreign_head(const char *p, const char *end);

/** fb_foreign_event - what a text is that has trace events only: @text is that of one of them, in the line @p; as above */
const char *fb_foreign_event(const char *p, const struct fb_str *text);

#endif
