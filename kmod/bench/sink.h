/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_SINK_H
#define FB_SINK_H

#include <linux/netdevice.h>
#include <linux/types.h>

/**
 * struct fb_sink_stats - counters of one device, on one CPU or on all
 * @rx_packets: packets put into it by the generator
 * @rx_bytes: their bytes, with Ethernet headers
 * @tx_packets: packets transmitted on it that a run has counted as well
 * @tx_idle: packets transmitted on it while no run counted
 * @tx_bytes: bytes of @tx_packets and @tx_idle
 */
struct fb_sink_stats {
	u64 rx_packets;
	u64 rx_bytes;
	u64 tx_packets;
	u64 tx_idle;
	u64 tx_bytes;
};

bool fb_sink_is(const struct net_device *dev);
void fb_sink_stats(const struct net_device *dev, struct fb_sink_stats *sum);
void fb_sink_received(struct net_device *dev, u64 packets, u64 bytes);
bool fb_sink_has_prog(const struct net_device *dev);
void fb_sink_receive(struct net_device *dev, struct sk_buff *skb);
struct napi_struct *fb_sink_napi(struct net_device *dev);
int fb_sink_setup(int (*poll)(struct napi_struct *napi, int budget));
void fb_sink_teardown(void);

#endif /* FB_SINK_H */
