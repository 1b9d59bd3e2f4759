// SPDX-License-Identifier: GPL-2.0
/*
 * The hook at ingress, before all others, and so before the flowtable's: finds the rule of a
 * packet, does what it says, and sends the packet.
 *
 * A rule says nothing of fragments, options, the TTL and the length. Hardware leaves such packets
 * to software, as the drivers' hardware does.
 */
#include <linux/ip.h>
#include <linux/jiffies.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/skbuff.h>
#include <net/dst.h>
#include <net/gso.h>
#include <net/net_namespace.h>

#include "hardware.h"

/* Returns whether each packet of a superpacket, or the packet, is longer than the way out takes. */
static bool fb_hw_too_long(const struct sk_buff *skb, const struct fb_hw_frame *frame,
			   const struct net_device *out)
{
	/* The header of PPPoE counts. One that will be pushed does, too: it is in @frame then. */
	unsigned int mtu = out->mtu - (frame->pppoe ? 8 : 0);

	if (skb_is_gso(skb))
		return !skb_gso_validate_network_len(skb, mtu);
	return skb->len - frame->at > mtu;
}

/* Puts the headers of @frame in place of those in front of the network header. */
static int fb_hw_write(struct sk_buff *skb, const struct fb_hw_frame *frame)
{
	unsigned int l2, bytes, payload = skb->len - frame->at;
	u8 header[FB_HW_BYTES_MAX];

	bytes = fb_hw_frame_bytes(frame, payload, header);
	l2 = bytes - frame->net_len - frame->l4_len;
	__skb_pull(skb, frame->at);
	skb_reset_network_header(skb);
	if (skb_cow_head(skb, l2))
		return -ENOMEM;
	__vlan_hwaccel_clear_tag(skb);
	skb_push(skb, l2);
	memcpy(skb->data, header, l2);
	skb_reset_mac_header(skb);
	skb->protocol = *(__be16 *)(skb->data + sizeof(frame->eth));
	if (skb->ip_summed == CHECKSUM_COMPLETE)
		skb->ip_summed = CHECKSUM_NONE;
	return 0;
}

static void fb_hw_count(struct fb_hw_rule *rule, const struct sk_buff *skb)
{
	atomic64_add(skb_is_gso(skb) ? skb_shinfo(skb)->gso_segs ? : 1 : 1, &rule->packets);
	atomic64_add(skb->len, &rule->bytes);
	WRITE_ONCE(rule->used_at, jiffies);
}

/*
 * Changes the headers as the rule says, in the packet only when all of it can be done. Returns why
 * the packet is not taken.
 */
static enum fb_hw_pass fb_hw_take(struct sk_buff *skb, struct fb_hw_frame *frame,
				  const struct fb_hw_rule *rule, const struct net_device *out)
{
	unsigned int len = frame->net_len + frame->l4_len;
	enum fb_hw_pass pass;

	if (fb_hw_frame_ttl(frame) <= 1)
		return FB_HW_PASS_TTL;
	fb_hw_frame_own(frame);
	pass = fb_hw_frame_apply(frame, rule);
	if (pass)
		return pass;
	if (fb_hw_too_long(skb, frame, out))
		return FB_HW_PASS_LENGTH;
	if (skb_ensure_writable(skb, frame->at + len))
		return FB_HW_PASS_ACTION;
	memcpy(skb->data + frame->at, frame->own, len);
	return FB_HW_PASS_NONE;
}

static bool fb_hw_send(struct sk_buff *skb, const struct fb_hw_frame *frame,
		       struct fb_hw_rule *rule, struct net_device *out)
{
	fb_hw_count(rule, skb);
	if (fb_hw_write(skb, frame) || !(out->flags & IFF_UP)) {
		kfree_skb(skb);
		return false;
	}
	skb->dev = out;
	skb->tstamp = 0;
	skb_dst_drop(skb);
	dev_queue_xmit(skb);
	return true;
}

/**
 * fb_hw_ingress_first() - hook at ingress of our devices, before all others
 * @priv: nothing
 * @skb: the packet
 * @state: of the hook
 *
 * Return: NF_STOLEN if hardware took the packet, else NF_ACCEPT.
 * Context: softirq, under RCU.
 */
unsigned int fb_hw_ingress_first(void *priv, struct sk_buff *skb,
				 const struct nf_hook_state *state)
{
	unsigned int mode = READ_ONCE(fb_hw_knobs.mode);
	struct fb_hw_packets *count = this_cpu_ptr(&fb_hw_packets);
	struct fb_hw_rule *rule;
	struct fb_hw_frame frame;
	struct net_device *out;
	enum fb_hw_pass pass;

	if (mode == FB_HW_HOLD)
		return NF_ACCEPT;
	count->in++;
	if (mode == FB_HW_SHADOW)
		fb_hw_shadow_forget();
	pass = fb_hw_frame_read(skb, &frame);
	if (!pass)
		pass = fb_hw_rules_match(skb->dev->ifindex, &frame, &rule);
	if (pass)
		goto pass;
	out = dev_get_by_index_rcu(dev_net(skb->dev), rule->oif);
	if (mode == FB_HW_SHADOW)
		fb_hw_shadow_expect(skb, &frame, rule);
	else
		pass = out ? fb_hw_take(skb, &frame, rule, out) : FB_HW_PASS_ACTION;
	if (pass || mode == FB_HW_SHADOW)
		goto pass;
	if (fb_hw_send(skb, &frame, rule, out))
		count->forwarded++;
	else
		count->dropped++;
	return NF_STOLEN;

pass:
	count->passed[pass]++;
	return NF_ACCEPT;
}
