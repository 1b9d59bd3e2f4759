// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the headers of a packet. Nothing in the packet is trusted: the length of
 * each header is checked before it is read, and each loop has a bound.
 */
#include <linux/icmp.h>
#include <linux/icmpv6.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <net/ip.h>
#include <net/ipv6.h>

#include "packet.h"

/* Extension headers to follow; no stack sends as many. */
#define FB_EXTHDR_MAX	8

/* Offset of the flags from FIN to CWR in the TCP header. */
#define FB_TCP_FLAGS_BYTE	13

struct fb_esp_hdr {
	__be32 spi;
	__be32 seq;
};

static void fb_parse_tcp(const struct sk_buff *skb, int off,
			 struct fb_packet *pkt)
{
	const struct tcphdr *th;
	struct tcphdr buf;

	th = skb_header_pointer(skb, off, sizeof(buf), &buf);
	if (!th)
		return;

	pkt->kind = FB_PACKET_TCP;
	pkt->sport = ntohs(th->source);
	pkt->dport = ntohs(th->dest);
	pkt->seq = ntohl(th->seq);
	pkt->ack = ntohl(th->ack_seq);
	pkt->thl = th->doff * 4;
	pkt->tcp_flags = ((const u8 *)th)[FB_TCP_FLAGS_BYTE];
}

static void fb_parse_udp(const struct sk_buff *skb, int off,
			 struct fb_packet *pkt)
{
	const struct udphdr *uh;
	struct udphdr buf;

	uh = skb_header_pointer(skb, off, sizeof(buf), &buf);
	if (!uh)
		return;

	pkt->kind = FB_PACKET_UDP;
	pkt->sport = ntohs(uh->source);
	pkt->dport = ntohs(uh->dest);
}

/* Type and code are the first two bytes of ICMP and of ICMPv6. */
static void fb_parse_icmp(const struct sk_buff *skb, int off,
			  struct fb_packet *pkt)
{
	const u8 *hdr;
	u8 buf[2];

	hdr = skb_header_pointer(skb, off, sizeof(buf), buf);
	if (!hdr)
		return;

	pkt->kind = FB_PACKET_ICMP;
	pkt->type = hdr[0];
	pkt->code = hdr[1];
}

static void fb_parse_esp(const struct sk_buff *skb, int off,
			 struct fb_packet *pkt)
{
	const struct fb_esp_hdr *eh;
	struct fb_esp_hdr buf;

	eh = skb_header_pointer(skb, off, sizeof(buf), &buf);
	if (!eh)
		return;

	pkt->kind = FB_PACKET_ESP;
	pkt->spi = ntohl(eh->spi);
	pkt->seq = ntohl(eh->seq);
}

static void fb_parse_l4(const struct sk_buff *skb, int off,
			struct fb_packet *pkt)
{
	switch (pkt->proto) {
	case IPPROTO_TCP:
		fb_parse_tcp(skb, off, pkt);
		break;
	case IPPROTO_UDP:
		fb_parse_udp(skb, off, pkt);
		break;
	case IPPROTO_ICMP:
		if (pkt->family == 4)
			fb_parse_icmp(skb, off, pkt);
		break;
	case IPPROTO_ICMPV6:
		if (pkt->family == 6)
			fb_parse_icmp(skb, off, pkt);
		break;
	case IPPROTO_ESP:
		fb_parse_esp(skb, off, pkt);
		break;
	}
}

static void fb_parse_ipv4(const struct sk_buff *skb, int at,
			  struct fb_packet *pkt)
{
	const struct iphdr *iph;
	struct iphdr buf;

	iph = skb_header_pointer(skb, at, sizeof(buf), &buf);
	if (!iph || iph->version != 4 || iph->ihl < 5)
		return;

	pkt->kind = FB_PACKET_IP;
	pkt->family = 4;
	pkt->proto = iph->protocol;
	pkt->ttl = iph->ttl;
	pkt->ihl = iph->ihl * 4;
	pkt->total = ntohs(iph->tot_len);
	pkt->options = iph->ihl > 5;
	pkt->fragment = iph->frag_off & htons(IP_MF | IP_OFFSET);
	memcpy(pkt->src, &iph->saddr, sizeof(iph->saddr));
	memcpy(pkt->dst, &iph->daddr, sizeof(iph->daddr));

	/* Only the first fragment has the header of the next protocol. */
	pkt->frag = (ntohs(iph->frag_off) & IP_OFFSET) << 3;
	if (!pkt->frag)
		fb_parse_l4(skb, at + iph->ihl * 4, pkt);
}

/*
 * Follows the extension headers. On return @pkt->proto is the last protocol
 * number that was read, even if its header is out of reach.
 *
 * Returns the offset of the upper header, or -1 if it is out of reach.
 */
static int fb_skip_exthdrs(const struct sk_buff *skb, int at,
			   struct fb_packet *pkt)
{
	int off = at + sizeof(struct ipv6hdr);
	int i;

	for (i = 0; i < FB_EXTHDR_MAX; i++) {
		const struct ipv6_opt_hdr *oh;
		const struct frag_hdr *fh;
		struct ipv6_opt_hdr obuf;
		struct frag_hdr fbuf;

		switch (pkt->proto) {
		case NEXTHDR_FRAGMENT:
			fh = skb_header_pointer(skb, off, sizeof(fbuf), &fbuf);
			if (!fh)
				return -1;
			pkt->proto = fh->nexthdr;
			pkt->fragment = true;
			pkt->frag = ntohs(fh->frag_off) & IP6_OFFSET;
			if (pkt->frag)
				return -1;
			off += sizeof(fbuf);
			break;
		case NEXTHDR_HOP:
		case NEXTHDR_ROUTING:
		case NEXTHDR_DEST:
		case NEXTHDR_AUTH:
			oh = skb_header_pointer(skb, off, sizeof(obuf), &obuf);
			if (!oh)
				return -1;
			if (pkt->proto == NEXTHDR_AUTH)
				off += ipv6_authlen(oh);
			else
				off += ipv6_optlen(oh);
			pkt->proto = oh->nexthdr;
			pkt->options = true;
			break;
		default:
			return off;
		}
	}
	return -1;
}

static void fb_parse_ipv6(const struct sk_buff *skb, int at,
			  struct fb_packet *pkt)
{
	const struct ipv6hdr *ip6h;
	struct ipv6hdr buf;
	int off;

	ip6h = skb_header_pointer(skb, at, sizeof(buf), &buf);
	if (!ip6h || ip6h->version != 6)
		return;

	pkt->kind = FB_PACKET_IP;
	pkt->family = 6;
	pkt->proto = ip6h->nexthdr;
	pkt->ttl = ip6h->hop_limit;
	pkt->ihl = sizeof(*ip6h);
	pkt->total = ntohs(ip6h->payload_len);
	memcpy(pkt->src, &ip6h->saddr, sizeof(ip6h->saddr));
	memcpy(pkt->dst, &ip6h->daddr, sizeof(ip6h->daddr));

	off = fb_skip_exthdrs(skb, at, pkt);
	if (off >= 0)
		fb_parse_l4(skb, off, pkt);
}

/**
 * fb_packet_parse_as() - read the headers of a packet of a given protocol
 * @skb: the packet; not changed
 * @proto: protocol of its network header
 * @at: offset of its network header from its data
 * @pkt: all members are set, whatever the packet holds
 *
 * Context: any; allocates nothing, takes no lock.
 */
void fb_packet_parse_as(const struct sk_buff *skb, __be16 proto, int at,
			struct fb_packet *pkt)
{
	memset(pkt, 0, sizeof(*pkt));
	pkt->kind = FB_PACKET_ETH;
	pkt->ethertype = ntohs(proto);

	switch (proto) {
	case htons(ETH_P_IP):
		fb_parse_ipv4(skb, at, pkt);
		break;
	case htons(ETH_P_IPV6):
		fb_parse_ipv6(skb, at, pkt);
		break;
	}
}

/**
 * fb_packet_parse_at() - read the headers of a packet
 * @skb: the packet; not changed
 * @at: offset of its network header from its data
 * @pkt: all members are set, whatever the packet holds
 *
 * Context: any; allocates nothing, takes no lock.
 */
void fb_packet_parse_at(const struct sk_buff *skb, int at,
			struct fb_packet *pkt)
{
	fb_packet_parse_as(skb, skb->protocol, at, pkt);
}

/**
 * fb_packet_parse() - read the headers of a received packet
 * @skb: the packet; its data begins with the network header, as when a device
 *	 hands it to the stack; not changed
 * @pkt: all members are set, whatever the packet holds
 *
 * Context: any; allocates nothing, takes no lock.
 */
void fb_packet_parse(const struct sk_buff *skb, struct fb_packet *pkt)
{
	fb_packet_parse_at(skb, 0, pkt);
}
