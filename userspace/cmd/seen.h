/* SPDX-License-Identifier: GPL-2.0 */
/* Says what was in a trace's text beside calls. */
#ifndef FB_CMD_SEEN_H
#define FB_CMD_SEEN_H

#include "trace/event.h"

/**
 * fb_say_seen - print a note for each thing that was taken off, left out or missed
 * @file: where; NULL if the command reads one file only
 * @seen: what
 */
void fb_say_seen(const char *file, const struct fb_fg_seen *seen);

/**
 * fb_say_odd_levels - print how often indentation and braces disagreed
 * @file: as above
 * @nr: how often
 * @line: the first line of these, 0 if they are in several files
 */
void fb_say_odd_levels(const char *file, uint32_t nr, uint64_t line);

#endif
