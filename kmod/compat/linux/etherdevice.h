/* SPDX-License-Identifier: GPL-2.0 */
/*
 * xdp_build_skb_from_frame() for kernels before 5.12, where cpumap alone does this
 * (cpu_map_build_skb()). Not in net/xdp.h, which netdevice.h includes before it
 * has devices.
 */
#ifndef FB_COMPAT_LINUX_ETHERDEVICE_H
#define FB_COMPAT_LINUX_ETHERDEVICE_H

#include_next <linux/etherdevice.h>

#ifndef FB_KERNEL_HAS_XDP_BUILD_SKB

#include <linux/skbuff.h>
#include <net/xdp.h>

/* Returns NULL if memory is short; else the frame belongs to the packet. */
static inline struct sk_buff *
xdp_build_skb_from_frame(struct xdp_frame *frame, struct net_device *dev)
{
	unsigned int room = sizeof(*frame) + frame->headroom;
	struct sk_buff *skb;

	skb = build_skb(frame->data - room, frame->frame_sz);
	if (unlikely(!skb))
		return NULL;

	skb_reserve(skb, room);
	__skb_put(skb, frame->len);
	if (frame->metasize)
		skb_metadata_set(skb, frame->metasize);
	skb->protocol = eth_type_trans(skb, dev);
	xdp_release_frame(frame);
	xdp_scrub_frame(frame);
	return skb;
}

#endif /* FB_KERNEL_HAS_XDP_BUILD_SKB */

#endif /* FB_COMPAT_LINUX_ETHERDEVICE_H */
