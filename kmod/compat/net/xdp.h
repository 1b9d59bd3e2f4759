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

/* Before Linux kernel 5.18, a frame is one buffer. */
#ifndef FB_KERNEL_HAS_XDP_FRAME_LEN
static inline unsigned int xdp_get_frame_len(struct xdp_frame *frame)
{
	return frame->len;
}
#endif

/* Since 6.3 a device says that it takes programs and has ndo_xdp_xmit. */
static inline void fb_dev_set_xdp(struct net_device *dev)
{
#ifdef FB_KERNEL_HAS_XDP_FEATURES
	xdp_set_features_flag(dev, NETDEV_XDP_ACT_BASIC |
			      NETDEV_XDP_ACT_REDIRECT |
			      NETDEV_XDP_ACT_NDO_XMIT);
#endif
}

#endif /* FB_COMPAT_NET_XDP_H */
