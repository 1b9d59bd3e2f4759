/* SPDX-License-Identifier: GPL-2.0 */
/* Asks the kernel for the route of a packet. */
#ifndef FB_STATE_ROUTE_H
#define FB_STATE_ROUTE_H

#include <linux/netlink.h>

#include "lib/error.h"
#include "state/gateway.h"
#include "state/tuple.h"

/**
 * struct fb_route_for - a packet whose route is asked for
 * @tuple: its addresses, protocol and ports
 * @iif: number of the device that it arrived at; 0: it is sent by this machine
 * @mark: its mark, for rules of policy routing
 */
struct fb_route_for {
	struct fb_tuple tuple;
	uint32_t iif;
	uint32_t mark;
};

/**
 * enum fb_route_kind - what the route does
 * @FB_ROUTE_FORWARD: the packet is forwarded or sent
 * @FB_ROUTE_LOCAL: the packet is for this machine
 * @FB_ROUTE_REFUSED: there is no route, or one that drops; see fb_route.error
 * @FB_ROUTE_OTHER: broadcast, multicast and the like
 */
enum fb_route_kind {
	FB_ROUTE_FORWARD,
	FB_ROUTE_LOCAL,
	FB_ROUTE_REFUSED,
	FB_ROUTE_OTHER,
};

/**
 * struct fb_route - the kernel's answer
 * @kind: what the route does
 * @error: of FB_ROUTE_REFUSED, a negative errno: -EHOSTUNREACH, -ENETUNREACH; -EINVAL for a blackhole route,
 *	-EACCES for a prohibit route, -EXDEV for a source that rp_filter refuses; else 0
 * @oif: number of the device that the packet leaves by, or 0
 * @mtu: MTU of the route if it has one, also one that was learnt; else that of the device; 0 if neither is known
 * @mtu_of_route: true if @mtu is the route's own
 * @table: number of the routing table, or 0
 * @gateway_family: AF_INET or AF_INET6 of the gateway; 0 if the destination is on the link
 * @gateway: the gateway
 */
struct fb_route {
	enum fb_route_kind kind;
	int error;
	uint32_t oif;
	uint32_t mtu;
	bool mtu_of_route;
	uint32_t table;
	uint8_t gateway_family;
	union fb_address gateway;
};

/**
 * fb_route_read - ask for the route of a packet (RTM_GETROUTE)
 * @packet: the packet
 * @ds: devices of the namespace, for the MTU; may be NULL
 * @route: receives the answer
 * @error: receives what is wrong
 *
 * Return: 0, also if the kernel has no route for the packet; or a negative errno.
 */
int fb_route_read(const struct fb_route_for *packet, const struct fb_devices *ds,
		  struct fb_route *route, struct fb_error *error);

/**
 * fb_route_message - read one message RTM_NEWROUTE; pure
 * @nlh: the message, all of which is in memory
 * @route: receives the route, without the MTU of the device
 *
 * Return: 0 or -EINVAL.
 */
int fb_route_message(const struct nlmsghdr *nlh, struct fb_route *route);

#endif
