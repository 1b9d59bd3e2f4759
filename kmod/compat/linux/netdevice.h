/* SPDX-License-Identifier: GPL-2.0 */
/* Mainline's NAPI, and its XDP of packets, for older kernels. */
#ifndef FB_COMPAT_LINUX_NETDEVICE_H
#define FB_COMPAT_LINUX_NETDEVICE_H

#include_next <linux/netdevice.h>

/*
 * The one helper without a name in mainline: no header can add a member to a structure. Without
 * this folder, write dev->lltx = true, which is a member since 6.12 and was a feature before.
 */
static inline void fb_dev_set_lltx(struct net_device *dev)
{
#ifdef FB_KERNEL_HAS_LLTX
	dev->lltx = true;
#else
	dev->features |= NETIF_F_LLTX;
#endif
}

/* Before 6.1 the weight was an argument. */
#ifndef FB_KERNEL_HAS_NAPI_WEIGHT
#define netif_napi_add(_dev, _napi, _poll) \
	netif_napi_add(_dev, _napi, _poll, NAPI_POLL_WEIGHT)
#endif

/* Before 6.9 the program could not replace the packet. */
#ifndef FB_KERNEL_HAS_XDP_REPLACES
#define do_xdp_generic(_prog, _skb)	do_xdp_generic(_prog, *(_skb))
#endif

#endif /* FB_COMPAT_LINUX_NETDEVICE_H */
