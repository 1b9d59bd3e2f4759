/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace events of the file "why", of the same system as packet and mark.
 * README.md describes their text.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM flowbench

#if !defined(FB_WHY_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define FB_WHY_TRACE_H

#include <linux/if.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <net/net_namespace.h>

#include "why.h"

#ifndef FB_WHY_TRACE_ONCE
#define FB_WHY_TRACE_ONCE
/* In place of an error: the function was not called, or cannot be probed. */
#define FB_WHY_NOT_CALLED	1

static inline void fb_event_tuple(u8 *src, u8 *dst, u8 family,
				  const struct fb_why_tuple *tuple)
{
	fb_event_addr(src, family, tuple->src, tuple->sport);
	fb_event_addr(dst, family, tuple->dst, tuple->dport);
}
#endif

/* The format of an event has numbers in place of these names. */
TRACE_DEFINE_ENUM(IPPROTO_TCP);
TRACE_DEFINE_ENUM(IPPROTO_UDP);
TRACE_DEFINE_ENUM(IPPROTO_ICMP);
TRACE_DEFINE_ENUM(IPPROTO_ICMPV6);
TRACE_DEFINE_ENUM(IPPROTO_ESP);
TRACE_DEFINE_ENUM(IPPROTO_GRE);
TRACE_DEFINE_ENUM(IPPROTO_SCTP);
TRACE_DEFINE_ENUM(IPPROTO_DCCP);
TRACE_DEFINE_ENUM(IPPROTO_UDPLITE);
TRACE_DEFINE_ENUM(FB_WHY_FAULT_NONE);
TRACE_DEFINE_ENUM(FB_WHY_FAULT_CUT);
TRACE_DEFINE_ENUM(FB_WHY_FAULT_VERSION);
TRACE_DEFINE_ENUM(FB_WHY_FAULT_IHL);
TRACE_DEFINE_ENUM(FB_WHY_FAULT_TOTAL);
TRACE_DEFINE_ENUM(FB_WHY_FAULT_SUM);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_NONE);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_SYN_SENT);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_SYN_RECV);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_ESTABLISHED);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_FIN_WAIT);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_CLOSE_WAIT);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_LAST_ACK);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_TIME_WAIT);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_CLOSE);
TRACE_DEFINE_ENUM(TCP_CONNTRACK_LISTEN);
TRACE_DEFINE_ENUM(IP_CT_NEW);
TRACE_DEFINE_ENUM(IP_CT_ESTABLISHED);
TRACE_DEFINE_ENUM(IP_CT_RELATED);
TRACE_DEFINE_ENUM(IP_CT_ESTABLISHED_REPLY);
TRACE_DEFINE_ENUM(IP_CT_RELATED_REPLY);
TRACE_DEFINE_ENUM(IP_CT_UNTRACKED);

/* Names the protocol of a connection. */
#define fb_show_conn_proto(_proto)					\
	__print_symbolic(_proto,					\
			 { IPPROTO_TCP, "tcp" },			\
			 { IPPROTO_UDP, "udp" },			\
			 { IPPROTO_ICMP, "icmp" },			\
			 { IPPROTO_ICMPV6, "icmp6" },			\
			 { IPPROTO_GRE, "gre" },			\
			 { IPPROTO_SCTP, "sctp" },			\
			 { IPPROTO_DCCP, "dccp" },			\
			 { IPPROTO_UDPLITE, "udplite" },		\
			 { FB_WHY_PROTO_NONE, "-" })

#define fb_show_tcp_state(_state)					\
	__print_symbolic(_state,					\
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

#define fb_show_ctinfo(_ctinfo)						\
	__print_symbolic(_ctinfo,					\
			 { IP_CT_NEW, "new" },				\
			 { IP_CT_ESTABLISHED, "established" },		\
			 { IP_CT_RELATED, "related" },			\
			 { IP_CT_ESTABLISHED_REPLY, "reply" },		\
			 { IP_CT_RELATED_REPLY, "related_reply" },	\
			 { IP_CT_UNTRACKED, "untracked" },		\
			 { FB_WHY_CTINFO_NONE, "none" })

#define fb_show_pkt_type(_type)						\
	__print_symbolic(_type,						\
			 { PACKET_HOST, "host" },			\
			 { PACKET_BROADCAST, "broadcast" },		\
			 { PACKET_MULTICAST, "multicast" },		\
			 { PACKET_OTHERHOST, "otherhost" },		\
			 { PACKET_OUTGOING, "outgoing" },		\
			 { PACKET_LOOPBACK, "loopback" })

#define fb_show_fault(_fault)						\
	__print_symbolic(_fault,					\
			 { FB_WHY_FAULT_NONE, "-" },			\
			 { FB_WHY_FAULT_CUT, "cut" },			\
			 { FB_WHY_FAULT_VERSION, "version" },		\
			 { FB_WHY_FAULT_IHL, "ihl" },			\
			 { FB_WHY_FAULT_TOTAL, "length" },		\
			 { FB_WHY_FAULT_SUM, "checksum" })

TRACE_EVENT(why_packet,
	    TP_PROTO(u64 id, const struct sk_buff *skb,
		     const struct fb_why_packet *wp),

	    TP_ARGS(id, skb, wp),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(unsigned int, ns)
			     __field(int, ifindex)
			     __array(char, dev, IFNAMSIZ)
			     __field(unsigned int, len)
			     __field(unsigned int, mac)
			     __field(u16, seg)
			     __field(u16, segs)
			     __field(u16, total)
			     __field(u8, pkt)
			     __field(u8, ttl)
			     __field(u8, ihl)
			     __field(u8, thl)
			     __field(bool, opt)
			     __field(bool, frag)
			     __field(u8, bad)
			     __field(u8, secpath)
			     __array(char, encap, FB_WHY_ENCAP_SIZE)
			     __array(u8, src, FB_SOCKADDR_SIZE)
			     __array(u8, dst, FB_SOCKADDR_SIZE)
			     __field(u32, seq)
			     __field(u32, ack)
			     __field(u32, spi)
			     __field(u16, ethertype)
			     __field(u16, proto)
			     __field(u16, flags)
			     __field(u16, fragoff)
			     __field(u8, type)
			     __field(u8, code)
			     __field(u8, ipproto)),

	    TP_fast_assign(__entry->id = id;
			   __entry->ns = dev_net(skb->dev)->ns.inum;
			   __entry->ifindex = skb->dev->ifindex;
			   memcpy(__entry->dev, skb->dev->name, IFNAMSIZ);
			   __entry->len = skb->len;
			   __entry->mac = wp->mac;
			   __entry->seg = wp->seg;
			   __entry->segs = wp->segs;
			   __entry->total = wp->pkt.total;
			   __entry->pkt = wp->type;
			   __entry->ttl = wp->pkt.ttl;
			   __entry->ihl = wp->pkt.ihl;
			   __entry->thl = wp->pkt.thl;
			   __entry->opt = wp->pkt.options;
			   __entry->frag = wp->pkt.fragment;
			   __entry->bad = wp->fault;
			   __entry->secpath = wp->secpath;
			   fb_why_encap_text(__entry->encap, wp);
			   fb_event_addr(__entry->src, wp->pkt.family,
					 wp->pkt.src, wp->pkt.sport);
			   fb_event_addr(__entry->dst, wp->pkt.family,
					 wp->pkt.dst, wp->pkt.dport);
			   __entry->seq = wp->pkt.seq;
			   __entry->ack = wp->pkt.ack;
			   __entry->spi = wp->pkt.spi;
			   __entry->ethertype = wp->pkt.ethertype;
			   __entry->proto = fb_event_proto(&wp->pkt);
			   __entry->flags = fb_event_flags(&wp->pkt);
			   __entry->fragoff = wp->pkt.frag;
			   __entry->type = wp->pkt.type;
			   __entry->code = wp->pkt.code;
			   __entry->ipproto = wp->pkt.proto;),

	    TP_printk("id=%llu ns=%u dev=%s ifindex=%d len=%u mac=%u seg=%u segs=%u pkt=%s encap=%s ttl=%u ihl=%u thl=%u opt=%d frag=%d total=%u bad=%s secpath=%u ethertype=0x%04x proto=%s %pISpc>%pISpc flags=%s seq=%u ack=%u spi=0x%08x type=%u code=%u fragoff=%u ipproto=%u",
		      __entry->id, __entry->ns, __entry->dev,
		      __entry->ifindex, __entry->len, __entry->mac,
		      __entry->seg, __entry->segs,
		      fb_show_pkt_type(__entry->pkt), __entry->encap,
		      __entry->ttl, __entry->ihl, __entry->thl,
		      __entry->opt, __entry->frag, __entry->total,
		      fb_show_fault(__entry->bad), __entry->secpath,
		      __entry->ethertype, fb_show_proto(__entry->proto),
		      __entry->src, __entry->dst,
		      fb_show_flags(__entry->flags), __entry->seq,
		      __entry->ack, __entry->spi, __entry->type,
		      __entry->code, __entry->fragoff, __entry->ipproto)
);

TRACE_EVENT(why_ct,
	    TP_PROTO(u64 id, u32 mark, u8 ctinfo,
		     const struct fb_why_conn *conn),

	    TP_ARGS(id, mark, ctinfo, conn),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(u32, mark)
			     __field(u8, ctinfo)
			     __field(u32, status)
			     __field(u8, tcp)
			     __field(u8, helper)
			     __field(bool, seqadj)
			     __field(s32, timeout)
			     __array(u8, orig_src, FB_SOCKADDR_SIZE)
			     __array(u8, orig_dst, FB_SOCKADDR_SIZE)
			     __array(u8, reply_src, FB_SOCKADDR_SIZE)
			     __array(u8, reply_dst, FB_SOCKADDR_SIZE)
			     __field(u16, proto)),

	    TP_fast_assign(__entry->id = id;
			   __entry->mark = mark;
			   __entry->ctinfo = ctinfo;
			   __entry->status = conn->status;
			   __entry->tcp = conn->tcp;
			   __entry->helper = conn->helper;
			   __entry->seqadj = !!(conn->status & IPS_SEQ_ADJUST);
			   __entry->timeout = conn->timeout;
			   fb_event_tuple(__entry->orig_src, __entry->orig_dst,
					  conn->family, &conn->orig);
			   fb_event_tuple(__entry->reply_src, __entry->reply_dst,
					  conn->family, &conn->reply);
			   __entry->proto = fb_why_conn_proto(conn);),

	    TP_printk("id=%llu mark=0x%x ctinfo=%s status=0x%x tcp=%s helper=%u seqadj=%d timeout=%d proto=%s orig=%pISpc>%pISpc reply=%pISpc>%pISpc",
		      __entry->id, __entry->mark,
		      fb_show_ctinfo(__entry->ctinfo), __entry->status,
		      fb_show_tcp_state(__entry->tcp), __entry->helper,
		      __entry->seqadj, __entry->timeout,
		      fb_show_conn_proto(__entry->proto),
		      __entry->orig_src, __entry->orig_dst,
		      __entry->reply_src, __entry->reply_dst)
);

TRACE_EVENT(why_add,
	    TP_PROTO(u64 id, bool added, bool before, bool after, int route,
		     int add),

	    TP_ARGS(id, added, before, after, route, add),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(bool, verdict)
			     __field(bool, before)
			     __field(bool, after)
			     __field(int, route)
			     __field(int, add)),

	    TP_fast_assign(__entry->id = id;
			   __entry->verdict = added;
			   __entry->before = before;
			   __entry->after = after;
			   __entry->route = route;
			   __entry->add = add;),

	    TP_printk("id=%llu verdict=%s before=%d after=%d route=%d add=%d",
		      __entry->id,
		      __print_symbolic(__entry->verdict,
				       { 0, "break" }, { 1, "ok" }),
		      __entry->before, __entry->after, __entry->route,
		      __entry->add)
);

TRACE_EVENT(why_forward,
	    TP_PROTO(u64 id, const struct sk_buff *skb,
		     const struct net_device *out, u32 mtu, bool xfrm,
		     const struct fb_why_conn *conn),

	    TP_ARGS(id, skb, out, mtu, xfrm, conn),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(int, ifindex)
			     __array(char, out, IFNAMSIZ)
			     __field(u32, mtu)
			     __field(u32, mark)
			     __field(bool, xfrm)
			     __field(unsigned int, len)
			     __field(u32, status)
			     __field(u8, tcp)),

	    TP_fast_assign(__entry->id = id;
			   __entry->ifindex = out->ifindex;
			   memcpy(__entry->out, out->name, IFNAMSIZ);
			   __entry->mtu = mtu;
			   __entry->mark = skb->mark;
			   __entry->xfrm = xfrm;
			   __entry->len = skb->len;
			   __entry->status = conn->status;
			   __entry->tcp = conn->tcp;),

	    TP_printk("id=%llu out=%s ifindex=%d mtu=%u mark=0x%x xfrm=%d len=%u status=0x%x tcp=%s",
		      __entry->id, __entry->out, __entry->ifindex,
		      __entry->mtu, __entry->mark, __entry->xfrm, __entry->len,
		      __entry->status, fb_show_tcp_state(__entry->tcp))
);

TRACE_EVENT(why_local,
	    TP_PROTO(u64 id),

	    TP_ARGS(id),

	    TP_STRUCT__entry(__field(u64, id)),

	    TP_fast_assign(__entry->id = id;),

	    TP_printk("id=%llu", __entry->id)
);

DECLARE_EVENT_CLASS(why_flow,
		    TP_PROTO(unsigned int netns, unsigned long caller, int left,
			     const struct fb_why_conn *conn),

		    TP_ARGS(netns, caller, left, conn),

		    TP_STRUCT__entry(__field(unsigned int, ns)
				     __array(char, by, FB_WHY_SYMBOL_SIZE)
				     __field(u32, status)
				     __field(u8, tcp)
				     __field(s32, timeout)
				     __field(int, left)
				     __array(u8, orig_src, FB_SOCKADDR_SIZE)
				     __array(u8, orig_dst, FB_SOCKADDR_SIZE)
				     __array(u8, reply_src, FB_SOCKADDR_SIZE)
				     __array(u8, reply_dst, FB_SOCKADDR_SIZE)
				     __field(u16, proto)),

		    TP_fast_assign(__entry->ns = netns;
				   fb_why_symbol(__entry->by,
						 FB_WHY_SYMBOL_SIZE, caller);
				   __entry->status = conn->status;
				   __entry->tcp = conn->tcp;
				   __entry->timeout = conn->timeout;
				   __entry->left = left;
				   fb_event_tuple(__entry->orig_src, __entry->orig_dst,
						  conn->family, &conn->orig);
				   fb_event_tuple(__entry->reply_src, __entry->reply_dst,
						  conn->family, &conn->reply);
				   __entry->proto = fb_why_conn_proto(conn);),

		    TP_printk("ns=%u by=%s status=0x%x tcp=%s timeout=%d left=%d proto=%s orig=%pISpc>%pISpc reply=%pISpc>%pISpc",
			      __entry->ns, __entry->by, __entry->status,
			      fb_show_tcp_state(__entry->tcp),
			      __entry->timeout, __entry->left,
			      fb_show_conn_proto(__entry->proto),
			      __entry->orig_src, __entry->orig_dst,
			      __entry->reply_src, __entry->reply_dst)
);

DEFINE_EVENT(why_flow, why_teardown,
	     TP_PROTO(unsigned int netns, unsigned long caller, int left,
		      const struct fb_why_conn *conn),
	     TP_ARGS(netns, caller, left, conn)
);

DEFINE_EVENT(why_flow, why_gone,
	     TP_PROTO(unsigned int netns, unsigned long caller, int left,
		      const struct fb_why_conn *conn),
	     TP_ARGS(netns, caller, left, conn)
);

#endif /* FB_WHY_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH why
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
