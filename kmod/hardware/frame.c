// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the headers of a packet, and does with them what the actions of a rule say. Nothing here
 * sends, frees or allocates.
 *
 * A rule's tags are pushed in the order of the rule, the outer one first, as mtk_ppe understands
 * it: a flowtable lists them so. (By the words of tc, the last one pushed would be the outer one.)
 */
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/ppp_defs.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/tc_act/tc_csum.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <net/checksum.h>
#include <net/ip.h>

#include "hardware.h"

/* Bytes of the header of a PPPoE session, and of PPP's protocol behind it. */
#define FB_HW_PPPOE_LEN		8

/* Returns the EtherType of what a session carries, or 0. */
static __be16 fb_hw_ppp_proto(u16 proto)
{
	if (proto == PPP_IP)
		return htons(ETH_P_IP);
	return proto == PPP_IPV6 ? htons(ETH_P_IPV6) : 0;
}

/* Reads tags and session. Returns the protocol behind them, in network order, or 0. */
static __be16 fb_hw_read_link(struct sk_buff *skb, struct fb_hw_frame *frame)
{
	__be16 proto = skb->protocol;

	memcpy(frame->eth, skb_mac_header(skb), sizeof(frame->eth));
	if (skb_vlan_tag_present(skb)) {
		frame->tag[0].proto = skb->vlan_proto;
		frame->tag[0].tci = skb_vlan_tag_get(skb);
		frame->tags = 1;
	}
	while (eth_type_vlan(proto)) {
		const struct vlan_hdr *vlan;

		if (frame->tags == FB_HW_TAGS_MAX ||
		    !pskb_may_pull(skb, frame->at + sizeof(*vlan)))
			return 0;
		vlan = (const void *)(skb->data + frame->at);
		frame->tag[frame->tags].proto = proto;
		frame->tag[frame->tags++].tci = ntohs(vlan->h_vlan_TCI);
		proto = vlan->h_vlan_encapsulated_proto;
		frame->at += sizeof(*vlan);
	}
	if (proto == htons(ETH_P_PPP_SES)) {
		const u8 *ppp;

		if (!pskb_may_pull(skb, frame->at + FB_HW_PPPOE_LEN))
			return 0;
		ppp = skb->data + frame->at;
		frame->pppoe = true;
		frame->session = ppp[2] << 8 | ppp[3];
		frame->at += FB_HW_PPPOE_LEN;
		proto = fb_hw_ppp_proto(ppp[6] << 8 | ppp[7]);
	}
	return proto;
}

static enum fb_hw_pass fb_hw_read_ip4(struct sk_buff *skb, struct fb_hw_frame *frame)
{
	const struct iphdr *iph;

	if (!pskb_may_pull(skb, frame->at + sizeof(*iph)))
		return FB_HW_PASS_OTHER;
	iph = (const void *)(skb->data + frame->at);
	if (iph->version != 4)
		return FB_HW_PASS_OTHER;
	if (iph->ihl != 5)
		return FB_HW_PASS_OPTIONS;
	if (ip_is_fragment(iph))
		return FB_HW_PASS_FRAGMENT;
	frame->family = 4;
	frame->l4 = iph->protocol;
	frame->net_len = sizeof(*iph);
	return FB_HW_PASS_NONE;
}

static enum fb_hw_pass fb_hw_read_ip6(struct sk_buff *skb, struct fb_hw_frame *frame)
{
	const struct ipv6hdr *ip6h;

	if (!pskb_may_pull(skb, frame->at + sizeof(*ip6h)))
		return FB_HW_PASS_OTHER;
	ip6h = (const void *)(skb->data + frame->at);
	if (ip6h->version != 6)
		return FB_HW_PASS_OTHER;
	if (ip6h->nexthdr == NEXTHDR_FRAGMENT)
		return FB_HW_PASS_FRAGMENT;
	frame->family = 6;
	frame->l4 = ip6h->nexthdr;
	frame->net_len = sizeof(*ip6h);
	return FB_HW_PASS_NONE;
}

/**
 * fb_hw_frame_read() - read the headers of a packet
 * @skb: the packet, at an ingress hook; its headers become linear
 * @frame: receives them; its net points into the packet
 *
 * Return: FB_HW_PASS_NONE, or why hardware knows no rule for such a packet.
 * Context: softirq.
 */
enum fb_hw_pass fb_hw_frame_read(struct sk_buff *skb, struct fb_hw_frame *frame)
{
	enum fb_hw_pass pass = FB_HW_PASS_OTHER;
	__be16 proto;

	memset(frame, 0, offsetof(struct fb_hw_frame, own));
	if (!skb_mac_header_was_set(skb))
		return pass;
	proto = fb_hw_read_link(skb, frame);
	if (proto == htons(ETH_P_IP))
		pass = fb_hw_read_ip4(skb, frame);
	else if (proto == htons(ETH_P_IPV6))
		pass = fb_hw_read_ip6(skb, frame);
	if (pass)
		return pass;
	if (frame->l4 == IPPROTO_TCP)
		frame->l4_len = sizeof(struct tcphdr);
	else if (frame->l4 == IPPROTO_UDP)
		frame->l4_len = sizeof(struct udphdr);
	else
		return FB_HW_PASS_OTHER;
	if (!pskb_may_pull(skb, frame->at + frame->net_len + frame->l4_len))
		return FB_HW_PASS_OTHER;
	frame->net = skb->data + frame->at;
	frame->partial = skb->ip_summed == CHECKSUM_PARTIAL;
	return FB_HW_PASS_NONE;
}

/* Copies the headers out of the packet, so that they can be changed. */
void fb_hw_frame_own(struct fb_hw_frame *frame)
{
	memcpy(frame->own, frame->net, frame->net_len + frame->l4_len);
	frame->net = frame->own;
}

/**
 * fb_hw_frame_keys() - write the keys of a packet as a rule has them
 * @frame: its headers
 * @keys: receives them, but for the incoming device
 */
void fb_hw_frame_keys(const struct fb_hw_frame *frame, struct fb_hw_half *keys)
{
	const u8 *l4 = frame->net + frame->net_len;
	unsigned int len = frame->family == 6 ? 16 : 4;
	unsigned int src = frame->family == 6 ? offsetof(struct ipv6hdr, saddr) :
					       offsetof(struct iphdr, saddr);

	memset(keys, 0, sizeof(*keys));
	keys->l3 = frame->family == 6 ? htons(ETH_P_IPV6) : htons(ETH_P_IP);
	keys->l4 = frame->l4;
	memcpy(keys->src, frame->net + src, len);
	memcpy(keys->dst, frame->net + src + len, len);
	memcpy(&keys->sport, l4, sizeof(keys->sport));
	memcpy(&keys->dport, l4 + 2, sizeof(keys->dport));
	if (frame->l4 == IPPROTO_TCP)
		keys->tcp = htons((l4[12] << 8 | l4[13]) & 0x0fff);
}

/* Returns the TTL or hop limit. */
u8 fb_hw_frame_ttl(const struct fb_hw_frame *frame)
{
	return frame->net[frame->family == 6 ? offsetof(struct ipv6hdr, hop_limit) :
					       offsetof(struct iphdr, ttl)];
}

/* Returns where the transport's checksum is, or NULL if UDP has none. */
static __sum16 *fb_hw_l4_sum(struct fb_hw_frame *frame)
{
	u8 *l4 = frame->net + frame->net_len;
	struct udphdr *udp = (void *)l4;

	if (frame->l4 == IPPROTO_TCP)
		return &((struct tcphdr *)l4)->check;
	return udp->check || frame->partial ? &udp->check : NULL;
}

/* Changes @len bytes; the transport's checksum follows if @sum is there. */
static void fb_hw_change(struct fb_hw_frame *frame, u8 *at, const u8 *to, unsigned int len,
			 bool pseudo, __sum16 *sum)
{
	__wsum diff = csum_sub(csum_partial(to, len, 0), csum_partial(at, len, 0));

	memcpy(at, to, len);
	if (!sum || (frame->partial && !pseudo))
		return;
	if (frame->partial)
		*sum = ~csum_fold(csum_add(diff, csum_unfold(*sum)));
	else
		*sum = csum_fold(csum_add(diff, ~csum_unfold(*sum)));
	if (frame->l4 == IPPROTO_UDP && !*sum)
		*sum = CSUM_MANGLED_0;
}

/* The checksum of IPv4 follows a change of its header. */
static void fb_hw_change_ip4(struct fb_hw_frame *frame, u8 *at, const u8 *to, unsigned int len,
			     bool sums)
{
	struct iphdr *iph = (void *)frame->net;
	__wsum diff = csum_sub(csum_partial(to, len, 0), csum_partial(at, len, 0));

	if (sums)
		iph->check = csum_fold(csum_add(diff, ~csum_unfold(iph->check)));
}

/*
 * Hardware corrects the checksums that the rule names. It corrects those of IPv6 in any case: a
 * flowtable names none there, and no driver does without.
 */
static u32 fb_hw_sums(const struct fb_hw_rule *rule)
{
	unsigned int i;
	u32 flags = 0;

	if (rule->family == 6)
		return TCA_CSUM_UPDATE_FLAG_TCP | TCA_CSUM_UPDATE_FLAG_UDP;
	for (i = 0; i < rule->actions; i++)
		if (rule->action[i].id == FLOW_ACTION_CSUM)
			flags |= rule->action[i].value;
	return flags;
}

/* Returns the protocol whose header a mangle of this base changes. */
static u8 fb_hw_base_l4(u16 base)
{
	return base == FLOW_ACT_MANGLE_HDR_TYPE_TCP ? IPPROTO_TCP : IPPROTO_UDP;
}

static enum fb_hw_pass fb_hw_mangle(struct fb_hw_frame *frame, const struct fb_hw_action *action,
				    u32 sums)
{
	bool l4_sum = sums & (frame->l4 == IPPROTO_TCP ? TCA_CSUM_UPDATE_FLAG_TCP :
							 TCA_CSUM_UPDATE_FLAG_UDP);
	__sum16 *sum = l4_sum ? fb_hw_l4_sum(frame) : NULL;
	u32 limit = frame->net_len, word;
	u8 *base = frame->net;
	bool pseudo = true;

	switch (action->base) {
	case FLOW_ACT_MANGLE_HDR_TYPE_ETH:
		base = frame->eth;
		limit = sizeof(frame->eth);
		sum = NULL;
		break;
	case FLOW_ACT_MANGLE_HDR_TYPE_IP4:
		if (frame->family != 4)
			return FB_HW_PASS_ACTION;
		break;
	case FLOW_ACT_MANGLE_HDR_TYPE_IP6:
		if (frame->family != 6)
			return FB_HW_PASS_ACTION;
		break;
	case FLOW_ACT_MANGLE_HDR_TYPE_TCP:
	case FLOW_ACT_MANGLE_HDR_TYPE_UDP:
		if (frame->l4 != fb_hw_base_l4(action->base))
			return FB_HW_PASS_ACTION;
		base += frame->net_len;
		limit = frame->l4_len;
		pseudo = false;
		break;
	default:
		return FB_HW_PASS_ACTION;
	}
	if (action->at > limit - sizeof(word))
		return FB_HW_PASS_ACTION;
	base += action->at;
	memcpy(&word, base, sizeof(word));
	word = (word & action->mask) | action->value;
	if (action->base == FLOW_ACT_MANGLE_HDR_TYPE_IP4)
		fb_hw_change_ip4(frame, base, (u8 *)&word, sizeof(word),
				 sums & TCA_CSUM_UPDATE_FLAG_IPV4HDR);
	fb_hw_change(frame, base, (u8 *)&word, sizeof(word), pseudo, sum);
	return FB_HW_PASS_NONE;
}

static enum fb_hw_pass fb_hw_pop(struct fb_hw_frame *frame)
{
	if (!frame->tags)
		return FB_HW_PASS_ACTION;
	frame->tags--;
	memmove(&frame->tag[0], &frame->tag[1], frame->tags * sizeof(frame->tag[0]));
	return FB_HW_PASS_NONE;
}

static enum fb_hw_pass fb_hw_push(struct fb_hw_frame *frame, const struct fb_hw_action *action)
{
	if (frame->tags == FB_HW_TAGS_MAX)
		return FB_HW_PASS_ACTION;
	frame->tag[frame->tags].proto = (__force __be16)action->at;
	frame->tag[frame->tags++].tci = action->value;
	return FB_HW_PASS_NONE;
}

static enum fb_hw_pass fb_hw_act(struct fb_hw_frame *frame, const struct fb_hw_action *action,
				 u32 sums)
{
	switch ((unsigned int)action->id) {
	case FLOW_ACTION_MANGLE:
		return fb_hw_mangle(frame, action, sums);
	case FLOW_ACTION_VLAN_POP:
		return fb_hw_pop(frame);
	case FLOW_ACTION_VLAN_PUSH:
		return fb_hw_push(frame, action);
	case FLOW_ACTION_PPPOE_PUSH:
		frame->pppoe = true;
		frame->session = action->value;
		return FB_HW_PASS_NONE;
	case FLOW_ACTION_CSUM:
	case FLOW_ACTION_REDIRECT:
		return FB_HW_PASS_NONE;
	default:
		return FB_HW_PASS_ACTION;
	}
}

/* Returns the offset of the transport's checksum in its header. */
unsigned int fb_hw_frame_sum(const struct fb_hw_frame *frame)
{
	return frame->l4 == IPPROTO_TCP ? offsetof(struct tcphdr, check) :
					  offsetof(struct udphdr, check);
}

static void fb_hw_less_ttl(struct fb_hw_frame *frame)
{
	struct iphdr *iph = (void *)frame->net;

	if (frame->family == 6)
		((struct ipv6hdr *)frame->net)->hop_limit--;
	else
		ip_decrease_ttl(iph);
}

/**
 * fb_hw_frame_apply() - do what a rule says, and decrement the TTL
 * @frame: headers after fb_hw_frame_own(); of no use after a failure
 * @rule: the rule
 *
 * Return: FB_HW_PASS_NONE, or FB_HW_PASS_ACTION if an action cannot be done.
 * Context: any.
 */
enum fb_hw_pass fb_hw_frame_apply(struct fb_hw_frame *frame, const struct fb_hw_rule *rule)
{
	u32 sums = fb_hw_sums(rule);
	enum fb_hw_pass pass;
	unsigned int i;

	for (i = 0; i < rule->actions; i++) {
		pass = fb_hw_act(frame, &rule->action[i], sums);
		if (pass)
			return pass;
	}
	fb_hw_less_ttl(frame);
	return FB_HW_PASS_NONE;
}

static u8 *fb_hw_put16(u8 *to, u16 value)
{
	*to++ = value >> 8;
	*to++ = value;
	return to;
}

/* Writes the header of a PPPoE session, but for the EtherType in front of it. */
static u8 *fb_hw_put_pppoe(u8 *to, const struct fb_hw_frame *frame, unsigned int payload)
{
	*to++ = 0x11;
	*to++ = 0;
	to = fb_hw_put16(to, frame->session);
	to = fb_hw_put16(to, payload + 2);
	return fb_hw_put16(to, frame->family == 6 ? PPP_IPV6 : PPP_IP);
}

/**
 * fb_hw_frame_bytes() - write the headers as they are on the wire
 * @frame: the headers
 * @payload: bytes of the packet from the network header on
 * @to: receives them
 *
 * Return: their number.
 * Context: any.
 */
unsigned int fb_hw_frame_bytes(const struct fb_hw_frame *frame, unsigned int payload,
			       u8 to[FB_HW_BYTES_MAX])
{
	u16 proto = frame->family == 6 ? ETH_P_IPV6 : ETH_P_IP;
	unsigned int i, len = frame->net_len + frame->l4_len;
	u8 *at = to;

	memcpy(at, frame->eth, sizeof(frame->eth));
	at += sizeof(frame->eth);
	for (i = 0; i < frame->tags; i++) {
		at = fb_hw_put16(at, ntohs(frame->tag[i].proto));
		at = fb_hw_put16(at, frame->tag[i].tci);
	}
	at = fb_hw_put16(at, frame->pppoe ? ETH_P_PPP_SES : proto);
	if (frame->pppoe)
		at = fb_hw_put_pppoe(at, frame, payload);
	memcpy(at, frame->net, len);
	return at + len - to;
}
