// SPDX-License-Identifier: GPL-2.0
/*
 * The module's packet classifier on hostile frames: IPv4 options, chains of IPv6 extension headers,
 * VLAN tags, ESP shorter than its header, cut at any place. Two bytes set the packet's layout in
 * memory; an Ethernet frame follows.
 *
 * The result must not depend on the layout in memory. It must be equal to that of the program's own
 * reader of frames, if that reader finds the frame complete.
 */
#include "fuzz.h"

#include <netinet/in.h>

#include "net/frame.h"

/* kmod/packet.c uses the same name for another limit. */
#undef FB_EXTHDR_MAX

/* The module's own source; the headers in kernel/ replace the kernel's. */
#include "kmod/packet.c"

#define ETHER_LEN 14
#define TAG_LEN	  4

/* A packet in two pieces of memory, each of exactly its length. */
struct laid {
	struct sk_buff skb;
	u8 *first;
	u8 *rest;
	unsigned int pad;
};

/* Lays out a packet. The network header is aligned to 4 bytes, as drivers do it. */
static void lay(struct laid *l, const u8 *bytes, unsigned int len, unsigned int linear,
		unsigned int at)
{
	l->pad = (4 - at % 4) % 4;
	linear = linear < len ? linear : len;
	l->first = fuzz_alloc(l->pad + linear);
	if (linear)
		memcpy(l->first + l->pad, bytes, linear);
	l->rest = fuzz_copy(bytes + linear, len - linear);
	l->skb = (struct sk_buff){
		.data = l->first + l->pad, .linear = linear, .rest = l->rest, .len = len
	};
}

static void unlay(struct laid *l)
{
	free(l->first);
	free(l->rest);
}

static struct fb_packet parse(const u8 *bytes, unsigned int len, unsigned int linear,
			      unsigned int at, __be16 protocol)
{
	struct fb_packet pkt;
	struct laid l;

	memset(&pkt, 0xa5, sizeof(pkt));
	lay(&l, bytes, len, linear, at);
	l.skb.protocol = protocol;
	if (at)
		fb_packet_parse_at(&l.skb, (int)at, &pkt);
	else
		fb_packet_parse(&l.skb, &pkt);
	unlay(&l);
	return pkt;
}

static void check_sane(const struct fb_packet *pkt)
{
	static const u8 none[16];

	fuzz_must(pkt->kind <= FB_PACKET_ESP);
	fuzz_must(pkt->family == 0 || pkt->family == 4 || pkt->family == 6);
	fuzz_must((pkt->kind == FB_PACKET_ETH) == (pkt->family == 0));
	fuzz_must(pkt->family != 4 || !memcmp(pkt->src + 4, none, 12));
	fuzz_must(pkt->family != 4 || !memcmp(pkt->dst + 4, none, 12));
	fuzz_must(!pkt->frag || pkt->kind == FB_PACKET_IP);
	if (pkt->kind != FB_PACKET_TCP && pkt->kind != FB_PACKET_UDP)
		fuzz_must(!pkt->sport && !pkt->dport);
	if (pkt->kind != FB_PACKET_TCP)
		fuzz_must(!pkt->ack && !pkt->tcp_flags);
	if (pkt->kind != FB_PACKET_ESP)
		fuzz_must(!pkt->spi);
	if (pkt->kind != FB_PACKET_ICMP)
		fuzz_must(!pkt->type && !pkt->code);
}

/* Returns the number of extension headers of an IPv6 packet, counted independently. */
static unsigned int chain_of(const u8 *ip, unsigned int len)
{
	unsigned int at = 40, nr = 0, next = len >= at && ip[0] >> 4 == 6 ? ip[6] : 59;

	while (len - at >= 8 && at < len &&
	       (next == 0 || next == 43 || next == 44 || next == 51 || next == 60)) {
		unsigned int step = next == 44	 ? 8
				    : next == 51 ? (ip[at + 1] + 2U) * 4
						 : (ip[at + 1] + 1U) * 8;

		next = ip[at];
		at += step;
		nr++;
	}
	return nr;
}

/* If the program's reader found the packet complete, both results must be the same. */
static void check_same(const struct fb_packet *pkt, const struct fb_frame *f)
{
	fuzz_must(pkt->family == f->src.version && pkt->proto == f->proto);
	fuzz_must(!memcmp(pkt->src, f->src.addr, 16) && !memcmp(pkt->dst, f->dst.addr, 16));
	fuzz_must(pkt->frag == f->frag_offset);
	fuzz_must(!(f->has & FB_HAS_FLAGS) == (pkt->kind != FB_PACKET_TCP));
	fuzz_must(!(f->has & FB_HAS_SPI) == (pkt->kind != FB_PACKET_ESP));
	fuzz_must(!(f->has & FB_HAS_SPORT) ==
		  (pkt->kind != FB_PACKET_TCP && pkt->kind != FB_PACKET_UDP));
	if (f->has & FB_HAS_SPORT)
		fuzz_must(pkt->sport == f->sport && pkt->dport == f->dport);
	if (f->has & FB_HAS_FLAGS)
		fuzz_must(pkt->tcp_flags == f->flags && pkt->seq == f->seq);
	if (f->has & FB_HAS_SPI)
		fuzz_must(pkt->spi == f->spi);
	if (pkt->kind == FB_PACKET_ICMP)
		fuzz_must(pkt->type == f->type && pkt->code == f->code);
}

/* The classifier does not follow a chain of FB_EXTHDR_MAX or more extension headers to its end. */
static void check_reader(const u8 *frame, unsigned int len, unsigned int at,
			 const struct fb_packet *pkt)
{
	struct fb_frame f;

	if (fb_frame_read(frame, len, NULL, &f) || f.has & FB_HAS_PPPOE || !(f.has & FB_HAS_IP))
		return;
	/* The reader removes all tags; a device removes only those that it is configured for. */
	if (pkt->ethertype != f.ethertype || chain_of(frame + at, len - at) >= FB_EXTHDR_MAX)
		return;
	check_same(pkt, &f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fb_packet pkt, other;
	unsigned int tags, linear, at, len;
	__be16 protocol;

	if (size < 2 + ETHER_LEN || size > 65535)
		return 0;
	/* The number of tags that the device removes, and the length of the first piece. */
	tags = data[0] % 4;
	linear = data[1];
	data += 2;
	len = (unsigned int)size - 2;
	at = ETHER_LEN;
	memcpy(&protocol, data + at - 2, 2);
	while (tags-- && (protocol == htons(ETH_P_8021Q) || protocol == htons(ETH_P_8021AD)) &&
	       len - at >= TAG_LEN) {
		at += TAG_LEN;
		memcpy(&protocol, data + at - 2, 2);
	}

	pkt = parse(data + at, len - at, len, 0, protocol);
	check_sane(&pkt);
	fuzz_must(pkt.ethertype == ntohs(protocol));
	other = parse(data + at, len - at, linear, 0, protocol);
	fuzz_must(!memcmp(&pkt, &other, sizeof(pkt)));
	other = parse(data, len, linear + at, at, protocol);
	fuzz_must(!memcmp(&pkt, &other, sizeof(pkt)));
	check_reader(data, len, at, &pkt);

	/* A shorter packet may give fewer facts, but none that differs. */
	if (len > at) {
		other = parse(data + at, (len - at) / 2, linear, 0, protocol);
		check_sane(&other);
		fuzz_must(!other.family || other.family == pkt.family);
		fuzz_must(!other.family || !memcmp(other.src, pkt.src, sizeof(pkt.src)));
		fuzz_must(other.kind <= FB_PACKET_IP || other.kind == pkt.kind);
	}
	return 0;
}
