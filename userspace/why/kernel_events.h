/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel tells by itself while packets are watched: rules that they met, and changes of the state. */
#ifndef FB_WHY_KERNEL_EVENTS_H
#define FB_WHY_KERNEL_EVENTS_H

#include "state/link_events.h"
#include "why/rule_trace.h"
#include "state/ruleset_events.h"

/**
 * struct fb_why_heard - what was heard
 * @rules: rules that packets have met
 * @links: devices that went down
 * @ruleset: flowtables that were deleted
 */
struct fb_why_heard {
	struct fb_rule_traces rules;
	struct fb_link_events links;
	struct fb_ruleset_events ruleset;
};

/** fb_why_heard_open - listen in the network namespace of the calling thread; Return: 0 or a negative errno */
int fb_why_heard_open(struct fb_why_heard *heard, struct fb_error *error);

/** fb_why_heard_read - take all that is there; does not wait; Return: 0 or a negative errno */
int fb_why_heard_read(struct fb_why_heard *heard, struct fb_error *error);

/** fb_why_heard_close - listen no more */
void fb_why_heard_close(struct fb_why_heard *heard);

#endif
