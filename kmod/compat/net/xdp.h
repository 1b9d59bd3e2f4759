/* SPDX-License-Identifier: GPL-2.0 */
/* XDP frames, and devices that send them, on all kernels. */
#ifndef FB_COMPAT_NET_XDP_H
#define FB_COMPAT_NET_XDP_H

#include_next <net/xdp.h>

/* Returns where the buffer of a frame begins. */
static inline void *fb_xdp_frame_head(struct xdp_frame *frame)
{
	return frame->data - frame->headroom - sizeof(*frame);
}

#ifdef FB_KERNEL_HAS_XDP_FEATURES
static inline unsigned int fb_xdp_frame_len(const struct xdp_frame *frame)
{
	return xdp_get_frame_len(frame);
}

/* Returns NULL if memory is short; else the frame belongs to the packet. */
static inline struct sk_buff *fb_xdp_build_skb(struct xdp_frame *frame,
					       struct net_device *dev)
{
	return xdp_build_skb_from_frame(frame, dev);
}
#else
static inline unsigned int fb_xdp_frame_len(const struct xdp_frame *frame)
{
	return frame->len;
}

static inline struct sk_buff *fb_xdp_build_skb(struct xdp_frame *frame,
					       struct net_device *dev)
{
	return NULL;
}
#endif /* FB_KERNEL_HAS_XDP_FEATURES */

/* FB_NDO_XDP_XMIT(fn) names a device's ndo_xdp_xmit, if devices say what they can do. */
#ifdef FB_KERNEL_HAS_XDP_FEATURES
#define FB_NDO_XDP_XMIT(_fn)	.ndo_xdp_xmit = (_fn),

static inline void fb_dev_set_xdp_xmit(struct net_device *dev)
{
	xdp_set_features_flag(dev, NETDEV_XDP_ACT_NDO_XMIT);
}
#else
#define FB_NDO_XDP_XMIT(_fn)

static inline void fb_dev_set_xdp_xmit(struct net_device *dev)
{
}
#endif /* FB_KERNEL_HAS_XDP_FEATURES */

#endif /* FB_COMPAT_NET_XDP_H */
