/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WARMUP_H
#define FB_WARMUP_H

#include <linux/netdevice.h>
#include <linux/types.h>

#include "frame.h"

struct fb_generator;

/**
 * struct fb_warmup - what a warm-up knows of the flow that it is at
 * @sink: the device that the flow's packets should leave by
 * @seen: how the last packet on @sink was addressed
 * @is_seen: there was one that could be read
 * @is_back: a reply left by the device that the flow's packets come in by
 * @replied: flows of which a reply did
 */
struct fb_warmup {
	const struct net_device *sink;
	struct fb_tuple seen;
	bool is_seen;
	bool is_back;
	u64 replied;
};

int fb_warmup_work(struct fb_generator *gen);
void fb_warmup_arrived(struct fb_warmup *warmup, const struct sk_buff *skb,
		       const struct net_device *dev);

#endif /* FB_WARMUP_H */
