// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <jansson.h>
#include <stdio.h>

#include "bench/bench_json.h"
#include "bench/flow_json.h"
#include "json/json.h"

static json_t *count_json(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *list_of(const struct fb_bench_list *list)
{
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < list->nr; i++)
		json_array_append_new(out, count_json(list->v[i]));
	return out;
}

static json_t *drops_of(const struct fb_bench_result *r)
{
	json_t *out = json_object();
	unsigned int i;

	for (i = 0; i < r->nr_drops; i++)
		json_object_set_new(out, r->drop[i].reason, count_json(r->drop[i].n));
	return out;
}

/* {"cycles": 1043000, "ns": 1043000, "injected": 1000, …} */
static json_t *round_of(struct fb_bench_result *r)
{
	const struct fb_round_counter *c;
	json_t *one = json_object();

	for (c = fb_round_counters; c->name; c++)
		if (c->where < FB_ROUND_CUT || (c->where == FB_ROUND_CUT && r->segments > 1))
			json_object_set_new(one, c->name, count_json(*fb_round_counter(r, c)));
	if (r->nr_drops)
		json_object_set_new(one, "drops", drops_of(r));
	return one;
}

static json_t *rounds_of(struct fb_bench_result *r, unsigned int nr)
{
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < nr; i++)
		json_array_append_new(out, round_of(&r[i]));
	return out;
}

/* In the order of the rounds, of which each has the same number. */
static json_t *samples_of(const struct fb_bench_point *pt)
{
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < pt->nr_samples; i++)
		json_array_append_new(
			out, json_pack("{s:i, s:i, s:f}", "lab", (int)pt->sample[i].lab, "tuple",
				       (int)pt->sample[i].tuple, "price", pt->sample[i].price));
	return out;
}

json_t *fb_bench_stat_json(const struct fb_bench_stat *st)
{
	return json_pack("{s:f, s:f, s:f, s:f, s:f}", "median", st->median, "min", st->min, "max",
			 st->max, "low95", st->low, "high95", st->high);
}

static json_t *proofs_of(const struct fb_bench_point *pt)
{
	static const char *const held[] = {
		[FB_HELD_NO] = "no",
		[FB_HELD_YES] = "yes",
		[FB_HELD_UNKNOWN] = "unknown",
	};
	const struct fb_proved *pd = &pt->proved;
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < pt->path->nr_proofs; i++)
		json_array_append_new(
			out, json_pack("{s:s, s:I, s:I, s:s}", "proof", pt->path->proof[i].text,
				       "counted", (json_int_t)pd->count[i], "wanted",
				       (json_int_t)pd->wanted[i], "holds", held[pd->held[i]]));
	if (pd->verified)
		json_array_append_new(out, json_pack("{s:s, s:I, s:I, s:s}", "proof", "verify",
						     "counted", (json_int_t)pd->verify_ok, "wanted",
						     (json_int_t)pd->verified, "holds",
						     held[pd->verify_ok == pd->verified]));
	return out;
}

static json_t *spans_of(const struct fb_bench_point *pt)
{
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < pt->nr_spans; i++)
		json_array_append_new(
			out, json_pack("{s:s, s:s, s:I, s:f, s:f}", "function",
				       pt->span[i].what.name, "by", pt->span[i].what.mech, "calls",
				       (json_int_t)pt->span[i].what.calls, "inside",
				       pt->span[i].inside, "measuring", pt->span[i].cost));
	return out;
}

/* A bucket without an upper bound has null for it. */
static json_t *latency_of(const struct fb_bench *b, const struct fb_bench_latency *lat)
{
	json_t *buckets = json_array();
	unsigned int i;

	for (i = 0; i < lat->nr; i++) {
		const struct fb_latency_bucket *bu = &lat->bucket[i];
		json_t *high = bu->high == UINT64_MAX
				       ? json_null()
				       : count_json((uint64_t)((double)bu->high * lat->scale));

		json_array_append_new(buckets, json_pack("[I, o, I]",
							 (json_int_t)((double)bu->low * lat->scale),
							 high, (json_int_t)bu->packets));
	}
	return json_pack("{s:s, s:f, s:I, s:o}", "unit", fb_bench_mode(b), "cost", lat->cost,
			 "packets", (json_int_t)lat->packets, "buckets", buckets);
}

static json_t *point_of(const struct fb_bench *b, const struct fb_bench_point *pt)
{
	double ratio = fb_bench_ratio(b, pt);
	json_t *out;

	out = json_pack("{s:s, s:s, s:s?, s:s?, s:I, s:I, s:I, s:I, s:o, s:o, s:f, s:o}", "path",
			pt->path->name, "title", pt->path->title, "replaces", pt->path->replaces,
			"error", fb_error_empty(&pt->why) ? NULL : pt->why.text, "size",
			(json_int_t)pt->size, "flows", (json_int_t)pt->flows, "batch",
			(json_int_t)pt->batch, "cpus", (json_int_t)pt->cpus, "gross",
			fb_bench_stat_json(&pt->gross_stat), "own",
			fb_bench_stat_json(&pt->own_stat), "net", pt->net, "proofs", proofs_of(pt));
	if (!out)
		return NULL;
	if (pt->path->own)
		json_object_set_new(out, "own_by", json_string(pt->path->own));
	else if (pt->nr_own)
		json_object_set_new(out, "hook", json_real(pt->hook));
	if (pt->segments > 1) {
		json_object_set_new(out, "segments", count_json(pt->segments));
		json_object_set_new(out, "packets",
				    count_json(pt->nr_gross ? pt->gross[0].packets : 0));
		json_object_set_new(out, "arrives", json_string(fb_bench_arrives(pt)));
	}
	if (pt->nr_whole)
		json_object_set_new(out, "later", json_real(pt->later));
	if (ratio > 0)
		json_object_set_new(out, "ratio", json_real(ratio));
	if (pt->nr_gross)
		json_object_set_new(out, "memory", count_json(pt->gross[0].memory));
	if (b->want.hooks)
		json_object_set_new(out, "spans", spans_of(pt));
	if (pt->latency.nr)
		json_object_set_new(out, "latency", latency_of(b, &pt->latency));
	if (pt->peer.there)
		json_object_set_new(out, "pktgen",
				    json_pack("{s:f, s:f, s:I, s:I, s:I}", "gross", pt->peer.gross,
					      "own", pt->peer.own, "sent",
					      (json_int_t)pt->peer.sent, "errors",
					      (json_int_t)pt->peer.errors, "arrived",
					      (json_int_t)pt->peer.arrived));
	json_object_set_new(out, "samples", samples_of(pt));
	json_object_set_new(out, "rounds",
			    json_pack("{s:o, s:o, s:o}", "own", rounds_of(pt->own, pt->nr_own),
				      "gross", rounds_of(pt->gross, pt->nr_gross), "whole",
				      rounds_of(pt->whole, pt->nr_whole)));
	return out;
}

/* [{"cost": 104.0, "size": 60, "packets": 100, "rounds": {"none": [round, …], "one": […], "two": […]}}]; several boots have one each. */
static json_t *hooks_of(const struct fb_ingress_hook *hook)
{
	return json_pack("[{s:f, s:I, s:I, s:{s:o, s:o, s:o}}]", "cost", hook->cost, "size",
			 (json_int_t)hook->round[FB_HOOK_NONE]->size, "packets",
			 (json_int_t)hook->packets, "rounds", "none",
			 rounds_of(hook->round[FB_HOOK_NONE], hook->nr), "one",
			 rounds_of(hook->round[FB_HOOK_ONE], hook->nr), "two",
			 rounds_of(hook->round[FB_HOOK_TWO], hook->nr));
}

static json_t *streams_of(const struct fb_bench *b)
{
	const struct fb_traffic_row *row;
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < b->nr_rows; i++) {
		row = &b->row[i];
		json_array_append_new(
			out,
			json_pack("{s:s, s:s, s:I, s:f, s:I, s:I, s:f, s:f, s:f, s:I, s:I, s:I}",
				  "path", row->path->name, "proto", row->udp ? "udp" : "tcp",
				  "streams", (json_int_t)row->streams, "mbits", row->said.mbits,
				  "bytes", (json_int_t)row->said.bytes, "retransmits",
				  (json_int_t)row->said.retransmits, "lost_percent", row->said.lost,
				  "cpu_seconds", row->cpu, "busy_seconds", row->busy, "packets",
				  (json_int_t)row->packets, "fast", (json_int_t)row->fast, "serial",
				  (json_int_t)row->serial));
	}
	return out;
}

bool fb_bench_is_measured(const json_t *point)
{
	return !json_is_string(json_object_get(point, "error"));
}

/* A point of superpackets has a number of its own. */
json_int_t fb_bench_point_packets(const json_t *doc, const json_t *point)
{
	const json_t *own = json_object_get(point, "packets");

	return json_integer_value(
		own ? own : json_object_get(json_object_get(doc, "settings"), "packets"));
}

int fb_bench_json_write(const json_t *doc, const char *path, struct fb_error *error)
{
	return fb_json_write(doc, 12, path, error);
}

int fb_bench_json(const struct fb_bench *b, const char *path, struct fb_error *error)
{
	json_t *points = json_array(), *doc, *settings;
	unsigned int i;
	int ret;

	doc = json_pack("{s:s, s:s, s:{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o}, s:o, s:o}",
			"schema", FB_BENCH_SCHEMA, "mode", fb_bench_mode(b), "settings", "labs",
			(json_int_t)b->want.labs, "tuples", (json_int_t)b->want.tuples, "rounds",
			(json_int_t)b->want.rounds, "packets", (json_int_t)b->want.packets, "flows",
			list_of(&b->want.flows), "sizes", list_of(&b->want.sizes), "batches",
			list_of(&b->want.batches), "cpus", list_of(&b->want.cpus), "fingerprint",
			fb_fingerprint_json(&b->fp), "points", points);
	if (!doc)
		return fb_error_errno(error, -ENOMEM, "%s", path);
	settings = json_object_get(doc, "settings");
	if (b->want.segments.nr)
		json_object_set_new(settings, "segments", list_of(&b->want.segments));
	for (i = 0; i < b->nr_points; i++)
		json_array_append_new(points, point_of(b, &b->point[i]));
	if (*b->compiler)
		json_object_set_new(doc, "compiler", json_string(b->compiler));
	if (b->insn && b->clock >= 0)
		json_object_set_new(doc, "clock", json_real(b->clock));
	if (b->hook.nr && !b->hook.err)
		json_object_set_new(doc, "hooks", hooks_of(&b->hook));
	if (b->nr_rows)
		json_object_set_new(doc, "streams", streams_of(b));
	if (b->want.flow_prices.nr)
		json_object_set_new(settings, "flow_prices", list_of(&b->want.flow_prices));
	if (b->nr_flows)
		json_object_set_new(doc, "flow_prices", fb_flow_prices_json(b));
	ret = fb_bench_json_write(doc, path, error);
	json_decref(doc);
	return ret;
}
