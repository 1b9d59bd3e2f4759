/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_CONN_H
#define FB_WHY_CONN_H

#include <linux/types.h>

#include "../packet_event.h"

struct nf_conn;

/**
 * struct fb_why_tuple - the addresses of one direction
 * @src: source address in network order; IPv4 uses the first four bytes
 * @dst: destination address, likewise
 * @sport: source port, host order
 * @dport: destination port, host order
 */
struct fb_why_tuple {
	u8 src[16];
	u8 dst[16];
	u16 sport;
	u16 dport;
};

/**
 * struct fb_why_conn - what decides about a connection
 * @orig: original direction
 * @reply: reply direction
 * @status: its IPS_* bits
 * @timeout: seconds until conntrack forgets it
 * @family: 4 or 6, 0 if there is no connection
 * @proto: protocol number
 * @tcp: state of TCP, FB_WHY_TCP_NONE for other protocols
 * @helper: it has the extension of a helper
 */
struct fb_why_conn {
	struct fb_why_tuple orig;
	struct fb_why_tuple reply;
	u32 status;
	s32 timeout;
	u8 family;
	u8 proto;
	u8 tcp;
	u8 helper;
};

void fb_why_conn_read(const struct nf_conn *ct, struct fb_why_conn *conn);

/* In place of a ctinfo: the packet has none. */
#define FB_WHY_CTINFO_NONE	0xff

/* In place of a state of TCP: it is not TCP. */
#define FB_WHY_TCP_NONE		0xff

/* In place of a protocol: there is no connection. */
#define FB_WHY_PROTO_NONE	0x100

/* What the events print of a connection; see ../packet_event.h. */
#define FB_WHY_CONN_ENTRY						\
	__field(u32, status)						\
	__field(u8, tcp)

#define FB_WHY_CONN_ASSIGN(_conn)					\
	do {								\
		__entry->status = (_conn)->status;			\
		__entry->tcp = (_conn)->tcp;				\
	} while (0)

#define FB_WHY_CONN_FORMAT	"status=0x%x tcp=%s"

#define FB_WHY_CONN_PRINT						\
	__entry->status,						\
	__print_symbolic(__entry->tcp,					\
			 { TCP_CONNTRACK_NONE, "NONE" },		\
			 { TCP_CONNTRACK_SYN_SENT, "SYN_SENT" },	\
			 { TCP_CONNTRACK_SYN_RECV, "SYN_RECV" },	\
			 { TCP_CONNTRACK_ESTABLISHED, "ESTABLISHED" },	\
			 { TCP_CONNTRACK_FIN_WAIT, "FIN_WAIT" },	\
			 { TCP_CONNTRACK_CLOSE_WAIT, "CLOSE_WAIT" },	\
			 { TCP_CONNTRACK_LAST_ACK, "LAST_ACK" },	\
			 { TCP_CONNTRACK_TIME_WAIT, "TIME_WAIT" },	\
			 { TCP_CONNTRACK_CLOSE, "CLOSE" },		\
			 { TCP_CONNTRACK_SYN_SENT2, "SYN_SENT2" },	\
			 { FB_WHY_TCP_NONE, "-" })

#define FB_WHY_CTINFO_PRINT(_ctinfo)					\
	__print_symbolic(_ctinfo,					\
			 { IP_CT_NEW, "new" },				\
			 { IP_CT_ESTABLISHED, "established" },		\
			 { IP_CT_RELATED, "related" },			\
			 { IP_CT_ESTABLISHED_REPLY, "reply" },		\
			 { IP_CT_RELATED_REPLY, "related_reply" },	\
			 { IP_CT_UNTRACKED, "untracked" },		\
			 { FB_WHY_CTINFO_NONE, "none" })

#define FB_WHY_TUPLES_ENTRY						\
	__array(u8, orig_src, FB_SOCKADDR_SIZE)				\
	__array(u8, orig_dst, FB_SOCKADDR_SIZE)				\
	__array(u8, reply_src, FB_SOCKADDR_SIZE)			\
	__array(u8, reply_dst, FB_SOCKADDR_SIZE)			\
	__field(u16, proto)

#define FB_WHY_TUPLES_ASSIGN(_conn)					\
	do {								\
		fb_event_addr(__entry->orig_src, (_conn)->family,	\
			      (_conn)->orig.src, (_conn)->orig.sport);	\
		fb_event_addr(__entry->orig_dst, (_conn)->family,	\
			      (_conn)->orig.dst, (_conn)->orig.dport);	\
		fb_event_addr(__entry->reply_src, (_conn)->family,	\
			      (_conn)->reply.src, (_conn)->reply.sport); \
		fb_event_addr(__entry->reply_dst, (_conn)->family,	\
			      (_conn)->reply.dst, (_conn)->reply.dport); \
		__entry->proto = (_conn)->family ? (_conn)->proto :	\
						   FB_WHY_PROTO_NONE;	\
	} while (0)

#define FB_WHY_TUPLES_FORMAT						\
	"proto=%s orig=%pISpc>%pISpc reply=%pISpc>%pISpc"

#define FB_WHY_TUPLES_PRINT						\
	__print_symbolic(__entry->proto,				\
			 { IPPROTO_TCP, "tcp" },			\
			 { IPPROTO_UDP, "udp" },			\
			 { IPPROTO_ICMP, "icmp" },			\
			 { IPPROTO_ICMPV6, "icmp6" },			\
			 { IPPROTO_GRE, "gre" },			\
			 { IPPROTO_SCTP, "sctp" },			\
			 { IPPROTO_DCCP, "dccp" },			\
			 { IPPROTO_UDPLITE, "udplite" },		\
			 { FB_WHY_PROTO_NONE, "-" }),			\
	__entry->orig_src, __entry->orig_dst, __entry->reply_src,	\
	__entry->reply_dst

#define FB_WHY_CONN_ENUMS						\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_NONE);				\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_SYN_SENT);			\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_SYN_RECV);			\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_ESTABLISHED);			\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_FIN_WAIT);			\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_CLOSE_WAIT);			\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_LAST_ACK);			\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_TIME_WAIT);			\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_CLOSE);				\
	TRACE_DEFINE_ENUM(TCP_CONNTRACK_LISTEN);			\
	TRACE_DEFINE_ENUM(IP_CT_NEW);					\
	TRACE_DEFINE_ENUM(IP_CT_ESTABLISHED);				\
	TRACE_DEFINE_ENUM(IP_CT_RELATED);				\
	TRACE_DEFINE_ENUM(IP_CT_ESTABLISHED_REPLY);			\
	TRACE_DEFINE_ENUM(IP_CT_RELATED_REPLY);				\
	TRACE_DEFINE_ENUM(IP_CT_UNTRACKED);				\
	TRACE_DEFINE_ENUM(IPPROTO_GRE);					\
	TRACE_DEFINE_ENUM(IPPROTO_SCTP);				\
	TRACE_DEFINE_ENUM(IPPROTO_DCCP);				\
	TRACE_DEFINE_ENUM(IPPROTO_UDPLITE)

#endif /* FB_WHY_CONN_H */
