/* SPDX-License-Identifier: GPL-2.0 */
/* What the program that forwards (flowtable.bpf.c) shares with the program that loads it. */
#ifndef FB_XDP_FLOWTABLE_H
#define FB_XDP_FLOWTABLE_H

/** FB_XDP_DEVICES - devices that packets may leave by, at most */
#define FB_XDP_DEVICES 64

/**
 * enum fb_xdp_count - what became of a packet; each is a counter of the program
 * @FB_XDP_REDIRECTED: forwarded
 * @FB_XDP_NOT_PLAIN: not TCP or UDP over plain IPv4: tagged, with options, a fragment, another protocol
 * @FB_XDP_TTL: its TTL ends here
 * @FB_XDP_TCP_END: FIN or RST, which ends the flow
 * @FB_XDP_NO_FLOW: no flow, or one that is being torn down
 * @FB_XDP_NOT_SIMPLE: the flow needs NAT, IPsec, or a link-layer header that the flowtable knows
 * @FB_XDP_NO_ROUTE: no route or neighbour, or the packet is larger than the route's MTU
 * @FB_XDP_NO_DEVICE: it leaves by a device that was not named
 *
 * All but the first go up to the stack, unchanged.
 */
enum fb_xdp_count {
	FB_XDP_REDIRECTED,
	FB_XDP_NOT_PLAIN,
	FB_XDP_TTL,
	FB_XDP_TCP_END,
	FB_XDP_NO_FLOW,
	FB_XDP_NOT_SIMPLE,
	FB_XDP_NO_ROUTE,
	FB_XDP_NO_DEVICE,
	FB_XDP_COUNTS,
};

#endif
