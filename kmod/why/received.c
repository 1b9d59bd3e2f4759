// SPDX-License-Identifier: GPL-2.0
/*
 * Reads what decides at ingress about a packet. It sees through VLAN tags and
 * PPPoE sessions, as the flowtable does.
 */
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kernel.h>
#include <linux/ppp_defs.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/checksum.h>
#include <net/ip.h>
#include <net/xfrm.h>

#include "why.h"

/* What is in front of IP in a PPPoE session (RFC 2516, RFC 1661). */
struct fb_pppoe_hdr {
	u8 version_type;
	u8 code;
	__be16 session;
	__be16 length;
	__be16 proto;
};

static void fb_add_encap(struct fb_why_packet *wp, u8 kind, u16 id)
{
	wp->encap[wp->encaps].kind = kind;
	wp->encap[wp->encaps].id = id;
	wp->encaps++;
}

/*
 * Reads one header between Ethernet and IP.
 *
 * Returns its length and replaces @proto, or returns 0 if there is none.
 */
static int fb_read_encap(const struct sk_buff *skb, int at, __be16 *proto,
			 struct fb_why_packet *wp)
{
	const struct fb_pppoe_hdr *ph;
	const struct vlan_hdr *vh;
	struct fb_pppoe_hdr pbuf;
	struct vlan_hdr vbuf;

	switch (*proto) {
	case htons(ETH_P_8021Q):
	case htons(ETH_P_8021AD):
		vh = skb_header_pointer(skb, at, sizeof(vbuf), &vbuf);
		if (!vh)
			return 0;
		fb_add_encap(wp, FB_WHY_ENCAP_VLAN,
			     ntohs(vh->h_vlan_TCI) & VLAN_VID_MASK);
		*proto = vh->h_vlan_encapsulated_proto;
		return sizeof(*vh);
	case htons(ETH_P_PPP_SES):
		ph = skb_header_pointer(skb, at, sizeof(pbuf), &pbuf);
		if (!ph)
			return 0;
		if (ph->proto == htons(PPP_IP))
			*proto = htons(ETH_P_IP);
		else if (ph->proto == htons(PPP_IPV6))
			*proto = htons(ETH_P_IPV6);
		else
			return 0;
		fb_add_encap(wp, FB_WHY_ENCAP_PPPOE, ntohs(ph->session));
		return sizeof(*ph);
	}
	return 0;
}

static enum fb_why_fault fb_fault_ipv4(const struct sk_buff *skb, int at)
{
	u8 buf[MAX_IPOPTLEN + sizeof(struct iphdr)];
	const struct iphdr *iph;
	struct iphdr first;
	unsigned int len;

	iph = skb_header_pointer(skb, at, sizeof(first), &first);
	if (!iph)
		return FB_WHY_FAULT_CUT;
	if (iph->version != 4)
		return FB_WHY_FAULT_VERSION;
	len = iph->ihl * 4;
	if (len < sizeof(*iph))
		return FB_WHY_FAULT_IHL;
	iph = skb_header_pointer(skb, at, len, buf);
	if (!iph)
		return FB_WHY_FAULT_CUT;
	if (ip_fast_csum(iph, iph->ihl))
		return FB_WHY_FAULT_SUM;
	/* The length of a superpacket above 64 KB does not fit (BIG TCP). */
	if (!iph->tot_len && skb_is_gso(skb))
		return FB_WHY_FAULT_NONE;
	if (ntohs(iph->tot_len) < len || ntohs(iph->tot_len) > skb->len - at)
		return FB_WHY_FAULT_TOTAL;
	return FB_WHY_FAULT_NONE;
}

/* A payload length of 0 is that of a jumbogram, or of a superpacket. */
static enum fb_why_fault fb_fault_ipv6(const struct sk_buff *skb, int at)
{
	const struct ipv6hdr *ip6h;
	struct ipv6hdr buf;

	ip6h = skb_header_pointer(skb, at, sizeof(buf), &buf);
	if (!ip6h)
		return FB_WHY_FAULT_CUT;
	if (ip6h->version != 6)
		return FB_WHY_FAULT_VERSION;
	if (ntohs(ip6h->payload_len) + sizeof(*ip6h) > skb->len - at)
		return FB_WHY_FAULT_TOTAL;
	return FB_WHY_FAULT_NONE;
}

/* What ip_rcv() and ipv6_rcv() look at. */
static enum fb_why_fault fb_fault_of(const struct sk_buff *skb, __be16 proto,
				     int at)
{
	if (proto == htons(ETH_P_IP))
		return fb_fault_ipv4(skb, at);
	if (proto == htons(ETH_P_IPV6))
		return fb_fault_ipv6(skb, at);
	return FB_WHY_FAULT_NONE;
}

static u8 fb_secpath_len(const struct sk_buff *skb)
{
#ifdef CONFIG_XFRM
	const struct sec_path *sp = skb_sec_path(skb);

	return sp ? sp->len : 0;
#else
	return 0;
#endif
}

/**
 * fb_why_packet_parse() - read what decides at ingress about a packet
 * @skb: the packet, at an ingress hook; not changed
 * @wp: all members are set, whatever the packet holds
 *
 * Context: any; allocates nothing, takes no lock.
 */
void fb_why_packet_parse(const struct sk_buff *skb, struct fb_why_packet *wp)
{
	__be16 proto = skb->protocol;
	int at = 0, len;

	memset(wp, 0, sizeof(*wp));
	if (skb_mac_header_was_set(skb))
		wp->mac = max(0, -skb_mac_offset(skb));
	wp->seg = skb_shinfo(skb)->gso_size;
	wp->segs = wp->seg ? skb_shinfo(skb)->gso_segs : 0;
	wp->secpath = fb_secpath_len(skb);
	wp->type = skb->pkt_type;

	if (skb_vlan_tag_present(skb))
		fb_add_encap(wp, FB_WHY_ENCAP_VLAN, skb_vlan_tag_get_id(skb));
	while (wp->encaps < FB_WHY_ENCAP_MAX) {
		len = fb_read_encap(skb, at, &proto, wp);
		if (!len)
			break;
		at += len;
	}
	wp->fault = fb_fault_of(skb, proto, at);
	fb_packet_parse_as(skb, proto, at, &wp->pkt);
}

/**
 * fb_why_encap_text() - name the headers between Ethernet and IP
 * @text: FB_WHY_ENCAP_SIZE bytes: "vlan:100,pppoe:4", from outer to inner, or "-"
 * @wp: the packet
 *
 * Context: any; allocates nothing, takes no lock.
 */
void fb_why_encap_text(char *text, const struct fb_why_packet *wp)
{
	static const char * const names[] = {
		[FB_WHY_ENCAP_VLAN] = "vlan",
		[FB_WHY_ENCAP_PPPOE] = "pppoe",
	};
	unsigned int i, at = 0;

	for (i = 0; i < wp->encaps; i++)
		at += scnprintf(text + at, FB_WHY_ENCAP_SIZE - at, "%s%s:%u",
				i ? "," : "", names[wp->encap[i].kind],
				wp->encap[i].id);
	if (!i)
		strscpy(text, "-", FB_WHY_ENCAP_SIZE);
}
