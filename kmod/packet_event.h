/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What trace events hold of a packet. The fields of an event are flat, and it is printed by
 * what each reader of formats knows (trace-cmd, perf, libtraceevent).
 */
#ifndef FB_PACKET_EVENT_H
#define FB_PACKET_EVENT_H

#include <linux/build_bug.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/string.h>

#include "packet.h"

/* A number, as it stands in the format of the event. */
#define FB_SOCKADDR_SIZE	28

static_assert(sizeof(struct sockaddr_in6) == FB_SOCKADDR_SIZE);
static_assert(sizeof(struct sockaddr_in) <= FB_SOCKADDR_SIZE);

/* In place of a protocol: the header behind that of IP was not read, or there is no IP header. */
#define FB_EVENT_IP	0x100
#define FB_EVENT_ETH	0x101

/* In place of TCP flags: there are none, or it is not TCP. */
#define FB_EVENT_NO_FLAGS	0x100

/* The flags that have a letter: FIN, SYN, RST, PSH, ACK, URG. */
#define FB_EVENT_FLAGS		0x3f

/**
 * fb_event_addr() - write a socket address for %pISpc
 * @to: FB_SOCKADDR_SIZE bytes, all of which are set
 * @family: 4 or 6; 0 gives 0.0.0.0:0
 * @addr: in network order
 * @port: in host order, 0 for a protocol without ports
 *
 * Context: any.
 */
static inline void fb_event_addr(u8 *to, u8 family, const u8 *addr, u16 port)
{
	struct sockaddr_in6 *sin6 = (void *)to;
	struct sockaddr_in *sin = (void *)to;

	memset(to, 0, FB_SOCKADDR_SIZE);
	if (family == 6) {
		sin6->sin6_family = AF_INET6;
		sin6->sin6_port = htons(port);
		memcpy(&sin6->sin6_addr, addr, sizeof(sin6->sin6_addr));
	} else {
		sin->sin_family = AF_INET;
		sin->sin_port = htons(port);
		memcpy(&sin->sin_addr, addr, sizeof(sin->sin_addr));
	}
}

/* Returns the protocol whose header was read, FB_EVENT_IP or FB_EVENT_ETH. */
static inline u16 fb_event_proto(const struct fb_packet *pkt)
{
	switch (pkt->kind) {
	case FB_PACKET_ETH:
		return FB_EVENT_ETH;
	case FB_PACKET_IP:
		return FB_EVENT_IP;
	default:
		return pkt->proto;
	}
}

static inline u16 fb_event_flags(const struct fb_packet *pkt)
{
	u16 flags = pkt->tcp_flags & FB_EVENT_FLAGS;

	return flags ? flags : FB_EVENT_NO_FLAGS;
}

#define fb_show_proto(_proto)						\
	__print_symbolic(_proto,					\
			 { IPPROTO_TCP, "tcp" },			\
			 { IPPROTO_UDP, "udp" },			\
			 { IPPROTO_ICMP, "icmp" },			\
			 { IPPROTO_ICMPV6, "icmp6" },			\
			 { IPPROTO_ESP, "esp" },			\
			 { FB_EVENT_IP, "ip" },				\
			 { FB_EVENT_ETH, "eth" })

/* A letter for each flag, as tcpdump prints them. */
#define fb_show_flags(_flags)						\
	__print_flags(_flags, "",					\
		      { 0x01, "F" }, { 0x02, "S" }, { 0x04, "R" },	\
		      { 0x08, "P" }, { 0x10, "A" }, { 0x20, "U" },	\
		      { FB_EVENT_NO_FLAGS, "-" })

#endif /* FB_PACKET_EVENT_H */
