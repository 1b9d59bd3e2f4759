// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "model/packet_lines.h"

static void add_touches(struct fb_net *c, const struct fb_touches *t, double sign)
{
	double packets = sign * (double)t->packets;
	size_t i;

	for (i = 0; i < FB_TOUCHES; i++)
		c->net[i] += (double)t->sum[i] / packets;
	for (i = 0; i < (size_t)t->nr * FB_TOUCHES; i++)
		c->self[i] += (double)t->self[i] / packets;
}

int fb_net_replay(struct fb_replay *in, const struct fb_profile_path *path,
		  const struct fb_profile_round *r, struct fb_touches *t, struct fb_error *error)
{
	int ret;

	in->round = &in->rec->round[r->serial - 1];
	ret = fb_replay(in, t, error);
	if (!ret && (t->packets != path->packets || t->sum[FB_TOUCH_INSNS] != r->insns)) {
		ret = fb_error(error, -EINVAL,
			       "round %" PRIu32 ": %" PRIu64 " packets begin in it and %" PRIu64
			       " instructions run; it has %" PRIu64 " and %" PRIu64,
			       r->serial, t->packets, t->sum[FB_TOUCH_INSNS], path->packets,
			       r->insns);
		fb_touches_free(t);
	}
	return ret ? fb_error_prefix(error, ret, "%.60s", path->name) : 0;
}

int fb_net_count(struct fb_replay in, const struct fb_profile_path *path, struct fb_net *c,
		 struct fb_error *error)
{
	const struct fb_profile_round *round[] = { &path->own, &path->gross };
	struct fb_touches t;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < 2; i++) {
		ret = fb_net_replay(&in, path, round[i], &t, error);
		if (ret)
			break;
		/* All rounds have the same functions: those of the record. */
		if (!c->self)
			c->self = calloc((size_t)t.nr * FB_TOUCHES + 1, sizeof(*c->self));
		c->nr = t.nr;
		ret = c->self ? 0 : -ENOMEM;
		if (!ret)
			add_touches(c, &t, i ? 1 : -1);
		fb_touches_free(&t);
	}
	return ret;
}

void fb_net_free(struct fb_net *c)
{
	free(c->self);
	*c = (struct fb_net){ .nr = 0 };
}
