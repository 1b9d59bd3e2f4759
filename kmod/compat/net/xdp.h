/* SPDX-License-Identifier: GPL-2.0 */
/* Mainline's XDP frames, and features of devices, for older kernels. */
#ifndef FB_COMPAT_NET_XDP_H
#define FB_COMPAT_NET_XDP_H

#include_next <net/xdp.h>

/* Before 5.18 a frame was one buffer. */
#ifndef FB_KERNEL_HAS_XDP_FRAME_LEN
static inline unsigned int xdp_get_frame_len(struct xdp_frame *frame)
{
	return frame->len;
}
#endif

/* Before 6.3 the operations of a device said what it can do. */
#ifndef FB_KERNEL_HAS_XDP_FEATURES
#define NETDEV_XDP_ACT_BASIC	0
#define NETDEV_XDP_ACT_REDIRECT	0
#define NETDEV_XDP_ACT_NDO_XMIT	0

static inline void xdp_set_features_flag(struct net_device *dev, u32 features)
{
}
#endif

#endif /* FB_COMPAT_NET_XDP_H */
