/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_ARRIVAL_H
#define FB_ARRIVAL_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/skbuff.h>

#include "pool.h"
#include "run.h"
#include "tag.h"

struct xdp_frame;

bool fb_arrival_frame(struct fb_run *run, struct xdp_frame *frame,
		      struct net_device *dev);
bool fb_arrival_inspect(struct fb_run *run, struct sk_buff *skb,
			struct net_device *dev);

/**
 * fb_arrival() - take a packet that was transmitted on a sink device
 * @run: the active run
 * @skb: the packet, which may be anybody's
 * @dev: the sink device
 *
 * The shortest way is for packets that are only counted: it is part of the price
 * of each of them.
 *
 * Return: true if the packet was taken; false if the caller still owns it.
 * Context: bottom halves off.
 */
static __always_inline bool fb_arrival(struct fb_run *run, struct sk_buff *skb,
				       struct net_device *dev)
{
	struct fb_lane *lane;

	if (unlikely(!run->plain || dev != run->sink ||
		     !fb_tag_end(&run->tags, skb)))
		return fb_arrival_inspect(run, skb, dev);

	lane = this_cpu_ptr(run->lanes);
	lane->arrived++;
	fb_pool_put(lane->pool, skb);
	return true;
}

#endif /* FB_ARRIVAL_H */
