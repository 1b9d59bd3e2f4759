/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's trace events about packets that the flowtable did not take, as structs. Pure: text in, struct out.
 *
 *	why_packet: id=513 ns=4026532000 dev=in0 ifindex=3 len=60 ... proto=udp 10.0.1.2:4000>10.0.2.2:5000
 *	why_ct: id=513 ctinfo=established status=0x18e ...
 *	why_add: id=513 verdict=break ...
 *	why_forward: id=513 out=out0 ifindex=4 mtu=1500 ...
 *
 * kmod/README.md describes the events.
 */
#ifndef FB_WHY_EVENT_H
#define FB_WHY_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"

/** FB_WHY_TUPLE - bytes of a pair of addresses and ports as text, with its NUL */
#define FB_WHY_TUPLE 112

/** enum fb_why_stage - how far a packet came, and what else the module reports */
enum fb_why_stage {
	/* The last ingress hook: the flowtable did not take the packet. */
	FB_WHY_PACKET,
	/* The last hook before routing: connection tracking has seen the packet. */
	FB_WHY_CT,
	/* nft's expression `flow add` has returned. */
	FB_WHY_ADD,
	/* The last hook of forwarding: no rule has dropped the packet. */
	FB_WHY_FORWARD,
	/* The packet is for the gateway itself. */
	FB_WHY_LOCAL,
	/* A flow was taken down; not about one packet. */
	FB_WHY_TEARDOWN,
	/* A flow has left its flowtable. In 5.10, flows that time out have this event alone. */
	FB_WHY_GONE,
	FB_WHY_STAGES,
};

/**
 * struct fb_why_packet - a packet at the last ingress hook
 * @ns: inode of its network namespace
 * @ifindex: of its device
 * @dev: name of its device
 * @l3: bytes from the IP header on; of a superpacket, all of it
 * @segment: bytes of a segment's payload, without any header; 0 if it is not a superpacket
 * @to: "host", "broadcast", "multicast" or "otherhost"
 * @encap: VLAN and PPPoE headers as text, "-" for none
 * @ttl: TTL or hop limit
 * @ihl: bytes of the IP header
 * @thl: bytes of the TCP header, 0 for other protocols
 * @version: 4, 6, or 0 if it is not IP
 * @options: it has IPv4 options or an IPv6 extension header
 * @fragment: it is a fragment
 * @bad: what is wrong with the IP header: "cut", "version", "ihl", "length" or "checksum"; "-" for nothing
 * @secpath: transformations of IPsec that it was received through
 * @proto: name or number of the protocol
 * @tuple: source and destination, as in 10.0.1.2:4000>10.0.2.2:5000
 * @flags: TCP flags, "" for other protocols
 */
struct fb_why_packet {
	uint32_t ns;
	unsigned int ifindex;
	char dev[16];
	unsigned int l3;
	unsigned int segment;
	char to[12];
	char encap[48];
	unsigned int ttl;
	unsigned int ihl;
	unsigned int thl;
	unsigned int version;
	bool options;
	bool fragment;
	char bad[12];
	unsigned int secpath;
	char proto[12];
	char tuple[FB_WHY_TUPLE];
	char flags[12];
};

/**
 * struct fb_why_ct - the packet's connection
 * @mark: the packet's mark, by which it is routed
 * @ctinfo: "new", "established", "related", "reply", "related_reply", "untracked" or "none"
 * @status: bits of enum ip_conntrack_status
 * @tcp: state of TCP, "-" for other protocols
 * @helper: a helper serves it
 * @seqadj: sequence numbers are adjusted
 * @tuple: of the original direction
 */
struct fb_why_ct {
	uint32_t mark;
	char ctinfo[16];
	uint32_t status;
	char tcp[16];
	bool helper;
	bool seqadj;
	char tuple[FB_WHY_TUPLE];
};

/**
 * struct fb_why_add - what `flow add` made of the packet
 * @added: the rule went on, so a flow was added
 * @before: the connection was marked [OFFLOAD] before
 * @route: what looking up the routes returned; 1 if that is not known
 * @add: what flow_offload_add() returned; 1 if it was not called
 */
struct fb_why_add {
	bool added;
	bool before;
	int route;
	int add;
};

/**
 * struct fb_why_forward - the packet at the last hook of forwarding
 * @ifindex: of the device that it leaves through
 * @dev: name of this device
 * @mtu: of its route
 * @mark: the packet's mark, by which nft looks for the route back
 * @xfrm: it goes into IPsec
 * @status: of its connection
 */
struct fb_why_forward {
	unsigned int ifindex;
	char dev[16];
	unsigned int mtu;
	uint32_t mark;
	bool xfrm;
	uint32_t status;
};

/**
 * struct fb_why_teardown - a flow was taken down
 * @ns: inode of its network namespace
 * @by: the kernel function that did it
 * @status: of its connection
 * @tcp: state of TCP, "-" for other protocols
 * @left: seconds that the flow's own timeout had left, rounded up; 0 or negative if it had passed
 * @orig: tuple of the original direction
 * @reply: of the other one
 */
struct fb_why_teardown {
	uint32_t ns;
	char by[48];
	uint32_t status;
	char tcp[16];
	int left;
	char orig[FB_WHY_TUPLE];
	char reply[FB_WHY_TUPLE];
};

/** struct fb_why_event - one event; @stage says which member of the union is valid; @id is 0 for a flow */
struct fb_why_event {
	enum fb_why_stage stage;
	uint64_t id;
	union {
		struct fb_why_packet packet;
		struct fb_why_ct ct;
		struct fb_why_add add;
		struct fb_why_forward forward;
		struct fb_why_teardown teardown;
	};
};

/** fb_why_event_name - returns the name of a stage's trace event */
const char *fb_why_event_name(enum fb_why_stage stage);

/**
 * fb_why_event_read - read one line of a trace
 * @line: with a NUL; is cut into words
 * @event: receives it
 * @error: receives what is wrong
 *
 * Return: 1, 0 if the line holds no such event, or -EINVAL.
 */
int fb_why_event_read(char *line, struct fb_why_event *event, struct fb_error *error);

#endif
