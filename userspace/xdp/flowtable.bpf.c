// SPDX-License-Identifier: GPL-2.0
/*
 * Forwards packets of a flowtable's flows by XDP. A packet leaves as by the flowtable: with another TTL
 * and other Ethernet addresses, which bpf_fib_lookup() finds. Any other packet goes up to the stack.
 *
 * The kernel's structures and values are those of the running kernel (CO-RE): libbpf finds them in its BTF.
 */
#include <linux/bpf.h>
#include <linux/if_ether.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/tcp.h>
#include <stdbool.h>
#include <stddef.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "xdp/flowtable.h"

#define FAMILY_IPV4 2 /* AF_INET, whose header is libc's */
#define PLAIN_IPV4  0x45 /* version, and a header without options */
#define FRAGMENT    0x3fff /* "more fragments", or an offset */
#define TCP_FLAGS   13
#define TCP_FIN_RST 0x05

/* The members that are read of the kernel's structures, wherever they lie there. */
struct flow_offload_tuple {
	__u8 dir : 2, xmit_type : 3;
} __attribute__((preserve_access_index));

struct flow_offload_tuple_rhash {
	struct flow_offload_tuple tuple;
} __attribute__((preserve_access_index));

struct flow_offload {
	struct flow_offload_tuple_rhash tuplehash[2];
	unsigned long flags;
} __attribute__((preserve_access_index));

struct cpumask {
	unsigned long bits[1];
} __attribute__((preserve_access_index));

struct bpf_flowtable_opts {
	__s32 error;
};

/* The kernel's BTF may lack both, as its compiler saw no use of the types: the values of 6.11 then. */
enum flow_offload_xmit_type { FLOW_OFFLOAD_XMIT_NEIGH = 1 };
enum nf_flow_flags { NF_FLOW_SNAT = 0, NF_FLOW_DNAT = 1 };

#define KERNEL_VALUE(type, name) \
	(bpf_core_enum_value_exists(type, name) ? bpf_core_enum_value(type, name) : (name))

struct flow_offload_tuple_rhash *bpf_xdp_flow_lookup(struct xdp_md *ctx,
						     struct bpf_fib_lookup *tuple,
						     struct bpf_flowtable_opts *opts,
						     __u32 len) __ksym;
void *bpf_rdonly_cast(const void *obj, __u32 btf_id) __ksym;

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__type(key, __u32);
	__type(value, __u64);
	__uint(max_entries, FB_XDP_COUNTS);
} fb_xdp_counts SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP_HASH);
	__type(key, __u32);
	__type(value, __u32);
	__uint(max_entries, FB_XDP_DEVICES);
} fb_xdp_devices SEC(".maps");

/*
 * The tuple of each direction is a member of the flow. The verifier does not let a program read behind a
 * tuple, so the flow's flags are read as a structure of bits, which bpf_rdonly_cast() makes of any address. It
 * takes structures of vmlinux only, and those of the flowtable may be a module's.
 */
static __always_inline unsigned long flow_flags(const struct flow_offload_tuple_rhash *found)
{
	const char *at = (const char *)found;
	const struct cpumask *flags;

	at += (long)bpf_core_field_offset(struct flow_offload, flags) -
	      (long)bpf_core_field_offset(struct flow_offload, tuplehash);
	if (BPF_CORE_READ_BITFIELD(found, tuple.dir))
		at -= bpf_core_type_size(struct flow_offload_tuple_rhash);
	flags = bpf_rdonly_cast(at, bpf_core_type_id_kernel(struct cpumask));
	return flags->bits[0];
}

/* Returns true if the flow's packets need a route and a neighbour, and nothing else. */
static __always_inline bool flow_is_simple(const struct flow_offload_tuple_rhash *found)
{
	const unsigned long nat = 1UL << KERNEL_VALUE(enum nf_flow_flags, NF_FLOW_SNAT) |
				  1UL << KERNEL_VALUE(enum nf_flow_flags, NF_FLOW_DNAT);

	return BPF_CORE_READ_BITFIELD(found, tuple.xmit_type) ==
		       KERNEL_VALUE(enum flow_offload_xmit_type, FLOW_OFFLOAD_XMIT_NEIGH) &&
	       !(flow_flags(found) & nat);
}

/* Returns FB_XDP_REDIRECTED for a packet that a flow may have, else why it goes up. */
static __always_inline enum fb_xdp_count check_packet(const struct ethhdr *eth, const void *end)
{
	const struct iphdr *ip = (const void *)(eth + 1);
	const __u8 *l4 = (const void *)(ip + 1);

	if ((const void *)(l4 + 2 * sizeof(__be16)) > end || eth->h_proto != bpf_htons(ETH_P_IP) ||
	    *(const __u8 *)ip != PLAIN_IPV4 || ip->frag_off & bpf_htons(FRAGMENT))
		return FB_XDP_NOT_PLAIN;
	if (ip->ttl <= 1)
		return FB_XDP_TTL;
	if (ip->protocol == IPPROTO_UDP)
		return FB_XDP_REDIRECTED;
	if (ip->protocol != IPPROTO_TCP || (const void *)(l4 + sizeof(struct tcphdr)) > end)
		return FB_XDP_NOT_PLAIN;
	return l4[TCP_FLAGS] & TCP_FIN_RST ? FB_XDP_TCP_END : FB_XDP_REDIRECTED;
}

static __always_inline void set_mac(__u8 *to, const __u8 *from)
{
	int i;

	for (i = 0; i < ETH_ALEN / 2; i++)
		((__u16 *)to)[i] = ((const __u16 *)from)[i];
}

/* Only a packet that leaves is changed: TTL, its checksum, both Ethernet addresses. */
static __always_inline void rewrite(struct ethhdr *eth, const struct bpf_fib_lookup *fib)
{
	struct iphdr *ip = (void *)(eth + 1);
	__u32 check = ip->check;

	set_mac(eth->h_dest, fib->dmac);
	set_mac(eth->h_source, fib->smac);
	ip->ttl--;
	/* The TTL is the upper byte of its word: the complement's sum grows by 0x100, and by a carry. */
	check += bpf_htons(0x100);
	ip->check = (__u16)(check + (check >= 0xffff));
}

static __always_inline enum fb_xdp_count forward(struct xdp_md *ctx)
{
	struct ethhdr *eth = (void *)(long)ctx->data;
	const struct iphdr *ip = (const void *)(eth + 1);
	const __be16 *ports = (const void *)(ip + 1);
	enum fb_xdp_count count = check_packet(eth, (const void *)(long)ctx->data_end);
	struct bpf_flowtable_opts opts = { 0 };
	struct bpf_fib_lookup fib = { .family = FAMILY_IPV4 };
	const struct flow_offload_tuple_rhash *found;

	if (count != FB_XDP_REDIRECTED)
		return count;
	fib.l4_protocol = ip->protocol;
	fib.sport = ports[0];
	fib.dport = ports[1];
	fib.tot_len = bpf_ntohs(ip->tot_len);
	fib.ifindex = ctx->ingress_ifindex;
	fib.tos = ip->tos;
	fib.ipv4_src = ip->saddr;
	fib.ipv4_dst = ip->daddr;
	found = bpf_xdp_flow_lookup(ctx, &fib, &opts, sizeof(opts));
	if (!found)
		return FB_XDP_NO_FLOW;
	if (!flow_is_simple(found))
		return FB_XDP_NOT_SIMPLE;
	if (bpf_fib_lookup(ctx, &fib, sizeof(fib), 0) != BPF_FIB_LKUP_RET_SUCCESS)
		return FB_XDP_NO_ROUTE;
	/* XDP_PASS is what it returns if the map does not have the device. */
	if (bpf_redirect_map(&fb_xdp_devices, fib.ifindex, XDP_PASS) != XDP_REDIRECT)
		return FB_XDP_NO_DEVICE;
	rewrite(eth, &fib);
	return FB_XDP_REDIRECTED;
}

SEC("xdp")
int fb_flowtable(struct xdp_md *ctx)
{
	__u32 count = forward(ctx);
	__u64 *packets = bpf_map_lookup_elem(&fb_xdp_counts, &count);

	if (packets)
		++*packets;
	return count == FB_XDP_REDIRECTED ? XDP_REDIRECT : XDP_PASS;
}

char _license[] SEC("license") = "GPL";
