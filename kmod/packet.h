/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_PACKET_H
#define FB_PACKET_H

#include <linux/types.h>

struct sk_buff;

/* How far the headers of a packet could be read, and what is known by that. */
enum fb_packet_kind {
	FB_PACKET_ETH,		/* no valid IP header */
	FB_PACKET_IP,		/* addresses and protocol only */
	FB_PACKET_TCP,		/* ports, flags, seq, ack */
	FB_PACKET_UDP,		/* ports */
	FB_PACKET_ICMP,		/* type and code */
	FB_PACKET_ESP,		/* spi, seq */
};

/**
 * struct fb_packet - the headers of one packet
 * @src: source address in network order; IPv4 uses the first four bytes
 * @dst: destination address, likewise
 * @seq: sequence number of TCP or ESP, host order
 * @ack: TCP acknowledgment number, host order
 * @spi: ESP security parameter index, host order
 * @ethertype: protocol of the link layer, host order
 * @sport: source port, host order
 * @dport: destination port, host order
 * @frag: offset in bytes of a fragment but the first, 0 for other packets
 * @kind: one of enum fb_packet_kind; says which members are meaningful
 * @family: 4, 6, or 0 if it is not IP
 * @proto: protocol number after the IP header and its extensions
 * @tcp_flags: low byte of the TCP flags
 * @type: ICMP type
 * @code: ICMP code
 * @ttl: TTL or hop limit
 * @ihl: bytes of the IP header without extension headers
 * @thl: bytes of the TCP header, as it says itself
 * @total: total length of the IPv4 header, payload length of the IPv6 header
 * @options: it has IPv4 options, or IPv6 extension headers but a fragment header
 * @fragment: it is a fragment, be it the first one
 */
struct fb_packet {
	u8 src[16];
	u8 dst[16];
	u32 seq;
	u32 ack;
	u32 spi;
	u16 ethertype;
	u16 sport;
	u16 dport;
	u16 frag;
	u8 kind;
	u8 family;
	u8 proto;
	u8 tcp_flags;
	u8 type;
	u8 code;
	u8 ttl;
	u8 ihl;
	u8 thl;
	u16 total;
	bool options;
	bool fragment;
};

void fb_packet_parse_as(const struct sk_buff *skb, __be16 proto, int at,
			struct fb_packet *pkt);
void fb_packet_parse_at(const struct sk_buff *skb, int at,
			struct fb_packet *pkt);
void fb_packet_parse(const struct sk_buff *skb, struct fb_packet *pkt);

#endif /* FB_PACKET_H */
