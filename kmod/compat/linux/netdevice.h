/* SPDX-License-Identifier: GPL-2.0 */
/* Transmission without the lock of the queue, NAPI, and XDP of packets, on all kernels. */
#ifndef FB_COMPAT_LINUX_NETDEVICE_H
#define FB_COMPAT_LINUX_NETDEVICE_H

#include_next <linux/netdevice.h>

/* A flag of the device since 6.12, one of its features before. */
static inline void fb_dev_set_lltx(struct net_device *dev)
{
#ifdef FB_KERNEL_HAS_LLTX
	dev->lltx = true;
#else
	dev->features |= NETIF_F_LLTX;
#endif
}

/* Kernels before 6.1 want the weight, which is the default since. */
static inline void fb_napi_add(struct net_device *dev, struct napi_struct *napi,
			       int (*poll)(struct napi_struct *, int))
{
#ifdef FB_KERNEL_HAS_NAPI_WEIGHT
	netif_napi_add(dev, napi, poll);
#else
	netif_napi_add(dev, napi, poll, NAPI_POLL_WEIGHT);
#endif
}

/* Returns what becomes of the packet; since 6.9 the program may replace it. */
static inline int fb_do_xdp(struct bpf_prog *prog, struct sk_buff **skb)
{
#ifdef FB_KERNEL_HAS_XDP_REPLACES
	return do_xdp_generic(prog, skb);
#else
	return do_xdp_generic(prog, *skb);
#endif
}

#endif /* FB_COMPAT_LINUX_NETDEVICE_H */
