// SPDX-License-Identifier: GPL-2.0
/*
 * Frames of the generator: one template, the few fields in which flows differ,
 * and single frames of a warm-up.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/ppp_defs.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <net/ip6_checksum.h>

#include "bench.h"

#define FB_TTL		64
#define FB_TCP_WINDOW	65535

/* Offset of the flags from FIN to CWR in the TCP header. */
#define FB_TCP_FLAGS	13

/**
 * struct fb_pppoe_hdr - header of a session (RFC 2516), and PPP's protocol behind it
 * @version: version 1, type 1
 * @code: 0
 * @session: its number
 * @length: bytes behind this field
 * @proto: PPP_IP or PPP_IPV6
 *
 * sparse warns of struct pppoe_hdr, whose tags are a flexible array of a structure that has one.
 */
struct fb_pppoe_hdr {
	u8 version;
	u8 code;
	__be16 session;
	__be16 length;
	__be16 proto;
} __packed;

/* Source of all frames of the generator: a locally administered address. */
static const u8 fb_source_mac[ETH_ALEN] = { 0x02, 0xfb, 0, 0, 0, 1 };

static unsigned int fb_l4_len(const struct fb_frame *frame)
{
	return frame->udp ? sizeof(struct udphdr) : sizeof(struct tcphdr);
}

/* Returns the sum over the pseudo header, for IPv4 and IPv6 alike. */
static __wsum fb_pseudo(const struct fb_frame *frame,
			const struct fb_tuple *tuple, unsigned int len)
{
	u8 proto = frame->udp ? IPPROTO_UDP : IPPROTO_TCP;

	if (frame->family == 4)
		return csum_tcpudp_nofold(tuple->src.s6_addr32[0],
					  tuple->dst.s6_addr32[0], len, proto,
					  0);
	return csum_unfold(~csum_ipv6_magic(&tuple->src, &tuple->dst, len,
					    proto, 0));
}

static void fb_build_ip(const struct fb_frame *frame, u8 *at,
			const struct fb_tuple *tuple, unsigned int len)
{
	u8 proto = frame->udp ? IPPROTO_UDP : IPPROTO_TCP;

	if (frame->family == 4) {
		struct iphdr *iph = (struct iphdr *)at;

		memset(iph, 0, sizeof(*iph));
		iph->version = 4;
		iph->ihl = sizeof(*iph) / 4;
		iph->tot_len = htons(sizeof(*iph) + len);
		iph->frag_off = htons(IP_DF);
		iph->ttl = FB_TTL;
		iph->protocol = proto;
		iph->saddr = tuple->src.s6_addr32[0];
		iph->daddr = tuple->dst.s6_addr32[0];
		iph->check = ip_fast_csum(iph, iph->ihl);
	} else {
		struct ipv6hdr *ip6h = (struct ipv6hdr *)at;

		memset(ip6h, 0, sizeof(*ip6h));
		ip6h->version = 6;
		ip6h->payload_len = htons(len);
		ip6h->nexthdr = proto;
		ip6h->hop_limit = FB_TTL;
		ip6h->saddr = tuple->src;
		ip6h->daddr = tuple->dst;
	}
}

/* Writes what stands between the Ethernet header and that of IP, of which @len bytes follow. */
static void fb_build_inner(const struct fb_frame *frame, u8 *at, unsigned int len)
{
	if (frame->inner_vlan) {
		struct vlan_hdr *vh = (struct vlan_hdr *)at;

		vh->h_vlan_TCI = htons(frame->inner_vlan);
		vh->h_vlan_encapsulated_proto = frame->protocol;
	} else if (frame->pppoe) {
		struct fb_pppoe_hdr *ph = (struct fb_pppoe_hdr *)at;

		ph->version = 0x11;
		ph->code = 0;
		ph->session = htons(frame->pppoe);
		ph->length = htons(len + sizeof(ph->proto));
		ph->proto = frame->family == 4 ? htons(PPP_IP) : htons(PPP_IPV6);
	}
}

/* Writes the TCP or UDP header, without its checksum. */
static void fb_build_l4(const struct fb_frame *frame, u8 *at,
			const struct fb_tuple *tuple,
			const struct fb_segment *segment)
{
	if (frame->udp) {
		struct udphdr *uh = (struct udphdr *)at;

		uh->source = tuple->sport;
		uh->dest = tuple->dport;
		uh->len = htons(sizeof(*uh) + segment->payload);
		uh->check = 0;
	} else {
		struct tcphdr *th = (struct tcphdr *)at;

		memset(th, 0, sizeof(*th));
		th->source = tuple->sport;
		th->dest = tuple->dport;
		th->seq = htonl(segment->seq);
		th->ack_seq = htonl(segment->ack);
		th->doff = sizeof(*th) / 4;
		at[FB_TCP_FLAGS] = segment->flags;
		th->window = htons(FB_TCP_WINDOW);
	}
}

/**
 * fb_frame_build() - write one whole frame
 * @frame: template, says which headers there are
 * @data: room for the frame
 * @tuple: addresses and ports
 * @segment: TCP fields and length of the payload
 * @mac: address of the device that receives the frame
 *
 * Return: length of the frame.
 */
unsigned int fb_frame_build(const struct fb_frame *frame, u8 *data,
			    const struct fb_tuple *tuple,
			    const struct fb_segment *segment, const u8 *mac)
{
	unsigned int len = fb_l4_len(frame) + segment->payload;
	struct ethhdr *eth = (struct ethhdr *)data;
	__sum16 check;

	ether_addr_copy(eth->h_dest, mac);
	ether_addr_copy(eth->h_source, fb_source_mac);
	eth->h_proto = frame->outer;
	fb_build_inner(frame, data + ETH_HLEN, frame->l4 - frame->l3 + len);

	fb_build_ip(frame, data + frame->l3, tuple, len);
	fb_build_l4(frame, data + frame->l4, tuple, segment);
	memset(data + frame->l4 + fb_l4_len(frame), 0, segment->payload);

	check = csum_fold(csum_partial(data + frame->l4, len,
				       fb_pseudo(frame, tuple, len)));
	if (frame->udp && !check)
		check = CSUM_MANGLED_0;
	*(__sum16 *)(data + frame->l4sum) = check;
	return frame->l4 + len;
}

static void fb_put_addr(struct in6_addr *to, const struct fb_benchconf *conf,
			const struct fb_addr *given)
{
	struct fb_addr addr;

	fb_benchconf_addr(conf, given, &addr);
	memset(to, 0, sizeof(*to));
	memcpy(to, addr.byte, conf->family == 4 ? 4 : 16);
}

static void fb_next_addr(__be32 *last, u32 by)
{
	*last = htonl(ntohl(*last) + by);
}

/**
 * fb_flow_tuple() - get addresses and ports of a flow, as its packets are sent
 * @conf: the configuration
 * @index: number of the flow
 * @tuple: filled in
 */
void fb_flow_tuple(const struct fb_benchconf *conf, u32 index,
		   struct fb_tuple *tuple)
{
	unsigned int last = conf->family == 4 ? 0 : 3;

	fb_put_addr(&tuple->src, conf, &conf->src);
	fb_put_addr(&tuple->dst, conf, &conf->dst);
	fb_next_addr(&tuple->src.s6_addr32[last], index / FB_FLOW_PORTS);
	fb_next_addr(&tuple->dst.s6_addr32[last], index % conf->hosts);
	tuple->sport = htons(conf->sport + index % FB_FLOW_PORTS);
	tuple->dport = htons(conf->dport);
}

static void fb_frame_layout(struct fb_frame *frame,
			    const struct fb_benchconf *conf)
{
	unsigned int tag = conf->vlan ? VLAN_HLEN : 0;
	unsigned int end, own;
	bool nic;

	frame->family = conf->family;
	frame->udp = conf->proto == FB_PROTO_UDP;
	frame->vlan = conf->vlan;
	frame->gso = conf->gso;
	frame->stream = conf->stream;
	frame->inner_vlan = conf->inner_vlan;
	frame->pppoe = conf->pppoe;
	frame->l3 = ETH_HLEN + (conf->inner_vlan ? VLAN_HLEN : 0) +
		    (conf->pppoe ? sizeof(struct fb_pppoe_hdr) : 0);
	if (conf->family == 4) {
		frame->protocol = htons(ETH_P_IP);
		frame->l4 = frame->l3 + sizeof(struct iphdr);
		frame->saddr = frame->l3 + offsetof(struct iphdr, saddr);
		frame->daddr = frame->l3 + offsetof(struct iphdr, daddr);
		frame->ipsum = frame->l3 + offsetof(struct iphdr, check);
	} else {
		frame->protocol = htons(ETH_P_IPV6);
		frame->l4 = frame->l3 + sizeof(struct ipv6hdr);
		frame->saddr = frame->l3 + offsetof(struct ipv6hdr, saddr) + 12;
		frame->daddr = frame->l3 + offsetof(struct ipv6hdr, daddr) + 12;
	}
	frame->outer = conf->inner_vlan ? htons(ETH_P_8021Q) :
		       conf->pppoe ? htons(ETH_P_PPP_SES) : frame->protocol;
	frame->l4sum = frame->l4 + (frame->udp ?
				    offsetof(struct udphdr, check) :
				    offsetof(struct tcphdr, check));

	end = frame->l4 + fb_l4_len(frame);
	frame->len = max(conf->size - tag, end);
	frame->payload = frame->len - end;
	/* Headers without payload are one packet, too. */
	frame->segments = conf->gso ?
			  DIV_ROUND_UP(max(frame->payload, 1U), conf->gso) : 1;
	nic = conf->skb == FB_SKB_NIC && frame->len > FB_NIC_COPYBREAK;
	frame->head = nic || conf->layout == FB_LAYOUT_FRAGS ? end : frame->len;
	/* Superpackets share their fragments, so these have no room for a marker. */
	own = nic ? frame->len : frame->head;
	if (own - end >= sizeof(struct fb_marker)) {
		frame->marker = end;
		end += sizeof(struct fb_marker);
	}
	/*
	 * The checksum of what arrives is checked: it covers the whole payload. That in
	 * a NIC's buffers is new for each packet.
	 */
	if ((conf->verify || conf->record) && !nic)
		end = frame->head;
	frame->words = DIV_ROUND_UP(end, sizeof(u64));
}

/**
 * fb_frame_init() - make the template of the frames
 * @frame: filled in
 * @conf: the configuration
 * @mac: address of the device that receives the frames
 *
 * Return: 0 or -ENOMEM; the caller calls fb_frame_free() in any case.
 * Context: process, may sleep.
 */
int fb_frame_init(struct fb_frame *frame, const struct fb_benchconf *conf,
		  const u8 *mac)
{
	struct fb_segment segment = {
		.seq = FB_SEQ_CLIENT + 1,
		.ack = FB_SEQ_SERVER + 1,
		.flags = FB_TCP_ACK | FB_TCP_PSH,
	};
	struct fb_tuple tuple;

	memset(frame, 0, sizeof(*frame));
	fb_frame_layout(frame, conf);
	frame->image = kvzalloc(round_up(frame->len, 8), GFP_KERNEL);
	if (!frame->image)
		return -ENOMEM;

	/* GRO hands on at once what is to be pushed. */
	if (frame->stream)
		segment.flags = FB_TCP_ACK;
	segment.payload = frame->payload;
	fb_flow_tuple(conf, 0, &tuple);
	fb_frame_build(frame, frame->image, &tuple, &segment, mac);
	if (frame->marker) {
		struct fb_marker *m;

		m = (struct fb_marker *)(frame->image + frame->marker);
		m->magic = htonl(FB_MARKER_MAGIC);
	}
	return 0;
}

/* Frees what fb_frame_init() allocated; @frame may be all zero. */
void fb_frame_free(struct fb_frame *frame)
{
	kvfree(frame->image);
	frame->image = NULL;
}

/* Returns the sum over all that flows and packets have in common. */
static __wsum fb_common_sum(const struct fb_frame *frame,
			    const struct fb_tuple *tuple)
{
	unsigned int len = frame->len - frame->l4;
	unsigned int last = frame->family == 4 ? 0 : 3;
	struct fb_tuple common = *tuple;
	__wsum sum;

	common.src.s6_addr32[last] = 0;
	common.dst.s6_addr32[last] = 0;
	sum = fb_pseudo(frame, &common, len);
	if (frame->gso)
		return sum;

	sum = csum_partial(frame->image + frame->l4, len, sum);
	sum = csum_sub(sum, (__force __wsum)tuple->sport);
	return csum_sub(sum, (__force __wsum)
			*(__sum16 *)(frame->image + frame->l4sum));
}

/**
 * fb_flows_alloc() - make all flows of a run
 * @frame: template of their frames
 * @conf: the configuration
 *
 * Return: an array, freed by the caller with kvfree(); NULL if memory is short.
 * Context: process, may sleep.
 */
struct fb_flow *fb_flows_alloc(const struct fb_frame *frame,
			       const struct fb_benchconf *conf)
{
	unsigned int last = conf->family == 4 ? 0 : 3;
	struct fb_tuple tuple;
	struct fb_flow *flows;
	struct iphdr iph;
	__wsum common;
	u32 i;

	flows = kvcalloc(conf->flows, sizeof(*flows), GFP_KERNEL);
	if (!flows)
		return NULL;

	fb_flow_tuple(conf, 0, &tuple);
	common = fb_common_sum(frame, &tuple);
	memcpy(&iph, frame->image + frame->l3, sizeof(iph));
	iph.check = 0;

	for (i = 0; i < conf->flows; i++) {
		struct fb_flow *flow = &flows[i];
		__wsum sum;

		fb_flow_tuple(conf, i, &tuple);
		flow->sport = tuple.sport;
		flow->saddr = tuple.src.s6_addr32[last];
		flow->daddr = tuple.dst.s6_addr32[last];
		if (frame->ipsum) {
			iph.saddr = flow->saddr;
			iph.daddr = flow->daddr;
			flow->ip = ip_fast_csum(&iph, iph.ihl);
		}

		sum = csum_add(common, (__force __wsum)flow->saddr);
		sum = csum_add(sum, (__force __wsum)flow->daddr);
		if (!frame->gso) {
			sum = csum_add(sum, (__force __wsum)flow->sport);
			if (frame->marker)
				sum = csum_add(sum, (__force __wsum)htonl(i));
		}
		flow->sum = sum;
		/* A million flows take long: let other tasks run. */
		cond_resched();
	}
	return flows;
}
