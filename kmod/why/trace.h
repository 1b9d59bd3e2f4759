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

#include "../packet_text.h"
#include "conn.h"
#include "received.h"
#include "symbol.h"

#ifndef FB_WHY_TRACE_ONCE
#define FB_WHY_TRACE_ONCE
/* In place of an error: the function was not called, or cannot be probed. */
#define FB_WHY_NOT_CALLED	1

const char *fb_why_error_text(struct trace_seq *p, int err);
#endif

TRACE_EVENT(why_packet,
	    TP_PROTO(u64 id, const struct sk_buff *skb,
		     const struct fb_why_packet *wp),

	    TP_ARGS(id, skb, wp),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(unsigned int, netns)
			     __field(int, ifindex)
			     __array(char, dev, IFNAMSIZ)
			     __field(unsigned int, len)
			     __field_struct(struct fb_why_packet, wp)),

	    TP_fast_assign(__entry->id = id;
			   __entry->netns = dev_net(skb->dev)->ns.inum;
			   __entry->ifindex = skb->dev->ifindex;
			   memcpy(__entry->dev, skb->dev->name, IFNAMSIZ);
			   __entry->len = skb->len;
			   __entry->wp = *wp;),

	    TP_printk("id=%llu ns=%u dev=%s ifindex=%d len=%u mac=%u seg=%u segs=%u pkt=%s encap=%s ttl=%u ihl=%u thl=%u opt=%d frag=%d total=%u bad=%s secpath=%u %s",
		      __entry->id, __entry->netns, __entry->dev,
		      __entry->ifindex, __entry->len, __entry->wp.mac,
		      __entry->wp.seg, __entry->wp.segs,
		      fb_why_type_text(__entry->wp.type),
		      fb_why_encap_text(p, &__entry->wp),
		      __entry->wp.pkt.ttl, __entry->wp.pkt.ihl,
		      __entry->wp.pkt.thl, __entry->wp.pkt.options,
		      __entry->wp.pkt.fragment, __entry->wp.pkt.total,
		      fb_why_fault_text(__entry->wp.fault),
		      __entry->wp.secpath,
		      fb_packet_text(p, &__entry->wp.pkt))
);

TRACE_EVENT(why_ct,
	    TP_PROTO(u64 id, u32 mark, u8 ctinfo,
		     const struct fb_why_conn *conn),

	    TP_ARGS(id, mark, ctinfo, conn),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(u32, mark)
			     __field(u8, ctinfo)
			     __field_struct(struct fb_why_conn, conn)),

	    TP_fast_assign(__entry->id = id;
			   __entry->mark = mark;
			   __entry->ctinfo = ctinfo;
			   __entry->conn = *conn;),

	    TP_printk("id=%llu mark=0x%x ctinfo=%s status=0x%x tcp=%s helper=%u seqadj=%d timeout=%d %s",
		      __entry->id, __entry->mark,
		      fb_why_ctinfo_text(__entry->ctinfo),
		      __entry->conn.status, fb_why_tcp_text(&__entry->conn),
		      __entry->conn.helper,
		      !!(__entry->conn.status & IPS_SEQ_ADJUST),
		      __entry->conn.timeout,
		      fb_why_conn_text(p, &__entry->conn))
);

TRACE_EVENT(why_add,
	    TP_PROTO(u64 id, bool added, bool before, bool after, int route,
		     int add),

	    TP_ARGS(id, added, before, after, route, add),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(bool, added)
			     __field(bool, before)
			     __field(bool, after)
			     __field(int, route)
			     __field(int, add)),

	    TP_fast_assign(__entry->id = id;
			   __entry->added = added;
			   __entry->before = before;
			   __entry->after = after;
			   __entry->route = route;
			   __entry->add = add;),

	    TP_printk("id=%llu verdict=%s before=%d after=%d route=%s add=%s",
		      __entry->id, __entry->added ? "ok" : "break",
		      __entry->before, __entry->after,
		      fb_why_error_text(p, __entry->route),
		      fb_why_error_text(p, __entry->add))
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
			     __field_struct(struct fb_why_conn, conn)),

	    TP_fast_assign(__entry->id = id;
			   __entry->ifindex = out->ifindex;
			   memcpy(__entry->out, out->name, IFNAMSIZ);
			   __entry->mtu = mtu;
			   __entry->mark = skb->mark;
			   __entry->xfrm = xfrm;
			   __entry->len = skb->len;
			   __entry->conn = *conn;),

	    TP_printk("id=%llu out=%s ifindex=%d mtu=%u mark=0x%x xfrm=%d len=%u status=0x%x tcp=%s",
		      __entry->id, __entry->out, __entry->ifindex,
		      __entry->mtu, __entry->mark, __entry->xfrm, __entry->len,
		      __entry->conn.status, fb_why_tcp_text(&__entry->conn))
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

		    TP_STRUCT__entry(__field(unsigned int, netns)
				     __field(unsigned long, caller)
				     __field(int, left)
				     __field_struct(struct fb_why_conn, conn)),

		    TP_fast_assign(__entry->netns = netns;
				   __entry->caller = caller;
				   __entry->left = left;
				   __entry->conn = *conn;),

		    TP_printk("ns=%u by=%s status=0x%x tcp=%s timeout=%d left=%d %s",
			      __entry->netns,
			      fb_why_symbol_text(p, __entry->caller),
			      __entry->conn.status,
			      fb_why_tcp_text(&__entry->conn),
			      __entry->conn.timeout, __entry->left,
			      fb_why_conn_text(p, &__entry->conn))
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
