/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The reasons of `flowbench why`: a row is all that the program says of a reason. Its condition stands in judge.c.
 *
 * X(ID, NAME, WHAT, ADVICE, MANUAL):
 *	ID	FB_REASON_ID in the code
 *	NAME	a word for scripts, for JSON, and for the heads of userspace/data/checks
 *	WHAT	what it means; %s stands for the detail, where there is one
 *	ADVICE	what would change it, or "-"; may have a %s as well
 *	MANUAL	its lines in flowbench(8)
 */
#ifndef FB_WHY_REASONS_H
#define FB_WHY_REASONS_H

/** FB_REASON_MANUAL - what flowbench(8) says of a reason, and of those before it that are FB_REASON_WITH_NEXT */
#define FB_REASON_MANUAL(text) ": " text "\n"

/** FB_REASON_WITH_NEXT - flowbench(8) says it with the next reason, in one line */
#define FB_REASON_WITH_NEXT ", "

/* clang-format off */
/** FB_REASON_UNKNOWN_ROW - the first reason; the last one in flowbench(8) */
#define FB_REASON_UNKNOWN_ROW(X) \
	X(UNKNOWN, "unknown", "unknown: %s", "-", \
	  ": The kernel and the state do not agree, or nothing was seen that explains it. The answer says what was seen.")

/** FB_REASON_ROWS - the other reasons, in the order in which the kernel comes to them on a packet's way */
#define FB_REASON_ROWS(X) \
	/* the ingress hook is not called, or does not look at this packet */ \
	X(NO_FLOWTABLE, "no-flowtable", "no flowtable in this network namespace", \
	  "add a flowtable with the devices of both directions", \
	  FB_REASON_MANUAL("This network namespace has no flowtable. Add one with the devices of both directions. If it has `flags offload`, the kernel refuses it where a device cannot do that in hardware.")) \
	X(DEVICE, "device", "device %s is in no flowtable", \
	  "add it to the devices of the flowtable", \
	  FB_REASON_MANUAL("The device that packets come in by, or the one that the route back leads to, is in no flowtable. Add it. Up to 7.1, a bridge, bond or VLAN device counts itself; since 7.2, its ports or the device below it.")) \
	X(FAMILY, "family", "the flowtable of %s is for the other IP version", \
	  "use a flowtable in a table of family inet", \
	  FB_REASON_MANUAL("The flowtable is in a table for the other IP version. Use a table of family inet.")) \
	X(OTHER_HOST, "other-host", "the frame is for another host's MAC address", "-", \
	  FB_REASON_MANUAL("The frame is for another MAC address.")) \
	X(MALFORMED, "malformed", "broken header: %s", "-", \
	  FB_REASON_MANUAL("The IP header is cut off, or its version, length or checksum is wrong, so IP drops the packet; or the header of TCP or UDP is cut off.")) \
	X(PROTOCOL, "protocol", "not TCP, UDP or GRE: %s", "-", \
	  FB_REASON_MANUAL("The flowtable takes TCP, UDP, and GRE of version 0 (since 5.18).")) \
	X(FRAGMENT, "fragment", "fragment of a larger packet", \
	  "send smaller packets, or find the link whose MTU is small", \
	  FB_REASON_MANUAL("The packet is a fragment. Find the link with the small MTU.")) \
	X(OPTIONS, "options", "IPv4 header with options", "-", \
	  FB_REASON_WITH_NEXT) \
	X(EXTENSION, "extension", "IPv6 extension header", "-", \
	  FB_REASON_MANUAL("The IPv4 header has options; the IPv6 header has extension headers.")) \
	X(TTL, "ttl", "TTL or hop limit ends here", \
	  "see whether a route leads in a circle; traceroute does this on purpose", \
	  FB_REASON_MANUAL("TTL or hop limit is 1. A route may lead in a circle; traceroute does this on purpose.")) \
	/* connection tracking does not know the connection, or not yet */ \
	X(UNTRACKED, "untracked", "not tracked, by a rule with notrack", \
	  "track it: a flow needs a connection", \
	  FB_REASON_WITH_NEXT) \
	X(INVALID, "invalid", "connection tracking takes the packet for invalid", \
	  "see conntrack -S, and nf_conntrack_tcp_be_liberal", \
	  FB_REASON_WITH_NEXT) \
	X(RELATED, "related", "error message about another connection", "-", \
	  FB_REASON_MANUAL("A rule says notrack; connection tracking refuses the packet; it is an ICMP error about another connection.")) \
	X(NEW, "new", "first packet of a connection", "-", \
	  FB_REASON_WITH_NEXT) \
	X(NO_REPLY, "no-reply", "no reply yet", "-", \
	  FB_REASON_MANUAL("The first packets of a connection never take the fast path: it is offloaded once both sides have answered.")) \
	/* nft refuses to add a flow for the connection */ \
	X(NO_FLOW_ADD, "no-flow-add", "no rule with `flow add`", \
	  "add `ct state established flow add @f` to a forward chain", \
	  FB_REASON_MANUAL("No rule says `flow add`.")) \
	X(RULE, "rule", "accepted by %s, before `flow add`", \
	  "move the rule behind the one with `flow add`", \
	  FB_REASON_MANUAL("A rule in front of the one with `flow add` accepts the packet. The answer names it. Move it.")) \
	X(NO_MATCH, "no-match", "`flow add` of %s does not match", \
	  "see the conditions of that rule", \
	  FB_REASON_MANUAL("The rule with `flow add` has conditions that the packet does not meet.")) \
	X(UNROUTED, "unrouted", "not forwarded: %s", "see ip route get", \
	  FB_REASON_MANUAL("The packet is not forwarded: no route leads to its destination, or rp_filter refuses its source.")) \
	X(DROPPED, "dropped", "dropped by %s", "-", \
	  FB_REASON_MANUAL("A rule, or the policy of a chain, drops the packet. The answer names it.")) \
	X(POLICY, "ipsec-policy", "not out of IPsec, as policy %s wants", "-", \
	  FB_REASON_MANUAL("An IPsec policy drops the packet, as it is one of those that have to come out of IPsec.")) \
	X(FROM_ESP, "from-esp", "came out of ESP; such a packet adds no flow", \
	  "packets of the other direction can add it", \
	  FB_REASON_MANUAL("The packet came out of ESP. Such a packet adds no flow; a packet of the other direction can.")) \
	X(TCP_STATE, "tcp-state", "TCP connection in state %s, not ESTABLISHED", "-", \
	  FB_REASON_MANUAL("The TCP connection is not ESTABLISHED: it opens or closes.")) \
	X(GRE, "gre", "GRE behind NAT, or of version 1", "-", \
	  FB_REASON_MANUAL("GRE behind NAT, or of version 1 (PPTP).")) \
	X(HELPER, "helper", "connection tracking helper (%s)", "-: it has to see each packet", \
	  FB_REASON_MANUAL("A helper of connection tracking has to see each packet.")) \
	X(SEQ_ADJUST, "seq-adjust", "sequence numbers are adjusted", "-", \
	  FB_REASON_WITH_NEXT) \
	X(CLASH, "clash", "two packets of one connection were confirmed at once", "-", \
	  FB_REASON_WITH_NEXT) \
	X(UNCONFIRMED, "unconfirmed", "connection is not confirmed yet", "-", \
	  FB_REASON_MANUAL("Sequence numbers are adjusted, as behind SYNPROXY; two packets of one new connection were confirmed at once; the connection is not confirmed yet.")) \
	X(NO_ROUTE, "no-route", "no route for the reply", "add a route to %s", \
	  FB_REASON_WITH_NEXT) \
	X(NO_PATH, "no-path", "no way to a device of the flowtable: %s", \
	  "add the port, or the lower device, to the flowtable", \
	  FB_REASON_WITH_NEXT) \
	X(ADD_FAILED, "add-failed", "`flow add` failed: %s", "-", \
	  FB_REASON_MANUAL("There is no route for the reply (IPv4 takes its address to be on the link then, so only IPv6 has this reason); the way does not lead to a device of the flowtable, or its neighbour is not known; the kernel refused the flow, with its error.")) \
	X(ADDED, "added", "this packet added the flow", "-", \
	  FB_REASON_WITH_NEXT) \
	X(MEANWHILE, "meanwhile", "the flow was added while the packet was on its way", "-", \
	  FB_REASON_MANUAL("This packet added the flow, and the next ones take it; another packet did, of the same batch or on another CPU, while this one was on its way.")) \
	/* the flow is there, and does not take this packet */ \
	X(MTU, "mtu", "packet longer than the MTU of the way out", \
	  "%s: clamp MSS, or raise the MTU", \
	  FB_REASON_WITH_NEXT) \
	X(SEGMENTS, "segments", "segments longer than the MTU of the way out", \
	  "%s: clamp MSS, or raise the MTU", \
	  FB_REASON_MANUAL("The packet, or a segment of the superpacket, is longer than the MTU of the way out. Clamp MSS, or raise the MTU.")) \
	X(ENCAPSULATION, "encapsulation", "%s, which the flow does not have", "-", \
	  FB_REASON_MANUAL("The packet has a VLAN tag or a PPPoE header that the flow does not have, or that no device takes.")) \
	X(OTHER_DEVICE, "other-device", "came in at %s", \
	  "delete the connection if the host has moved", \
	  FB_REASON_MANUAL("The packet came in by another device than the flow expects. If the host has moved, delete its connection.")) \
	X(MARKED, "marked", "marked [OFFLOAD], and no flow takes it", "-", \
	  FB_REASON_MANUAL("The connection is marked [OFFLOAD], nothing above holds, and still no flow takes the packet.")) \
	/* the flow was there, and was taken down */ \
	X(FIN, "fin", "taken down by a FIN", "-", \
	  FB_REASON_WITH_NEXT) \
	X(RST, "rst", "taken down by a RST", "-", \
	  FB_REASON_WITH_NEXT) \
	X(SYN, "syn", "SYN on the connection of an offloaded flow", "-", \
	  FB_REASON_MANUAL("TCP ended the flow, or a SYN came on its connection.")) \
	X(EXPIRED, "expired", "taken down by its timeout", \
	  "raise nf_flowtable_tcp_timeout or nf_flowtable_udp_timeout", \
	  FB_REASON_MANUAL("The flow was idle for nf_flowtable_tcp_timeout or nf_flowtable_udp_timeout.")) \
	X(STALE, "stale", "taken down: its route has changed", "-", \
	  FB_REASON_MANUAL("The route, the MTU or the IPsec policy of the flow has changed.")) \
	X(DEVICE_DOWN, "device-down", "taken down with device %s", "-", \
	  FB_REASON_WITH_NEXT) \
	X(FLUSHED, "flushed", "taken down with its flowtable, %s", \
	  "load the ruleset less often, or without deleting the flowtable", \
	  FB_REASON_WITH_NEXT) \
	X(DELETED, "deleted", "taken down with its connection", "-", \
	  FB_REASON_MANUAL("The flow went with a device, with its flowtable, or with its connection. Who deleted a flowtable, and when, is said if it was while flowbench watched.")) \
	/* of offloaded connections: hardware has not got the flow, or not as it should (`flags offload`) */ \
	X(HARDWARE_REFUSED, "hardware-refused", "hardware refused its rule: %s", \
	  "see flowbench hardware --observe, and what the driver says", \
	  FB_REASON_WITH_NEXT) \
	X(HARDWARE_FULL, "hardware-full", "hardware has no place for its rule", \
	  "offload later: ct packets > 20 flow add @f", \
	  FB_REASON_MANUAL("The flowtable has `flags offload`, and no device took the rules of the flow, so that software forwards it; the table of hardware is full. These and the next reasons are of connections, and are given while flowbench watches.")) \
	X(HARDWARE_ONE_WAY, "hardware-one-way", "hardware has one direction only: %s", "-", \
	  FB_REASON_MANUAL("One rule of the flow is in hardware. The answer names the direction that is not, and why.")) \
	X(HARDWARE_WAITING, "hardware-waiting", "hardware was not asked: %s", "-", \
	  FB_REASON_MANUAL("No rule of the flow was given: it waits in the kernel's queue, or its last packet is older than flowbench's look.")) \
	X(HARDWARE_SILENT, "hardware-silent", "hardware says nothing of its packets", \
	  "busy flows end after nf_flowtable_tcp_timeout or nf_flowtable_udp_timeout: see the driver's statistics", \
	  FB_REASON_MANUAL("Hardware has the flow, and answers no question for statistics. Such a flow ends after its timeout, also while packets come."))
/* clang-format on */

#endif
