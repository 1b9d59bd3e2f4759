// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "model/by_call.h"

int fb_by_call_make(struct fb_by_call *by, struct fb_profile *p,
		    const struct fb_profile_record *rec, const struct fb_profile_path *path,
		    struct fb_error *error)
{
	const struct fb_record_round *from;
	struct fb_calls calls;
	unsigned int i;
	int ret = 0;

	*by = (struct fb_by_call){ .path = path };
	by->nr = fb_profile_terms(path, by->term);
	for (i = 0; !ret && i < by->nr; i++) {
		from = &rec->round[by->term[i].round->serial - 1];
		by->call_of[i] = calloc(from->head.nr + 1, sizeof(*by->call_of[i]));
		by->section[i] = malloc(by->term[i].round->calls.nr + 1);
		if (!by->call_of[i] || !by->section[i])
			return -ENOMEM;
		/* The same tree as that of the profile: it was made of the same sequence. */
		ret = fb_blockwalk_each(rec->block, rec->nr_blocks, from->seq, from->head.nr,
					&p->syms, &calls, by->call_of[i], error);
		if (ret)
			break;
		fb_calls_free(&calls);
		fb_profile_sections(&by->term[i].round->calls, &p->syms, &p->rules, by->section[i]);
	}
	return ret;
}

void fb_by_call_free(struct fb_by_call *by)
{
	unsigned int i;

	for (i = 0; i < FB_PROFILE_TERMS; i++) {
		free(by->call_of[i]);
		free(by->section[i]);
	}
	*by = (struct fb_by_call){ .path = NULL };
}

static void add_round(const struct fb_by_call *by, unsigned int round, const struct fb_touches *t,
		      struct fb_weighed *w)
{
	const struct fb_calls *calls = &by->term[round].round->calls;
	double packets = (double)t->packets / by->term[round].weight, n;
	unsigned int touch;
	uint32_t i;

	for (touch = 0; touch < FB_TOUCHES; touch++)
		w->net.net[touch] += (double)t->sum[touch] / packets;
	for (i = 0; i < calls->nr; i++)
		for (touch = 0; touch < FB_TOUCHES; touch++) {
			n = (double)t->self[(size_t)i * FB_TOUCHES + touch] / packets;
			w->net.self[(size_t)calls->call[i].function * FB_TOUCHES + touch] += n;
			w->section[by->section[round][i]][touch] += n;
		}
}

int fb_by_call_count(const struct fb_by_call *by, struct fb_replay in, struct fb_weighed *w,
		     struct fb_error *error)
{
	struct fb_touches t;
	unsigned int i;
	int ret = 0;

	w->net.nr = in.syms->nr_functions;
	w->net.self = calloc((size_t)w->net.nr * FB_TOUCHES + 1, sizeof(*w->net.self));
	if (!w->net.self)
		return -ENOMEM;
	for (i = 0; !ret && i < by->nr; i++) {
		in.call_of = by->call_of[i];
		in.nr_calls = by->term[i].round->calls.nr;
		ret = fb_net_replay(&in, by->path, by->term[i].round, &t, error);
		if (ret)
			break;
		add_round(by, i, &t, w);
		if (!i)
			w->gross = t;
		else
			fb_touches_free(&t);
	}
	return ret;
}

void fb_weighed_free(struct fb_weighed *w)
{
	fb_net_free(&w->net);
	fb_touches_free(&w->gross);
}
