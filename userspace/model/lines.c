// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "model/lines.h"

static int model_path(const struct fb_lines *l, struct fb_replay in, struct fb_lines_path *to,
		      struct fb_why *why)
{
	size_t i;
	int ret;

	ret = fb_net_count(in, to->path, &to->counted, why);
	to->modelled = ret ? NULL : calloc(l->nr_machines + 1, sizeof(*to->modelled));
	if (!ret && !to->modelled)
		ret = -ENOMEM;
	for (i = 0; !ret && i < l->nr_machines; i++) {
		in.m = &l->machine[i];
		in.cold = false;
		ret = fb_net_count(in, to->path, &to->modelled[i][FB_LINES_WARM], why);
		in.cold = true;
		if (!ret)
			ret = fb_net_count(in, to->path, &to->modelled[i][FB_LINES_COLD], why);
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
		fb_net_free(&l->path[i].counted);
		for (k = 0; l->path[i].modelled && k < l->nr_machines; k++) {
			fb_net_free(&l->path[i].modelled[k][FB_LINES_WARM]);
			fb_net_free(&l->path[i].modelled[k][FB_LINES_COLD]);
		}
		free(l->path[i].modelled);
	}
	free(l->path);
	l->path = NULL;
	l->nr = 0;
}
