/* SPDX-License-Identifier: GPL-2.0 */
/* Says what was in a trace's text beside calls. */
#ifndef FB_CMD_SEEN_H
#define FB_CMD_SEEN_H

#include "trace/event.h"

/** fb_say_seen - print a note for each thing that was taken off, left out or missed */
void fb_say_seen(const struct fb_fg_seen *seen);

/** fb_say_odd_levels - print how often indentation and braces disagreed, and the first line of these */
void fb_say_odd_levels(uint32_t nr, uint64_t line);

#endif
