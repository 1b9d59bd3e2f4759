// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_schema.h"
#include "stat/sample_stat.h"
#include "history/history_json.h"
#include "history/move.h"
#include "json/json.h"

/* --- prices --------------------------------------------------------------------------------------*/

/**
 * struct sum - the samples of one point over all boots
 * @v: the samples
 * @nr: how many
 * @own: of each boot the generator's own price
 * @boots: how many boots have the point
 */
struct sum {
	double *v;
	unsigned int nr;
	double *own;
	unsigned int boots;
};

static int add_up(const struct fb_side *s, const struct fb_price *like, struct sum *sum)
{
	const struct fb_price *p;
	size_t room = 1;
	unsigned int i;

	*sum = (struct sum){ .nr = 0 };
	for (i = 0; i < s->nr; i++) {
		p = fb_boot_find(&s->boot[i], like);
		room += p ? p->nr : 0;
	}
	sum->v = calloc(room, sizeof(*sum->v));
	sum->own = calloc(s->nr + 1, sizeof(*sum->own));
	if (!sum->v || !sum->own)
		return -ENOMEM;
	for (i = 0; i < s->nr; i++) {
		p = fb_boot_find(&s->boot[i], like);
		if (!p)
			continue;
		memcpy(sum->v + sum->nr, p->sample, p->nr * sizeof(*sum->v));
		sum->nr += p->nr;
		sum->own[sum->boots++] = p->own;
	}
	return 0;
}

static json_t *price_json(const struct fb_price *p, const struct sum *sum)
{
	double gross = fb_stat_median(sum->v, sum->nr), own = fb_stat_median(sum->own, sum->boots);
	double least = INFINITY, most = -INFINITY;
	unsigned int i;
	json_t *out;

	for (i = 0; i < sum->nr; i++) {
		least = fmin(least, sum->v[i]);
		most = fmax(most, sum->v[i]);
	}
	out = fb_price_point(p);
	if (!json_object_update_new(out, json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:f}", "boots",
						   (int)sum->boots, "samples", (int)sum->nr,
						   "gross", gross, "own", own, "net", gross - own,
						   "min", least - own, "max", most - own)))
		return out;
	json_decref(out);
	return NULL;
}

static json_t *prices_json(const struct fb_side *s)
{
	json_t *out = json_array(), *one;
	struct sum sum;
	unsigned int i;

	for (i = 0; out && i < s->boot[0].nr; i++) {
		one = add_up(s, &s->boot[0].price[i], &sum)
			      ? NULL
			      : price_json(&s->boot[0].price[i], &sum);
		free(sum.v);
		free(sum.own);
		if (!one || json_array_append_new(out, one)) {
			json_decref(out);
			out = NULL;
		}
	}
	return out;
}

/* --- calls and checks ----------------------------------------------------------------------------*/

static unsigned int calls_in(const struct fb_normal *n)
{
	unsigned int at, nr = 0;

	for (at = 1; at < n->nr; at++)
		nr += n->node[at].kind == FB_NODE_CALL;
	return nr;
}

static json_t *calls_json(const struct fb_recording *rec)
{
	json_t *phases = json_array();
	unsigned int i, total = 0, nr;

	for (i = 0; i < rec->phases.nr; i++) {
		nr = calls_in(rec->phases.phase[i].calls);
		total += nr;
		json_array_append_new(phases, json_pack("{s:o, s:i}", "phase",
							fb_json_string(rec->phases.phase[i].name),
							"calls", (int)nr));
	}
	return json_pack("{s:o, s:i, s:o}", "scenario", fb_json_string(rec->scenario), "total",
			 (int)total, "phases", phases);
}

static void count_one(json_t *counts, const char *outcome)
{
	json_int_t n = fb_json_count(counts, outcome);

	json_object_set_new(counts, outcome, json_integer(n + 1));
}

static json_t *checks_json(const json_t *doc)
{
	const json_t *checks = json_object_get(doc, "checks"), *js;
	json_t *out = json_object(), *list = json_array();
	size_t i;

	for (i = 0; (js = json_array_get(checks, i)); i++) {
		const char *outcome = fb_json_text(js, "outcome", "?");

		count_one(out, outcome);
		json_array_append_new(list,
				      json_pack("{s:s, s:s}", "name", fb_json_text(js, "name", "?"),
						"outcome", outcome));
	}
	json_object_set_new(out, "list", list);
	return out;
}

/* --- all of it -----------------------------------------------------------------------------------*/

static json_t *release_json(const struct fb_release *rel)
{
	json_t *out = json_pack("{s:o}", "name", fb_json_string(rel->name)), *none = json_object();
	const char *kernel = rel->calls.kernel;
	int part;

	if (rel->prices.nr) {
		const struct fb_fingerprint *fp = &rel->prices.boot[0].fp;
		const char *in = fb_fingerprint_get(fp, "kernel");

		kernel = in ? in : kernel;
		json_object_set_new(out, "fingerprint", fb_fingerprint_json(fp));
		json_object_set_new(out, "prices", prices_json(&rel->prices));
		if (*rel->prices.boot[0].compiler)
			json_object_set_new(out, "compiler",
					    json_string(rel->prices.boot[0].compiler));
	}
	if (rel->calls.phases.nr)
		json_object_set_new(out, "calls", calls_json(&rel->calls));
	if (rel->checks)
		json_object_set_new(out, "checks", checks_json(rel->checks));
	if (!*kernel)
		kernel = fb_json_text(rel->checks, "kernel", "");
	json_object_set_new(out, "kernel", fb_json_string(kernel));
	for (part = 0; part < FB_PARTS; part++)
		if (!fb_error_empty(&rel->why[part]))
			json_object_set_new(none, fb_part_name((enum fb_part)part),
					    fb_json_string(rel->why[part].text));
	json_object_set_new(out, "none", none);
	return out;
}

static void add_paths(json_t *paths, const struct fb_side *s)
{
	json_t *known;
	unsigned int i;
	size_t k;

	for (i = 0; s->nr && i < s->boot[0].nr; i++) {
		const char *name = s->boot[0].price[i].path;
		bool there = false;

		for (k = 0; (known = json_array_get(paths, k)); k++)
			there = there || !strcmp(json_string_value(known), name);
		if (!there)
			json_array_append_new(paths, json_string(name));
	}
}

/* "insn", "turns" or "ns"; of several, that of the newest. */
static const char *mode_of(const struct fb_history *h)
{
	const char *mode = "insn";
	unsigned int i;

	for (i = 0; i < h->nr; i++)
		if (h->release[i].prices.nr)
			mode = h->release[i].prices.boot[0].mode;
	return mode;
}

int fb_history_json(const struct fb_history *h, const struct fb_aliases *aliases, json_t **js,
		    struct fb_error *error)
{
	json_t *paths = json_array(), *releases = json_array(), *moves = json_array(), *move;
	const struct fb_release *before = NULL;
	unsigned int i;
	int ret = 0;

	*js = json_pack("{s:s, s:s, s:o, s:o, s:o}", "schema", FB_HISTORY_SCHEMA, "mode",
			mode_of(h), "paths", paths, "releases", releases, "moves", moves);
	for (i = 0; !ret && i < h->nr; i++) {
		const struct fb_release *rel = &h->release[i];

		json_array_append_new(releases, release_json(rel));
		if (!fb_release_has_any(rel))
			continue;
		add_paths(paths, &rel->prices);
		if (before) {
			ret = fb_move_json(before, rel, aliases, &move, error);
			if (!ret)
				json_array_append_new(moves, move);
		}
		before = rel;
	}
	if (ret) {
		json_decref(*js);
		*js = NULL;
	}
	return ret;
}
