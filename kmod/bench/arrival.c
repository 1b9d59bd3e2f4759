// SPDX-License-Identifier: GPL-2.0
/*
 * Arrival of packets at a sink device, for runs that do more than count them.
 */
#include <linux/etherdevice.h>
#include <linux/timex.h>
#include <net/xdp.h>

#include "bench.h"

/**
 * fb_arrival_inspect() - take a packet that is not only counted
 * @run: the active run
 * @skb: the packet, of the run or not
 * @dev: the sink device
 *
 * Return: true if the packet was taken; false if the caller still owns it.
 * Context: bottom halves off.
 */
bool fb_arrival_inspect(struct fb_run *run, struct sk_buff *skb,
			struct net_device *dev)
{
	struct fb_counters *counters = this_cpu_ptr(run->counters);

	if (!fb_tag_end(&run->tags, skb)) {
		if (dev == run->sink)
			counters->other_sink++;
		else if (dev == run->dev)
			counters->other_dev++;
		return false;
	}

	if (run->latency)
		fb_histogram_add(run->latency, fb_tag_age(skb, get_cycles()));
	if (run->inspect)
		run->inspect(run, counters, skb, dev);

	if (dev == run->sink)
		counters->arrived++;
	else
		counters->back++;
	fb_pool_put(counters->pool, skb);
	return true;
}

/* Makes a packet of a frame that has arrived, and passes it to the run's callback. */
static bool fb_arrival_inspect_frame(struct fb_run *run, struct xdp_frame *frame,
				     const struct skb_shared_info *shinfo,
				     struct net_device *dev)
{
	u32 seq = shinfo->tskey;
	void *flow = shinfo->destructor_arg;
	struct sk_buff *skb;

	skb = xdp_build_skb_from_frame(frame, dev);
	if (!skb)
		return false;
	skb_shinfo(skb)->tskey = seq;
	skb_shinfo(skb)->destructor_arg = flow;
	skb_push(skb, ETH_HLEN);
	skb_set_network_header(skb, ETH_HLEN);
	if (run->latency)
		fb_histogram_add(run->latency, fb_tag_age(skb, get_cycles()));
	if (run->inspect)
		run->inspect(run, this_cpu_ptr(run->counters), skb, dev);

	skb_shinfo(skb)->tskey = 0;
	skb_shinfo(skb)->destructor_arg = NULL;
	consume_skb(skb);
	return true;
}

static bool fb_arrival_ends(const struct fb_run *run, const struct xdp_frame *frame,
			    struct skb_shared_info *shinfo)
{
	/* The buffer begins with the frame's description. */
	const void *head = frame->data - frame->headroom - sizeof(*frame);

	return run->conf.probes ? fb_tag_end_frame(&run->tags, shinfo, head) :
				  fb_tag_end_unseen(&run->tags, shinfo);
}

/**
 * fb_arrival_frame() - take an XDP frame that was sent to a sink device
 * @run: the active run
 * @frame: the frame, of the run or not
 * @dev: the sink device
 *
 * Return: true if the frame was taken; false if the caller still owns it.
 * Context: bottom halves off.
 */
bool fb_arrival_frame(struct fb_run *run, struct xdp_frame *frame,
		      struct net_device *dev)
{
	struct fb_counters *counters = this_cpu_ptr(run->counters);
	struct skb_shared_info *shinfo = xdp_get_shared_info_from_frame(frame);

	if (dev != run->sink || !fb_arrival_ends(run, frame, shinfo)) {
		if (dev == run->sink)
			counters->other_sink++;
		else if (dev == run->dev)
			counters->other_dev++;
		return false;
	}

	counters->frames++;
	counters->frame_bytes += xdp_get_frame_len(frame);
	return unlikely(!run->plain) && fb_arrival_inspect_frame(run, frame, shinfo, dev);
}
