/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the module's counters and the connection tracking table. */
#ifndef FB_TOP_SAMPLE_H
#define FB_TOP_SAMPLE_H

#include "top/count.h"

/**
 * fb_top_sample - take a reading
 * @s: receives it; fb_top_sample_free() it, also on error
 * @h: the hooks that are watched; one whose module has been loaded meanwhile is switched on
 * @netns: the namespace whose connections are counted, or NULL for this one
 * @last: the flows of the reading before, or NULL; they are taken over where counting them
 *	takes so long that it would be all that is done
 *
 * Says what is wrong. Return: 0 or a negative errno.
 */
int fb_top_sample(struct fb_top_sample *s, struct fb_top_hooks *h, const char *netns,
		  const struct fb_top_flows *last);

/** fb_top_now - CLOCK_MONOTONIC, in ns */
uint64_t fb_top_now(void);

#endif
