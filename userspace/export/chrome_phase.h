/* SPDX-License-Identifier: GPL-2.0 */
/* The phases of a run as slices on a track of their own. */
#ifndef FB_EXPORT_CHROME_PHASE_H
#define FB_EXPORT_CHROME_PHASE_H

#include "export/chrome.h"

/** fb_chrome_phases_free - free the phases */
void fb_chrome_phases_free(struct fb_chrome *c);

/** fb_chrome_phase_next - another phase begins, in a text of its own or behind a heading */
int fb_chrome_phase_next(struct fb_export *ex);

/** fb_chrome_phase_enter - an outermost call begins: it may be a phase's */
int fb_chrome_phase_enter(struct fb_export *ex, struct fb_walk_stack *st);

/** fb_chrome_phase_leave - the innermost call ends, and a phase with it, perhaps */
void fb_chrome_phase_leave(struct fb_export *ex, struct fb_walk_stack *st, int64_t at);

/** fb_chrome_phase_packet - a packet's mark: it may be a phase's */
int fb_chrome_phase_packet(struct fb_export *ex, struct fb_walk_stack *st, unsigned int tid,
			   int64_t at, const struct fb_str *text);

/** fb_chrome_phases_end - write the phases and the arrows to them; returns 0 or -ENOMEM */
int fb_chrome_phases_end(struct fb_export *ex);

#endif
