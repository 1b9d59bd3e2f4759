// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "why/reason.h"

/* The kernel functions that decide are nf_flow_offload_ip_hook() and nft_flow_offload_eval(). */
static const struct fb_reason reasons[FB_REASONS] = {
	[FB_REASON_UNKNOWN] = { "unknown", "unknown: %s", "-" },
	[FB_REASON_NO_FLOWTABLE] = { "no-flowtable", "no flowtable in this network namespace",
				     "add a flowtable with the devices of both directions" },
	[FB_REASON_DEVICE] = { "device", "device %s is in no flowtable",
			       "add it to the devices of the flowtable" },
	[FB_REASON_FAMILY] = { "family", "the flowtable of %s is for the other IP version",
			       "use a flowtable in a table of family inet" },
	[FB_REASON_OTHER_HOST] = { "other-host", "the frame is for another host's MAC address",
				   "-" },
	[FB_REASON_MALFORMED] = { "malformed", "broken header: %s", "-" },
	[FB_REASON_PROTOCOL] = { "protocol", "not TCP, UDP or GRE: %s", "-" },
	[FB_REASON_FRAGMENT] = { "fragment", "fragment of a larger packet",
				 "send smaller packets, or find the link whose MTU is small" },
	[FB_REASON_OPTIONS] = { "options", "IPv4 header with options", "-" },
	[FB_REASON_EXTENSION] = { "extension", "IPv6 extension header", "-" },
	[FB_REASON_TTL] = { "ttl", "TTL or hop limit ends here",
			    "see whether a route leads in a circle; traceroute does this on purpose" },
	[FB_REASON_UNTRACKED] = { "untracked", "not tracked, by a rule with notrack",
				  "track it: a flow needs a connection" },
	[FB_REASON_INVALID] = { "invalid", "connection tracking takes the packet for invalid",
				"see conntrack -S, and nf_conntrack_tcp_be_liberal" },
	[FB_REASON_RELATED] = { "related", "error message about another connection", "-" },
	[FB_REASON_NEW] = { "new", "first packet of a connection", "-" },
	[FB_REASON_NO_REPLY] = { "no-reply", "no reply yet", "-" },
	[FB_REASON_NO_FLOW_ADD] = { "no-flow-add", "no rule with `flow add`",
				    "add `ct state established flow add @f` to a forward chain" },
	[FB_REASON_RULE] = { "rule", "accepted by %s, before `flow add`",
			     "move the rule behind the one with `flow add`" },
	[FB_REASON_NO_MATCH] = { "no-match", "`flow add` of %s does not match",
				 "see the conditions of that rule" },
	[FB_REASON_UNROUTED] = { "unrouted", "not forwarded: %s", "see ip route get" },
	[FB_REASON_DROPPED] = { "dropped", "dropped by %s", "-" },
	[FB_REASON_POLICY] = { "ipsec-policy", "not out of IPsec, as policy %s wants", "-" },
	[FB_REASON_FROM_ESP] = { "from-esp", "came out of ESP; such a packet adds no flow",
				 "packets of the other direction can add it" },
	[FB_REASON_TCP_STATE] = { "tcp-state", "TCP connection in state %s, not ESTABLISHED", "-" },
	[FB_REASON_GRE] = { "gre", "GRE behind NAT, or of version 1", "-" },
	[FB_REASON_HELPER] = { "helper", "connection tracking helper (%s)",
			       "-: it has to see each packet" },
	[FB_REASON_SEQ_ADJUST] = { "seq-adjust", "sequence numbers are adjusted", "-" },
	[FB_REASON_CLASH] = { "clash", "two packets of one connection were confirmed at once",
			      "-" },
	[FB_REASON_UNCONFIRMED] = { "unconfirmed", "connection is not confirmed yet", "-" },
	[FB_REASON_NO_ROUTE] = { "no-route", "no route for the reply", "add a route to %s" },
	[FB_REASON_NO_PATH] = { "no-path", "no way to a device of the flowtable: %s",
				"add the port, or the lower device, to the flowtable" },
	[FB_REASON_ADD_FAILED] = { "add-failed", "`flow add` failed: %s", "-" },
	[FB_REASON_ADDED] = { "added", "this packet added the flow", "-" },
	[FB_REASON_MEANWHILE] = { "meanwhile", "the flow was added while the packet was on its way",
				  "-" },
	[FB_REASON_MTU] = { "mtu", "packet longer than the MTU of the way out",
			    "%s: clamp MSS, or raise the MTU" },
	[FB_REASON_SEGMENTS] = { "segments", "segments longer than the MTU of the way out",
				 "%s: clamp MSS, or raise the MTU" },
	[FB_REASON_ENCAPSULATION] = { "encapsulation", "%s, which the flow does not have", "-" },
	[FB_REASON_OTHER_DEVICE] = { "other-device", "came in at %s",
				     "delete the connection if the host has moved" },
	[FB_REASON_MARKED] = { "marked", "marked [OFFLOAD], and no flow takes it", "-" },
	[FB_REASON_FIN] = { "fin", "taken down by a FIN", "-" },
	[FB_REASON_RST] = { "rst", "taken down by a RST", "-" },
	[FB_REASON_SYN] = { "syn", "SYN on the connection of an offloaded flow", "-" },
	[FB_REASON_EXPIRED] = { "expired", "taken down by its timeout",
				"raise nf_flowtable_tcp_timeout or nf_flowtable_udp_timeout" },
	[FB_REASON_STALE] = { "stale", "taken down: its route has changed", "-" },
	[FB_REASON_DEVICE_DOWN] = { "device-down", "taken down with device %s", "-" },
	[FB_REASON_FLUSHED] = { "flushed", "taken down with its flowtable, %s",
				"load the ruleset less often, or without deleting the flowtable" },
	[FB_REASON_DELETED] = { "deleted", "taken down with its connection", "-" },
};

const struct fb_reason *fb_reason(enum fb_reason_id id)
{
	return &reasons[id < FB_REASONS ? id : FB_REASON_UNKNOWN];
}

enum fb_reason_id fb_reason_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < FB_REASONS && strcmp(reasons[i].name, name); i++)
		;
	return i;
}
