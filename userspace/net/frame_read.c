// SPDX-License-Identifier: GPL-2.0
/* Parses the bytes of a frame. */
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/ppp_defs.h>
#include <netinet/in.h>
#include <string.h>

#include "net/checksum.h"
#include "net/frame.h"

/* Ports of the tunnels that carry Ethernet frames behind UDP (RFC 7348, RFC 8926). */
#define PORT_VXLAN  4789
#define PORT_GENEVE 6081

/* The bytes that are left to parse. @inner: they are of a frame within a packet */
struct rest {
	const uint8_t *p;
	size_t len;
	bool inner;
};

static int read_all(struct rest *r, const struct fb_frame_aside *aside, struct fb_frame *f);

static const uint8_t *take(struct rest *r, size_t len)
{
	const uint8_t *p = r->p;

	if (r->len < len)
		return NULL;
	r->p += len;
	r->len -= len;
	return p;
}

static uint32_t get16(const uint8_t *p)
{
	return (uint32_t)p[0] << 8 | p[1];
}

static uint32_t get32(const uint8_t *p)
{
	return get16(p) << 16 | get16(p + 2);
}

static int read_tags(struct rest *r, const struct fb_frame_aside *aside, struct fb_frame *f)
{
	const uint8_t *p;

	/* The tag that was removed was the outermost one. */
	if (aside && aside->tagged) {
		f->tpid[f->nr_vlans] = aside->tpid ? aside->tpid : ETH_P_8021Q;
		f->vlan[f->nr_vlans++] = aside->tci & 0xfff;
	}
	for (;;) {
		p = take(r, 2);
		if (!p)
			return -EINVAL;
		f->ethertype = get16(p);
		if (f->ethertype != ETH_P_8021Q && f->ethertype != ETH_P_8021AD)
			return 0;
		p = take(r, 2);
		if (!p || f->nr_vlans == FB_VLANS_MAX)
			return -EINVAL;
		f->tpid[f->nr_vlans] = (uint16_t)f->ethertype;
		f->vlan[f->nr_vlans++] = (uint16_t)(get16(p) & 0xfff);
	}
}

static int read_session(struct rest *r, struct fb_frame *f, uint32_t *type)
{
	const uint8_t *p = take(r, 8);

	if (!p || get16(p + 4) < 2 || get16(p + 4) - 2 > r->len)
		return -EINVAL;
	f->has |= FB_HAS_PPPOE;
	f->pppoe = get16(p + 2);
	f->trailer = (uint32_t)(r->len - (get16(p + 4) - 2));
	r->len = get16(p + 4) - 2;
	*type = get16(p + 6);
	if (*type == PPP_IP)
		*type = ETH_P_IP;
	else if (*type == PPP_IPV6)
		*type = ETH_P_IPV6;
	return 0;
}

static int read_ip4(struct rest *r, struct fb_frame *f)
{
	const uint8_t *ip = r->p;
	size_t hdr, len;

	if (r->len < 20 || ip[0] >> 4 != 4)
		return -EINVAL;
	hdr = (size_t)(ip[0] & 15) * 4;
	len = get16(ip + 2);
	f->has |= FB_HAS_IP | FB_HAS_SRC | FB_HAS_DST | FB_HAS_PROTO | FB_HAS_ID;
	f->len = (uint32_t)len;
	f->tos = ip[1];
	f->id = get16(ip + 4);
	f->df = ip[6] >> 6 & 1;
	f->frag_more = ip[6] >> 5 & 1;
	f->frag_offset = (get16(ip + 6) & 0x1fff) * 8;
	f->frag = f->frag_more || f->frag_offset;
	f->ttl = ip[8];
	f->proto = ip[9];
	f->src.version = f->dst.version = 4;
	memcpy(f->src.addr, ip + 12, 4);
	memcpy(f->dst.addr, ip + 16, 4);
	if (hdr < 20 || len < hdr || len > r->len)
		return -EINVAL;
	/* The sum over a correct header is 0xffff. */
	if (fb_checksum_fold(fb_checksum_add(0, ip, hdr)) != 0xffff)
		f->csum = FB_CSUM_BAD;
	/* A short frame has padding after the packet. */
	r->p += hdr;
	r->len = len - hdr;
	return 0;
}

/* Steps over one extension header; Return: the number of the next header, -1 if @proto is not one */
static int next_header(struct rest *r, struct fb_frame *f, int proto)
{
	const uint8_t *p = r->p;
	size_t len;

	switch (proto) {
	case IPPROTO_HOPOPTS:
	case IPPROTO_ROUTING:
	case IPPROTO_DSTOPTS:
	case IPPROTO_FRAGMENT:
	case IPPROTO_AH:
		break;
	default:
		return -1;
	}
	if (r->len < 8)
		return -EINVAL;
	len = proto == IPPROTO_FRAGMENT ? 8
	      : proto == IPPROTO_AH	? (p[1] + 2U) * 4
					: (p[1] + 1U) * 8;
	if (!take(r, len))
		return -EINVAL;
	if (proto == IPPROTO_FRAGMENT) {
		f->has |= FB_HAS_ID;
		f->frag = 1;
		f->frag_offset = get16(p + 2) & 0xfff8;
		f->frag_more = p[3] & 1;
		f->id = get32(p + 4);
	}
	return p[0];
}

static int read_ip6(struct rest *r, struct fb_frame *f)
{
	const uint8_t *ip = take(r, 40);
	int proto, next;

	if (!ip || ip[0] >> 4 != 6)
		return -EINVAL;
	f->has |= FB_HAS_IP | FB_HAS_SRC | FB_HAS_DST | FB_HAS_PROTO;
	f->len = 40 + get16(ip + 4);
	f->tos = get32(ip) >> 20 & 0xff;
	f->ttl = ip[7];
	f->proto = ip[6];
	f->src.version = f->dst.version = 6;
	memcpy(f->src.addr, ip + 8, 16);
	memcpy(f->dst.addr, ip + 24, 16);
	if (f->len - 40 > r->len)
		return -EINVAL;
	r->len = f->len - 40;
	proto = ip[6];
	for (;;) {
		/* A later fragment has no header after its fragment header. */
		next = f->frag_offset ? -1 : next_header(r, f, proto);
		if (next == -EINVAL)
			return next;
		if (next < 0)
			return 0;
		proto = next;
		f->proto = (uint32_t)proto;
	}
}

/* Return: bytes from the UDP header on that are in front of the frame within, 0 if none is known to be there */
static size_t before_inner(const uint8_t *p, size_t len, const struct fb_frame *f)
{
	if (f->proto != IPPROTO_UDP || len < 16)
		return 0;
	if (f->dport == PORT_VXLAN)
		return 16;
	if (f->dport != PORT_GENEVE || get16(p + 10) != 0x6558)
		return 0;
	return 16 + (p[8] & 0x3fU) * 4;
}

/*
 * Returns whether the NIC has to complete the checksum of the frame within the UDP packet at @p, and UDP has none, or its own will be
 * right then (local checksum offload): from the inner transport header on, bytes will sum up to the complement of what is in its
 * checksum now. @pseudo: sum of the outer pseudo-header
 */
static bool completes_inner(const uint8_t *p, size_t len, uint32_t pseudo, const struct fb_frame *f)
{
	const struct fb_frame_aside partial = { .csum_not_ready = true };
	struct rest r = { .p = p, .len = len, .inner = true };
	struct fb_frame inner = { .has = FB_HAS_ALWAYS };
	size_t before = before_inner(p, len, f), start;
	uint32_t sum;

	if (!before || !take(&r, before) || read_all(&r, &partial, &inner) ||
	    inner.csum != FB_CSUM_NONE)
		return false;
	/* A packet of another protocol may be shorter than what is read below. */
	if (inner.proto != IPPROTO_TCP && inner.proto != IPPROTO_UDP)
		return false;
	if (!get16(p + 6))
		return f->src.version == 4;
	start = (size_t)(r.p - p);
	if (start + r.len != len)
		return false;
	sum = fb_checksum_add(pseudo, p, start);
	sum += ~get16(r.p + (inner.proto == IPPROTO_TCP ? 16 : 6)) & 0xffff;
	return fb_checksum_fold(sum) == 0xffff;
}

/* Verifies a checksum that the NIC completes: that at @at over the @len bytes at @p, or one within. @pseudo: sum of the pseudo-header */
static void verify_partial(const uint8_t *p, size_t len, size_t at, uint32_t pseudo, bool inner,
			   struct fb_frame *f)
{
	/* 0 and 0xffff are the same sum. */
	if (fb_checksum_fold(pseudo) % 0xffff != get16(p + at) % 0xffff &&
	    (inner || !completes_inner(p, len, pseudo, f)))
		f->csum = FB_CSUM_BAD;
	else if (f->csum == FB_CSUM_OK)
		f->csum = FB_CSUM_NONE;
}

/* Verifies the checksum at @at over the @len bytes at @p. @inner: of a frame within a packet */
static void verify(const uint8_t *p, size_t len, size_t at, const struct fb_frame_aside *aside,
		   bool inner, struct fb_frame *f)
{
	uint32_t sum = 0, field = get16(p + at);

	if (f->proto != IPPROTO_ICMP)
		sum = fb_checksum_pseudo(&f->src, &f->dst, (int)f->proto, len);
	if (aside && aside->csum_not_ready) {
		verify_partial(p, len, at, sum, inner, f);
		return;
	}
	if (f->proto == IPPROTO_UDP && !field) {
		/* UDP over IPv4 may have no checksum; over IPv6 it must have one. */
		if (f->src.version == 6)
			f->csum = FB_CSUM_BAD;
		return;
	}
	if (fb_checksum_fold(fb_checksum_add(sum, p, len)) != 0xffff)
		f->csum = FB_CSUM_BAD;
}

static int read_ports(const struct rest *r, struct fb_frame *f)
{
	if (r->len < 4)
		return -EINVAL;
	f->has |= FB_HAS_SPORT | FB_HAS_DPORT;
	f->sport = get16(r->p);
	f->dport = get16(r->p + 2);
	return 0;
}

static int read_transport(struct rest *r, const struct fb_frame_aside *aside, struct fb_frame *f)
{
	const uint8_t *p = r->p;
	size_t len = r->len, at;

	if (f->frag_offset)
		return 0;
	switch (f->proto) {
	case IPPROTO_UDP:
		if (read_ports(r, f) || len < 8)
			return -EINVAL;
		at = 6;
		/* In a fragment, the UDP length is that of the whole datagram. */
		if (!f->frag && (get16(p + 4) < 8 || get16(p + 4) > len))
			return -EINVAL;
		if (!f->frag)
			len = get16(p + 4);
		break;
	case IPPROTO_TCP:
		if (read_ports(r, f) || len < 20)
			return -EINVAL;
		f->has |= FB_HAS_FLAGS;
		f->seq = get32(p + 4);
		f->flags = p[13];
		at = 16;
		if ((p[12] >> 4) < 5 || (p[12] >> 4) * 4U > len)
			return -EINVAL;
		break;
	case IPPROTO_ICMP:
	case IPPROTO_ICMPV6:
		if (len < 4)
			return -EINVAL;
		f->has |= FB_HAS_TYPE;
		f->type = p[0];
		f->code = p[1];
		at = 2;
		break;
	case IPPROTO_ESP:
		if (len < 8)
			return -EINVAL;
		f->has |= FB_HAS_SPI;
		f->spi = get32(p);
		return 0;
	default:
		return 0;
	}
	if (!f->frag)
		verify(p, len, at, aside, r->inner, f);
	return 0;
}

static int read_all(struct rest *r, const struct fb_frame_aside *aside, struct fb_frame *f)
{
	const uint8_t *p = take(r, 12);
	uint32_t type;
	size_t len;
	int ret;

	if (!p)
		return -EINVAL;
	memcpy(f->dmac, p, 6);
	memcpy(f->smac, p + 6, 6);
	f->has |= FB_HAS_DMAC | FB_HAS_SMAC;
	ret = read_tags(r, aside, f);
	if (ret)
		return ret;
	f->len = (uint32_t)r->len;
	type = f->ethertype;
	if (type == ETH_P_PPP_SES && read_session(r, f, &type))
		return -EINVAL;
	if (type != ETH_P_IP && type != ETH_P_IPV6)
		return 0;
	len = r->len;
	ret = type == ETH_P_IPV6 ? read_ip6(r, f) : read_ip4(r, f);
	if (ret)
		return ret;
	*(f->has & FB_HAS_PPPOE ? &f->slack : &f->trailer) = (uint32_t)len - f->len;
	return read_transport(r, aside, f);
}

int fb_frame_read(const uint8_t *bytes, size_t len, const struct fb_frame_aside *aside,
		  struct fb_frame *f)
{
	struct rest r = { .p = bytes, .len = len };
	int ret;

	memset(f, 0, sizeof(*f));
	f->has = FB_HAS_ALWAYS;
	ret = read_all(&r, aside, f);
	if (ret)
		f->csum = FB_CSUM_BAD;
	/* The bytes that were not captured may be correct. */
	if (ret && aside && aside->cut)
		f->csum = FB_CSUM_NONE;
	return ret;
}
