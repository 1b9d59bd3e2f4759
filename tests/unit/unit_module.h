/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A simulated module: does in memory what userspace/system/debugfs.c does with debugfs, for programs that are linked
 * with this file instead. Each packet of a round calls each hook that is on once, and the nft counter "forwarded" counts it once.
 */
#ifndef FB_UNITMODULE_H
#define FB_UNITMODULE_H

#include "unit_net.h"

#include "flowbench_uapi.h"
#include "state/nft_counters.h"
#include "system/debugfs.h"

#define MADE_HOOKS 8

static struct made_up {
	struct {
		const char *name;
		/* This kernel lacks the hook: it cannot be switched on. */
		bool lacks;
		bool on;
		/* Calls at the previous reading. */
		unsigned long calls;
	} hook[MADE_HOOKS];
	unsigned long packets, flows, record;
	/* The flow that rounds send alone, 0 for all; and a bit for each that has had rounds. */
	unsigned int only, alone;
	char end[16], input[16], skb[16];
	bool latency, verify, probes;
	/* Errors: packets lost in each round, flows without a reply, packets that verify finds wrong. */
	unsigned long lose, unanswered, bad;
	unsigned int rounds, hook_changes;
	/* Rounds that had probes; rounds without them in which the generator will sleep. */
	unsigned int probed, sleeps;
	/* After this many rounds, packets take another path, where nothing counts them; 0: never. */
	unsigned int until;
	/* Cycles: of a packet returned at ingress, of a packet on the whole path, of a hook, of a round. */
	unsigned int own, gross, hooked, clock;
	/* Cycles of a packet: with none, one and two hooks at ingress that accept. */
	unsigned int accepted[3], accepting;
	/* The hook at ingress is priced: none of these rounds is in @rounds, or has an error but @hook_loses. */
	bool hook_priced;
	unsigned int hook_rounds;
	unsigned long hook_loses, hook_packets;
	/* Calls between two readings before any round, as real traffic would cause. */
	unsigned int traffic;
	/* Packets of the nft counter. */
	unsigned long counted;
} made;

static inline void made_anew(void)
{
	made = (struct made_up){
		.hook = { { .name = "nf_flow_offload_ip_hook" },
			  { .name = "ip_forward" },
			  { .name = "nf_conntrack_in" },
			  { .name = "nf_flow_xmit_xfrm", .lacks = true },
			  { .name = "flow_offload_add" },
			  { .name = "nf_flow_offload_work_gc", .lacks = true },
			  { .name = "nf_flow_offload_ipv6_hook", .lacks = true },
			  { .name = "ip6_forward", .lacks = true } },
		.own = 500,
		.gross = 2000,
		.hooked = 50,
		.clock = 100,
		.accepted = { 0, 70, 90 },
	};
}

static inline unsigned int made_on(void)
{
	unsigned int i, on = 0;

	for (i = 0; i < MADE_HOOKS; i++)
		on += made.hook[i].on;
	return on;
}

int fb_benchfs_there(void)
{
	return 0;
}

int fb_bench_preflight(void)
{
	return made_on() ? -EBUSY : 0;
}

static inline int made_switch(const char *word)
{
	bool on = *word++ == '+', any = false, lacks = false;
	unsigned int i;

	made.hook_changes++;
	for (i = 0; i < MADE_HOOKS; i++) {
		if (strcmp(word, "all") && strcmp(word, made.hook[i].name))
			continue;
		any = true;
		lacks = made.hook[i].lacks && strcmp(word, "all");
		made.hook[i].on = on && !made.hook[i].lacks;
	}
	return !any ? -EINVAL : lacks && on ? -EOPNOTSUPP : 0;
}

int fb_benchfs_write(const char *name, const char *text)
{
	unsigned int i;

	if (!strcmp(name, FB_FILE_HOOKS))
		return made_switch(text);
	assert_string_equal(name, FB_FILE_RESET);
	for (i = 0; i < MADE_HOOKS; i++)
		made.hook[i].calls = 0;
	return 0;
}

static inline void made_accept(unsigned int hooks)
{
	assert_in_range(hooks, 0, 2);
	made.accepting = hooks;
	made.hook_priced = true;
}

static inline void made_reset(void)
{
	made.accepting = 0;
	made.hook_priced = false;
	made.probes = true;
}

int fb_benchfs_config(const char *words)
{
	char *copy = strdup(words), *rest = copy, *word;

	while ((word = strsep(&rest, " "))) {
		char *value = strchr(word, '=');

		value = value ? value + 1 : word;
		if (!strncmp(word, "packets=", 8))
			made.packets = strtoul(value, NULL, 10);
		else if (!strncmp(word, "flows=", 6))
			made.flows = strtoul(value, NULL, 10);
		else if (!strcmp(word, "reset"))
			made_reset();
		else if (!strncmp(word, "hooks=", 6))
			made_accept((unsigned int)strtoul(value, NULL, 10));
		else if (!strncmp(word, "only=", 5))
			made.only = (unsigned int)strtoul(value, NULL, 10);
		else if (!strncmp(word, "record=", 7))
			made.record = strtoul(value, NULL, 10);
		else if (!strncmp(word, "end=", 4))
			snprintf(made.end, sizeof(made.end), "%s", value);
		else if (!strncmp(word, "input=", 6))
			snprintf(made.input, sizeof(made.input), "%s", value);
		else if (!strncmp(word, "skb=", 4))
			snprintf(made.skb, sizeof(made.skb), "%s", value);
		else if (!strncmp(word, "latency=", 8))
			made.latency = *value == '1';
		else if (!strncmp(word, "verify=", 7))
			made.verify = *value == '1';
		else if (!strncmp(word, "probes=", 7))
			made.probes = *value == '1';
	}
	free(copy);
	return 0;
}

static inline void made_count(unsigned long n)
{
	unsigned int i;

	made.counted += n;
	for (i = 0; i < MADE_HOOKS; i++)
		made.hook[i].calls += made.hook[i].on ? n : 0;
}

int fb_nft_counter_read(const char *name, uint64_t *packets, struct fb_error *error)
{
	(void)error;
	*packets = made.counted;
	return strcmp(name, "forwarded") ? -ENOENT : 0;
}

int fb_benchfs_run(const char *what, struct fb_bench_result *r)
{
	bool whole = strcmp(made.end, "ingress") != 0;
	unsigned long lost = !whole ? 0 : made.hook_priced ? made.hook_loses : made.lose;

	*r = (struct fb_bench_result){ .size = 60, .flows = made.flows, .packets = made.packets };
	snprintf(r->kind, sizeof(r->kind), "%s", what);
	strcpy(r->error, "none");
	r->memory = 1000 * made.flows;
	if (!strcmp(what, "warmup")) {
		r->warm_replied = made.flows - (made.flows > 1 ? made.unanswered : 0);
		made_count(made.flows);
		return 0;
	}
	made.rounds += !made.hook_priced;
	made.hook_rounds += made.hook_priced;
	made.hook_packets = made.hook_priced ? made.packets : made.hook_packets;
	made.alone |= 1u << made.only;
	r->probes = r->probed = made.probes;
	made.probed += made.probes;
	if (!made.probes && !made.hook_priced && made.sleeps) {
		made.sleeps--;
		r->switches = 1;
	}
	r->injected = made.packets;
	r->recorded = made.record;
	r->arrived = whole ? made.packets - lost : 0;
	r->returned = whole ? 0 : made.packets;
	r->dropped = lost;
	if (lost) {
		strcpy(r->drop[0].reason, "NO_ROUTE");
		r->drop[0].n = lost;
		r->nr_drops = 1;
	}
	r->verify_ok = made.verify ? made.packets - made.bad : 0;
	r->verify_bad = made.verify ? made.bad : 0;
	if (made.bad)
		strcpy(r->verify_first, "ttl is 64, not 63");
	r->cycles =
		made.clock +
		made.packets * (whole ? made.gross + made.accepted[made.accepting] +
						made.hooked * made_on() + (made.latency ? 20 : 0)
				      : made.own);
	r->ns = r->cycles / 2;
	if (whole && (!made.until || made.rounds <= made.until))
		made_count(made.packets - lost);
	return 0;
}

int fb_benchfs_read(const char *name, char **text)
{
	unsigned int i;
	size_t size;
	FILE *f = open_memstream(text, &size);

	if (!strcmp(name, FB_FILE_HOOKS)) {
		for (i = 0; i < MADE_HOOKS; i++) {
			if (made.hook[i].on && !made.rounds)
				made.hook[i].calls += made.traffic;
			fprintf(f, "%s %s %s %s %lu verdict 0 %s\n", made.hook[i].name,
				made.hook[i].on ? made.hook[i].name : "-",
				made.hook[i].on	     ? FB_STATE_ON
				: made.hook[i].lacks ? FB_STATE_UNAVAILABLE
						     : FB_STATE_OFF,
				made.hook[i].on ? "fprobe" : "-", made.hook[i].calls,
				made.hook[i].lacks ? "not in this kernel" : "-");
		}
	} else if (!strcmp(name, FB_FILE_VERDICTS)) {
		for (i = 0; i < MADE_HOOKS; i++)
			if (made.hook[i].on && made.hook[i].calls)
				fprintf(f, "%s %s %lu\n", made.hook[i].name,
					i ? "NF_ACCEPT" : "NF_STOLEN", made.hook[i].calls);
	} else if (!strncmp(name, "histogram/", 10)) {
		for (i = 0; i < MADE_HOOKS && strcmp(made.hook[i].name, name + 10); i++)
			;
		assert_in_range(i, 0, MADE_HOOKS - 1);
		fprintf(f, "sum=%lu\nmin=64\nmax=66\n64 65 %lu\n", 64 * made.hook[i].calls,
			made.hook[i].calls);
	} else {
		assert_string_equal(name, "bench/result");
		fprintf(f,
			"kind=round\nerror=none\nlatency_unit=ticks\nlatency.31-31=3\nlatency.1280-1311=%lu\n",
			made.packets - 3);
	}
	fclose(f);
	return 0;
}

#endif
