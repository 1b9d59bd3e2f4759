// SPDX-License-Identifier: GPL-2.0
/*
 * The grammar of the generator's config file: lines "key=value", and the line
 * "reset". One error in a text refuses all of it.
 */
#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/inet.h>
#include <linux/kernel.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/types.h>
#else
#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifndef ARRAY_SIZE
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof(*(array)))
#endif
#endif

#include "conf.h"

/* Room for the longest value: an IPv6 address that ends with an IPv4 one. */
#define FB_CONF_VALUE_LEN	48

static const char * const fb_protos[] = { "udp", "tcp", NULL };
static const char * const fb_injects[] = { "single", "list", "napi",
					    "xmit", NULL };
static const char * const fb_orders[] = { "rr", "random", NULL };
static const char * const fb_layouts[] = { "linear", "frags", NULL };
static const char * const fb_allocs[] = { "recycle", "fresh", NULL };
static const char * const fb_skbs[] = { "plain", "nic", NULL };
static const char * const fb_csums[] = { "unnecessary", "complete", NULL };
static const char * const fb_ends[] = { "sink", "ingress", "xdp", NULL };
static const char * const fb_inputs[] = { "built", "recorded", NULL };

#define FB_CONF_KEY(_name, _kind, _field, _min, _max, _names)		\
	{								\
		.name = (_name),					\
		.kind = (_kind),					\
		.offset = offsetof(struct fb_benchconf, _field),	\
		.min = (_min),						\
		.max = (_max),						\
		.names = (_names),					\
	}

#define FB_NAME(name, field) \
	FB_CONF_KEY(name, FB_CONF_NAME, field, 0, 0, NULL)
#define FB_ADDR(name, field) \
	FB_CONF_KEY(name, FB_CONF_ADDR, field, 0, 0, NULL)
#define FB_NUMBER(name, field, min, max) \
	FB_CONF_KEY(name, FB_CONF_NUMBER, field, min, max, NULL)
#define FB_PORT(name, field) \
	FB_CONF_KEY(name, FB_CONF_PORT, field, 0, 65535, NULL)
#define FB_ENUM(name, field, names) \
	FB_CONF_KEY(name, FB_CONF_ENUM, field, 0, 0, names)

static const struct fb_conf_key fb_conf_keys[] = {
	FB_NAME(FB_KEY_DEV, dev),
	FB_NAME(FB_KEY_SINK, sink),
	FB_NUMBER(FB_KEY_FAMILY, family, 4, 6),
	FB_ENUM(FB_KEY_PROTO, proto, fb_protos),
	FB_ADDR(FB_KEY_SRC, src),
	FB_ADDR(FB_KEY_DST, dst),
	FB_NUMBER(FB_KEY_SPORT, sport, 1, 65535),
	FB_NUMBER(FB_KEY_DPORT, dport, 1, 65535),
	FB_NUMBER(FB_KEY_FLOWS, flows, 1, FB_FLOWS_MAX),
	FB_NUMBER(FB_KEY_HOSTS, hosts, 1, FB_HOSTS_MAX),
	FB_NUMBER(FB_KEY_ONLY, only, 0, FB_FLOWS_MAX),
	FB_NUMBER(FB_KEY_SIZE, size, FB_SIZE_MIN, FB_SIZE_GSO_MAX),
	FB_NUMBER(FB_KEY_VLAN, vlan, 0, FB_VLAN_MAX),
	FB_NUMBER(FB_KEY_INNER_VLAN, inner_vlan, 0, FB_VLAN_MAX),
	FB_NUMBER(FB_KEY_PPPOE, pppoe, 0, FB_PPPOE_MAX),
	FB_NUMBER(FB_KEY_GSO, gso, 0, FB_GSO_MAX),
	FB_ENUM(FB_KEY_LAYOUT, layout, fb_layouts),
	FB_NUMBER(FB_KEY_STREAM, stream, 0, 1),
	FB_NUMBER(FB_KEY_PACKETS, packets, 1, FB_PACKETS_MAX),
	FB_NUMBER(FB_KEY_PRIME, prime, 0, FB_PRIME_MAX),
	FB_NUMBER(FB_KEY_STEPS, steps, 0, FB_STEPS_MAX),
	FB_ENUM(FB_KEY_INJECT, inject, fb_injects),
	FB_NUMBER(FB_KEY_BATCH, batch, 1, FB_BATCH_MAX),
	FB_ENUM(FB_KEY_ORDER, order, fb_orders),
	FB_NUMBER(FB_KEY_SEED, seed, 0, 0xffffffff),
	FB_ENUM(FB_KEY_ALLOC, alloc, fb_allocs),
	FB_ENUM(FB_KEY_SKB, skb, fb_skbs),
	FB_ENUM(FB_KEY_CSUM, csum, fb_csums),
	FB_ENUM(FB_KEY_END, end, fb_ends),
	FB_NUMBER(FB_KEY_LATENCY, latency, 0, 1),
	FB_NUMBER(FB_KEY_VERIFY, verify, 0, 1),
	FB_ADDR(FB_KEY_EXPECT_SRC, expect_src),
	FB_ADDR(FB_KEY_EXPECT_DST, expect_dst),
	FB_PORT(FB_KEY_EXPECT_SPORT, expect_sport),
	FB_PORT(FB_KEY_EXPECT_DPORT, expect_dport),
	FB_NUMBER(FB_KEY_EXPECT_VLAN, expect_vlan, 0, FB_VLAN_MAX),
	FB_NUMBER(FB_KEY_EXPECT_SPI, expect_spi, 0, 0xffffffff),
	FB_NUMBER(FB_KEY_EXPECT_TTL, expect_ttl, 0, 255),
	FB_NUMBER(FB_KEY_CPUS, cpus, 1, FB_CPUS_MAX),
	FB_NUMBER(FB_KEY_RECORD, record, 0, FB_PACKETS_MAX),
	FB_ENUM(FB_KEY_INPUT, input, fb_inputs),
	FB_NUMBER(FB_KEY_WAIT, wait, 0, 1),
	FB_NUMBER(FB_KEY_PROBES, probes, 0, 1),
	FB_NUMBER(FB_KEY_HOOKS, hooks, 0, FB_HOOKS_MAX),
};

#define FB_CONF_KEYS	ARRAY_SIZE(fb_conf_keys)

/* The client's and the server's address when none is given. */
static const unsigned char fb_default_v4[2][4] = {
	{ 10, 0, 1, 2 }, { 10, 0, 2, 2 },
};

static const unsigned char fb_default_v6[2][16] = {
	{ 0xfd, 0x00, 0x00, 0x01, [15] = 2 },
	{ 0xfd, 0x00, 0x00, 0x02, [15] = 2 },
};

/* Sets the configuration of a freshly loaded module. */
void fb_benchconf_defaults(struct fb_benchconf *conf)
{
	memset(conf, 0, sizeof(*conf));
	conf->family = 4;
	conf->sport = 1024;
	conf->dport = 9;
	conf->flows = 1;
	conf->hosts = 1;
	conf->size = FB_SIZE_MIN;
	conf->packets = 1000;
	conf->batch = 32;
	conf->seed = 1;
	conf->expect_sport = FB_PORT_AS_SENT;
	conf->expect_dport = FB_PORT_AS_SENT;
	conf->expect_ttl = 63;
	conf->cpus = 1;
	conf->probes = 1;
}

/* Returns the key at @index, or NULL after the last one. */
const struct fb_conf_key *fb_benchconf_key(unsigned int index)
{
	return index < FB_CONF_KEYS ? &fb_conf_keys[index] : NULL;
}

/**
 * fb_benchconf_addr() - get an address of the configuration, or its default
 * @conf: the configuration
 * @given: its src, dst, expect_src or expect_dst
 * @addr: filled in; has the configuration's family
 *
 * The default of expect_src is src, that of expect_dst is dst.
 */
void fb_benchconf_addr(const struct fb_benchconf *conf,
		       const struct fb_addr *given, struct fb_addr *addr)
{
	unsigned int which;

	if (!given->family && given == &conf->expect_src)
		given = &conf->src;
	else if (!given->family && given == &conf->expect_dst)
		given = &conf->dst;

	*addr = *given;
	if (given->family)
		return;

	which = given == &conf->dst;
	addr->family = conf->family;
	if (conf->family == 4)
		memcpy(addr->byte, fb_default_v4[which], 4);
	else
		memcpy(addr->byte, fb_default_v6[which], 16);
}

static int fb_pton(int family, const char *text, unsigned char *byte)
{
#ifdef __KERNEL__
	if (family == 4)
		return in4_pton(text, -1, byte, -1, NULL);
	return in6_pton(text, -1, byte, -1, NULL);
#else
	return inet_pton(family == 4 ? AF_INET : AF_INET6, text, byte) == 1;
#endif
}

static const char *fb_parse_addr(const char *value, struct fb_addr *addr)
{
	struct fb_addr found = { 0 };

	if (*value) {
		found.family = strchr(value, ':') ? 6 : 4;
		if (!fb_pton(found.family, value, found.byte))
			return "not an address";
	}
	*addr = found;
	return NULL;
}

/* A number is decimal digits and nothing else. */
static const char *fb_parse_number(const char *value, unsigned int min,
				   unsigned int max, unsigned int *number)
{
	unsigned long long sum = 0;
	const char *c;

	if (!*value)
		return "not a number";
	for (c = value; *c; c++) {
		if (*c < '0' || *c > '9')
			return "not a number";
		sum = sum * 10 + (unsigned int)(*c - '0');
		if (sum > max)
			return "too large";
	}
	if (sum < min)
		return "too small";

	*number = (unsigned int)sum;
	return NULL;
}

static const char *fb_parse_enum(const char *value, const char * const *names,
				 unsigned int *number)
{
	unsigned int i;

	for (i = 0; names[i]; i++) {
		if (strcmp(names[i], value))
			continue;
		*number = i;
		return NULL;
	}
	return "no such word";
}

static const char *fb_parse_name(const char *value, char *name)
{
	if (strlen(value) >= FB_DEV_NAME)
		return "too long";
	memset(name, 0, FB_DEV_NAME);
	memcpy(name, value, strlen(value));
	return NULL;
}

static const char *fb_parse_value(struct fb_benchconf *conf,
				  const struct fb_conf_key *key,
				  const char *value)
{
	char *at = (char *)conf + key->offset;

	switch (key->kind) {
	case FB_CONF_NAME:
		return fb_parse_name(value, at);
	case FB_CONF_ADDR:
		return fb_parse_addr(value, (struct fb_addr *)at);
	case FB_CONF_ENUM:
		return fb_parse_enum(value, key->names, (unsigned int *)at);
	case FB_CONF_PORT:
		if (!*value) {
			*(unsigned int *)at = FB_PORT_AS_SENT;
			return NULL;
		}
		break;
	case FB_CONF_NUMBER:
		break;
	}
	return fb_parse_number(value, key->min, key->max, (unsigned int *)at);
}

/* Reads one line of @len bytes; its newline is not part of it. */
static const char *fb_parse_line(struct fb_benchconf *conf, const char *line,
				 size_t len, struct fb_conf_error *error)
{
	const char *equals = memchr(line, '=', len);
	size_t key_len = equals ? (size_t)(equals - line) : len;
	char value[FB_CONF_VALUE_LEN];
	size_t value_len, i;

	memset(error->key, 0, sizeof(error->key));
	memcpy(error->key, line, key_len < sizeof(error->key) - 1 ?
	       key_len : sizeof(error->key) - 1);

	if (!equals) {
		if (strcmp(error->key, FB_CONF_RESET))
			return "not key=value";
		fb_benchconf_defaults(conf);
		return NULL;
	}

	value_len = len - key_len - 1;
	if (value_len >= sizeof(value))
		return "too long";
	memcpy(value, equals + 1, value_len);
	value[value_len] = '\0';

	if (key_len < sizeof(error->key))
		for (i = 0; i < FB_CONF_KEYS; i++)
			if (!strcmp(fb_conf_keys[i].name, error->key))
				return fb_parse_value(conf, &fb_conf_keys[i],
						      value);
	return "unknown key";
}

static const char *fb_conf_check_addr(const struct fb_benchconf *conf,
				      const struct fb_addr *addr)
{
	if (addr->family && addr->family != conf->family)
		return "not of this family";
	return NULL;
}

static const char *fb_conf_refuse(struct fb_conf_error *error, const char *key,
				  const char *reason)
{
	if (reason) {
		memset(error->key, 0, sizeof(error->key));
		memcpy(error->key, key, strlen(key));
	}
	return reason;
}

/* A recording holds whole packets in the order of one CPU. */
static const char *fb_conf_check_record(const struct fb_benchconf *conf,
					struct fb_conf_error *error)
{
	bool recorded = conf->input == FB_INPUT_RECORDED;
	const char *key = recorded ? FB_KEY_INPUT : FB_KEY_RECORD;

	if (!conf->record && !recorded)
		return NULL;
	if (conf->record && recorded)
		return fb_conf_refuse(error, FB_KEY_RECORD, "not of recorded ones");
	if (conf->cpus > 1)
		return fb_conf_refuse(error, FB_KEY_CPUS, "too many for recorded ones");
	if (conf->gso)
		return fb_conf_refuse(error, key, "not with gso");
	return NULL;
}

static const char *fb_conf_check_only(const struct fb_benchconf *conf,
				      struct fb_conf_error *error)
{
	if (conf->only > conf->flows)
		return fb_conf_refuse(error, FB_KEY_ONLY, "more than flows");
	if (conf->only && conf->cpus > 1)
		return fb_conf_refuse(error, FB_KEY_CPUS, "too many for one flow");
	if (conf->only && conf->input == FB_INPUT_RECORDED)
		return fb_conf_refuse(error, FB_KEY_ONLY, "not of recorded ones");
	return NULL;
}

/*
 * A buffer that a driver may hand on as an XDP frame lies in one page. The tag of
 * a VLAN would lie beside the frame, where XDP does not look.
 */
static const char *fb_conf_check_xmit(const struct fb_benchconf *conf,
				      struct fb_conf_error *error)
{
	if (conf->inject != FB_INJECT_XMIT) {
		if (conf->end == FB_END_XDP)
			return fb_conf_refuse(error, FB_KEY_END, "xdp is for xmit");
		return NULL;
	}
	if (conf->size > FB_SIZE_XMIT_MAX)
		return fb_conf_refuse(error, FB_KEY_SIZE, "too large for xmit");
	if (conf->vlan)
		return fb_conf_refuse(error, FB_KEY_VLAN, "not with xmit");
	if (conf->gso)
		return fb_conf_refuse(error, FB_KEY_GSO, "not with xmit");
	if (conf->cpus > 1)
		return fb_conf_refuse(error, FB_KEY_CPUS, "too many for xmit");
	if (conf->input == FB_INPUT_RECORDED)
		return fb_conf_refuse(error, FB_KEY_INPUT, "not with xmit");
	return NULL;
}

/* The packets of a chunk, which follow one another, fit in a TCP window. */
static const char *fb_conf_check_stream(const struct fb_benchconf *conf,
					struct fb_conf_error *error)
{
	if (!conf->stream)
		return NULL;
	if (conf->proto != FB_PROTO_TCP)
		return fb_conf_refuse(error, FB_KEY_STREAM, "needs tcp");
	if (conf->inject == FB_INJECT_XMIT)
		return fb_conf_refuse(error, FB_KEY_STREAM, "not with xmit");
	if (conf->order != FB_ORDER_RR)
		return fb_conf_refuse(error, FB_KEY_ORDER, "not with stream");
	if (conf->gso)
		return fb_conf_refuse(error, FB_KEY_GSO, "not with stream");
	if (conf->size > FB_SIZE_STREAM_MAX)
		return fb_conf_refuse(error, FB_KEY_SIZE, "too large for stream");
	if (conf->input == FB_INPUT_RECORDED)
		return fb_conf_refuse(error, FB_KEY_INPUT, "not with stream");
	return NULL;
}

/* Such packets are built, one by one, for the receive path of a device. */
static const char *fb_conf_check_skb(const struct fb_benchconf *conf,
				     struct fb_conf_error *error)
{
	if (conf->skb != FB_SKB_NIC)
		return NULL;
	if (conf->gso)
		return fb_conf_refuse(error, FB_KEY_SKB, "nic is not for gso");
	if (conf->inject == FB_INJECT_XMIT)
		return fb_conf_refuse(error, FB_KEY_SKB, "nic is not for xmit");
	if (conf->input == FB_INPUT_RECORDED)
		return fb_conf_refuse(error, FB_KEY_SKB, "nic is not for recorded ones");
	return NULL;
}

/* A sum over the packet is taken of single packets, as they are built. */
static const char *fb_conf_check_csum(const struct fb_benchconf *conf,
				      struct fb_conf_error *error)
{
	if (conf->csum != FB_CSUM_COMPLETE)
		return NULL;
	if (conf->gso)
		return fb_conf_refuse(error, FB_KEY_CSUM, "complete is not for gso");
	if (conf->inject != FB_INJECT_SINGLE)
		return fb_conf_refuse(error, FB_KEY_CSUM, "complete is for single");
	if (conf->input == FB_INPUT_RECORDED)
		return fb_conf_refuse(error, FB_KEY_CSUM, "complete is not for recorded ones");
	return NULL;
}

/* What stands between the Ethernet header and that of IP is one header. */
static const char *fb_conf_check_inner(const struct fb_benchconf *conf,
				       struct fb_conf_error *error)
{
	const char *key = conf->pppoe ? FB_KEY_PPPOE : FB_KEY_INNER_VLAN;

	if (!conf->inner_vlan && !conf->pppoe)
		return NULL;
	if (conf->inner_vlan && conf->pppoe)
		return fb_conf_refuse(error, key, "not with inner_vlan");
	if (conf->gso)
		return fb_conf_refuse(error, key, "not with gso");
	if (conf->inject == FB_INJECT_XMIT)
		return fb_conf_refuse(error, key, "not with xmit");
	if (conf->input == FB_INPUT_RECORDED)
		return fb_conf_refuse(error, key, "not of recorded ones");
	return NULL;
}

/* Checks what depends on more than one key. */
static const char *fb_conf_check(const struct fb_benchconf *conf,
				 struct fb_conf_error *error)
{
	unsigned int ports = conf->flows < FB_FLOW_PORTS ? conf->flows :
							   FB_FLOW_PORTS;
	const struct fb_conf_key *key;
	const char *reason;
	unsigned int i;

	if (conf->family == 5)
		return fb_conf_refuse(error, FB_KEY_FAMILY, "neither 4 nor 6");
	for (i = 0; i < FB_CONF_KEYS; i++) {
		key = &fb_conf_keys[i];
		if (key->kind != FB_CONF_ADDR)
			continue;
		reason = fb_conf_check_addr(conf, (const struct fb_addr *)
					    ((const char *)conf + key->offset));
		if (reason)
			return fb_conf_refuse(error, key->name, reason);
	}
	if (conf->sport + ports - 1 > 65535)
		return fb_conf_refuse(error, FB_KEY_SPORT, "too large for the flows");
	if (conf->expect_sport && conf->expect_sport != FB_PORT_AS_SENT &&
	    conf->expect_sport + ports - 1 > 65535)
		return fb_conf_refuse(error, FB_KEY_EXPECT_SPORT,
				      "too large for the flows");
	if (conf->gso && conf->gso < FB_GSO_MIN)
		return fb_conf_refuse(error, FB_KEY_GSO, "too small");
	if (!conf->gso && conf->layout != FB_LAYOUT_LINEAR)
		return fb_conf_refuse(error, FB_KEY_LAYOUT, "needs gso");
	if (!conf->gso && conf->size > FB_SIZE_MAX)
		return fb_conf_refuse(error, FB_KEY_SIZE, "too large without gso");
	if (conf->cpus > 1 && conf->inject == FB_INJECT_NAPI)
		return fb_conf_refuse(error, FB_KEY_CPUS, "too many for napi");
	if (conf->cpus > conf->flows)
		return fb_conf_refuse(error, FB_KEY_CPUS, "more than flows");
	/* Each generator would wait for the packets of the other ones as well. */
	if (conf->cpus > 1 && conf->wait)
		return fb_conf_refuse(error, FB_KEY_CPUS, "too many for wait");
	reason = fb_conf_check_only(conf, error);
	if (!reason)
		reason = fb_conf_check_xmit(conf, error);
	if (!reason)
		reason = fb_conf_check_stream(conf, error);
	if (!reason)
		reason = fb_conf_check_skb(conf, error);
	if (!reason)
		reason = fb_conf_check_csum(conf, error);
	if (!reason)
		reason = fb_conf_check_inner(conf, error);
	return reason ? reason : fb_conf_check_record(conf, error);
}

/**
 * fb_benchconf_parse() - change a configuration as a text says
 * @conf: changed, or untouched if the text is refused
 * @text: lines; a key that does not occur has the same value as before
 * @error: filled in if the text is refused
 *
 * Return: 0 or -EINVAL.
 */
int fb_benchconf_parse(struct fb_benchconf *conf, const char *text,
		       struct fb_conf_error *error)
{
	struct fb_benchconf wanted = *conf;
	const char *reason = NULL;
	size_t len;

	for (; *text && !reason; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		if (len)
			reason = fb_parse_line(&wanted, text, len, error);
	}
	if (!reason)
		reason = fb_conf_check(&wanted, error);
	if (reason) {
		error->reason = reason;
		return -EINVAL;
	}

	*conf = wanted;
	return 0;
}
