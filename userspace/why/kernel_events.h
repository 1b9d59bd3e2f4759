/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel tells by itself while packets are watched: rules that they met, and changes of the state. */
#ifndef FB_WHY_KERNEL_EVENTS_H
#define FB_WHY_KERNEL_EVENTS_H

#include "state/link_events.h"
#include "why/rule_trace.h"
#include "state/ruleset_events.h"

/**
 * struct fb_kernel_events - what was heard
 * @rules: rules that packets have met
 * @links: devices that went down
 * @ruleset: flowtables that were deleted
 */
struct fb_kernel_events {
	struct fb_rule_traces rules;
	struct fb_link_events links;
	struct fb_ruleset_events ruleset;
};

/** fb_kernel_events_open - listen in the network namespace of the calling thread; Return: 0 or a negative errno */
int fb_kernel_events_open(struct fb_kernel_events *heard, struct fb_error *error);

/** fb_kernel_events_read - take all that is there; does not wait; Return: 0 or a negative errno */
int fb_kernel_events_read(struct fb_kernel_events *heard, struct fb_error *error);

/** fb_kernel_events_close - listen no more */
void fb_kernel_events_close(struct fb_kernel_events *heard);

#endif
