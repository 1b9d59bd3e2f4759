/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of a trace event that describes a packet: two events have it. Its members are
 * flat, so that everything that reads the format of an event (trace-cmd, perf, libtraceevent)
 * can print them.
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

#define FB_PACKET_ENTRY							\
	__array(u8, src, FB_SOCKADDR_SIZE)				\
	__array(u8, dst, FB_SOCKADDR_SIZE)				\
	__field(u32, seq)						\
	__field(u32, ack)						\
	__field(u32, spi)						\
	__field(u16, ethertype)						\
	__field(u16, proto)						\
	__field(u16, flags)						\
	__field(u16, fragoff)						\
	__field(u8, type)						\
	__field(u8, code)						\
	__field(u8, ipproto)

#define FB_PACKET_ASSIGN(_pkt)						\
	do {								\
		fb_event_addr(__entry->src, (_pkt)->family,		\
			      (_pkt)->src, (_pkt)->sport);		\
		fb_event_addr(__entry->dst, (_pkt)->family,		\
			      (_pkt)->dst, (_pkt)->dport);		\
		__entry->seq = (_pkt)->seq;				\
		__entry->ack = (_pkt)->ack;				\
		__entry->spi = (_pkt)->spi;				\
		__entry->ethertype = (_pkt)->ethertype;			\
		__entry->proto = fb_event_proto(_pkt);			\
		__entry->flags = fb_event_flags(_pkt);			\
		__entry->fragoff = (_pkt)->frag;			\
		__entry->type = (_pkt)->type;				\
		__entry->code = (_pkt)->code;				\
		__entry->ipproto = (_pkt)->proto;			\
	} while (0)

#define FB_PACKET_FORMAT						\
	"ethertype=0x%04x proto=%s %pISpc>%pISpc flags=%s seq=%u ack=%u spi=0x%08x type=%u code=%u fragoff=%u ipproto=%u"

#define FB_PACKET_PRINT							\
	__entry->ethertype,						\
	__print_symbolic(__entry->proto,				\
			 { IPPROTO_TCP, "tcp" },			\
			 { IPPROTO_UDP, "udp" },			\
			 { IPPROTO_ICMP, "icmp" },			\
			 { IPPROTO_ICMPV6, "icmp6" },			\
			 { IPPROTO_ESP, "esp" },			\
			 { FB_EVENT_IP, "ip" },				\
			 { FB_EVENT_ETH, "eth" }),			\
	__entry->src, __entry->dst,					\
	__print_flags(__entry->flags, "",				\
		      { 0x01, "F" }, { 0x02, "S" }, { 0x04, "R" },	\
		      { 0x08, "P" }, { 0x10, "A" }, { 0x20, "U" },	\
		      { FB_EVENT_NO_FLAGS, "-" }),			\
	__entry->seq, __entry->ack, __entry->spi, __entry->type,	\
	__entry->code, __entry->fragoff, __entry->ipproto

/* In the header of the events: the format of an event has numbers in place of these names. */
#define FB_PACKET_ENUMS							\
	TRACE_DEFINE_ENUM(IPPROTO_TCP);					\
	TRACE_DEFINE_ENUM(IPPROTO_UDP);					\
	TRACE_DEFINE_ENUM(IPPROTO_ICMP);				\
	TRACE_DEFINE_ENUM(IPPROTO_ICMPV6);				\
	TRACE_DEFINE_ENUM(IPPROTO_ESP)

#endif /* FB_PACKET_EVENT_H */
