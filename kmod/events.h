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

#include "ingress.h"
#include "packet_event.h"

FB_PACKET_ENUMS;

TRACE_EVENT_FN(packet,
	       TP_PROTO(const struct sk_buff *skb, const struct fb_packet *pkt),

	       TP_ARGS(skb, pkt),

	       TP_STRUCT__entry(__field(unsigned int, ns)
				__field(int, ifindex)
				__array(char, dev, IFNAMSIZ)
				__field(unsigned int, len)
				FB_PACKET_ENTRY),

	       TP_fast_assign(__entry->ns = dev_net(skb->dev)->ns.inum;
			      __entry->ifindex = skb->dev->ifindex;
			      memcpy(__entry->dev, skb->dev->name, IFNAMSIZ);
			      __entry->len = skb->len;
			      FB_PACKET_ASSIGN(pkt);),

	       TP_printk("ns=%u dev=%s ifindex=%d len=%u " FB_PACKET_FORMAT,
			 __entry->ns, __entry->dev, __entry->ifindex,
			 __entry->len, FB_PACKET_PRINT),

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
