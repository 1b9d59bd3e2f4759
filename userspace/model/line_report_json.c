// SPDX-License-Identifier: GPL-2.0
/*
 * What fb_lines_build() has found, as JSON: an object a path. Its "weights" weigh the stacks that the same path has in
 * profile.json: [number of a stack, how many, …] of the whole round.
 */
#include <errno.h>

#include "json/json.h"
#include "model/line_report.h"

static json_t *counts_json(const struct fb_net *c, unsigned int from, unsigned int end)
{
	json_t *obj = json_object();
	unsigned int touch;

	for (touch = from; touch < end; touch++)
		json_object_set_new(obj, fb_touch_name(touch), json_real(c->net[touch]));
	return obj;
}

/* Functions with something of it, as [name, …]; those of @from to @end of enum fb_touch. */
static json_t *functions_json(const struct fb_lines *l, const struct fb_net *c, unsigned int from,
			      unsigned int end)
{
	json_t *list = json_array(), *row;
	unsigned int touch;
	uint32_t f;

	for (f = 0; f < c->nr; f++) {
		const double *self = &c->self[(size_t)f * FB_TOUCHES];
		bool any = false;

		for (touch = from; touch < end; touch++)
			any |= self[touch] != 0;
		if (!any)
			continue;
		row = json_array();
		json_array_append_new(row, json_string(l->p->syms.function[f].name));
		for (touch = from; touch < end; touch++)
			json_array_append_new(row, json_real(self[touch]));
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *stacks_json(const struct fb_calls *calls, const struct fb_touches *gross,
			   unsigned int touch)
{
	json_t *list = json_array();
	json_int_t stack = 0;
	uint32_t i;

	/* profile.json has no stack of a call without instructions. */
	for (i = 1; i < calls->nr; i++) {
		uint64_t n = gross->self[(size_t)i * FB_TOUCHES + touch];

		if (!calls->call[i].insns)
			continue;
		if (n) {
			json_array_append_new(list, json_integer(stack));
			json_array_append_new(list, json_integer((json_int_t)n));
		}
		stack++;
	}
	return list;
}

static json_t *sections_json(const struct fb_weighed *w, unsigned int touch)
{
	json_t *obj = json_object();
	unsigned int s;

	for (s = 0; s < FB_SEC_GENERATOR; s++)
		json_object_set_new(obj, fb_section_name(s),
				    json_real(fb_weighed_section(w, s, touch)));
	return obj;
}

/* "data", or "desktop/cold/l1d" */
static void add_weights(json_t *list, const char *machine, const char *state,
			const struct fb_lines_path *path, const struct fb_weighed *w,
			unsigned int from, unsigned int end)
{
	unsigned int touch;
	json_t *name;

	for (touch = from; touch < end; touch++) {
		if (!w->gross.sum[touch])
			continue;
		name = machine ? json_sprintf("%s/%s/%s", machine, state, fb_touch_name(touch))
			       : json_string(fb_touch_name(touch));
		json_array_append_new(
			list,
			json_pack("{s:o, s:f, s:o, s:o}", "name", name, "per_packet",
				  w->net.net[touch], "sections", sections_json(w, touch), "stacks",
				  stacks_json(&path->path->gross.calls, &w->gross, touch)));
	}
}

static json_t *modelled_json(const struct fb_lines *l, const struct fb_lines_path *path,
			     json_t *weights)
{
	json_t *list = json_array();
	unsigned int state;
	size_t m;

	for (m = 0; m < l->nr_machines; m++)
		for (state = 0; state < FB_LINES_STATES; state++) {
			const struct fb_weighed *w = &path->modelled[m][state];
			const char *name = l->machine[m].name, *in = fb_lines_state_name(state);

			if (!fb_lines_has(path, state))
				continue;
			json_array_append_new(
				list,
				json_pack("{s:s, s:s, s:o, s:o}", "machine", name, "state", in,
					  "per_packet",
					  counts_json(&w->net, FB_TOUCH_EVENTS, FB_TOUCHES),
					  "functions",
					  functions_json(l, &w->net, FB_TOUCH_EVENTS, FB_TOUCHES)));
			add_weights(weights, name, in, path, w, FB_TOUCH_EVENTS, FB_TOUCHES);
		}
	return list;
}

static json_t *path_json(const struct fb_lines *l, const struct fb_lines_path *path)
{
	const struct fb_net *counted = &path->counted.net;
	json_t *weights = json_array(), *modelled, *obj;

	add_weights(weights, NULL, NULL, path, &path->counted, FB_TOUCH_INSNS + 1, FB_TOUCH_EVENTS);
	modelled = modelled_json(l, path, weights);
	obj = json_pack("{s:s, s:I, s:o, s:o, s:o, s:o}", "path", path->path->name, "packets",
			(json_int_t)path->path->packets, "per_packet",
			counts_json(counted, 0, FB_TOUCH_EVENTS), "functions",
			functions_json(l, counted, 0, FB_TOUCH_EVENTS), "modelled", modelled,
			"weights", weights);
	fb_profile_settings(obj, path->path->point);
	return obj;
}

int fb_lines_json(const struct fb_lines *l, json_t *to)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (json_array_append_new(to, path_json(l, &l->path[i])))
			return -ENOMEM;
	return 0;
}
