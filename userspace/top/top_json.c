// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "json/json.h"
#include "top/top_json.h"

/* Jansson has no unsigned integers of 64 bits: greater numbers become INT64_MAX. */
static json_t *count_json(uint64_t n)
{
	return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

static json_t *real(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

static json_t *text(const char *s)
{
	return s ? json_string(s) : json_null();
}

/* {"fast": {"packets": 1400, "per_second": 1399.1}, …} */
static json_t *ways_of(const struct fb_top_stat *st)
{
	static const char *const names[FB_TOP_WAYS] = {
		[FB_TOP_FAST] = "fast",
		[FB_TOP_SLOW] = "slow",
		[FB_TOP_PASSED] = "passed",
	};
	json_t *out = json_object();
	unsigned int i;

	for (i = 0; i < FB_TOP_WAYS; i++) {
		const struct fb_top_packets *p = &st->way[i];

		json_object_set_new(out, names[i],
				    p->known ? json_pack("{s:o, s:o}", "packets", count_json(p->n),
							 "per_second", real(p->per_second))
					     : json_null());
	}
	return out;
}

static json_t *flows_of(const struct fb_top_stat *st)
{
	if (!st->flows.known)
		return json_null();
	return json_pack("{s:o, s:o, s:o}", "offloaded", count_json(st->flows.offloaded),
			 "hardware", count_json(st->flows.hardware), "tracked",
			 count_json(st->flows.tracked));
}

static json_t *values_of(const struct fb_top_rate *r)
{
	json_t *out = json_object();
	unsigned int i;

	for (i = 0; i < r->nr_values; i++)
		json_object_set_new(out, r->value[i].name,
				    json_pack("{s:o, s:o}", "calls", count_json(r->value[i].n),
					      "share", real(r->value[i].share)));
	return out;
}

static json_t *latency_of(const struct fb_top_latency *l)
{
	if (!l->calls)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "calls", count_json(l->calls), "mean",
			 real(l->mean), "p50", count_json(l->p50), "p99", count_json(l->p99), "max",
			 count_json(l->max));
}

static json_t *hook_of(const struct fb_top_rate *r)
{
	static const char *const states[] = {
		[FB_TOP_ON] = "on",
		[FB_TOP_OFF] = "off",
		[FB_TOP_UNAVAILABLE] = "unavailable",
	};
	json_t *out = json_object();

	json_object_set_new(out, "name", text(r->name));
	json_object_set_new(out, "path", text(r->path));
	json_object_set_new(out, "kind", text(r->kind));
	json_object_set_new(out, "state", text(states[r->state]));
	if (r->state == FB_TOP_UNAVAILABLE)
		json_object_set_new(out, "why", text(r->reason));
	json_object_set_new(out, "reset", json_boolean(r->what == FB_TOP_RESET));
	if (r->what == FB_TOP_COUNTED) {
		json_object_set_new(out, "calls", count_json(r->calls));
		json_object_set_new(out, "per_second", real(r->per_second));
		json_object_set_new(out, "missed", count_json(r->missed));
		json_object_set_new(out, "returned", values_of(r));
		json_object_set_new(out, "latency", latency_of(&r->latency));
	} else {
		json_object_set_new(out, "calls", json_null());
		json_object_set_new(out, "per_second", json_null());
		json_object_set_new(out, "missed", json_null());
		json_object_set_new(out, "returned", json_null());
		json_object_set_new(out, "latency", json_null());
	}
	return out;
}

static json_t *hooks_of(const struct fb_top_stat *st)
{
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < st->nr; i++)
		json_array_append_new(out, hook_of(&st->hook[i]));
	return out;
}

/* The answer of flowbench why, as the document that its --json prints; or null, and why there is none. */
static void set_answer(json_t *doc, const struct fb_top_view *view)
{
	if (!view->asked)
		return;
	if (view->answer)
		json_object_set(doc, "why", view->answer);
	else
		json_object_set_new(doc, "why", json_null());
	if (!view->answer)
		json_object_set_new(doc, "why_error", text(view->why));
}

int fb_top_json(const struct fb_top_view *view, const struct fb_top_stat *st, FILE *to)
{
	json_t *doc = json_object();
	char when[32] = "";
	struct tm tm;
	int ret;

	if (gmtime_r(&st->time, &tm))
		strftime(when, sizeof(when), "%FT%TZ", &tm);
	json_object_set_new(doc, "schema", text("flowbench.top/1"));
	json_object_set_new(doc, "time", text(when));
	json_object_set_new(doc, "interval_ns", count_json(st->ns));
	json_object_set_new(doc, "kernel", text(view->kernel));
	json_object_set_new(doc, "mode", text(view->mode));
	json_object_set_new(doc, "unit", text(view->unit));
	json_object_set_new(doc, "netns", text(view->netns));
	json_object_set_new(doc, "fast_share", real(st->fast_share));
	json_object_set_new(doc, "paths", ways_of(st));
	json_object_set_new(doc, "flows", flows_of(st));
	json_object_set_new(doc, "missed", count_json(st->missed));
	json_object_set_new(doc, "hooks", hooks_of(st));
	set_answer(doc, view);
	ret = fb_json_put(doc, JSON_COMPACT, to);
	json_decref(doc);
	/* An error of the stream is found where the stream is. */
	if (ret && !ferror(to))
		return -ENOMEM;
	fputc('\n', to);
	return 0;
}
