/* SPDX-License-Identifier: GPL-2.0 */
/* The XDP program that forwards packets of a flowtable, as instructions. Pure: it asks no kernel. */
#ifndef FB_XDP_PROGRAM_H
#define FB_XDP_PROGRAM_H

#include "xdp/code.h"

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

/**
 * struct fb_xdp_bits - a bit field of a structure
 * @byte: offset of the byte that begins it
 * @shift: its lowest bit in that byte
 * @width: bits; all are in that byte
 */
struct fb_xdp_bits {
	unsigned int byte;
	unsigned int shift;
	unsigned int width;
};

/**
 * struct fb_xdp_layout - what the program must know of a kernel, from the kernel's BTF
 * @lookup: BTF id of bpf_xdp_flow_lookup()
 * @in_module: it is in the BTF of a module, which is number 1 of the program's fd_array; else in vmlinux
 * @cast: BTF id of bpf_rdonly_cast()
 * @bitmap: BTF id of a structure of vmlinux that begins with a bitmap
 * @dir: direction of the tuple, from the beginning of struct flow_offload_tuple_rhash
 * @xmit: how the flow's packets are sent
 * @xmit_neigh: value of @xmit for "by the neighbour table"
 * @flags: offset of the flow's flags from the tuple of each direction; may be negative
 * @nat: flags of a flow with NAT
 */
struct fb_xdp_layout {
	int lookup;
	bool in_module;
	int cast;
	int bitmap;
	struct fb_xdp_bits dir;
	struct fb_xdp_bits xmit;
	unsigned int xmit_neigh;
	int flags[2];
	unsigned int nat;
};

/**
 * fb_xdp_forward - write the program that forwards
 * @code: receives it
 * @layout: of the kernel
 * @counts: descriptor of a per-CPU array of FB_XDP_COUNTS counters, 64 bits each
 * @devices: descriptor of a devmap, from the index of a device to itself
 *
 * A packet of a flow leaves as by the flowtable: with another TTL and other Ethernet addresses, which
 * bpf_fib_lookup() finds. Any other packet goes up to the stack.
 *
 * Return: 0 or a negative errno.
 */
int fb_xdp_forward(struct fb_bpf_code *code, const struct fb_xdp_layout *layout, int counts,
		   int devices);

/** fb_xdp_count_name - the name of a counter, one word */
const char *fb_xdp_count_name(enum fb_xdp_count count);

/** fb_xdp_count_find - the counter of that name, or -ENOENT */
int fb_xdp_count_find(const char *name);

/** fb_xdp_drop - write the program that drops each packet at once; it returns 0 or a negative errno */
int fb_xdp_drop(struct fb_bpf_code *code);

#endif
