/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace events of flowbench. Their text in a function_graph trace is
 *
 *   packet: ns=4026532000 dev=lan0 ifindex=3 len=60 ethertype=0x0800 proto=tcp
 *           10.0.1.2:40000>10.0.3.2:5001 flags=S seq=1 ack=0 spi=0x00000000 type=0
 *           code=0 fragoff=0 ipproto=6
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

#include "flowbench.h"

/* The format of an event has numbers in place of these names. */
TRACE_DEFINE_ENUM(IPPROTO_TCP);
TRACE_DEFINE_ENUM(IPPROTO_UDP);
TRACE_DEFINE_ENUM(IPPROTO_ICMP);
TRACE_DEFINE_ENUM(IPPROTO_ICMPV6);
TRACE_DEFINE_ENUM(IPPROTO_ESP);

TRACE_EVENT_FN(packet,
	       TP_PROTO(const struct sk_buff *skb, const struct fb_packet *pkt),

	       TP_ARGS(skb, pkt),

	       TP_STRUCT__entry(__field(unsigned int, ns)
				__field(int, ifindex)
				__array(char, dev, IFNAMSIZ)
				__field(unsigned int, len)
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

	       TP_fast_assign(__entry->ns = dev_net(skb->dev)->ns.inum;
			      __entry->ifindex = skb->dev->ifindex;
			      memcpy(__entry->dev, skb->dev->name, IFNAMSIZ);
			      __entry->len = skb->len;
			      fb_event_addr(__entry->src, pkt->family,
					    pkt->src, pkt->sport);
			      fb_event_addr(__entry->dst, pkt->family,
					    pkt->dst, pkt->dport);
			      __entry->seq = pkt->seq;
			      __entry->ack = pkt->ack;
			      __entry->spi = pkt->spi;
			      __entry->ethertype = pkt->ethertype;
			      __entry->proto = fb_event_proto(pkt);
			      __entry->flags = fb_event_flags(pkt);
			      __entry->fragoff = pkt->frag;
			      __entry->type = pkt->type;
			      __entry->code = pkt->code;
			      __entry->ipproto = pkt->proto;),

	       TP_printk("ns=%u dev=%s ifindex=%d len=%u ethertype=0x%04x proto=%s %pISpc>%pISpc flags=%s seq=%u ack=%u spi=0x%08x type=%u code=%u fragoff=%u ipproto=%u",
			 __entry->ns, __entry->dev, __entry->ifindex,
			 __entry->len, __entry->ethertype, fb_show_proto(__entry->proto),
			 __entry->src, __entry->dst,
			 fb_show_flags(__entry->flags), __entry->seq,
			 __entry->ack, __entry->spi, __entry->type,
			 __entry->code, __entry->fragoff, __entry->ipproto),

	       fb_ingress_reg, fb_ingress_unreg
);

TRACE_EVENT(mark,
	    TP_PROTO(const char *text, size_t len),

	    TP_ARGS(text, len),

	    TP_STRUCT__entry(__dynamic_array(char, text, len + 1)),

	    TP_fast_assign(memcpy(__get_dynamic_array(text), text, len);
			   ((char *)__get_dynamic_array(text))[len] = '\0';),

	    TP_printk("%s", __get_str(text))
);

#endif /* FB_EVENTS_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE events
#include <trace/define_trace.h>
