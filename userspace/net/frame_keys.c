// SPDX-License-Identifier: GPL-2.0
/* Parses key=value words into a frame's spec. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "lib/pattern.h"
#include "net/frame.h"

#define U16 65535
#define U32 0xffffffffULL

/* A key is in numbers[], or has a function here. */
struct key {
	const char *name;
	size_t offset;
	uint64_t max;
	int (*parse)(struct fb_frame_spec *spec, const char *text);
};

static int hex(const char *text, uint8_t *bytes, size_t room, size_t *len)
{
	unsigned int byte;

	for (*len = 0; *text; text += 2) {
		if (!isxdigit((unsigned char)text[0]) || !isxdigit((unsigned char)text[1]) ||
		    *len == room || sscanf(text, "%2x", &byte) != 1)
			return -EINVAL;
		bytes[(*len)++] = (uint8_t)byte;
	}
	return *len ? 0 : -EINVAL;
}

static int key_smac(struct fb_frame_spec *spec, const char *text)
{
	spec->has_smac = true;
	return fb_mac_parse(text, spec->smac);
}

static int key_dmac(struct fb_frame_spec *spec, const char *text)
{
	spec->has_dmac = true;
	return fb_mac_parse(text, spec->dmac);
}

static int key_vlan(struct fb_frame_spec *spec, const char *text)
{
	return fb_vlans_parse(text, spec->vlan, &spec->nr_vlans);
}

static int key_src(struct fb_frame_spec *spec, const char *text)
{
	return fb_ip_parse(text, &spec->src);
}

static int key_dst(struct fb_frame_spec *spec, const char *text)
{
	return fb_ip_parse(text, &spec->dst);
}

static int key_options(struct fb_frame_spec *spec, const char *text)
{
	if (hex(text, spec->options, sizeof(spec->options), &spec->options_len))
		return -EINVAL;
	/* Pad to whole words with 0, which is End of Option List. */
	spec->options_len = (spec->options_len + 3) & ~(size_t)3;
	return 0;
}

/* NUMBER or NUMBER,HEX: HEX has the bytes after the next header's number and the length. */
static int key_exthdr(struct fb_frame_spec *spec, const char *text)
{
	static const uint8_t padding[6] = { 1, 4 };
	uint8_t *hdr = spec->exthdr + spec->exthdr_len;
	size_t room = sizeof(spec->exthdr) - spec->exthdr_len;
	size_t n = strcspn(text, ","), len = sizeof(padding);
	uint64_t number;
	char one[8];

	if (n >= sizeof(one) || room < 2 + sizeof(padding))
		return -EINVAL;
	memcpy(one, text, n);
	one[n] = '\0';
	if (fb_number(one, 0, 255, &number))
		return -EINVAL;
	memcpy(hdr + 2, padding, sizeof(padding));
	if (text[n] && (hex(text + n + 1, hdr + 2, room - 2, &len) || (len + 2) % 8))
		return -EINVAL;
	hdr[1] = (uint8_t)((len + 2) / 8 - 1);
	if (spec->exthdr_len)
		spec->exthdr[spec->exthdr_last] = (uint8_t)number;
	else
		spec->exthdr_first = (uint8_t)number;
	spec->exthdr_last = spec->exthdr_len;
	spec->exthdr_len += len + 2;
	return 0;
}

static int key_proto(struct fb_frame_spec *spec, const char *text)
{
	/* The version of ICMP depends on addresses that may come later. */
	if (!strcmp(text, "icmp")) {
		spec->proto = -1;
		return 0;
	}
	return fb_proto_parse(text, 0, &spec->proto);
}

static int key_flags(struct fb_frame_spec *spec, const char *text)
{
	return fb_flags_parse(text, &spec->flags);
}

static int key_payload(struct fb_frame_spec *spec, const char *text)
{
	size_t len;

	if (hex(text, spec->payload, sizeof(spec->payload), &len))
		return -EINVAL;
	spec->size = len;
	return 0;
}

/* A whole frame. Packet sockets send none without a whole Ethernet header. */
static int key_raw(struct fb_frame_spec *spec, const char *text)
{
	if (hex(text, spec->payload, sizeof(spec->payload), &spec->raw))
		return -EINVAL;
	return spec->raw < 14 ? -EINVAL : 0;
}

static int key_frag(struct fb_frame_spec *spec, const char *text)
{
	unsigned long long offset, more, len = 0;
	int end = 0, n;

	n = sscanf(text, "%5llu,%1llu%n,%5llu%n", &offset, &more, &end, &len, &end);
	if (n < 2 || text[end] || offset % 8 || offset > U16 || more > 1 ||
	    (n == 3 && (!len || len > U16)))
		return -EINVAL;
	spec->frag = true;
	spec->frag_offset = offset;
	spec->frag_more = more;
	spec->frag_len = len;
	return 0;
}

static int key_csum(struct fb_frame_spec *spec, const char *text)
{
	static const char *const names[] = {
		[FB_CSUM_OK] = "ok",
		[FB_CSUM_BAD] = "bad",
		[FB_CSUM_NONE] = "none",
		[FB_CSUM_BAD_IP] = "bad-ip",
	};
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(text, names[i]))
			continue;
		spec->csum = (enum fb_csum)i;
		return 0;
	}
	return -EINVAL;
}

#define NUMBER(key, most) #key, offsetof(struct fb_frame_spec, key), most, NULL
#define OTHER(key)	  #key, 0, 0, key_##key

static const struct key keys[] = {
	{ OTHER(smac) },	 { OTHER(dmac) },	 { OTHER(vlan) },
	{ NUMBER(tpid, U16) },	 { OTHER(src) },	 { OTHER(dst) },
	{ NUMBER(ttl, 255) },	 { NUMBER(tos, 255) },	 { NUMBER(id, U32) },
	{ NUMBER(df, 1) },	 { OTHER(options) },	 { OTHER(exthdr) },
	{ OTHER(proto) },	 { NUMBER(sport, U16) }, { NUMBER(dport, U16) },
	{ OTHER(flags) },	 { NUMBER(seq, U32) },	 { NUMBER(ack, U32) },
	{ NUMBER(window, U16) }, { NUMBER(type, 255) },	 { NUMBER(code, 255) },
	{ NUMBER(size, U16) },	 { OTHER(payload) },	 { OTHER(frag) },
	{ OTHER(csum) },	 { OTHER(raw) },	 { NUMBER(pppoe, U16) },
	{ NUMBER(version, 15) }, { NUMBER(ihl, 15) },	 { NUMBER(len, 40 + U16) },
	{ NUMBER(cut, U16) },
};

#define NR (sizeof(keys) / sizeof(keys[0]))

static uint64_t bit(const char *name)
{
	unsigned int i;

	for (i = 0; i < NR && strcmp(keys[i].name, name); i++)
		;
	return 1ULL << i;
}

static bool was_set(const struct fb_frame_spec *spec, const char *name)
{
	return spec->set & bit(name);
}

void fb_frame_spec_init(struct fb_frame_spec *spec)
{
	memset(spec, 0, sizeof(*spec));
	spec->tpid = 0x8100;
	spec->pppoe = spec->version = spec->ihl = spec->len = spec->cut = FB_FRAME_UNSET;
	spec->ttl = 64;
	spec->id = 1;
	spec->proto = -2;
	spec->flags = 1 << 4;
	spec->window = 65535;
}

int fb_frame_spec_word(struct fb_frame_spec *spec, const char *word, struct fb_error *error)
{
	size_t len = strcspn(word, "=");
	const struct key *key;
	uint64_t number;
	int ret;

	for (key = keys; key < keys + NR; key++)
		if (strlen(key->name) == len && !strncmp(key->name, word, len))
			break;
	if (key == keys + NR || !word[len])
		return fb_error(error, -EINVAL, "unknown key '%.80s'", word);
	/* There may be several extension headers. */
	if (was_set(spec, key->name) && key->parse != key_exthdr)
		return fb_error(error, -EINVAL, "'%.80s' is there twice", key->name);
	spec->set |= bit(key->name);
	if (key->parse) {
		ret = key->parse(spec, word + len + 1);
	} else {
		ret = fb_number(word + len + 1, 0, key->max, &number);
		memcpy((char *)spec + key->offset, &number, sizeof(number));
	}
	if (ret && key->parse)
		fb_error(error, ret, "'%.80s': invalid %s", word, key->name);
	else if (ret)
		fb_error(error, ret, "'%.80s': expected 0 to %" PRIu64, word, key->max);
	return ret;
}

/* Returns a key that has no meaning in this packet, or NULL: a value that is not sent must be refused. */
static const char *out_of_place(const struct fb_frame_spec *spec)
{
	static const char *const only4[] = { "options", "df", "ihl", NULL };
	static const char *const only6[] = { "exthdr", NULL };
	static const char *const ports[] = { "dport", NULL };
	static const char *const tcp[] = { "flags", "ack", "window", NULL };
	static const char *const icmp[] = { "type", "code", NULL };
	static const char *const mixed[] = { "sport", "seq", NULL };
	const bool is_tcp = spec->proto == IPPROTO_TCP, is_udp = spec->proto == IPPROTO_UDP;
	const bool is_icmp = spec->proto == IPPROTO_ICMP || spec->proto == IPPROTO_ICMPV6;
	const struct {
		const char *const *names;
		bool wrong;
	} groups[] = {
		{ only4, spec->src.version != 4 },
		{ only6, spec->src.version != 6 },
		{ ports, !is_tcp && !is_udp },
		{ tcp, !is_tcp },
		{ icmp, !is_icmp },
		{ mixed, !is_tcp && !is_icmp && !is_udp },
		{ mixed + 1, !is_tcp && !is_icmp },
	};
	size_t g, i;

	for (g = 0; g < sizeof(groups) / sizeof(groups[0]); g++)
		for (i = 0; groups[g].wrong && groups[g].names[i]; i++)
			if (was_set(spec, groups[g].names[i]))
				return groups[g].names[i];
	if (was_set(spec, "tpid") && !spec->nr_vlans)
		return "tpid";
	if (spec->src.version == 6 && was_set(spec, "id") && !spec->frag)
		return "id";
	if (was_set(spec, "payload") && was_set(spec, "size"))
		return "size";
	if ((spec->csum == FB_CSUM_BAD_IP && spec->src.version != 4) ||
	    (spec->csum == FB_CSUM_NONE && !is_udp) ||
	    (spec->csum == FB_CSUM_BAD && !is_tcp && !is_udp && !is_icmp))
		return "csum";
	return NULL;
}

static const char *missing(const struct fb_frame_spec *spec)
{
	const bool ports = spec->proto == IPPROTO_TCP || spec->proto == IPPROTO_UDP;

	if (!spec->has_dmac)
		return "dmac";
	if (!spec->src.version)
		return "src";
	if (!spec->dst.version)
		return "dst";
	if (spec->proto == -2)
		return "proto";
	if (ports && !was_set(spec, "sport"))
		return "sport";
	if (ports && !was_set(spec, "dport"))
		return "dport";
	return NULL;
}

/* A packet socket sends no frame without a whole Ethernet header. */
static int check_numbers(const struct fb_frame_spec *spec, struct fb_error *error)
{
	const unsigned int least = spec->src.version == 6 ? 40 : 0;

	if (spec->src.version == 4 && spec->id > U16)
		return fb_error(error, -EINVAL, "'id=%" PRIu64 "': expected at most 65535 in IPv4",
				spec->id);
	if (was_set(spec, "len") && (spec->len < least || spec->len - least > U16))
		return fb_error(error, -EINVAL, "'len=%" PRIu64 "': expected %u to %u in IPv%u",
				spec->len, least, least + U16, spec->src.version);
	if (spec->cut < 14)
		return fb_error(error, -EINVAL, "'cut=%" PRIu64 "': expected 14 or more",
				spec->cut);
	return 0;
}

int fb_frame_spec_check(struct fb_frame_spec *spec, struct fb_error *error)
{
	const char *key;
	unsigned int i;

	/* The frame is there as it is: any other key would change nothing. */
	for (i = 0; spec->raw && i < NR; i++)
		if (keys[i].parse != key_raw && spec->set & 1ULL << i)
			return fb_error(error, -EINVAL, "'%s=' has no place beside 'raw='",
					keys[i].name);
	if (spec->raw)
		return 0;
	key = missing(spec);
	if (key)
		return fb_error(error, -EINVAL, "'%s=' is missing", key);
	if (spec->src.version != spec->dst.version)
		return fb_error(error, -EINVAL, "src= and dst= are not of the same family");
	if (spec->proto == -1)
		spec->proto = spec->src.version == 6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP;
	key = out_of_place(spec);
	if (key)
		return fb_error(error, -EINVAL, "'%s=' has no place in this packet", key);
	if (check_numbers(spec, error))
		return -EINVAL;
	/* The default type is an echo request. */
	if (!was_set(spec, "type"))
		spec->type = spec->proto == IPPROTO_ICMPV6 ? 128 : 8;
	if (!was_set(spec, "payload"))
		memcpy(spec->payload, fb_pattern(0, 0), spec->size);
	return 0;
}
