// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/words.h"
#include "net/protocol.h"
#include "state/connections.h"
#include "why/packet_state.h"
#include "state/route.h"
#include "state/ruleset_reach.h"

/* Devices that lie below one another; a longer chain is a loop. */
#define LEVELS 8

static int read_end(const char *text, size_t len, uint8_t *family, union fb_address *address,
		    uint16_t *port)
{
	union fb_sockaddr to;
	char copy[64];
	int ret;

	if (len >= sizeof(copy))
		return -EINVAL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	ret = fb_sockaddr_pair(copy, &to);
	if (ret)
		ret = fb_sockaddr(copy, 0, &to);
	if (ret)
		return ret;
	*family = (uint8_t)to.sa.sa_family;
	if (to.sa.sa_family == AF_INET)
		address->v4 = to.in.sin_addr;
	else
		address->v6 = to.in6.sin6_addr;
	*port = ntohs(to.in.sin_port);
	return 0;
}

int fb_tuple_read(const char *text, const char *proto, struct fb_tuple *tuple)
{
	const char *to = strchr(text, '>');
	uint8_t family;

	memset(tuple, 0, sizeof(*tuple));
	if (!to ||
	    read_end(text, (size_t)(to - text), &tuple->family, &tuple->src, &tuple->sport) ||
	    read_end(to + 1, strlen(to + 1), &family, &tuple->dst, &tuple->dport) ||
	    family != tuple->family)
		return -EINVAL;
	return fb_protocol_parse(proto, &tuple->proto);
}

/*
 * Returns true if packets of a device go through the one that it is linked to as they are, but for a tag or an outer
 * header. The link of an xfrm interface only says where its packets leave.
 */
static bool passes_on(const struct fb_device *d)
{
	static const char *const kinds[] = { "vlan", "macvlan", "dsa", "ipip", "ip6tnl" };
	unsigned int i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(d->kind, kinds[i]))
			return true;
	return false;
}

/* Returns true if @lower is @upper, or lies below it: a bridge port, a bond's port, the device below a VLAN. */
static bool lies_below(const struct fb_devices *ds, uint32_t lower, uint32_t upper)
{
	const struct fb_device *d = fb_device_by_index(ds, lower);
	const struct fb_device *u = fb_device_by_index(ds, upper);
	unsigned int i;

	for (i = 0; i < LEVELS && d; i++) {
		if (d->ifindex == upper)
			return true;
		d = d->master ? fb_device_by_index(ds, d->master) : NULL;
	}
	for (i = 0; i < LEVELS && u; i++) {
		if (u->ifindex == lower)
			return true;
		if (u->link_elsewhere || !u->link || !passes_on(u))
			break;
		u = fb_device_by_index(ds, u->link);
	}
	return false;
}

bool fb_facts_has_flowtable(const struct fb_state *state, uint32_t ifindex, int af)
{
	unsigned int i;

	for (i = 0; i < state->devices.nr; i++)
		if (lies_below(&state->devices, state->devices.device[i].ifindex, ifindex) &&
		    fb_flowtables_of(&state->ruleset, state->devices.device[i].name, af, NULL, 0))
			return true;
	return false;
}

static bool is_down(const struct fb_state *state, const struct fb_link_events *links,
		    uint32_t ifindex)
{
	const struct fb_device *d = fb_device_by_index(&state->devices, ifindex);

	return !d || !(d->flags & IFF_UP) || fb_link_went_down(links, ifindex);
}

/* Looks for the connection; and for the addresses that the packet has once it is translated. */
static int find_connection(const struct fb_tuple *tuple, struct fb_packet_state *facts,
			   struct fb_tuple *translated, struct fb_error *error)
{
	struct fb_connection c;
	bool original;
	int ret;

	*translated = *tuple;
	ret = fb_connection_find(tuple, 0, &c, error);
	if (ret == -ENOENT)
		return 0;
	if (ret)
		return ret;
	original = fb_tuple_equal(&c.tuple[FB_CT_ORIGINAL], tuple);
	facts->tracked = true;
	facts->status = c.status;
	if (c.has_tcp)
		snprintf(facts->tcp, sizeof(facts->tcp), "%s", fb_ct_tcp_name(c.tcp));
	snprintf(facts->helper, sizeof(facts->helper), "%.*s", (int)sizeof(facts->helper) - 1,
		 c.helper);
	/* Routing sees the destination after its translation. */
	translated->dst = c.tuple[original ? FB_CT_REPLY : FB_CT_ORIGINAL].src;
	return 0;
}

/* nft looks for the route back with the mark that the packet has when `flow add` comes. */
static uint32_t mark_at_end(const struct fb_why_sample *sample)
{
	return sample->seen & 1U << FB_WHY_FORWARD ? sample->forward.mark : sample->ct.mark;
}

/* Writes why the kernel does not forward to this destination, or from this source. */
static void name_refusal(const struct fb_route *route, const struct fb_tuple *t, char *to,
			 size_t size)
{
	bool source = route->error == -EXDEV;
	char address[FB_ADDRESS_TEXT];

	if (!inet_ntop(t->family, source ? &t->src : &t->dst, address, sizeof(address)))
		return;
	if (source)
		snprintf(to, size, "rp_filter refuses %s, whose way back is another one", address);
	else if (route->error == -EINVAL || route->error == -EACCES)
		snprintf(to, size, "the route to %s is one that drops", address);
	else
		snprintf(to, size, "no route to %s", address);
}

/* The way out, and where the other direction would come in. */
static int find_routes(const struct fb_state *state, const struct fb_link_events *links,
		       const struct fb_why_sample *sample, const struct fb_tuple *tuple,
		       struct fb_packet_state *facts, struct fb_error *error)
{
	struct fb_route_for there = { .tuple = *tuple,
				      .iif = sample->packet.ifindex,
				      .mark = sample->ct.mark };
	struct fb_route_for back = { .tuple = *tuple, .mark = mark_at_end(sample) };
	const struct fb_device *d;
	struct fb_route route;
	int ret;

	ret = fb_route_read(&there, &state->devices, &route, error);
	if (!ret && route.kind == FB_ROUTE_REFUSED)
		name_refusal(&route, tuple, facts->unrouted, sizeof(facts->unrouted));
	if (ret || route.kind != FB_ROUTE_FORWARD)
		return ret;
	facts->out_known = true;
	facts->mtu = route.mtu;
	facts->out_down = is_down(state, links, route.oif);
	d = fb_device_by_index(&state->devices, route.oif);
	snprintf(facts->out, sizeof(facts->out), "%s", d ? d->name : "?");
	back.tuple.src = tuple->dst;
	back.tuple.dst = tuple->src;
	back.tuple.sport = tuple->dport;
	back.tuple.dport = tuple->sport;
	back.iif = route.oif;
	ret = fb_route_read(&back, &state->devices, &route, error);
	if (ret || route.kind != FB_ROUTE_FORWARD)
		return ret;
	d = fb_device_by_index(&state->devices, route.oif);
	snprintf(facts->reply_device, sizeof(facts->reply_device), "%s", d ? d->name : "?");
	facts->reply_listed = d &&
			      fb_flowtables_of(&state->ruleset, d->name, tuple->family, NULL, 0);
	facts->same_device = lies_below(&state->devices, sample->packet.ifindex, route.oif);
	return 0;
}

/* Returns true if packets that are forwarded come to the rule, or to the chain whose policy it is. */
static bool at_forward(const struct fb_ruleset *rs, const struct fb_rule_verdict *v,
		       const struct fb_rule *rule)
{
	const struct fb_chain *found[8], *chain;
	int i, nr;

	if (!rule) {
		chain = fb_chain_find(rs, v->family, v->table, v->chain);
		return chain && chain->hook && !strcmp(chain->hook, "forward");
	}
	nr = fb_rule_hooks(rs, rule, found, 8);
	for (i = 0; i < nr && i < 8; i++)
		if (!strcmp(found[i]->hook, "forward"))
			return true;
	return false;
}

static void name_verdict(const struct fb_ruleset *rs, const struct fb_rule_verdict *v,
			 const struct fb_rule *rule, struct fb_packet_state *facts)
{
	if (rule)
		fb_rule_name(rs, rule, facts->where, sizeof(facts->where));
	else
		snprintf(facts->where, sizeof(facts->where), "the policy of %s %.30s %.30s",
			 fb_nf_family_name(v->family), v->table, v->chain);
}

/* The verdict that keeps a packet from `flow add`: a drop at any hook; or an accept in front of one. */
static void find_rule(const struct fb_state *state, const struct fb_rule_traces *traces,
		      const struct fb_why_sample *sample, struct fb_packet_state *facts)
{
	const struct fb_rule_trace *t = fb_rule_trace_find(traces, sample->packet.tuple);
	const struct fb_rule *rule;
	unsigned int i;

	for (i = 0; t && i < t->nr && !facts->flow_behind; i++) {
		const struct fb_rule_verdict *v = &t->verdict[i];

		rule = v->handle ? fb_rule_find(&state->ruleset, v->family, v->table, v->handle)
				 : NULL;
		if (!v->drop && !at_forward(&state->ruleset, v, rule))
			continue;
		facts->rule = v->drop ? FB_WHY_RULE_DROPPED : FB_WHY_RULE_ACCEPTED;
		facts->flow_behind = rule &&
				     fb_flow_behind(&state->ruleset, rule, NULL) > FB_FLOW_NOWHERE;
		name_verdict(&state->ruleset, v, rule, facts);
	}
}

static bool rule_without_tracking(const struct fb_ruleset *rs)
{
	unsigned int i;

	for (i = 0; i < rs->nr_rules; i++)
		if (rs->rule[i].text && strstr(rs->rule[i].text, "notrack"))
			return true;
	return false;
}

void fb_facts_of_rules(const struct fb_state *state, struct fb_packet_state *facts)
{
	const struct fb_rule *flow_rule = fb_flow_first(&state->ruleset, NULL);

	memset(facts, 0, sizeof(*facts));
	facts->flowtables = state->ruleset.nr_flowtables;
	facts->no_track = rule_without_tracking(&state->ruleset);
	facts->flow_add = flow_rule;
	if (flow_rule)
		fb_rule_name(&state->ruleset, flow_rule, facts->flow_rule,
			     sizeof(facts->flow_rule));
}

/*
 * A policy of the forward direction that wants a packet to come out of IPsec, or that drops it. The device of a policy is
 * the one that packets leave by.
 */
static void find_policy(const struct fb_state *state, const struct fb_why_sample *sample,
			const struct fb_tuple *tuple, struct fb_packet_state *facts)
{
	const struct fb_device *out = fb_device_by_name(&state->devices, facts->out);
	struct fb_policy_for packet = { .tuple = *tuple,
					.ifindex = out ? out->ifindex : 0,
					.mark = sample->ct.mark };
	const struct fb_policy *p = fb_policy_find(&state->policies, FB_POLICY_FWD, &packet);

	if (p && (p->blocks || (p->transforms && !sample->packet.secpath)))
		fb_policy_text(p, facts->policy, sizeof(facts->policy));
}

static void name_deleter(const struct fb_ruleset_events *e, struct fb_packet_state *facts)
{
	struct tm t;

	if (!e->deleted || !localtime_r(&e->at, &t))
		return;
	snprintf(facts->deleter, sizeof(facts->deleter), "by %s, process %u, at %02d:%02d:%02d",
		 e->name, e->pid, t.tm_hour, t.tm_min, t.tm_sec);
}

int fb_facts_read(const struct fb_state *state, const struct fb_packet_state *common,
		  const struct fb_kernel_events *heard, const struct fb_why_sample *sample,
		  struct fb_packet_state *facts, struct fb_error *error)
{
	const struct fb_why_packet *p = &sample->packet;
	struct fb_tuple tuple, translated;
	int ret;

	*facts = *common;
	facts->in_down = is_down(state, &heard->links, p->ifindex);
	facts->any_down = fb_link_went_down(&heard->links, 0);
	facts->in_flowtable = fb_flowtables_of(&state->ruleset, p->dev, AF_UNSPEC, NULL, 0);
	find_rule(state, &heard->rules, sample, facts);
	facts->rules_lost = heard->rules.lost;
	name_deleter(&heard->ruleset, facts);
	if (fb_tuple_read(p->tuple, p->proto, &tuple))
		return 0;
	facts->in_family = fb_flowtables_of(&state->ruleset, p->dev, tuple.family, NULL, 0);
	ret = find_connection(&tuple, facts, &translated, error);
	if (!ret)
		ret = find_routes(state, &heard->links, sample, &translated, facts, error);
	if (!ret)
		find_policy(state, sample, &translated, facts);
	return ret;
}
