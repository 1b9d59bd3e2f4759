/* SPDX-License-Identifier: GPL-2.0 */
/* What the module's file `why` counts. Pure: no I/O. */
#ifndef FB_WHY_COUNTS_H
#define FB_WHY_COUNTS_H

#include <stdint.h>

#include "lib/error.h"

/** FB_WHY_HOOKS - bytes of the names of a device's ingress hooks, with the NUL */
#define FB_WHY_HOOKS 240

/**
 * struct fb_why_device - packets of one device
 * @name: of the device
 * @ifindex: of the device
 * @in: packets at the module's first ingress hook
 * @behind: packets at its last one; the others were taken or dropped at ingress
 * @sampled: packets behind that have an event
 * @hooks: names of the hooks of others in between, with commas; "-" for none
 */
struct fb_why_device {
	char name[16];
	unsigned int ifindex;
	uint64_t in;
	uint64_t behind;
	uint64_t sampled;
	char hooks[FB_WHY_HOOKS];
};

/**
 * struct fb_why_counts - the whole file
 * @device: owned
 * @nr: number of devices
 * @forward: packets at the last hook of forwarding
 * @local: packets for the gateway itself
 * @missed: calls that the module's probes missed
 */
struct fb_why_counts {
	struct fb_why_device *device;
	unsigned int nr;
	uint64_t forward;
	uint64_t local;
	uint64_t missed;
};

/**
 * fb_why_counts_read - read the text of the file
 * @text: the text; is cut into words
 * @counts: receives it; the caller calls fb_why_counts_free(), also after an error
 * @error: receives what is wrong
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int fb_why_counts_read(char *text, struct fb_why_counts *counts, struct fb_error *error);

/** fb_why_counts_free - free the content */
void fb_why_counts_free(struct fb_why_counts *counts);

/** fb_why_counts_device - returns the device of this number, or NULL */
const struct fb_why_device *fb_why_counts_device(const struct fb_why_counts *counts,
						 unsigned int ifindex);

#endif
