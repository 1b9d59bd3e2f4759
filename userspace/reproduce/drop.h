/* SPDX-License-Identifier: GPL-2.0 */
/* Where a packet was dropped, and what decided it. Pure: no I/O. */
#ifndef FB_REPRODUCE_DROP_H
#define FB_REPRODUCE_DROP_H

#include <stdint.h>

#include "lib/out.h"
#include "reproduce/evidence.h"

/** FB_DROPS_MAX - places that are told; more are counted */
#define FB_DROPS_MAX 4

/**
 * struct fb_drop - a place where a packet is dropped
 * @free: the call that frees the packet
 * @by: the call that dropped it
 * @decision: the last call before, which decided it, or 0
 * @hook: the hook of netfilter where that was ("forward"), or NULL
 * @table: whose rule or function the decision was ("the table filter of iptables-legacy"), or NULL
 * @packets: how many packets were dropped so
 */
struct fb_drop {
	uint32_t free;
	uint32_t by;
	uint32_t decision;
	const char *hook;
	const char *table;
	uint32_t packets;
};

/**
 * struct fb_drops - the drops of a trace
 * @drop: the first places
 * @nr: their number
 * @more: packets that were dropped elsewhere
 */
struct fb_drops {
	struct fb_drop drop[FB_DROPS_MAX];
	unsigned int nr;
	uint32_t more;
};

/**
 * fb_drops_find - find the packets that a trace shows being dropped
 *
 * A packet that is freed is not dropped: only functions that drop a packet by freeing it count.
 */
void fb_drops_find(const struct fb_tree *tree, const struct fb_evidence *ev,
		   struct fb_drops *drops);

/** fb_drops_print - a line for each place, each behind @label, which stands in 10 columns */
void fb_drops_print(const struct fb_tree *tree, const struct fb_drops *drops, const char *label,
		    struct fb_out *out);

#endif
