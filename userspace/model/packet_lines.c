// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "model/packet_lines.h"

static void add_touches(struct fb_net *c, const struct fb_touches *t, double weight)
{
	double packets = (double)t->packets / weight;
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
	if (!ret && (t->packets != r->packets || t->sum[FB_TOUCH_INSNS] != r->insns)) {
		ret = fb_error(error, -EINVAL,
			       "round %" PRIu32 ": %" PRIu64 " packets begin in it and %" PRIu64
			       " instructions run; it has %" PRIu64 " and %" PRIu64,
			       r->serial, t->packets, t->sum[FB_TOUCH_INSNS], r->packets, r->insns);
		fb_touches_free(t);
	}
	return ret ? fb_error_prefix(error, ret, "%.60s", path->name) : 0;
}

int fb_net_count(struct fb_replay in, const struct fb_profile_path *path, struct fb_net *c,
		 struct fb_error *error)
{
	struct fb_profile_term term[FB_PROFILE_TERMS];
	unsigned int i, terms = fb_profile_terms(path, term);
	struct fb_touches t;
	int ret = 0;

	for (i = 0; !ret && i < terms; i++) {
		ret = fb_net_replay(&in, path, term[i].round, &t, error);
		if (ret)
			break;
		/* All rounds have the same functions: those of the record. */
		if (!c->self)
			c->self = calloc((size_t)t.nr * FB_TOUCHES + 1, sizeof(*c->self));
		c->nr = t.nr;
		ret = c->self ? 0 : -ENOMEM;
		if (!ret)
			add_touches(c, &t, term[i].weight);
		fb_touches_free(&t);
	}
	return ret;
}

void fb_net_free(struct fb_net *c)
{
	free(c->self);
	*c = (struct fb_net){ .nr = 0 };
}
