// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "json/json_schema.h"
#include "model/line_report.h"

const char *fb_lines_state_name(unsigned int state)
{
	return state == FB_LINES_WARM ? "warm" : "cold";
}

static int model_path(const struct fb_lines *l, struct fb_replay in, const struct fb_by_call *by,
		      struct fb_lines_path *to, struct fb_error *error)
{
	unsigned int state;
	size_t i;
	int ret;

	ret = fb_by_call_count(by, in, &to->counted, error);
	to->modelled = ret ? NULL : calloc(l->nr_machines + 1, sizeof(*to->modelled));
	if (!ret && !to->modelled)
		ret = -ENOMEM;
	for (i = 0; i < l->nr_machines; i++)
		for (state = 0; !ret && state < FB_LINES_STATES; state++) {
			if (!fb_lines_has(to, state))
				continue;
			in.m = &l->machine[i];
			in.cold = state == FB_LINES_COLD;
			ret = fb_by_call_count(by, in, &to->modelled[i][state], error);
		}
	return ret;
}

static int add_path(struct fb_lines *l, struct fb_profile *p, const struct fb_profile_record *rec,
		    struct fb_error *error)
{
	struct fb_replay in = { .rec = rec, .syms = &p->syms };
	struct fb_lines_path *to = &l->path[l->nr];
	struct fb_by_call by;
	json_int_t flows;
	int ret;

	to->path = &p->path[l->nr++];
	flows = fb_json_count(to->path->point, "flows");
	to->warm = (uint64_t)flows <= to->path->packets;
	ret = fb_by_call_make(&by, p, rec, to->path, error);
	if (!ret)
		ret = model_path(l, in, &by, to, error);
	fb_by_call_free(&by);
	return ret;
}

int fb_lines_build(struct fb_lines *l, struct fb_profile *p, const struct fb_profile_record *rec,
		   struct fb_error *error)
{
	int ret = 0;

	l->p = p;
	l->nr = 0;
	l->path = NULL;
	if (!rec->paddr)
		return 0;
	l->path = calloc(p->nr + 1, sizeof(*l->path));
	if (!l->path)
		return -ENOMEM;
	while (!ret && l->nr < p->nr)
		ret = add_path(l, p, rec, error);
	return ret;
}

void fb_lines_free(struct fb_lines *l)
{
	size_t i, k;

	for (i = 0; i < l->nr; i++) {
		fb_weighed_free(&l->path[i].counted);
		for (k = 0; l->path[i].modelled && k < l->nr_machines; k++) {
			fb_weighed_free(&l->path[i].modelled[k][FB_LINES_WARM]);
			fb_weighed_free(&l->path[i].modelled[k][FB_LINES_COLD]);
		}
		free(l->path[i].modelled);
	}
	free(l->path);
	l->path = NULL;
	l->nr = 0;
}
