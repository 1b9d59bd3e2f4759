// SPDX-License-Identifier: GPL-2.0
/*
 * What is done with a packet at a sink device when counting is not all.
 */
#include <linux/timex.h>

#include "../histogram.h"
#include "arrival.h"

/**
 * fb_arrival_inspect() - take a packet that is not only counted
 * @run: the active run
 * @skb: the packet, which may be anybody's
 * @dev: the sink device
 *
 * Return: true if the packet was taken; false if the caller still owns it.
 * Context: bottom halves off.
 */
bool fb_arrival_inspect(struct fb_run *run, struct sk_buff *skb,
			struct net_device *dev)
{
	struct fb_lane *lane = this_cpu_ptr(run->lanes);

	if (!fb_tag_is(skb, run->magic)) {
		if (dev == run->sink)
			lane->other_sink++;
		else if (dev == run->dev)
			lane->other_dev++;
		return false;
	}

	fb_tag_clear(skb);
	if (run->latency)
		fb_histogram_add(run->latency, fb_tag_age(skb, get_cycles()));
	if (run->look)
		run->look(run, lane, skb, dev);

	if (dev == run->sink)
		lane->arrived++;
	else
		lane->back++;
	fb_pool_put(lane->pool, skb);
	return true;
}
