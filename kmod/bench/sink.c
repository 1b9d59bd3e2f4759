// SPDX-License-Identifier: GPL-2.0
/*
 * The device kind flowbench_sink. A gateway under measurement has one at each
 * end: the generator puts packets into one, and packets that are transmitted on
 * either end there.
 */
#include <linux/bpf.h>
#include <linux/etherdevice.h>
#include <linux/if_arp.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <linux/user_namespace.h>
#include <net/net_namespace.h>
#include <net/rtnetlink.h>
#include <net/xdp.h>

#include "bench.h"

/* In 5.10, NETIF_F_GSO_SOFTWARE does not have NETIF_F_GSO_UDP_L4. */
#define FB_SINK_FEATURES \
	(NETIF_F_SG | NETIF_F_FRAGLIST | NETIF_F_HIGHDMA | NETIF_F_HW_CSUM | \
	 NETIF_F_GSO_SOFTWARE | NETIF_F_GSO_UDP_L4 | \
	 NETIF_F_HW_VLAN_CTAG_TX)

struct fb_sink {
	struct napi_struct napi;
	struct fb_sink_stats __percpu *stats;
	struct bpf_prog __rcu *xdp_prog;
};

/* Poll function of all devices of this kind. */
static int (*fb_sink_poll)(struct napi_struct *napi, int budget);

/*
 * Frees a packet that is not of the run, or a segment, without a tracepoint: the
 * probe of consume_skb() would be part of the price of a segment.
 */
static void fb_sink_free(struct sk_buff *skb)
{
	if (skb_unref(skb))
		__kfree_skb(skb);
}

static netdev_tx_t fb_sink_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct fb_sink *sink = netdev_priv(dev);
	struct fb_sink_stats *stats = this_cpu_ptr(sink->stats);
	struct fb_run *run;

	stats->tx_bytes += skb->len;

	/* A packet before or after a run, out of a queue, is not part of its sums. */
	run = rcu_dereference_bh(fb_active);
	if (unlikely(!run || !READ_ONCE(run->open))) {
		stats->tx_idle++;
		consume_skb(skb);
		return NETDEV_TX_OK;
	}

	stats->tx_packets++;
	if (!fb_arrival(run, skb, dev))
		fb_sink_free(skb);
	return NETDEV_TX_OK;
}

/* Takes frames that another device's XDP program has redirected to this one. */
static int fb_sink_xdp_xmit(struct net_device *dev, int n,
			    struct xdp_frame **frames, u32 flags)
{
	struct fb_sink *sink = netdev_priv(dev);
	struct fb_sink_stats *stats = this_cpu_ptr(sink->stats);
	struct fb_run *run;
	int i;

	if (unlikely(flags & ~XDP_XMIT_FLAGS_MASK))
		return -EINVAL;

	run = rcu_dereference_bh(fb_active);
	if (run && !READ_ONCE(run->open))
		run = NULL;
	for (i = 0; i < n; i++) {
		stats->tx_bytes += xdp_get_frame_len(frames[i]);
		if (likely(run))
			stats->tx_packets++;
		else
			stats->tx_idle++;
		if (!run || !fb_arrival_frame(run, frames[i], dev))
			xdp_return_frame(frames[i]);
	}
	return n;
}

/* Takes over @prog, which may be NULL. */
static void fb_sink_set_prog(struct net_device *dev, struct bpf_prog *prog)
{
	struct fb_sink *sink = netdev_priv(dev);
	struct bpf_prog *old = rtnl_dereference(sink->xdp_prog);

	rcu_assign_pointer(sink->xdp_prog, prog);
	if (old)
		bpf_prog_put(old);
}

static int fb_sink_bpf(struct net_device *dev, struct netdev_bpf *bpf)
{
	if (bpf->command != XDP_SETUP_PROG)
		return -EINVAL;
	fb_sink_set_prog(dev, bpf->prog);
	return 0;
}

static int fb_sink_init(struct net_device *dev)
{
	struct fb_sink *sink = netdev_priv(dev);

	/* Only for the administrator of the machine, as the files of the module. */
	if (dev_net(dev)->user_ns != &init_user_ns)
		return -EPERM;
	sink->stats = alloc_percpu(struct fb_sink_stats);
	if (!sink->stats)
		return -ENOMEM;
	netif_napi_add(dev, &sink->napi, fb_sink_poll);
	return 0;
}

/*
 * The core waits for RCU behind this, once for all devices that go, as
 * netif_napi_del() would for each.
 */
static void fb_sink_uninit(struct net_device *dev)
{
	struct fb_sink *sink = netdev_priv(dev);

	__netif_napi_del(&sink->napi);
}

/* Called after the last reference: a run reads counters until its end. */
static void fb_sink_destroy(struct net_device *dev)
{
	struct fb_sink *sink = netdev_priv(dev);

	free_percpu(sink->stats);
}

static int fb_sink_open(struct net_device *dev)
{
	struct fb_sink *sink = netdev_priv(dev);

	napi_enable(&sink->napi);
	return 0;
}

static int fb_sink_stop(struct net_device *dev)
{
	struct fb_sink *sink = netdev_priv(dev);

	napi_disable(&sink->napi);
	return 0;
}

static void fb_sink_stats64(struct net_device *dev,
			    struct rtnl_link_stats64 *stats)
{
	struct fb_sink_stats sum;

	fb_sink_stats(dev, &sum);
	stats->rx_packets = sum.rx_packets;
	stats->rx_bytes = sum.rx_bytes;
	stats->tx_packets = sum.tx_packets + sum.tx_idle;
	stats->tx_bytes = sum.tx_bytes;
}

static const struct net_device_ops fb_sink_ops = {
	.ndo_init = fb_sink_init,
	.ndo_uninit = fb_sink_uninit,
	.ndo_open = fb_sink_open,
	.ndo_stop = fb_sink_stop,
	.ndo_start_xmit = fb_sink_xmit,
	.ndo_get_stats64 = fb_sink_stats64,
	.ndo_bpf = fb_sink_bpf,
	.ndo_xdp_xmit = fb_sink_xdp_xmit,
	.ndo_set_mac_address = eth_mac_addr,
	.ndo_validate_addr = eth_validate_addr,
};

static void fb_sink_dev_setup(struct net_device *dev)
{
	ether_setup(dev);
	dev->netdev_ops = &fb_sink_ops;
	dev->needs_free_netdev = true;
	dev->priv_destructor = fb_sink_destroy;

	/* No host answers ARP. */
	dev->flags |= IFF_NOARP;
	dev->flags &= ~IFF_MULTICAST;
	dev->priv_flags |= IFF_LIVE_ADDR_CHANGE | IFF_NO_QUEUE;
	dev->features |= FB_SINK_FEATURES;
	dev->hw_features |= FB_SINK_FEATURES;
	dev->vlan_features |= FB_SINK_FEATURES;
	fb_dev_set_lltx(dev);
	xdp_set_features_flag(dev, NETDEV_XDP_ACT_BASIC |
			      NETDEV_XDP_ACT_REDIRECT |
			      NETDEV_XDP_ACT_NDO_XMIT);
	dev->min_mtu = ETH_MIN_MTU;
	dev->max_mtu = FB_SIZE_MAX;
	eth_hw_addr_random(dev);
}

/*
 * Has no MODULE_ALIAS_RTNL_LINK(): with this alias, root of any user namespace could
 * make the kernel load the module, without the right to make a device of this kind.
 */
static struct rtnl_link_ops fb_sink_link_ops __read_mostly = {
	.kind = FB_SINK_KIND,
	.priv_size = sizeof(struct fb_sink),
	.setup = fb_sink_dev_setup,
};

bool fb_is_sink(const struct net_device *dev)
{
	return dev->netdev_ops == &fb_sink_ops;
}

/* Sums up the counters of a sink device. */
void fb_sink_stats(const struct net_device *dev, struct fb_sink_stats *sum)
{
	const struct fb_sink *sink = netdev_priv(dev);
	const struct fb_sink_stats *stats;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		stats = per_cpu_ptr(sink->stats, cpu);
		sum->rx_packets += READ_ONCE(stats->rx_packets);
		sum->rx_bytes += READ_ONCE(stats->rx_bytes);
		sum->tx_packets += READ_ONCE(stats->tx_packets);
		sum->tx_idle += READ_ONCE(stats->tx_idle);
		sum->tx_bytes += READ_ONCE(stats->tx_bytes);
	}
}

/**
 * fb_sink_received() - count packets that the generator has put into a device
 * @dev: a sink device
 * @packets: how many
 * @bytes: of all of them, with their Ethernet headers
 */
void fb_sink_received(struct net_device *dev, u64 packets, u64 bytes)
{
	struct fb_sink *sink = netdev_priv(dev);

	this_cpu_add(sink->stats->rx_packets, packets);
	this_cpu_add(sink->stats->rx_bytes, bytes);
}

/**
 * fb_sink_has_prog() - check for an XDP program
 * @dev: a sink device
 *
 * Return: true if one is attached to the device.
 * Context: process, rtnl held.
 */
bool fb_sink_has_prog(const struct net_device *dev)
{
	const struct fb_sink *sink = netdev_priv(dev);

	return rtnl_dereference(sink->xdp_prog);
}

/**
 * fb_sink_receive() - receive one packet as a driver does: XDP sees it first
 * @dev: a sink device
 * @skb: from fb_generator_init_skb()
 *
 * The program runs on an sk_buff, by do_xdp_generic(), as that of a tap device does.
 * Only warm-ups call this function.
 *
 * Context: bottom halves off.
 */
void fb_sink_receive(struct net_device *dev, struct sk_buff *skb)
{
	const struct fb_sink *sink = netdev_priv(dev);
	struct bpf_prog *prog;
	int action = XDP_PASS;

	rcu_read_lock();
	prog = rcu_dereference(sink->xdp_prog);
	if (prog)
		action = do_xdp_generic(prog, &skb);
	if (action == XDP_PASS)
		netif_receive_skb(skb);
	rcu_read_unlock();
}

struct napi_struct *fb_sink_napi(struct net_device *dev)
{
	struct fb_sink *sink = netdev_priv(dev);

	return &sink->napi;
}

/* Registers the kind of device; @poll is the poll function of its devices. */
int fb_sink_setup(int (*poll)(struct napi_struct *napi, int budget))
{
	fb_sink_poll = poll;
	return rtnl_link_register(&fb_sink_link_ops);
}

/**
 * fb_sink_teardown() - remove all sink devices, and their kind
 *
 * Context: process, may sleep.
 */
void fb_sink_teardown(void)
{
	rtnl_link_unregister(&fb_sink_link_ops);
}
