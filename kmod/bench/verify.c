// SPDX-License-Identifier: GPL-2.0
/*
 * Checks that a packet arrives as the path should have made it. This is much
 * slower than a path, so rounds that measure a cost do without it.
 */
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/checksum.h>
#include <net/ip6_checksum.h>

#include "bench.h"

/* Gets addresses and ports as the packet should arrive. */
static void fb_expected_tuple(const struct fb_benchconf *conf, u32 flow,
			      struct fb_tuple *tuple)
{
	struct fb_benchconf wanted = *conf;

	if (conf->expect_src.family)
		wanted.src = conf->expect_src;
	if (conf->expect_dst.family) {
		wanted.dst = conf->expect_dst;
		wanted.hosts = 1;
	}
	if (conf->expect_sport != FB_PORT_AS_SENT)
		wanted.sport = conf->expect_sport;
	if (conf->expect_dport != FB_PORT_AS_SENT)
		wanted.dport = conf->expect_dport;
	fb_flow_tuple(&wanted, flow, tuple);
}

static const char *fb_verify_network(const struct fb_benchconf *conf,
				     const struct sk_buff *skb, int at)
{
	unsigned int ttl;

	if (conf->family == 4) {
		const struct iphdr *iph;
		struct iphdr buf;

		iph = skb_header_pointer(skb, at, sizeof(buf), &buf);
		if (!iph || iph->ihl != sizeof(buf) / 4)
			return "IPv4 header";
		if (ip_fast_csum(iph, iph->ihl))
			return "IPv4 checksum";
		if (at + ntohs(iph->tot_len) > skb->len)
			return "IPv4 length";
		ttl = iph->ttl;
	} else {
		const struct ipv6hdr *ip6h;
		struct ipv6hdr buf;

		ip6h = skb_header_pointer(skb, at, sizeof(buf), &buf);
		if (!ip6h)
			return "IPv6 header";
		if (at + sizeof(buf) + ntohs(ip6h->payload_len) > skb->len)
			return "IPv6 length";
		ttl = ip6h->hop_limit;
	}
	return !conf->expect_ttl || ttl == conf->expect_ttl ? NULL : "TTL";
}

static const char *fb_verify_checksum(const struct fb_run *run,
				      struct sk_buff *skb, int at,
				      const struct fb_tuple *tuple)
{
	int header = run->frame.l4 - run->frame.l3;
	unsigned int len = run->frame.len - run->frame.l4;
	u8 proto = run->frame.udp ? IPPROTO_UDP : IPPROTO_TCP;
	__wsum sum;
	__sum16 check;

	if (skb->ip_summed == CHECKSUM_PARTIAL)
		return NULL;
	if (skb->len < at + header + len)
		return "length";

	sum = skb_checksum(skb, at + header, len, 0);
	if (run->frame.family == 4)
		check = csum_tcpudp_magic(tuple->src.s6_addr32[0],
					  tuple->dst.s6_addr32[0], len, proto,
					  sum);
	else
		check = csum_ipv6_magic(&tuple->src, &tuple->dst, len, proto,
					sum);
	return check ? "checksum" : NULL;
}

/* Returns the number of packets that GRO has merged into @skb. */
static unsigned int fb_verify_count(const struct fb_run *run,
				    const struct sk_buff *skb)
{
	return fb_frag_list_count(skb) + fb_nic_stolen(run, skb);
}

/* What GRO has merged into the packet has no headers, and all of its payload. */
static bool fb_verify_merged(const struct fb_run *run,
			     const struct sk_buff *skb, int at)
{
	unsigned int len = run->frame.len - run->frame.l3;

	return skb->len == at + len +
	       fb_verify_count(run, skb) * run->frame.payload;
}

static const char *fb_verify_plain(const struct fb_run *run,
				   struct sk_buff *skb, int at,
				   const struct fb_packet *pkt)
{
	unsigned int bytes = run->conf.family == 4 ? 4 : 16;
	struct fb_tuple tuple;

	if (pkt->kind != (run->frame.udp ? FB_PACKET_UDP : FB_PACKET_TCP))
		return "protocol";

	fb_expected_tuple(&run->conf, fb_tag_flow(skb), &tuple);
	if (memcmp(pkt->src, &tuple.src, bytes))
		return "source address";
	if (memcmp(pkt->dst, &tuple.dst, bytes))
		return "destination address";
	if (run->conf.expect_sport == 0)
		tuple.sport = htons(pkt->sport);
	if (pkt->sport != ntohs(tuple.sport))
		return "source port";
	if (pkt->dport != ntohs(tuple.dport))
		return "destination port";
	if (fb_verify_count(run, skb) && !fb_verify_merged(run, skb, at))
		return "length of what is merged";
	return fb_verify_checksum(run, skb, at, &tuple);
}

/* The packet inside is encrypted, so only the outer headers are checked. */
static const char *fb_verify_esp(const struct fb_run *run,
				 struct fb_verify *verify,
				 const struct fb_packet *pkt)
{
	const struct fb_benchconf *conf = &run->conf;
	unsigned int bytes = conf->family == 4 ? 4 : 16;
	bool follows;

	if (pkt->kind != FB_PACKET_ESP)
		return "not ESP";
	if (pkt->spi != conf->expect_spi)
		return "SPI";
	if (conf->expect_src.family &&
	    memcmp(pkt->src, conf->expect_src.byte, bytes))
		return "source address";
	if (conf->expect_dst.family &&
	    memcmp(pkt->dst, conf->expect_dst.byte, bytes))
		return "destination address";

	/* CPUs take their sequence numbers from one counter, in any order. */
	follows = !verify->esp_seen || conf->cpus > 1 ||
		  pkt->seq == verify->esp_seq + 1;
	verify->esp_seq = pkt->seq;
	verify->esp_seen = true;
	return follows ? NULL : "ESP sequence number";
}

static const char *fb_verify_what(const struct fb_run *run,
				  struct fb_verify *verify,
				  struct sk_buff *skb)
{
	const struct fb_benchconf *conf = &run->conf;
	int at = skb_network_offset(skb);
	struct fb_packet pkt;
	const char *wrong;
	unsigned int vlan;

	if (skb->protocol != run->frame.protocol)
		return "EtherType";
	vlan = skb_vlan_tag_present(skb) ? skb_vlan_tag_get_id(skb) : 0;
	if (vlan != conf->expect_vlan)
		return "VLAN";

	wrong = fb_verify_network(conf, skb, at);
	if (wrong)
		return wrong;

	fb_packet_parse_at(skb, at, &pkt);
	if (conf->expect_spi)
		return fb_verify_esp(run, verify, &pkt);
	return fb_verify_plain(run, skb, at, &pkt);
}

/**
 * fb_verify_packet() - check a packet that has arrived, and count the verdict
 * @run: the run
 * @verify: verdicts of this CPU
 * @skb: the packet; its data begins with the Ethernet header
 *
 * Context: bottom halves off.
 */
void fb_verify_packet(const struct fb_run *run, struct fb_verify *verify,
		      struct sk_buff *skb)
{
	const char *wrong = fb_verify_what(run, verify, skb);
	unsigned int packets = 1 + fb_verify_count(run, skb);

	if (!wrong) {
		verify->ok += packets;
		return;
	}
	verify->bad += packets;
	if (!verify->first) {
		verify->first = wrong;
		verify->flow = fb_tag_flow(skb);
		verify->seq = fb_tag_seq(skb);
	}
}
