// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "why/packet_state.h"
#include "state/route.h"
#include "why/directions.h"

static void put_name(const struct fb_state *state, uint32_t ifindex, char name[16])
{
	const struct fb_device *d = fb_device_by_index(&state->devices, ifindex);

	snprintf(name, 16, "%s", d ? d->name : "?");
}

static int read_way(const struct fb_state *state, const struct fb_connection *c, enum fb_ct_dir dir,
		    struct fb_way *way, struct fb_error *error)
{
	const struct fb_tuple *there = &c->tuple[dir], *back = &c->tuple[!dir];
	struct fb_route_for to_source = { .tuple = { .family = there->family, .dst = there->src },
					  .mark = c->mark };
	/* What leaves is translated: the other direction's packets are sent to where these come from. */
	struct fb_policy_for leaving = { .tuple = { .family = there->family,
						    .proto = there->proto,
						    .src = back->dst,
						    .dst = back->src,
						    .sport = back->dport,
						    .dport = back->sport },
					 .mark = c->mark };
	struct fb_route_for onward = { .tuple = leaving.tuple, .mark = c->mark };
	struct fb_route route;
	int ret;

	memset(way, 0, sizeof(*way));
	ret = fb_route_read(&to_source, &state->devices, &route, error);
	if (ret || route.kind != FB_ROUTE_FORWARD)
		return ret;
	put_name(state, route.oif, way->in);
	way->in_listed = fb_facts_has_flowtable(state, route.oif, there->family);
	onward.tuple.src = there->src;
	onward.iif = route.oif;
	ret = fb_route_read(&onward, &state->devices, &route, error);
	if (ret || route.kind != FB_ROUTE_FORWARD)
		return ret;
	put_name(state, route.oif, way->out);
	way->mtu = route.mtu;
	leaving.ifindex = route.oif;
	way->policy = fb_policy_find(&state->policies, FB_POLICY_OUT, &leaving);
	return 0;
}

int fb_ways_read(const struct fb_state *state, const struct fb_connection *c,
		 struct fb_way way[FB_CT_DIRS], struct fb_error *error)
{
	int ret = read_way(state, c, FB_CT_ORIGINAL, &way[FB_CT_ORIGINAL], error);

	return ret ? ret : read_way(state, c, FB_CT_REPLY, &way[FB_CT_REPLY], error);
}
