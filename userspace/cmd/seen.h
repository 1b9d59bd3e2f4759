/* SPDX-License-Identifier: GPL-2.0 */
/* Says what was in a trace's text beside calls. */
#ifndef FB_CMD_SEEN_H
#define FB_CMD_SEEN_H

#include "line/event.h"
#include "trace/walk_odd.h"

/**
 * fb_say_seen - print a note for each thing that was taken off, left out or missed
 * @file: where; NULL if the command reads one file only
 * @seen: what
 */
void fb_say_seen(const char *file, const struct fb_fg_seen *seen);

/**
 * fb_say_odd - print how often a text does not agree with itself, and where first
 * @file: as above
 * @odd: how often
 */
void fb_say_odd(const char *file, const struct fb_walk_odd *odd);

#endif
