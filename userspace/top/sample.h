/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the module's counters and the connection tracking table. */
#ifndef FB_TOP_SAMPLE_H
#define FB_TOP_SAMPLE_H

#include "top/hook_counts.h"

/**
 * fb_top_sample - take a reading
 * @s: receives the reading; the caller calls fb_top_sample_free(), also after an error
 * @h: the watched hooks; a hook whose module was loaded since the last reading is switched on
 * @netns: the namespace whose connections are counted, or NULL for the present one
 * @last: the flows of the last reading, or NULL; if counting takes long, they are taken over for
 *	some readings
 *
 * Prints what is wrong. Return: 0 or a negative errno.
 */
int fb_top_sample(struct fb_top_sample *s, struct fb_top_hooks *h, const char *netns,
		  const struct fb_top_flows *last);

#endif
