// SPDX-License-Identifier: GPL-2.0
/* What is missing, in groups, and a report as JSON. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"
#include "match/calls_json.h"
#include "match/fidelity_document.h"
#include "match/fidelity_report.h"

static const char *caller(const struct fb_normal *n, uint32_t at)
{
	uint32_t up = n->node[at].parent;

	while (up && (n->node[up].kind != FB_NODE_CALL || !n->node[up].name))
		up = n->node[up].parent;
	return up ? n->node[up].name : "-";
}

static int by_name(const void *a, const void *b)
{
	const struct fb_fid_missing *x = a, *y = b;
	int ret = strcmp(x->name, y->name);

	return ret ? ret : strcmp(x->caller, y->caller);
}

static int by_count(const void *a, const void *b)
{
	const struct fb_fid_missing *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return by_name(a, b);
}

int fb_fid_missing(const struct fb_fid_report *rep, struct fb_fid_missing **out)
{
	unsigned int i, nr = 0, kept = 0;
	struct fb_fid_missing *list;
	uint32_t at;

	list = calloc(rep->total.count[FB_FID_MISSING] + 1, sizeof(*list));
	if (!list)
		return -ENOMEM;
	for (i = 0; i < rep->nr; i++) {
		const struct fb_fid_phase *ph = &rep->phase[i];

		for (at = 1; ph->live && at < ph->doc->nr; at++) {
			const char *name = ph->doc->node[at].name;

			if (ph->fi.call[at].class != FB_FID_MISSING)
				continue;
			list[nr++] = (struct fb_fid_missing){
				.name = name,
				.caller = caller(ph->doc, at),
				.count = 1,
				.traceable = rep->functions.nr
						     ? fb_nameset_has(&rep->functions, name)
						     : -1,
			};
		}
	}
	qsort(list, nr, sizeof(*list), by_name);
	for (i = 0; i < nr; i++) {
		if (kept && !by_name(&list[i], &list[kept - 1]))
			list[kept - 1].count++;
		else
			list[kept++] = list[i];
	}
	qsort(list, kept, sizeof(*list), by_count);
	*out = list;
	return (int)kept;
}

/* {"documented": 532, "matched": 500, …, "percent": 94.1} */
static json_t *counts(const struct fb_fidelity *fi)
{
	json_t *js = json_object();
	int i;

	json_object_set_new(js, "documented", json_integer(fi->nr));
	for (i = FB_FID_MATCHED; i < FB_FID_CLASSES; i++)
		json_object_set_new(js, fb_fid_class_name((enum fb_fid_class)i),
				    json_integer(fi->count[i]));
	json_object_set_new(js, "in_incidental_subtrees", json_integer(fi->in_incidental));
	json_object_set_new(js, "traceable", json_integer(fi->traceable));
	json_object_set_new(js, "reached", json_integer(fi->reached));
	json_object_set_new(js, "extra", json_integer(fi->extra));
	json_object_set_new(js, "added", json_integer(fi->added));
	json_object_set_new(js, "unproven", json_integer(fi->unproven));
	json_object_set_new(js, "percent", json_real(fb_fidelity_percent(fi)));
	return js;
}

/* The same, and how many calls the reproduced tree has. */
static json_t *live_counts(const struct fb_fid_phase *ph)
{
	json_t *js = counts(&ph->fi);

	json_object_set_new(js, "reproduced", json_integer(ph->live->calls));
	return js;
}

static json_t *missing(const struct fb_fid_report *rep)
{
	json_t *list = json_array();
	struct fb_fid_missing *group;
	int nr = fb_fid_missing(rep, &group), i;

	for (i = 0; i < nr; i++) {
		json_t *js = json_pack("{s:o, s:o, s:i}", "function", fb_json_string(group[i].name),
				       "caller", fb_json_string(group[i].caller), "calls",
				       (int)group[i].count);

		if (group[i].traceable >= 0)
			json_object_set_new(js, "traceable", json_boolean(group[i].traceable));
		json_array_append_new(list, js);
	}
	if (nr >= 0)
		free(group);
	return list;
}

json_t *fb_fid_report_json(const struct fb_fid_report *rep)
{
	json_t *phases = json_array(), *wrong = json_array();
	unsigned int i;

	for (i = 0; i < rep->nr; i++) {
		json_t *js;

		if (rep->phase[i].live)
			js = live_counts(&rep->phase[i]);
		else
			js = json_pack("{s:i, s:b}", "documented", (int)rep->phase[i].doc->calls,
				       "absent", 1);
		json_object_set_new(js, "phase", fb_json_string(rep->phase[i].name));
		json_object_set_new(js, "calls",
				    fb_fid_calls_json(rep->phase[i].doc, rep->phase[i].live,
						      &rep->phase[i].fi, rep->phase[i].name));
		json_array_append_new(phases, js);
	}
	for (i = 0; i < rep->nr_wrong; i++)
		json_array_append_new(wrong, fb_json_string(rep->wrong[i].text));
	return json_pack("{s:s, s:o, s:o, s:b, s:o, s:o, s:o, s:o}", "schema", FB_FIDELITY_SCHEMA,
			 "documented", fb_json_string(rep->trace), "kernel",
			 fb_json_string(rep->kernel), "ok", fb_fid_report_ok(rep), "phases", phases,
			 "total", counts(&rep->total), "missing", missing(rep), "wrong", wrong);
}
