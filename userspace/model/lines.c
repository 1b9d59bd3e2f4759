// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/lines.h"

static void add(struct fb_lines_count *c, const struct fb_touches *t, double sign)
{
	double packets = sign * (double)t->packets;
	size_t i;

	for (i = 0; i < FB_TOUCHES; i++)
		c->net[i] += (double)t->sum[i] / packets;
	for (i = 0; i < (size_t)t->nr * FB_TOUCHES; i++)
		c->self[i] += (double)t->self[i] / packets;
}

/* One round, once. Instructions and packets must be those that the profile knows of it. */
static int replay_one(const struct fb_replay *in, const struct fb_profile_round *r,
		      uint64_t packets, struct fb_touches *t, struct fb_why *why)
{
	int ret = fb_replay(in, t, why);

	if (ret || (t->packets == packets && t->sum[FB_TOUCH_INSNS] == r->insns))
		return ret;
	ret = fb_why(why, -EINVAL,
		     "round %" PRIu32 ": %" PRIu64 " packets begin in it and %" PRIu64
		     " instructions run; it has %" PRIu64 " and %" PRIu64,
		     r->serial, t->packets, t->sum[FB_TOUCH_INSNS], packets, r->insns);
	fb_touches_free(t);
	return ret;
}

static int count_path(struct fb_replay in, const struct fb_profile_path *path,
		      struct fb_lines_count *c, struct fb_why *why)
{
	const struct fb_profile_round *round[] = { &path->own, &path->gross };
	struct fb_touches t;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < 2; i++) {
		in.round = &in.rec->round[round[i]->serial - 1];
		ret = replay_one(&in, round[i], path->packets, &t, why);
		if (ret)
			break;
		/* All rounds have the same functions: those of the record. */
		if (!c->self)
			c->self = calloc((size_t)t.nr * FB_TOUCHES + 1, sizeof(*c->self));
		c->nr = t.nr;
		ret = c->self ? 0 : -ENOMEM;
		if (!ret)
			add(c, &t, i ? 1 : -1);
		fb_touches_free(&t);
	}
	return ret ? fb_why_prefix(why, ret, "%.60s", path->name) : 0;
}

static int model_path(const struct fb_lines *l, struct fb_replay in, struct fb_lines_path *to,
		      struct fb_why *why)
{
	size_t i;
	int ret;

	ret = count_path(in, to->path, &to->counted, why);
	to->modelled = ret ? NULL : calloc(l->nr_machines + 1, sizeof(*to->modelled));
	if (!ret && !to->modelled)
		ret = -ENOMEM;
	for (i = 0; !ret && i < l->nr_machines; i++) {
		in.m = &l->machine[i];
		in.cold = false;
		ret = count_path(in, to->path, &to->modelled[i][FB_LINES_WARM], why);
		in.cold = true;
		if (!ret)
			ret = count_path(in, to->path, &to->modelled[i][FB_LINES_COLD], why);
	}
	return ret;
}

int fb_lines_build(struct fb_lines *l, struct fb_profile *p, const struct fb_profile_record *rec,
		   struct fb_why *why)
{
	struct fb_replay in = { .rec = rec, .syms = &p->syms };
	int ret = 0;

	l->p = p;
	l->nr = 0;
	l->path = NULL;
	if (!rec->paddr)
		return 0;
	l->path = calloc(p->nr + 1, sizeof(*l->path));
	if (!l->path)
		return -ENOMEM;
	while (!ret && l->nr < p->nr) {
		l->path[l->nr].path = &p->path[l->nr];
		l->nr++;
		ret = model_path(l, in, &l->path[l->nr - 1], why);
	}
	return ret;
}

void fb_lines_free(struct fb_lines *l)
{
	size_t i, k;

	for (i = 0; i < l->nr; i++) {
		free(l->path[i].counted.self);
		for (k = 0; l->path[i].modelled && k < l->nr_machines; k++) {
			free(l->path[i].modelled[k][FB_LINES_WARM].self);
			free(l->path[i].modelled[k][FB_LINES_COLD].self);
		}
		free(l->path[i].modelled);
	}
	free(l->path);
	l->path = NULL;
	l->nr = 0;
}
