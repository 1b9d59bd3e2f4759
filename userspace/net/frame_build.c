// SPDX-License-Identifier: GPL-2.0
/* Builds a frame from its spec. */
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/ppp_defs.h>
#include <netinet/in.h>
#include <string.h>

#include "net/checksum.h"
#include "net/frame.h"

static uint8_t *put16(uint8_t *p, uint64_t value)
{
	p[0] = (uint8_t)(value >> 8);
	p[1] = (uint8_t)value;
	return p + 2;
}

static uint8_t *put32(uint8_t *p, uint64_t value)
{
	return put16(put16(p, value >> 16), value);
}

static uint8_t *put_bytes(uint8_t *p, const void *bytes, size_t len)
{
	memcpy(p, bytes, len);
	return p + len;
}

/* Returns a key's number, or the real one if the key was not given. */
static uint64_t given(uint64_t key, uint64_t real)
{
	return key == FB_FRAME_UNSET ? real : key;
}

/* Writes what is in front of an IP packet of this length. */
static uint8_t *put_ethernet(uint8_t *p, const struct fb_frame_spec *spec, size_t ip_len)
{
	const bool is6 = spec->src.version == 6;
	unsigned int i;

	p = put_bytes(p, spec->dmac, 6);
	p = put_bytes(p, spec->smac, 6);
	for (i = 0; i < spec->nr_vlans; i++) {
		p = put16(p, i ? ETH_P_8021Q : spec->tpid);
		p = put16(p, spec->vlan[i]);
	}
	if (spec->pppoe == FB_FRAME_UNSET)
		return put16(p, is6 ? ETH_P_IPV6 : ETH_P_IP);
	p = put16(p, ETH_P_PPP_SES);
	/* Version 1, type 1, code 0; the length includes PPP's protocol. */
	p = put16(p, 0x1100);
	p = put16(p, spec->pppoe);
	p = put16(p, ip_len + 2);
	return put16(p, is6 ? PPP_IPV6 : PPP_IP);
}

/* Writes the transport header without its checksum. Returns the place of the checksum, or NULL. */
static uint8_t *put_transport(uint8_t **at, const struct fb_frame_spec *spec, unsigned int nr)
{
	uint8_t *p = *at, *csum;

	switch (spec->proto) {
	case IPPROTO_UDP:
		p = put16(p, spec->sport);
		p = put16(p, spec->dport);
		p = put16(p, 8 + spec->size);
		break;
	case IPPROTO_TCP:
		p = put16(p, spec->sport);
		p = put16(p, spec->dport);
		p = put32(p, spec->seq + nr * spec->size);
		p = put32(p, spec->ack);
		p = put16(p, 5 << 12 | spec->flags);
		p = put16(p, spec->window);
		break;
	case IPPROTO_ICMP:
	case IPPROTO_ICMPV6:
		*p++ = (uint8_t)spec->type;
		*p++ = (uint8_t)spec->code;
		break;
	default:
		return NULL;
	}
	csum = p;
	p = put16(p, 0);
	if (spec->proto == IPPROTO_TCP) {
		p = put16(p, 0);
	} else if (spec->proto != IPPROTO_UDP) {
		p = put16(p, spec->sport);
		p = put16(p, spec->seq + nr);
	}
	*at = p;
	return csum;
}

static void put_checksum(uint8_t *csum, const uint8_t *datagram, size_t len,
			 const struct fb_frame_spec *spec)
{
	uint32_t sum = 0;

	if (spec->csum == FB_CSUM_NONE)
		return;
	if (spec->proto != IPPROTO_ICMP)
		sum = fb_checksum_pseudo(&spec->src, &spec->dst, spec->proto, len);
	sum = fb_checksum_fold(fb_checksum_add(sum, datagram, len)) ^ 0xffff;
	if (spec->csum == FB_CSUM_BAD)
		sum ^= 0x5555;
	/* In UDP a checksum of 0 means that there is none. 0xffff is the same number. */
	if (!sum && spec->proto == IPPROTO_UDP)
		sum = 0xffff;
	put16(csum, sum);
}

/* Writes the whole transport header and payload; Return: their length */
static size_t put_datagram(uint8_t *datagram, const struct fb_frame_spec *spec, unsigned int nr)
{
	uint8_t *p = datagram, *csum;

	csum = put_transport(&p, spec, nr);
	p = put_bytes(p, spec->payload, spec->size);
	if (csum)
		put_checksum(csum, datagram, (size_t)(p - datagram), spec);
	return (size_t)(p - datagram);
}

/* put_ip4 and put_ip6 write the headers of an IP packet of this length. */
static uint8_t *put_ip4(uint8_t *ip, const struct fb_frame_spec *spec, unsigned int nr,
			size_t ip_len)
{
	size_t hdr = 20 + spec->options_len;
	uint8_t *p = ip, *csum;
	uint16_t sum;

	*p++ = (uint8_t)(given(spec->version, 4) << 4 | given(spec->ihl, hdr / 4));
	*p++ = (uint8_t)spec->tos;
	p = put16(p, given(spec->len, ip_len));
	p = put16(p, spec->id + nr);
	p = put16(p, spec->df << 14 | spec->frag_more << 13 | spec->frag_offset / 8);
	*p++ = (uint8_t)spec->ttl;
	*p++ = (uint8_t)spec->proto;
	csum = p;
	p = put16(p, 0);
	p = put_bytes(p, spec->src.addr, 4);
	p = put_bytes(p, spec->dst.addr, 4);
	p = put_bytes(p, spec->options, spec->options_len);
	sum = fb_checksum_fold(fb_checksum_add(0, ip, hdr)) ^ 0xffff;
	put16(csum, spec->csum == FB_CSUM_BAD_IP ? sum ^ 0x5555U : sum);
	return p;
}

static uint8_t *put_ip6(uint8_t *p, const struct fb_frame_spec *spec, unsigned int nr,
			size_t ip_len)
{
	uint8_t next = spec->frag ? IPPROTO_FRAGMENT : (uint8_t)spec->proto;
	uint8_t *ext;

	p = put32(p, given(spec->version, 6) << 28 | spec->tos << 20);
	p = put16(p, given(spec->len, ip_len) - 40);
	*p++ = spec->exthdr_len ? spec->exthdr_first : next;
	*p++ = (uint8_t)spec->ttl;
	p = put_bytes(p, spec->src.addr, 16);
	p = put_bytes(p, spec->dst.addr, 16);
	ext = p;
	p = put_bytes(p, spec->exthdr, spec->exthdr_len);
	if (spec->exthdr_len)
		ext[spec->exthdr_last] = next;
	if (spec->frag) {
		*p++ = (uint8_t)spec->proto;
		*p++ = 0;
		p = put16(p, spec->frag_offset | spec->frag_more);
		p = put32(p, spec->id + nr);
	}
	return p;
}

ssize_t fb_frame_build(const struct fb_frame_spec *spec, unsigned int nr,
		       uint8_t frame[FB_FRAME_MAX])
{
	uint8_t datagram[sizeof(spec->payload) + 20];
	const bool is6 = spec->src.version == 6;
	size_t len, from = 0, ip_len;
	uint8_t *p = frame;

	if (spec->raw)
		return put_bytes(p, spec->payload, spec->raw) - frame;
	len = put_datagram(datagram, spec, nr);
	if (len > 65535)
		return -EMSGSIZE;
	if (spec->frag) {
		if (spec->frag_offset >= len || spec->frag_len > len - spec->frag_offset)
			return -ERANGE;
		from = spec->frag_offset;
		len = spec->frag_len ? spec->frag_len : len - from;
	}
	/* The length in IPv4 includes the header, the length in IPv6 does not. */
	ip_len = len + (is6 ? spec->exthdr_len + (spec->frag ? 8 : 0) : 20 + spec->options_len);
	if (ip_len > 65535)
		return -EMSGSIZE;
	ip_len += is6 ? 40 : 0;
	if (spec->pppoe != FB_FRAME_UNSET && ip_len + 2 > 65535)
		return -EMSGSIZE;
	p = put_ethernet(p, spec, ip_len);
	p = (is6 ? put_ip6 : put_ip4)(p, spec, nr, ip_len);
	p = put_bytes(p, datagram + from, len);
	len = (size_t)(p - frame);
	if (spec->cut != FB_FRAME_UNSET && spec->cut > len)
		return -ERANGE;
	return (ssize_t)given(spec->cut, len);
}
