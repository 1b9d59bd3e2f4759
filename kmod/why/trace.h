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

#include "../packet_event.h"
#include "conn.h"
#include "received.h"
#include "symbol.h"

#ifndef FB_WHY_TRACE_ONCE
#define FB_WHY_TRACE_ONCE
/* In place of an error: the function was not called, or cannot be probed. */
#define FB_WHY_NOT_CALLED	1
#endif

FB_PACKET_ENUMS;
FB_WHY_FAULT_ENUMS;
FB_WHY_CONN_ENUMS;

TRACE_EVENT(why_packet,
	    TP_PROTO(u64 id, const struct sk_buff *skb,
		     const struct fb_why_packet *wp),

	    TP_ARGS(id, skb, wp),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(unsigned int, ns)
			     __field(int, ifindex)
			     __array(char, dev, IFNAMSIZ)
			     __field(unsigned int, len)
			     FB_WHY_PACKET_ENTRY
			     FB_PACKET_ENTRY),

	    TP_fast_assign(__entry->id = id;
			   __entry->ns = dev_net(skb->dev)->ns.inum;
			   __entry->ifindex = skb->dev->ifindex;
			   memcpy(__entry->dev, skb->dev->name, IFNAMSIZ);
			   __entry->len = skb->len;
			   FB_WHY_PACKET_ASSIGN(wp);
			   FB_PACKET_ASSIGN(&wp->pkt);),

	    TP_printk("id=%llu ns=%u dev=%s ifindex=%d len=%u "
		      FB_WHY_PACKET_FORMAT " " FB_PACKET_FORMAT,
		      __entry->id, __entry->ns, __entry->dev,
		      __entry->ifindex, __entry->len, FB_WHY_PACKET_PRINT,
		      FB_PACKET_PRINT)
);

TRACE_EVENT(why_ct,
	    TP_PROTO(u64 id, u32 mark, u8 ctinfo,
		     const struct fb_why_conn *conn),

	    TP_ARGS(id, mark, ctinfo, conn),

	    TP_STRUCT__entry(__field(u64, id)
			     __field(u32, mark)
			     __field(u8, ctinfo)
			     FB_WHY_CONN_ENTRY
			     __field(u8, helper)
			     __field(bool, seqadj)
			     __field(s32, timeout)
			     FB_WHY_TUPLES_ENTRY),

	    TP_fast_assign(__entry->id = id;
			   __entry->mark = mark;
			   __entry->ctinfo = ctinfo;
			   FB_WHY_CONN_ASSIGN(conn);
			   __entry->helper = conn->helper;
			   __entry->seqadj = !!(conn->status & IPS_SEQ_ADJUST);
			   __entry->timeout = conn->timeout;
			   FB_WHY_TUPLES_ASSIGN(conn);),

	    TP_printk("id=%llu mark=0x%x ctinfo=%s " FB_WHY_CONN_FORMAT
		      " helper=%u seqadj=%d timeout=%d "
		      FB_WHY_TUPLES_FORMAT,
		      __entry->id, __entry->mark,
		      FB_WHY_CTINFO_PRINT(__entry->ctinfo),
		      FB_WHY_CONN_PRINT, __entry->helper, __entry->seqadj,
		      __entry->timeout, FB_WHY_TUPLES_PRINT)
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
			     FB_WHY_CONN_ENTRY),

	    TP_fast_assign(__entry->id = id;
			   __entry->ifindex = out->ifindex;
			   memcpy(__entry->out, out->name, IFNAMSIZ);
			   __entry->mtu = mtu;
			   __entry->mark = skb->mark;
			   __entry->xfrm = xfrm;
			   __entry->len = skb->len;
			   FB_WHY_CONN_ASSIGN(conn);),

	    TP_printk("id=%llu out=%s ifindex=%d mtu=%u mark=0x%x xfrm=%d len=%u "
		      FB_WHY_CONN_FORMAT,
		      __entry->id, __entry->out, __entry->ifindex,
		      __entry->mtu, __entry->mark, __entry->xfrm, __entry->len,
		      FB_WHY_CONN_PRINT)
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
				     FB_WHY_CONN_ENTRY
				     __field(s32, timeout)
				     __field(int, left)
				     FB_WHY_TUPLES_ENTRY),

		    TP_fast_assign(__entry->ns = netns;
				   fb_why_symbol(__entry->by,
						 FB_WHY_SYMBOL_SIZE, caller);
				   FB_WHY_CONN_ASSIGN(conn);
				   __entry->timeout = conn->timeout;
				   __entry->left = left;
				   FB_WHY_TUPLES_ASSIGN(conn);),

		    TP_printk("ns=%u by=%s " FB_WHY_CONN_FORMAT
			      " timeout=%d left=%d " FB_WHY_TUPLES_FORMAT,
			      __entry->ns, __entry->by, FB_WHY_CONN_PRINT,
			      __entry->timeout, __entry->left,
			      FB_WHY_TUPLES_PRINT)
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
