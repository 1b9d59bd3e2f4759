/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace events of flowbench. Their text in a function_graph trace is
 *
 *   packet: ns=4026532000 dev=lan0 ifindex=3 len=60 proto=tcp
 *           10.0.1.2:40000>10.0.3.2:5001 flags=S seq=1 ack=0
 *   mark: text
 *
 * (the first is one line) between the comment signs of the tracer.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM flowbench

#if !defined(FB_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define FB_EVENTS_H

#include <linux/if.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/tracepoint.h>
#include <net/net_namespace.h>

#include "ingress.h"
#include "packet.h"

#ifndef FB_EVENTS_ONCE
#define FB_EVENTS_ONCE
struct trace_seq;
struct trace_event_raw_packet;

const char *fb_event_text(struct trace_seq *p,
			  const struct trace_event_raw_packet *entry);
#endif

TRACE_EVENT_FN(packet,
	       TP_PROTO(const struct sk_buff *skb, const struct fb_packet *pkt),

	       TP_ARGS(skb, pkt),

	       TP_STRUCT__entry(__field(unsigned int, netns)
				__field(int, ifindex)
				__array(char, dev, IFNAMSIZ)
				__field(unsigned int, len)
				__field(u16, ethertype)
				__field(u8, kind)
				__field(u8, family)
				__field(u8, proto)
				__field(u8, tcp_flags)
				__field(u8, type)
				__field(u8, code)
				__field(u16, sport)
				__field(u16, dport)
				__field(u16, frag)
				__field(u32, seq)
				__field(u32, ack)
				__field(u32, spi)
				__array(u8, src, 16)
				__array(u8, dst, 16)),

	       TP_fast_assign(__entry->netns = dev_net(skb->dev)->ns.inum;
			      __entry->ifindex = skb->dev->ifindex;
			      memcpy(__entry->dev, skb->dev->name, IFNAMSIZ);
			      __entry->len = skb->len;
			      __entry->ethertype = pkt->ethertype;
			      __entry->kind = pkt->kind;
			      __entry->family = pkt->family;
			      __entry->proto = pkt->proto;
			      __entry->tcp_flags = pkt->tcp_flags;
			      __entry->type = pkt->type;
			      __entry->code = pkt->code;
			      __entry->sport = pkt->sport;
			      __entry->dport = pkt->dport;
			      __entry->frag = pkt->frag;
			      __entry->seq = pkt->seq;
			      __entry->ack = pkt->ack;
			      __entry->spi = pkt->spi;
			      memcpy(__entry->src, pkt->src, sizeof(pkt->src));
			      memcpy(__entry->dst, pkt->dst, sizeof(pkt->dst));),

	       TP_printk("ns=%u dev=%s ifindex=%d len=%u %s",
			 __entry->netns, __entry->dev, __entry->ifindex,
			 __entry->len, fb_event_text(p, __entry)),

	       fb_ingress_reg, fb_ingress_unreg
);

TRACE_EVENT(mark,
	    TP_PROTO(const char *text, size_t len),

	    TP_ARGS(text, len),

	    TP_STRUCT__entry(__dynamic_array(char, text, len + 1)),

	    TP_fast_assign(memcpy(__get_dynamic_array(text), text, len);
			   ((char *)__get_dynamic_array(text))[len] = '\0';),

	    TP_printk("%s", (char *)__get_dynamic_array(text))
);

#endif /* FB_EVENTS_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE events
#include <trace/define_trace.h>
