// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/now.h"
#include "why/interval.h"
#include "state/connections.h"
#include "why/packet_state.h"

/* A packet comes to the devices of a pile one after the other, so that its samples are close together. */
#define CLOSE 8

int fb_why_interval_open(struct fb_why_interval *ask, unsigned int rate, struct fb_error *error)
{
	struct stat st;
	int ret;

	memset(ask, 0, sizeof(*ask));
	ask->watch.file = -1;
	ask->watch.pipe = -1;
	if (stat("/proc/thread-self/ns/net", &st))
		return fb_error_errno(error, -errno, "/proc/thread-self/ns/net");
	ask->collect.ns = (uint32_t)st.st_ino;
	ret = fb_kernel_events_open(&ask->heard, error);
	if (!ret)
		ret = fb_module_events_open(&ask->watch, rate, true, error);
	/* Without nf_tables in the kernel there are no rules to be reported. */
	if (ret == -EOPNOTSUPP)
		ret = fb_module_events_open(&ask->watch, rate, false, error);
	if (!ret)
		ret = fb_why_interval_begin(ask, error);
	return ret;
}

int fb_why_interval_begin(struct fb_why_interval *ask, struct fb_error *error)
{
	int ret;

	fb_why_hw_begin(&ask->hardware);
	ret = fb_why_interval_read(ask, error);
	fb_why_collect_reset(&ask->collect);
	fb_rule_traces_reset(&ask->heard.rules);
	fb_why_counts_free(&ask->before);
	if (!ret)
		ret = fb_module_events_counts(&ask->watch, &ask->before, error);
	ask->began = fb_now_ns();
	return ret;
}

int fb_why_interval_read(struct fb_why_interval *ask, struct fb_error *error)
{
	int ret = fb_module_events_read(&ask->watch, &ask->collect, error);

	if (ret >= 0)
		ret = fb_kernel_events_read(&ask->heard, error);
	return ret < 0 ? ret : fb_why_hw_read(&ask->hardware, error);
}

/* Returns true if @lower is the packet of @upper at a device below, as at the link of a VLAN. */
static bool is_below(const struct fb_why_sample *lower, const struct fb_why_sample *upper)
{
	return lower->seen == 1U << FB_WHY_PACKET &&
	       lower->packet.ifindex != upper->packet.ifindex &&
	       !strcmp(lower->packet.tuple, upper->packet.tuple);
}

/* Returns true if the packet has another sample, at a device above. */
static bool comes_again(const struct fb_why_collect *c, unsigned int i)
{
	unsigned int j;

	for (j = i + 1; j < c->nr && j <= i + CLOSE; j++)
		if (is_below(&c->sample[i], &c->sample[j]))
			return true;
	return false;
}

/* Returns true for packets that are forwarded, or would be. One whose header is broken could be any. */
static bool is_forwarded(const struct fb_why_sample *s)
{
	bool is_ip = s->packet.version || strcmp(s->packet.bad, "-");

	if (!is_ip || s->cut || s->seen & 1U << FB_WHY_LOCAL)
		return false;
	return !strcmp(s->packet.to, "host") || !strcmp(s->packet.to, "otherhost");
}

bool fb_why_end_of(const struct fb_why_end *end, const struct fb_tuple *t)
{
	if (t->proto != end->proto || t->family != end->family)
		return false;
	return (t->sport == end->port && fb_address_equal(t->family, &t->src, &end->address)) ||
	       (t->dport == end->port && fb_address_equal(t->family, &t->dst, &end->address));
}

static bool is_of(const struct fb_why_sample *s, const struct fb_why_end *only)
{
	struct fb_tuple t;

	return !fb_tuple_read(s->packet.tuple, s->packet.proto, &t) && fb_why_end_of(only, &t);
}

/* Writes the hooks of the device, and of the devices below at which the packet was before. */
static void hooks_of(const struct fb_why_interval *ask, const struct fb_why_counts *now,
		     unsigned int i, char hooks[2 * FB_WHY_HOOKS])
{
	const struct fb_why_sample *s = &ask->collect.sample[i];
	const struct fb_why_device *d = fb_why_counts_device(now, s->packet.ifindex);
	unsigned int j;

	snprintf(hooks, 2 * FB_WHY_HOOKS, "%s", d ? d->hooks : "-");
	for (j = i; j-- && j + CLOSE >= i;) {
		const struct fb_why_sample *lower = &ask->collect.sample[j];
		size_t len = strlen(hooks);

		if (!is_below(lower, s))
			continue;
		d = fb_why_counts_device(now, lower->packet.ifindex);
		if (d)
			snprintf(hooks + len, 2 * FB_WHY_HOOKS - len, ",%s", d->hooks);
	}
}

static int answer_one(const struct fb_why_interval *ask, const struct fb_state *state,
		      const struct fb_packet_state *common, const struct fb_why_counts *now,
		      unsigned int i, struct fb_why_summary *s, struct fb_error *error)
{
	const struct fb_why_sample *sample = &ask->collect.sample[i];
	char hooks[2 * FB_WHY_HOOKS];
	struct fb_why_answer answer;
	struct fb_packet_state facts;
	int ret;

	ret = fb_facts_read(state, common, &ask->heard, sample, &facts, error);
	if (ret)
		return ret;
	hooks_of(ask, now, i, hooks);
	fb_why_judge(sample, hooks, &facts, &answer);
	return fb_why_summary_add(s, sample, &answer);
}

/* What each connection is held against. */
struct known {
	const struct fb_why_interval *ask;
	struct fb_why_summary *s;
};

static int take_connection(const struct fb_connection *c, void *data)
{
	const struct known *k = data;
	const struct fb_why_end *only = k->ask->only;
	struct fb_why_answer answer;

	fb_why_summary_connection(k->s, c->status);
	if (!k->s->asked[0] || !k->ask->hardware.watches)
		return 0;
	if (only && !fb_why_end_of(only, &c->tuple[FB_CT_ORIGINAL]) &&
	    !fb_why_end_of(only, &c->tuple[FB_CT_REPLY]))
		return 0;
	if (!fb_why_hw_judge(&k->ask->hardware.flows, c, &answer))
		return 0;
	return fb_why_summary_add_connection(k->s, c, &answer);
}

static int answer_all(const struct fb_why_interval *ask, const struct fb_state *state,
		      const struct fb_why_counts *now, struct fb_why_summary *s,
		      struct fb_error *error)
{
	struct fb_packet_state common;
	unsigned int i;
	int ret = 0;

	fb_facts_of_rules(state, &common);

	for (i = 0; i < ask->collect.nr && !ret; i++) {
		const struct fb_why_sample *sample = &ask->collect.sample[i];

		if (!is_forwarded(sample) || comes_again(&ask->collect, i))
			continue;
		if (!ask->only || is_of(sample, ask->only))
			ret = answer_one(ask, state, &common, now, i, s, error);
	}
	return ret;
}

int fb_why_interval_end(struct fb_why_interval *ask, struct fb_why_summary *s,
			struct fb_error *error)
{
	struct known known = { .ask = ask, .s = s };
	struct fb_why_counts now = { NULL };
	struct fb_state state;
	int ret;

	memset(s, 0, sizeof(*s));
	memset(&state, 0, sizeof(state));
	s->seconds = (double)(fb_now_ns() - ask->began) / 1e9;
	/* In this order, each packet that was counted has its event here. */
	ret = fb_module_events_counts(&ask->watch, &now, error);
	if (!ret)
		ret = fb_why_interval_read(ask, error);
	if (!ret)
		ret = fb_why_hw_answer(&ask->hardware, error);
	if (!ret)
		ret = fb_state_read(&state, error);
	if (!ret)
		fb_why_summary_flowtables(s, &state.ruleset);
	if (!ret)
		ret = answer_all(ask, &state, &now, s, error);
	if (!ret)
		ret = fb_connections_each(take_connection, &known, error);
	if (!ask->hardware.watches)
		snprintf(s->unheard, sizeof(s->unheard), "%.127s",
			 fb_error_text(&ask->hardware.why_not, -ENOENT));
	if (!ret)
		fb_why_summary_end(s, &ask->before, &now, ask->collect.nr);
	fb_state_free(&state);
	fb_why_counts_free(&now);
	return ret;
}

void fb_why_interval_close(struct fb_why_interval *ask)
{
	fb_module_events_close(&ask->watch);
	fb_kernel_events_close(&ask->heard);
	fb_why_hw_end(&ask->hardware);
	fb_why_collect_free(&ask->collect);
	fb_why_counts_free(&ask->before);
}
