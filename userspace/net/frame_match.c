// SPDX-License-Identifier: GPL-2.0
/* Matches frames against key=value words, and prints frames as such words. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "net/frame.h"

#define U16 65535
#define U32 0xffffffffULL

/*
 * A key is a number at an offset, or has functions: one parses its value into the wanted frame, one
 * compares a frame with it.
 */
struct key {
	const char *name;
	uint32_t has;
	size_t offset;
	uint64_t max;
	int (*parse)(struct fb_frame *want, const char *text);
	bool (*same)(const struct fb_frame *want, const struct fb_frame *f);
};

static bool same_ip(const struct fb_ip *a, const struct fb_ip *b)
{
	return a->version == b->version && !memcmp(a->addr, b->addr, sizeof(a->addr));
}

static int parse_src(struct fb_frame *want, const char *text)
{
	return fb_ip_parse(text, &want->src);
}

static bool same_src(const struct fb_frame *want, const struct fb_frame *f)
{
	return same_ip(&want->src, &f->src);
}

static int parse_dst(struct fb_frame *want, const char *text)
{
	return fb_ip_parse(text, &want->dst);
}

static bool same_dst(const struct fb_frame *want, const struct fb_frame *f)
{
	return same_ip(&want->dst, &f->dst);
}

static int parse_smac(struct fb_frame *want, const char *text)
{
	return fb_mac_parse(text, want->smac);
}

static bool same_smac(const struct fb_frame *want, const struct fb_frame *f)
{
	return !memcmp(want->smac, f->smac, sizeof(f->smac));
}

static int parse_dmac(struct fb_frame *want, const char *text)
{
	return fb_mac_parse(text, want->dmac);
}

static bool same_dmac(const struct fb_frame *want, const struct fb_frame *f)
{
	return !memcmp(want->dmac, f->dmac, sizeof(f->dmac));
}

static int parse_vlan(struct fb_frame *want, const char *text)
{
	want->nr_vlans = 0;
	return strcmp(text, "none") ? fb_vlans_parse(text, want->vlan, &want->nr_vlans) : 0;
}

static bool same_vlan(const struct fb_frame *want, const struct fb_frame *f)
{
	return want->nr_vlans == f->nr_vlans &&
	       !memcmp(want->vlan, f->vlan, f->nr_vlans * sizeof(f->vlan[0]));
}

/* The types of all tags, the outer one first: 0x88a8,0x8100; or none */
static int parse_tpid(struct fb_frame *want, const char *text)
{
	uint64_t number;
	unsigned int i;
	char one[8];
	size_t len;

	memset(want->tpid, 0, sizeof(want->tpid));
	if (!strcmp(text, "none"))
		return 0;
	for (i = 0; i < FB_VLANS_MAX; text += len + 1) {
		len = strcspn(text, ",");
		snprintf(one, sizeof(one), "%.*s", (int)len, text);
		if (len >= sizeof(one) || fb_number(one, 1, U16, &number))
			return -EINVAL;
		want->tpid[i++] = (uint16_t)number;
		if (!text[len])
			return 0;
	}
	return -EINVAL;
}

static bool same_tpid(const struct fb_frame *want, const struct fb_frame *f)
{
	return !memcmp(want->tpid, f->tpid, sizeof(f->tpid));
}

/* 1 and 58 are both "icmp": 256 means either. */
static int parse_proto(struct fb_frame *want, const char *text)
{
	int proto = 256;

	if (strcmp(text, "icmp") && fb_proto_parse(text, 0, &proto))
		return -EINVAL;
	want->proto = (uint32_t)proto;
	return 0;
}

static bool same_proto(const struct fb_frame *want, const struct fb_frame *f)
{
	if (want->proto == 256)
		return f->proto == (f->src.version == 6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP);
	return want->proto == f->proto;
}

static int parse_flags(struct fb_frame *want, const char *text)
{
	return fb_flags_parse(text, &want->flags);
}

static bool same_flags(const struct fb_frame *want, const struct fb_frame *f)
{
	return want->flags == f->flags;
}

/* no (0), yes (2, any fragment), or OFFSET,MORE (1) */
static int parse_frag(struct fb_frame *want, const char *text)
{
	int end = 0;

	want->frag = !strcmp(text, "no") ? 0 : !strcmp(text, "yes") ? 2 : 1;
	if (want->frag != 1)
		return 0;
	return sscanf(text, "%5u,%1u%n", &want->frag_offset, &want->frag_more, &end) == 2 &&
			       !text[end] && want->frag_offset % 8 == 0 && want->frag_more < 2
		       ? 0
		       : -EINVAL;
}

static bool same_frag(const struct fb_frame *want, const struct fb_frame *f)
{
	if (want->frag != 1)
		return !want->frag == !f->frag;
	return f->frag && want->frag_offset == f->frag_offset && want->frag_more == f->frag_more;
}

static const char *const csum_names[] = { "ok", "bad", "none" };

static int parse_csum(struct fb_frame *want, const char *text)
{
	for (want->csum = 0; want->csum < 3; want->csum++)
		if (!strcmp(text, csum_names[want->csum]))
			return 0;
	return -EINVAL;
}

static bool same_csum(const struct fb_frame *want, const struct fb_frame *f)
{
	return want->csum == f->csum;
}

#define NUMBER(key, bit, most) #key, FB_HAS_##bit, offsetof(struct fb_frame, key), most, NULL, NULL
#define OTHER(key, bit)	       #key, FB_HAS_##bit, 0, 0, parse_##key, same_##key

static const struct key keys[] = {
	{ OTHER(smac, SMAC) },
	{ OTHER(dmac, DMAC) },
	{ OTHER(vlan, ALWAYS) },
	{ OTHER(tpid, ALWAYS) },
	{ NUMBER(ethertype, ALWAYS, U16) },
	{ NUMBER(trailer, ALWAYS, U32) },
	{ NUMBER(slack, PPPOE, U32) },
	{ NUMBER(pppoe, PPPOE, U16) },
	{ OTHER(src, SRC) },
	{ OTHER(dst, DST) },
	{ OTHER(proto, PROTO) },
	{ NUMBER(ttl, IP, 255) },
	{ NUMBER(tos, IP, 255) },
	{ NUMBER(len, ALWAYS, U32) },
	{ NUMBER(id, ID, U32) },
	{ NUMBER(df, ID, 1) },
	{ OTHER(frag, IP) },
	{ NUMBER(sport, SPORT, U16) },
	{ NUMBER(dport, DPORT, U16) },
	{ OTHER(flags, FLAGS) },
	{ NUMBER(seq, FLAGS, U32) },
	{ NUMBER(type, TYPE, 255) },
	{ NUMBER(code, TYPE, 255) },
	{ NUMBER(spi, SPI, U32) },
	{ OTHER(csum, ALWAYS) },
};

#define NR (sizeof(keys) / sizeof(keys[0]))

static uint32_t number_at(const struct fb_frame *f, const struct key *key)
{
	uint32_t number;

	memcpy(&number, (const char *)f + key->offset, sizeof(number));
	return number;
}

int fb_frame_match_word(struct fb_frame_match *m, const char *word, struct fb_error *error)
{
	size_t len = strcspn(word, "=");
	unsigned int i, k;
	uint64_t number;
	uint32_t n;
	int ret;

	for (i = 0; i < NR; i++)
		if (strlen(keys[i].name) == len && !strncmp(keys[i].name, word, len))
			break;
	if (i == NR || !word[len])
		return fb_error(error, -EINVAL, "unknown key '%.80s'", word);
	for (k = 0; k < m->nr; k++) {
		if (m->key[k] != i)
			continue;
		return fb_error(error, -EINVAL, "'%.80s' is there twice", keys[i].name);
	}
	if (keys[i].parse) {
		ret = keys[i].parse(&m->want, word + len + 1);
	} else {
		ret = fb_number(word + len + 1, 0, keys[i].max, &number);
		n = (uint32_t)number;
		memcpy((char *)&m->want + keys[i].offset, &n, sizeof(n));
	}
	if (ret && keys[i].parse)
		fb_error(error, ret, "'%.80s': invalid %s", word, keys[i].name);
	else if (ret)
		fb_error(error, ret, "'%.80s': expected 0 to %" PRIu64, word, keys[i].max);
	else
		m->key[m->nr++] = (unsigned char)i;
	return ret;
}

bool fb_frame_matches(const struct fb_frame_match *m, const struct fb_frame *f)
{
	unsigned int k;

	for (k = 0; k < m->nr; k++) {
		const struct key *key = &keys[m->key[k]];

		if (!(f->has & key->has))
			return false;
		if (key->same ? !key->same(&m->want, f)
			      : number_at(&m->want, key) != number_at(f, key))
			return false;
	}
	return true;
}

static void print_mac(FILE *out, const char *name, const uint8_t mac[6])
{
	fprintf(out, " %s=%02x:%02x:%02x:%02x:%02x:%02x", name, mac[0], mac[1], mac[2], mac[3],
		mac[4], mac[5]);
}

static void print_ip(FILE *out, const char *name, const struct fb_ip *ip)
{
	char text[INET6_ADDRSTRLEN];

	inet_ntop(ip->version == 6 ? AF_INET6 : AF_INET, ip->addr, text, sizeof(text));
	fprintf(out, " %s=%s", name, text);
}

static void print_flags(FILE *out, uint32_t flags)
{
	unsigned int i;

	fputs(flags ? " flags=" : " flags=none", out);
	for (i = 0; FB_TCP_FLAGS[i]; i++)
		if (flags >> i & 1)
			fputc(FB_TCP_FLAGS[i], out);
}

const char *fb_frame_print(const struct fb_frame *f, char *text, size_t size)
{
	FILE *out = fmemopen(text, size, "w");
	unsigned int i;

	if (!out)
		return "";
	fprintf(out, "ethertype=0x%04x len=%u", f->ethertype, f->len);
	if (f->has & FB_HAS_SMAC) {
		print_mac(out, "smac", f->smac);
		print_mac(out, "dmac", f->dmac);
	}
	for (i = 0; i < f->nr_vlans; i++)
		fprintf(out, "%s%u", i ? "," : " vlan=", f->vlan[i]);
	for (i = 0; i < f->nr_vlans; i++)
		fprintf(out, "%s0x%04x", i ? "," : " tpid=", f->tpid[i]);
	if (f->has & FB_HAS_PPPOE)
		fprintf(out, " pppoe=%u slack=%u", f->pppoe, f->slack);
	if (f->trailer)
		fprintf(out, " trailer=%u", f->trailer);
	if (f->has & FB_HAS_IP) {
		print_ip(out, "src", &f->src);
		print_ip(out, "dst", &f->dst);
		fprintf(out, " proto=%u ttl=%u tos=%u", f->proto, f->ttl, f->tos);
	}
	if (f->has & FB_HAS_ID)
		fprintf(out, " id=%u df=%u", f->id, f->df);
	if (f->frag)
		fprintf(out, " frag=%u,%u", f->frag_offset, f->frag_more);
	if (f->has & FB_HAS_SPORT)
		fprintf(out, " sport=%u dport=%u", f->sport, f->dport);
	if (f->has & FB_HAS_FLAGS) {
		print_flags(out, f->flags);
		fprintf(out, " seq=%u", f->seq);
	}
	if (f->has & FB_HAS_TYPE)
		fprintf(out, " type=%u code=%u", f->type, f->code);
	if (f->has & FB_HAS_SPI)
		fprintf(out, " spi=0x%08x", f->spi);
	fprintf(out, " csum=%s", csum_names[f->csum % 3]);
	fclose(out);
	return text;
}
