// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include "texts.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "guest.h"

#define KEYS_MAX  64
#define WORDS_MAX 6

enum kind {
	NAME,
	ADDRESS,
	NUMBER,
	PORT, /* a port, or empty */
	WORD,
};

/* The documented bounds of each key. */
struct key {
	const char *name;
	enum kind kind;
	uint64_t min;
	uint64_t max;
	const char *words[WORDS_MAX];
};

static const struct key keys[] = {
	{ "dev", NAME, 0, 0, { 0 } },
	{ "sink", NAME, 0, 0, { 0 } },
	{ "family", WORD, 0, 0, { "4", "6" } },
	{ "proto", WORD, 0, 0, { "udp", "tcp" } },
	{ "src", ADDRESS, 0, 0, { 0 } },
	{ "dst", ADDRESS, 0, 0, { 0 } },
	{ "sport", NUMBER, 1, 65535, { 0 } },
	{ "dport", NUMBER, 1, 65535, { 0 } },
	{ "flows", NUMBER, 1, FB_FLOWS_MAX, { 0 } },
	{ "hosts", NUMBER, 1, FB_HOSTS_MAX, { 0 } },
	{ "only", NUMBER, 0, FB_FLOWS_MAX, { 0 } },
	{ "size", NUMBER, FB_SIZE_MIN, FB_SIZE_GSO_MAX, { 0 } },
	{ "vlan", NUMBER, 0, FB_VLAN_MAX, { 0 } },
	{ "inner_vlan", NUMBER, 0, FB_VLAN_MAX, { 0 } },
	{ "pppoe", NUMBER, 0, FB_PPPOE_MAX, { 0 } },
	{ "gso", NUMBER, 0, FB_GSO_MAX, { 0 } },
	{ "layout", WORD, 0, 0, { "linear", "frags" } },
	{ "stream", NUMBER, 0, 1, { 0 } },
	{ "packets", NUMBER, 1, FB_PACKETS_MAX, { 0 } },
	{ "prime", NUMBER, 0, FB_PRIME_MAX, { 0 } },
	{ "steps", NUMBER, 0, FB_STEPS_MAX, { 0 } },
	{ "inject", WORD, 0, 0, { "single", "list", "napi", "xmit" } },
	{ "batch", NUMBER, 1, FB_BATCH_MAX, { 0 } },
	{ "order", WORD, 0, 0, { "rr", "random" } },
	{ "seed", NUMBER, 0, UINT32_MAX, { 0 } },
	{ "alloc", WORD, 0, 0, { "recycle", "fresh" } },
	{ "skb", WORD, 0, 0, { "plain", "nic" } },
	{ "csum", WORD, 0, 0, { "unnecessary", "complete" } },
	{ "end", WORD, 0, 0, { "sink", "ingress", "xdp" } },
	{ "latency", NUMBER, 0, 1, { 0 } },
	{ "verify", NUMBER, 0, 1, { 0 } },
	{ "expect_src", ADDRESS, 0, 0, { 0 } },
	{ "expect_dst", ADDRESS, 0, 0, { 0 } },
	{ "expect_sport", PORT, 0, 65535, { 0 } },
	{ "expect_dport", PORT, 0, 65535, { 0 } },
	{ "expect_vlan", NUMBER, 0, FB_VLAN_MAX, { 0 } },
	{ "expect_spi", NUMBER, 0, UINT32_MAX, { 0 } },
	{ "expect_ttl", NUMBER, 0, 255, { 0 } },
	{ "cpus", NUMBER, 1, FB_CPUS_MAX, { 0 } },
	{ "record", NUMBER, 0, FB_PACKETS_MAX, { 0 } },
	{ "input", WORD, 0, 0, { "built", "recorded" } },
	{ "wait", NUMBER, 0, 1, { 0 } },
	{ "probes", NUMBER, 0, 1, { 0 } },
	{ "hooks", NUMBER, 0, 2, { 0 } },
};

#define KEYS (sizeof(keys) / sizeof(*keys))

static const struct key *key_of(const char *name, size_t len)
{
	for (size_t i = 0; i < KEYS; i++)
		if (strlen(keys[i].name) == len && !memcmp(keys[i].name, name, len))
			return &keys[i];
	return NULL;
}

/* --- bounds ------------------------------------------------------------------------------------- */

static bool number_within(const char *value, const struct key *key)
{
	size_t digits = strspn(value, "0123456789");
	uint64_t number;

	if (!digits || value[digits] || digits > 10)
		return false;
	number = strtoull(value, NULL, 10);
	return number >= key->min && number <= key->max;
}

static bool within(const char *value, const struct key *key)
{
	unsigned char address[16];

	switch (key->kind) {
	case NAME:
		return strlen(value) < 16;
	case ADDRESS:
		return !*value ||
		       inet_pton(strchr(value, ':') ? AF_INET6 : AF_INET, value, address) == 1;
	case PORT:
		return !*value || number_within(value, key);
	case NUMBER:
		return number_within(value, key);
	case WORD:
		for (int i = 0; i < WORDS_MAX && key->words[i]; i++)
			if (!strcmp(key->words[i], value))
				return true;
		return false;
	}
	return false;
}

static uint64_t number_of(const char *config, const char *name)
{
	char line[32];
	const char *at;

	snprintf(line, sizeof(line), "\n%s=", name);
	at = strstr(config, line);
	return at ? strtoull(at + strlen(line), NULL, 10) : 0;
}

/* Returns the first line that is out of bounds, or NULL. A line with an unknown key is out of bounds, too. */
const char *texts_beyond(const char *config)
{
	static char line[128];
	const char *end;
	uint64_t ports;

	for (const char *at = config; *at; at = end + 1) {
		const char *equals;
		const struct key *key;

		end = strchrnul(at, '\n');
		snprintf(line, sizeof(line), "%.*s", (int)(end - at), at);
		equals = strchr(line, '=');
		key = equals ? key_of(line, (size_t)(equals - line)) : NULL;
		if (!key || !*end || !within(equals + 1, key))
			return line;
	}
	ports = number_of(config, "flows");
	if (ports > FB_FLOW_PORTS)
		ports = FB_FLOW_PORTS;
	if (number_of(config, "sport") + ports - 1 > 65535)
		return "sport and flows";
	if (number_of(config, "gso") && number_of(config, "gso") < FB_GSO_MIN)
		return "gso";
	if (!number_of(config, "gso") && strstr(config, "\nlayout=frags\n"))
		return "layout without gso";
	if (!number_of(config, "gso") && number_of(config, "size") > FB_SIZE_MAX)
		return "size without gso";
	if (strstr(config, "\nskb=nic\n") &&
	    (number_of(config, "gso") || strstr(config, "\ninject=xmit\n") ||
	     strstr(config, "\ninput=recorded\n")))
		return "skb=nic with superpackets, transmitted or recorded packets";
	if (strstr(config, "\ncsum=complete\n") &&
	    (number_of(config, "gso") || !strstr(config, "\ninject=single\n") ||
	     strstr(config, "\ninput=recorded\n")))
		return "csum=complete with other packets than single ones";
	if ((number_of(config, "inner_vlan") || number_of(config, "pppoe")) &&
	    (number_of(config, "gso") || strstr(config, "\ninject=xmit\n") ||
	     strstr(config, "\ninput=recorded\n")))
		return "inner_vlan or pppoe with superpackets, transmitted or recorded packets";
	if (number_of(config, "inner_vlan") && number_of(config, "pppoe"))
		return "inner_vlan and pppoe";
	if (strstr(config, "\nend=xdp\n") && !strstr(config, "\ninject=xmit\n"))
		return "xdp without xmit";
	if (strstr(config, "\ninject=xmit\n") && number_of(config, "size") > FB_SIZE_XMIT_MAX)
		return "size with xmit";
	if (number_of(config, "stream") &&
	    (!strstr(config, "\nproto=tcp\n") || strstr(config, "\ninject=xmit\n")))
		return "stream without tcp, or with xmit";
	if (number_of(config, "stream") && number_of(config, "size") > FB_SIZE_STREAM_MAX)
		return "size with stream";
	if (number_of(config, "cpus") > number_of(config, "flows"))
		return "cpus and flows";
	if (number_of(config, "only") > number_of(config, "flows"))
		return "only and flows";
	if (number_of(config, "only") && number_of(config, "cpus") > 1)
		return "only and cpus";
	return NULL;
}

/* Ends the program at an unknown key: its bounds must be added above. */
void texts_learn(const char *config)
{
	const char *why = texts_beyond(config);
	size_t lines = 0;

	if (why)
		guest_fail("config: '%s' has no bounds in tests/fuzz/guest/texts.c", why);
	for (; *config; config++)
		lines += *config == '\n';
	if (lines != KEYS)
		guest_fail("config: %zu keys, not %zu", lines, KEYS);
}

/* --- texts -------------------------------------------------------------------------------------- */

/* Adds a formatted text at @at; what is beyond TEXT_MAX is cut. Returns the end. */
size_t texts_add(char *to, size_t at, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(to + at, at < TEXT_MAX ? TEXT_MAX - at : 0, format, args);
	va_end(args);
	return at + (size_t)len < TEXT_MAX ? at + (size_t)len : TEXT_MAX - 1;
}

static const char *some_word(void)
{
	static const char *const odd[] = { "", "sctp", "5", "UDP", "napi ", "\t", "both", "=" };
	const struct key *key = &keys[guest_below(KEYS)];
	const char *word = key->words[guest_below(3)];

	return word ? word : SOME(odd);
}

/* Adds a number near a bound, or one with far too many digits. */
static size_t add_number(char *to, size_t at, const struct key *key)
{
	static const char *const odd[] = {
		"",
		"-1",
		"+1",
		"0x10",
		"1 ",
		" 1",
		"1e3",
		"4294967295",
		"4294967296",
		"00000000000000000000000000000000000000000000001",
		"18446744073709551615",
		"18446744073709551617",
		"99999999999999999999",
		"340282366920938463463374607431768211456",
		"\xd9\xa1",
		"1\r",
	};

	switch (guest_below(8)) {
	case 0:
		return texts_add(to, at, "%llu", (unsigned long long)key->max);
	case 1:
		return texts_add(to, at, "%llu", (unsigned long long)key->max + 1);
	case 2:
		return texts_add(to, at, "%llu", (unsigned long long)key->min);
	case 3:
		return texts_add(to, at, "%lld", (long long)key->min - 1);
	case 4:
		return texts_add(to, at, "%s", SOME(odd));
	default:
		/* Most numbers are small, so that runs are short. */
		return texts_add(to, at, "%llu",
				 (unsigned long long)key->min +
					 guest_below(key->max > 64 && guest_below(8) ? 64 : 70000));
	}
}

static const char *some_address(void)
{
	static const char *const addresses[] = {
		"",
		"10.0.1.2",
		"10.0.2.2",
		"10.0.2.255",
		"224.0.0.1",
		"127.0.0.1",
		"0.0.0.0",
		"255.255.255.255",
		"fd00:1::2",
		"fd00:2::7",
		"ff02::1",
		"::1",
		"::",
		"::ffff:1.2.3.4",
		"1.2.3",
		"1.2.3.4.5",
		"256.1.1.1",
		"1:2:3:4:5:6:7:8:9",
		"fe80::1%in0",
		"01.02.03.04",
		"12345678901",
		"1::2::3",
		":",
		"ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255",
	};

	return SOME(addresses);
}

static const char *some_device(void)
{
	static const char *const devices[] = {
		"in0",
		"out0",
		"in0",
		"out0",
		"lo",
		"",
		"in9",
		"../",
		"in0 ",
		"0123456789abcde",
		"0123456789abcdef",
		"\xff\xfe",
		"%s%n",
		"all",
	};

	return SOME(devices);
}

static size_t add_value(char *to, size_t at, const struct key *key)
{
	const char *word;

	if (guest_one_in(12))
		key = &keys[guest_below(KEYS)];
	switch (key->kind) {
	case NAME:
		return texts_add(to, at, "%s", some_device());
	case ADDRESS:
		return texts_add(to, at, "%s", some_address());
	case PORT:
	case NUMBER:
		return add_number(to, at, key);
	case WORD:
		word = key->words[guest_below(3)];
		return texts_add(to, at, "%s", word ? word : some_word());
	}
	return at;
}

/* Makes a text for "config", valid or not. */
size_t texts_config(char *to)
{
	unsigned int lines = guest_one_in(50) ? guest_below(200) : 1 + guest_below(4);
	size_t at = 0;

	if (guest_one_in(6))
		at = texts_add(to, at, "reset\n");
	/* Mostly the devices of the existing gateway, else random values. */
	if (guest_one_in(8))
		at = texts_add(to, at, "dev=in0\nsink=out0\n");
	while (lines--) {
		const struct key *key = &keys[guest_below(KEYS)];

		at = texts_add(to, at, "%s=", key->name);
		at = add_value(to, at, key);
		at = texts_add(to, at, "\n");
	}
	return at;
}

/* Makes a line that keeps the next run short. */
size_t texts_small(char *line, bool whole)
{
	static const char *const protos[] = { "udp", "tcp" };
	static const char *const injects[] = { "single", "list", "napi" };
	size_t at = 0;

	if (whole)
		at = texts_add(line, at, "reset\ndev=in0\nsink=out0\nproto=%s\ninject=%s\n",
			       SOME(protos), SOME(injects));
	return texts_add(line, at, "packets=%u\nflows=%u\nonly=0\ncpus=1\nrecord=0\n",
			 1 + guest_below(64), 1 + guest_below(100));
}
