// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "hardware/rule_words.h"
#include "json/json.h"
#include "lib/print.h"

/* Bytes of the text of a rule's keys, or of some actions. */
#define WORDS_SIZE 256

/* Bytes of the longest header that a mangle changes: IPv6. */
#define HEADER_MAX 40

/* What the mangles of one header do to it. */
struct header {
	bool set[HEADER_MAX];
	uint8_t byte[HEADER_MAX];
};

/* A field that has a name. */
struct named {
	enum fb_hw_base base;
	unsigned int at;
	unsigned int len;
	const char *name;
};

static const struct named named[] = {
	{ FB_HW_BASE_ETH, 6, 6, "source MAC" },	 { FB_HW_BASE_ETH, 0, 6, "destination MAC" },
	{ FB_HW_BASE_IP4, 12, 4, "source" },	 { FB_HW_BASE_IP4, 16, 4, "destination" },
	{ FB_HW_BASE_IP6, 8, 16, "source" },	 { FB_HW_BASE_IP6, 24, 16, "destination" },
	{ FB_HW_BASE_TCP, 0, 2, "source port" }, { FB_HW_BASE_TCP, 2, 2, "destination port" },
	{ FB_HW_BASE_UDP, 0, 2, "source port" }, { FB_HW_BASE_UDP, 2, 2, "destination port" },
};

static void append(char text[WORDS_SIZE], const char *more)
{
	size_t len = strlen(text);

	snprintf(text + len, WORDS_SIZE - len, "%s%s", len ? ", " : "", more);
}

static void address_text(uint32_t family, const uint8_t *from, char text[INET6_ADDRSTRLEN])
{
	inet_ntop(family == 6 ? AF_INET6 : AF_INET, from, text, INET6_ADDRSTRLEN);
}

/* "[fd00::1]:80", or the address alone */
static void end_text(const struct fb_hw_rule *rule, const uint8_t *from,
		     const struct fb_hw_number *port, char text[64])
{
	char address[INET6_ADDRSTRLEN] = "any address";

	if (rule->family)
		address_text(rule->family, from, address);
	if (!port->mask)
		snprintf(text, 64, "%s", address);
	else
		snprintf(text, 64, rule->family == 6 ? "[%s]:%u" : "%s:%u", address, port->key);
}

static const char *proto_text(const struct fb_hw_rule *rule, char text[16])
{
	if (!rule->l4.mask)
		return "any protocol";
	if (rule->l4.key == IPPROTO_TCP)
		return "tcp";
	if (rule->l4.key == IPPROTO_UDP)
		return "udp";
	snprintf(text, 16, "protocol %u", rule->l4.key);
	return text;
}

/* The flags that the rule wants to be 0. */
static void flags_words(const struct fb_hw_rule *rule, char text[WORDS_SIZE])
{
	static const char *const names[] = { "FIN", "SYN", "RST", "PSH", "ACK", "URG" };
	uint32_t bits = rule->tcp.mask & ~rule->tcp.key;
	char words[64] = "";
	unsigned int i;
	size_t len;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!(bits & 1U << i))
			continue;
		len = strlen(words);
		snprintf(words + len, sizeof(words) - len, "%s%s", len ? " and " : "without ",
			 names[i]);
	}
	if (*words)
		append(text, words);
}

/* Which packets the rule takes: "tcp 10.0.1.2:4000 > 10.0.2.2:5000, without FIN and RST" */
static void keys_words(const struct fb_hw_rule *rule, char text[WORDS_SIZE])
{
	char src[64], dst[64], proto[16], word[64];
	unsigned int i;

	end_text(rule, rule->src, &rule->sport, src);
	end_text(rule, rule->dst, &rule->dport, dst);
	snprintf(text, WORDS_SIZE, "%s %s > %s", proto_text(rule, proto), src, dst);
	for (i = 0; i < FB_HW_RULE_TAGS; i++) {
		if (!rule->tag[i].there)
			continue;
		snprintf(word, sizeof(word), "VLAN %u%s", rule->tag[i].id,
			 rule->tag[i].proto == 0x88a8 ? " (802.1ad)" : "");
		append(text, word);
	}
	flags_words(rule, text);
	if (!rule->iif.mask)
		append(text, "from any device");
}

static void value_text(const struct named *n, const uint8_t *at, char text[WORDS_SIZE])
{
	char address[INET6_ADDRSTRLEN];

	if (n->len == 2)
		snprintf(text, WORDS_SIZE, "%s %u", n->name, at[0] * 256U + at[1]);
	else if (n->len == 6)
		snprintf(text, WORDS_SIZE, "%s %02x:%02x:%02x:%02x:%02x:%02x", n->name, at[0],
			 at[1], at[2], at[3], at[4], at[5]);
	else {
		address_text(n->len == 16 ? 6 : 4, at, address);
		snprintf(text, WORDS_SIZE, "%s %s", n->name, address);
	}
}

static bool all_set(const struct header *h, const struct named *n)
{
	unsigned int i;

	for (i = 0; i < n->len; i++)
		if (!h->set[n->at + i])
			return false;
	return true;
}

/* What has a name, and then the bytes that have none. */
static void header_words(struct header *h, enum fb_hw_base base, char text[WORDS_SIZE])
{
	static const char *const names[] = { "Ethernet", "IPv4", "IPv6", "TCP", "UDP", "unknown" };
	char word[WORDS_SIZE];
	unsigned int i;

	for (i = 0; i < sizeof(named) / sizeof(*named); i++) {
		if (named[i].base != base || !all_set(h, &named[i]))
			continue;
		value_text(&named[i], h->byte + named[i].at, word);
		append(text, word);
		memset(h->set + named[i].at, 0, named[i].len);
	}
	for (i = 0; i < HEADER_MAX; i++) {
		if (!h->set[i])
			continue;
		snprintf(word, sizeof(word), "byte %u of %s %02x", i, names[base], h->byte[i]);
		append(text, word);
	}
}

/* The mangles of one header that follow each other. Returns the index behind them. */
static unsigned int mangle_words(const struct fb_hw_rule *rule, unsigned int at,
				 char text[WORDS_SIZE])
{
	enum fb_hw_base base = rule->action[at].base;
	struct header h = { .set = { false } };
	unsigned int i;

	for (; at < rule->nr; at++) {
		const struct fb_hw_action *a = &rule->action[at];

		if (a->act != FB_HW_ACT_MANGLE || a->base != base)
			break;
		for (i = 0; i < 4; i++) {
			if (a->mask[i] == 0xff || a->at + i >= HEADER_MAX)
				continue;
			h.set[a->at + i] = true;
			h.byte[a->at + i] = a->byte[i];
		}
	}
	header_words(&h, base, text);
	return at;
}

/* Flags of TCA_CSUM_UPDATE_FLAG_*. */
static void csum_words(uint32_t flags, char text[WORDS_SIZE])
{
	static const char *const names[] = { "IPv4", "ICMP", "IGMP", "TCP", "UDP" };
	unsigned int i;

	snprintf(text, WORDS_SIZE, "checksums of");
	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (flags & 1U << i)
			snprintf(text + strlen(text), WORDS_SIZE - strlen(text), " %s", names[i]);
}

/* What the action does, and the mangles of the same header behind it. Returns the index behind those. */
static unsigned int action_words(const struct fb_hw_rule *rule, unsigned int at,
				 char text[WORDS_SIZE])
{
	const struct fb_hw_action *a = &rule->action[at];

	*text = '\0';
	switch (a->act) {
	case FB_HW_ACT_MANGLE:
		return mangle_words(rule, at, text);
	case FB_HW_ACT_CSUM:
		csum_words(a->value, text);
		break;
	case FB_HW_ACT_REDIRECT:
		snprintf(text, WORDS_SIZE, "out by %s", rule->out);
		break;
	case FB_HW_ACT_VLAN_PUSH:
		snprintf(text, WORDS_SIZE, "push VLAN %u%s", a->value,
			 a->at == 0x88a8 ? " (802.1ad)" : "");
		break;
	case FB_HW_ACT_VLAN_POP:
		snprintf(text, WORDS_SIZE, "pop a VLAN tag");
		break;
	case FB_HW_ACT_PPPOE_PUSH:
		snprintf(text, WORDS_SIZE, "push PPPoE session %u", a->value);
		break;
	case FB_HW_ACT_ACCEPT:
		snprintf(text, WORDS_SIZE, "accept");
		break;
	case FB_HW_ACT_CT:
		/* IP_CT_ESTABLISHED, IP_CT_NEW, IP_CT_ESTABLISHED_REPLY */
		snprintf(text, WORDS_SIZE, "connection: %s, mark %u",
			 a->at == 0   ? "established"
			 : a->at == 2 ? "new"
			 : a->at == 3 ? "established, reply"
				      : "other",
			 a->value);
		break;
	case FB_HW_ACT_UNKNOWN:
		snprintf(text, WORDS_SIZE, "unknown action %u", a->value);
		break;
	}
	return at + 1;
}

const char *fb_hw_rule_reason(const char *reason)
{
	static const struct {
		const char *word, *text;
	} words[] = {
		{ "refuse", "hardware was told to refuse it (refuse=)" },
		{ "full", "the table of hardware is full" },
		{ "known", "hardware has a rule of that flow" },
		{ "mtk", "mtk_ppe cannot do one of its actions" },
		{ "unsupported", "hardware does not know one of its keys or actions" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(words[i].word, reason))
			return words[i].text;
	return reason;
}

static void print_actions(const struct fb_hw_rule *rule, FILE *f)
{
	char text[WORDS_SIZE];
	unsigned int at = 0;

	while (at < rule->nr) {
		fb_print(f, "%s", at ? "; " : "");
		at = action_words(rule, at, text);
		fb_print(f, "%s", text);
	}
	fb_print(f, "%s\n", rule->nr ? "" : "no action");
}

/*
 *	given on in0: tcp 10.0.1.2:40000 > 10.0.2.2:5000, without FIN and RST
 *	  source MAC 02:fb:00:00:02:01, destination MAC 02:fb:00:00:02:02; out by out0
 *	  taken by 1 device
 *	given up on in0: tcp 10.0.1.2:40000 > 10.0.2.2:5000
 *	  no device had it
 *	asked for statistics on in0: tcp 10.0.1.2:40000 > 10.0.2.2:5000
 *	  no device said anything
 */
static void print_asked(const struct fb_hw_rule *rule, const char *keys, FILE *f)
{
	bool up = !strcmp(rule->asked, "destroy"), stats = !strcmp(rule->asked, "stats");

	fb_print(f, "%s on %s: %s\n  ",
		 stats ? "asked for statistics"
		 : up  ? "given up"
		       : "given",
		 rule->dev, keys);
	if (stats) {
		fb_print(f, "no device said anything\n");
		return;
	}
	if (!up) {
		print_actions(rule, f);
		fb_print(f, "  ");
	}
	if (!rule->taken)
		fb_print(f, up ? "no device had it\n" : "no device took it\n");
	else
		fb_print(f, "%s %u device%s\n", up ? "by" : "taken by", rule->taken,
			 rule->taken == 1 ? "" : "s");
}

/*
 *	rule 3 on in0: tcp 10.0.1.2:40000 > 10.0.2.2:5000, without FIN and RST
 *	  source MAC 02:fb:00:00:02:01, destination MAC 02:fb:00:00:02:02; source 10.0.2.1; …; out by out0
 *	  12 packets, 14000 bytes; 3.2 s old
 *	refused on out0: udp 10.0.2.2:5000 > 10.0.1.2:40000
 *	  out by in0
 *	  No space left on device: the table of hardware is full; 3.2 s ago
 */
void fb_hw_rule_print(const struct fb_hw_rule *rule, FILE *f)
{
	double age = (double)rule->ms / 1000;
	char text[WORDS_SIZE];

	keys_words(rule, text);
	if (*rule->asked) {
		print_asked(rule, text, f);
		return;
	}
	if (rule->error)
		fb_print(f, "refused on %s: %s\n  ", rule->dev, text);
	else
		fb_print(f, "rule %u on %s: %s\n  ", rule->id, rule->dev, text);
	print_actions(rule, f);
	if (rule->error)
		fb_print(f, "  %s: %s; %.1f s ago\n", strerror(-rule->error),
			 fb_hw_rule_reason(rule->reason), age);
	else
		fb_print(f, "  %llu packets, %llu bytes; %.1f s old%s\n",
			 (unsigned long long)rule->packets, (unsigned long long)rule->bytes, age,
			 rule->orphan ? "; its flowtable has gone" : "");
}

json_t *fb_hw_rule_json(const struct fb_hw_rule *rule)
{
	json_t *actions = json_array();
	char text[WORDS_SIZE];
	unsigned int at = 0;

	while (at < rule->nr) {
		at = action_words(rule, at, text);
		json_array_append_new(actions, fb_json_string(text));
	}
	keys_words(rule, text);
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:b, s:s*, s:s*}", "id",
			 (json_int_t)rule->id, "dev", fb_json_string(rule->dev), "out",
			 fb_json_string(rule->out), "match", fb_json_string(text), "actions",
			 actions, "packets", (json_int_t)rule->packets, "bytes",
			 (json_int_t)rule->bytes, "age_ms", (json_int_t)rule->ms, "orphan",
			 (int)rule->orphan, "error", rule->error ? strerror(-rule->error) : NULL,
			 "reason", rule->error ? fb_hw_rule_reason(rule->reason) : NULL);
}
