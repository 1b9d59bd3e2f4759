// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "lib/hash.h"
#include "why/packet_state.h"
#include "state/route.h"
#include "why/from_conntrack.h"
#include "state/ruleset_reach.h"

/* Routes that are remembered, by the hash of the address; a power of two */
#define ROUTES 1024

struct route_to {
	uint8_t family;
	union fb_address address;
	uint32_t oif;
};

struct table {
	const struct fb_state *state;
	struct fb_why_summary *s;
	struct fb_error *why;
	struct route_to route[ROUTES];
};

static void set_answer(struct fb_why_answer *answer, enum fb_reason_id id, const char *detail)
{
	answer->id = id;
	snprintf(answer->detail, sizeof(answer->detail), "%s", detail);
}

/* Decides from the state alone. Pure. */
static void judge_connection(const struct fb_state *state, const struct fb_connection *c,
			     const struct fb_why_ends *ends, struct fb_why_answer *answer)
{
	uint8_t proto = c->tuple[FB_CT_ORIGINAL].proto;
	char text[FB_TUPLE_TEXT];
	unsigned int dir;

	if (!state->ruleset.nr_flowtables)
		return set_answer(answer, FB_REASON_NO_FLOWTABLE, "");
	if (proto != IPPROTO_TCP && proto != IPPROTO_UDP && proto != IPPROTO_GRE) {
		sscanf(fb_tuple_text(&c->tuple[FB_CT_ORIGINAL], text), "%15s", text);
		return set_answer(answer, FB_REASON_PROTOCOL, text);
	}
	for (dir = 0; ends->known && dir < FB_CT_DIRS; dir++)
		if (!ends->listed[dir])
			return set_answer(answer, FB_REASON_DEVICE, ends->device[dir]);
	if (!(c->status & FB_CT_SEEN_REPLY))
		return set_answer(answer, FB_REASON_NO_REPLY, "");
	if (c->has_tcp && strcmp(fb_ct_tcp_name(c->tcp), "ESTABLISHED"))
		return set_answer(answer, FB_REASON_TCP_STATE, fb_ct_tcp_name(c->tcp));
	if (c->helper[0])
		return set_answer(answer, FB_REASON_HELPER, c->helper);
	if (c->status & FB_CT_SEQ_ADJUST)
		return set_answer(answer, FB_REASON_SEQ_ADJUST, "");
	if (c->status & FB_CT_NAT_CLASH)
		return set_answer(answer, FB_REASON_CLASH, "");
	if (!fb_flow_first(&state->ruleset, NULL))
		return set_answer(answer, FB_REASON_NO_FLOW_ADD, "");
	set_answer(answer, FB_REASON_UNKNOWN, "the state has no reason; see its packets");
}

static unsigned int hash_of(const union fb_address *address)
{
	return fb_hash_bytes(address, sizeof(*address)) % ROUTES;
}

/* Finds the device that leads to an address. A connection has hosts in common with others, so most are remembered. */
static int device_to(struct table *t, const struct fb_tuple *from, const union fb_address *to,
		     uint32_t *oif)
{
	struct fb_route_for ask = { .tuple = { .family = from->family, .dst = *to } };
	struct route_to *known = &t->route[hash_of(to)];
	struct fb_route route;
	int ret;

	if (known->family == from->family && fb_address_equal(from->family, &known->address, to)) {
		*oif = known->oif;
		return 0;
	}
	ret = fb_route_read(&ask, &t->state->devices, &route, t->why);
	if (ret)
		return ret;
	*oif = route.kind == FB_ROUTE_FORWARD ? route.oif : 0;
	*known = (struct route_to){ .family = from->family, .address = *to, .oif = *oif };
	return 0;
}

static int find_ends(struct table *t, const struct fb_connection *c, struct fb_why_ends *ends)
{
	unsigned int dir;
	uint32_t oif;
	int ret;

	memset(ends, 0, sizeof(*ends));
	ends->known = true;
	for (dir = 0; dir < FB_CT_DIRS; dir++) {
		const struct fb_tuple *tuple = &c->tuple[dir];
		const struct fb_device *d;

		/* Packets of a direction come from where packets to their source go. */
		ret = device_to(t, tuple, &tuple->src, &oif);
		if (ret)
			return ret;
		d = oif ? fb_device_by_index(&t->state->devices, oif) : NULL;
		if (!d) {
			ends->known = false;
			continue;
		}
		snprintf(ends->device[dir], sizeof(ends->device[dir]), "%s", d->name);
		ends->listed[dir] = fb_facts_has_flowtable(t->state, oif, tuple->family);
	}
	return 0;
}

static int take_connection(const struct fb_connection *c, void *data)
{
	struct table *t = data;
	struct fb_why_answer answer;
	struct fb_why_ends ends;
	int ret;

	fb_why_summary_connection(t->s, c->status);
	if (c->status & (FB_CT_OFFLOAD | FB_CT_HW_OFFLOAD))
		return 0;
	ret = find_ends(t, c, &ends);
	if (ret)
		return ret;
	/* Both ends are this machine's, or one of them is: nothing is forwarded. */
	if (!ends.known)
		return 0;
	judge_connection(t->state, c, &ends, &answer);
	return fb_why_summary_add_connection(t->s, c, &answer);
}

int fb_why_from_conntrack(const struct fb_state *state, struct fb_why_summary *s,
			  struct fb_error *error)
{
	struct table t = { .state = state, .s = s, .why = error };
	struct fb_why_counts none = { .nr = 0 };
	int ret;

	memset(s, 0, sizeof(*s));
	fb_why_summary_flowtables(s, &state->ruleset);
	ret = fb_connections_each(take_connection, &t, error);
	if (!ret)
		fb_why_summary_end(s, &none, &none, 0);
	s->state_only = true;
	return ret;
}
