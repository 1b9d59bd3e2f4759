// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "lib/stem.h"
#include "lib/version.h"
#include "reproduce/reading.h"

/* A trace that has these parts of a path, and no path, can be of these paths. The first row that fits counts. */
static const struct {
	const char *words;
	const char *either;
} parts[] = {
	{ "part-bridge", "a frame that is bridged, or one for the bridge's own device" },
	{ "part-veth !part-bridge !ipv4 !ipv6",
	  "a packet that goes through a veth pair: sent, forwarded or bridged on the one side, received on the other" },
	{ "part-tunnel !part-receive",
	  "a packet that goes into a tunnel: one that is forwarded, or one that this host sends" },
	{ "part-receive part-send|part-tunnel",
	  "a packet that is forwarded, or one that is received and another one that is sent" },
	{ "part-receive part-ip", "a packet that is forwarded, or one that is for this host" },
	{ "part-receive",
	  "a packet that is forwarded, one that is for this host, or one that is bridged" },
	{ "part-send ipv4|ipv6", "a packet that is forwarded, or one that this host sends" },
	{ "part-send",
	  "a packet that is forwarded, one that this host sends, or one that is bridged" },
	{ "part-segment", "a superpacket that is forwarded, or one that this host sends" },
	{ "part-hook", "a packet that is received, forwarded, bridged or sent" },
};

/* A trace that has neither path nor part, but words of these groups, shows some work on packets. */
static const struct {
	enum fb_word_group group;
	const char *either;
} works[] = {
	{ FB_WORD_DEVICE,
	  "a device's driver, which sends or receives packets, or looks whether there are any" },
	{ FB_WORD_TUNNEL, "a tunnel's work: on a packet, or on a route that a program looks up" },
	{ FB_WORD_FILTER,
	  "netfilter's work: on a packet, or for a program or a timer that changes its tables" },
	{ FB_WORD_PROTOCOL, "a protocol's work: on a packet, or for a program that uses a socket" },
	{ FB_WORD_FAMILY, "IP's work: on a packet, or on a route that a program looks up" },
};

/* The traces that the project's own scenarios reproduce. The first row that fits counts. */
static const struct {
	const char *words;
	const char *scenario;
} own[] = {
	{ "sockmap !send", "sockmap-redirect" },
	{ "flowtable esp-out|esp-in", "esp-gateway" },
	{ "flowtable forward xfrm-policy", "esp-gateway" },
	{ "send udp vxlan-out nat outer-new", "vxlan-nat-cold" },
	{ "send udp vxlan-out nat", "vxlan-nat-igb" },
	{ "send udp fragment nat !vxlan-out", "udp-fragment-igb" },
	{ "vxlan-out tcp !forward !bridge", "vxlan-tcp" },
	{ "vxlan-in part-receive|tcp !udp !forward !receive !bridge", "vxlan-tcp" },
	{ "receive reply icmp e1000 conntrack nat nft-inet !iptables !forward !tcp !udp",
	  "icmp-echo-nft" },
	{ "receive tcp e1000e conntrack nat delayed-ack !nft !iptables !forward !send",
	  "tcp-e1000e" },
	{ "send receive loopback tcp delayed-ack !conntrack !forward !bridge", "tcp-loopback" },
};

/* What a packet that comes at any time interrupts other work with. */
static const char *const interrupts[] = { "do_IRQ",
					  "common_interrupt",
					  "__common_interrupt",
					  "irq_exit",
					  "irq_exit_rcu",
					  "__irq_exit_rcu",
					  "do_softirq",
					  "__do_softirq",
					  "handle_softirqs",
					  "do_softirq_own_stack",
					  "smp_apic_timer_interrupt",
					  "sysvec_apic_timer_interrupt",
					  "handle_irq",
					  "gic_handle_irq",
					  "asm_common_interrupt",
					  "net_rx_action" };

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static bool has_word(const struct fb_reading *reading, const char *word)
{
	int at = fb_word_find(word);

	return at >= 0 && reading->word[at].nr;
}

bool fb_reading_group(const struct fb_reading *reading, enum fb_word_group group)
{
	int i;

	for (i = 0; fb_words[i].name; i++)
		if (fb_words[i].group == group && reading->word[i].nr)
			return true;
	return false;
}

/* One of "a|b", which has @len characters. */
static bool one_holds(const struct fb_reading *reading, const char *words, size_t len)
{
	char word[32];
	size_t n;

	for (; len; words += n + (n < len), len -= n + (n < len)) {
		const char *bar = memchr(words, '|', len);

		n = bar ? (size_t)(bar - words) : len;
		if (n >= sizeof(word))
			return false;
		memcpy(word, words, n);
		word[n] = '\0';
		if (has_word(reading, word))
			return true;
	}
	return false;
}

bool fb_reading_fits(const struct fb_reading *reading, const char *words)
{
	while (*words) {
		size_t len = strcspn(words, " ");
		bool no = *words == '!';

		if (one_holds(reading, words + no, len - no) == no)
			return false;
		words += len;
		words += strspn(words, " ");
	}
	return true;
}

static void add_proof(struct fb_proofs *proofs, const struct fb_tree *tree, uint32_t at)
{
	unsigned int i;

	for (i = 0; i < proofs->nr; i++)
		if (fb_same_stem(fb_node_name(tree, proofs->call[i]), fb_node_name(tree, at)))
			return;
	if (proofs->nr < FB_PROOFS_MAX)
		proofs->call[proofs->nr++] = at;
}

static void prove_word(const struct fb_evidence *ev, const struct fb_tree *tree, const char *proof,
		       struct fb_proofs *proofs)
{
	while (*proof) {
		size_t len = strcspn(proof, " ");
		uint32_t at = len ? fb_evidence_prove(ev, proof, len) : 0;

		if (at)
			add_proof(proofs, tree, at);
		proof += len;
		proof += strspn(proof, " ");
	}
}

/* A word is left out where one that says more holds. */
static void drop_weaker(struct fb_reading *reading)
{
	const char *words;
	size_t len;
	int i;

	for (i = 0; fb_words[i].name; i++)
		for (words = fb_words[i].unless; words && *words; words += strspn(words, " ")) {
			len = strcspn(words, " ");
			if (one_holds(reading, words, len))
				reading->word[i].nr = 0;
			words += len;
		}
}

static void find_kernel(const struct fb_evidence *ev, struct fb_reading *reading)
{
	const struct fb_function_age *age;

	for (age = fb_function_ages; age->name; age++) {
		uint32_t at = fb_evidence_call(ev, age->name, strlen(age->name));

		if (!at)
			continue;
		if (age->since &&
		    (!reading->since ||
		     fb_version_parse(age->since) > fb_version_parse(reading->since->since))) {
			reading->since = age;
			reading->since_call = at;
		}
		if (age->before &&
		    (!reading->before ||
		     fb_version_parse(age->before) < fb_version_parse(reading->before->before))) {
			reading->before = age;
			reading->before_call = at;
		}
	}
}

static bool is_interrupt(const struct fb_tree *tree, uint32_t at)
{
	size_t i;

	if (tree->node[at].kind == FB_NODE_IRQ)
		return true;
	for (i = 0; fb_node_is_call(tree, at) && i < NR(interrupts); i++)
		if (fb_stem_is(fb_node_name(tree, at), interrupts[i], strlen(interrupts[i])))
			return true;
	return false;
}

/* The outermost call around @at if @at stands in an interrupt within that, else 0. */
static uint32_t interrupted(const struct fb_tree *tree, uint32_t at)
{
	uint32_t top = 0;
	bool irq = false;

	for (; at; at = tree->node[at].parent) {
		irq |= is_interrupt(tree, at);
		top = at;
	}
	return irq && fb_node_is_call(tree, top) && !is_interrupt(tree, top) ? top : 0;
}

/* All that says that there is a packet stands in an interrupt of other work. */
static uint32_t find_aside(const struct fb_reading *reading)
{
	uint32_t top = 0;
	int i;

	for (i = 0; fb_words[i].name; i++) {
		if (fb_words[i].group > FB_WORD_PART || !reading->word[i].nr)
			continue;
		top = interrupted(reading->tree, reading->word[i].call[0]);
		if (!top)
			return 0;
	}
	return top;
}

/* A program that reads from a socket does a protocol's work as well, but has no packet. */
static const char *find_work(const struct fb_reading *reading)
{
	size_t i;

	for (i = 0; i < NR(works); i++)
		if (fb_reading_group(reading, works[i].group) &&
		    (works[i].group < FB_WORD_FAMILY || works[i].group > FB_WORD_PROTOCOL ||
		     !has_word(reading, "socket-read")))
			return works[i].either;
	return NULL;
}

static void find_path(struct fb_reading *reading)
{
	size_t i;

	if (fb_reading_group(reading, FB_WORD_PATH)) {
		reading->kind = FB_READING_PATH;
	} else if (fb_reading_group(reading, FB_WORD_PART)) {
		reading->kind = FB_READING_PART;
		for (i = 0; i < NR(parts) && !reading->either; i++)
			if (fb_reading_fits(reading, parts[i].words))
				reading->either = parts[i].either;
	} else {
		reading->either = find_work(reading);
		reading->kind = reading->either ? FB_READING_PART : FB_READING_NONE;
	}
	for (i = 0; i < NR(own) && !reading->own && reading->kind; i++)
		if (fb_reading_fits(reading, own[i].words))
			reading->own = own[i].scenario;
	if (reading->kind)
		reading->aside = find_aside(reading);
}

int fb_reading_make(const struct fb_tree *tree, struct fb_reading *reading)
{
	struct fb_evidence *ev;
	int ret, i;

	memset(reading, 0, sizeof(*reading));
	reading->tree = tree;
	ret = fb_evidence_new(tree, &ev);
	if (ret)
		return ret;
	for (i = 0; fb_words[i].name; i++)
		prove_word(ev, tree, fb_words[i].proof, &reading->word[i]);
	drop_weaker(reading);
	find_kernel(ev, reading);
	fb_drops_find(tree, ev, &reading->drops);
	find_path(reading);
	fb_evidence_free(ev);
	return 0;
}
