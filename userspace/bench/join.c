// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_schema.h"
#include "bench/bench_schema.h"
#include "bench/definition.h"
#include "bench/join.h"
#include "bench/bench_json.h"
#include "bench/flow_json.h"
#include "json/json.h"

static bool same_but_command(const json_t *a, const json_t *b)
{
	json_t *one = json_copy((json_t *)a), *two = json_copy((json_t *)b);
	bool same;

	json_object_del(one, "command");
	json_object_del(two, "command");
	same = json_equal(one, two);
	json_decref(one);
	json_decref(two);
	return same;
}

static int check(json_t *const *docs, const char *const *files, size_t nr, struct fb_error *error)
{
	static const char *const same[] = { "schema", "mode", "settings" };
	size_t i, k;

	for (i = 0; i < nr; i++) {
		if (strcmp(fb_json_text(docs[i], "schema", ""), FB_BENCH_SCHEMA))
			return fb_error(error, -EINVAL, "%s: not a " FB_BENCH_SCHEMA, files[i]);
		if (strcmp(fb_bench_definition(docs[i]), fb_bench_definition(docs[0])))
			return fb_error(error, -EINVAL, FB_PRICES_DIFFER, files[i],
					fb_bench_definition(docs[i]), files[0],
					fb_bench_definition(docs[0]));
		for (k = 0; k < sizeof(same) / sizeof(same[0]); k++)
			if (!json_equal(json_object_get(docs[i], same[k]),
					json_object_get(docs[0], same[k])))
				return fb_error(error, -EINVAL, "%s: another %s than %s", files[i],
						same[k], files[0]);
		if (!same_but_command(json_object_get(docs[i], "fingerprint"),
				      json_object_get(docs[0], "fingerprint")))
			return fb_error(error, -EINVAL, "%s: another fingerprint than %s", files[i],
					files[0]);
	}
	return 0;
}

int fb_bench_points_once(const json_t *points, struct fb_error *error)
{
	const struct fb_json_at at = { NULL, "points", 0 };
	int ret = fb_json_check_unique(&at, points, FB_POINT_KEYS, error);

	return ret ? fb_error_prefix(error, ret, "the documents together") : 0;
}

static void read_stat(const json_t *js, struct fb_bench_stat *st)
{
	*st = (struct fb_bench_stat){ .median = fb_json_real(js, "median"),
				      .min = fb_json_real(js, "min"),
				      .max = fb_json_real(js, "max"),
				      .low = fb_json_real(js, "low95"),
				      .high = fb_json_real(js, "high95") };
}

/* Only whether they held. That a proof is in the document and not in the file of the path is an error. */
static int read_proofs(const json_t *proofs, struct fb_bench_point *pt, struct fb_error *error)
{
	const char *text, *held;
	unsigned int i = 0;
	const json_t *one;
	size_t k;

	for (k = 0; k < json_array_size(proofs); k++) {
		one = json_array_get(proofs, k);
		text = fb_json_text(one, "proof", "");
		held = fb_json_text(one, "holds", "");
		if (!strcmp(text, "verify")) {
			pt->proved.verified = fb_json_count(one, "wanted");
			pt->proved.verify_ok = fb_json_count(one, "counted");
			continue;
		}
		if (i == pt->path->nr_proofs || strcmp(text, pt->path->proof[i].text))
			return fb_error(error, -EINVAL,
					"%s: the path is another one now: no proof '%.80s'",
					pt->path->name, text);
		pt->proved.held[i++] = !strcmp(held, "yes")	  ? FB_HELD_YES
				       : !strcmp(held, "unknown") ? FB_HELD_UNKNOWN
								  : FB_HELD_NO;
	}
	if (i < pt->path->nr_proofs && fb_error_empty(&pt->why))
		return fb_error(
			error, -EINVAL,
			"%s: the path is another one now: its proof '%.80s' is not in the document",
			pt->path->name, pt->path->proof[i].text);
	return 0;
}

static int read_samples(const json_t *samples, struct fb_bench_point *pt)
{
	size_t i;

	pt->nr_samples = (unsigned int)json_array_size(samples);
	pt->gross_stat.nr = pt->nr_samples;
	pt->sample = calloc(pt->nr_samples + 1, sizeof(*pt->sample));
	if (!pt->sample)
		return -ENOMEM;
	for (i = 0; i < pt->nr_samples; i++) {
		const json_t *one = json_array_get(samples, i);

		pt->sample[i] = (struct fb_bench_sample){ (unsigned int)fb_json_count(one, "lab"),
							  (unsigned int)fb_json_count(one, "tuple"),
							  fb_json_real(one, "price"),
							  fb_json_real(one, "repeats") };
	}
	return 0;
}

/* Adds up what ran beside the packets in the rounds of one kind. */
static void add_beside(const json_t *list, struct fb_bench_result *sum)
{
	const json_t *one;
	size_t i;

	for (i = 0; (one = json_array_get(list, i)); i++) {
		sum->switches += fb_json_count(one, "switches");
		sum->probed |= fb_json_count(one, "probed");
	}
}

/* What else the table shows of the rounds is the same in all of them. */
static int read_rounds(const json_t *doc, const json_t *js, struct fb_bench_point *pt)
{
	const json_t *rounds = json_object_get(js, "rounds");
	const json_t *first = json_array_get(json_object_get(rounds, "gross"), 0);

	pt->gross = calloc(1, sizeof(*pt->gross));
	if (!pt->gross)
		return -ENOMEM;
	pt->nr_gross = 1;
	pt->gross->segments = pt->segments;
	pt->gross->packets = (uint64_t)fb_bench_point_packets(doc, js);
	pt->gross->arrived = fb_json_count(first, "arrived");
	pt->gross->other = fb_json_count(first, "other");
	pt->gross->memory = fb_json_count(js, "memory");
	add_beside(json_object_get(rounds, "own"), pt->gross);
	add_beside(json_object_get(rounds, "gross"), pt->gross);
	add_beside(json_object_get(rounds, "whole"), pt->gross);
	return 0;
}

static int read_point(const json_t *doc, const json_t *js, const struct fb_bench_path *path,
		      struct fb_bench_point *pt, struct fb_error *why)
{
	const char *error = json_string_value(json_object_get(js, "error"));
	int ret;

	pt->path = path;
	pt->size = fb_json_count(js, "size");
	pt->segments = json_object_get(js, "segments") ? fb_json_count(js, "segments") : 1;
	pt->flows = fb_json_count(js, "flows");
	pt->batch = fb_json_count(js, "batch");
	pt->cpus = fb_json_count(js, "cpus");
	pt->net = fb_json_real(js, "net");
	pt->later = fb_json_real(js, "later");
	pt->repeats = fb_json_real(js, "repeats");
	read_stat(json_object_get(js, "gross"), &pt->gross_stat);
	read_stat(json_object_get(js, "own"), &pt->own_stat);
	pt->hook = fb_json_real(js, "hook");
	if (error)
		fb_error(&pt->why, -EPROTO, "%s", error);
	ret = read_proofs(json_object_get(js, "proofs"), pt, why);
	if (!ret)
		ret = read_samples(json_object_get(js, "samples"), pt);
	return ret ? ret : read_rounds(doc, js, pt);
}

/* All points of one path, which one of the documents has. */
static int add_points(struct fb_bench *b, const struct fb_bench_path *path, const json_t *doc,
		      json_t *points, struct fb_error *error)
{
	const json_t *from = json_object_get(doc, "points");
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < json_array_size(from); i++) {
		json_t *js = json_array_get(from, i);

		if (strcmp(fb_json_text(js, "path", ""), path->name))
			continue;
		json_array_append(points, js);
		ret = read_point(doc, js, path, &b->point[b->nr_points++], error);
	}
	return ret;
}

/* The points of one document stay in their order, which is that of its command. */
static int add_document(struct fb_bench *b, const json_t *doc, json_t *points,
			struct fb_error *error)
{
	const json_t *from = json_object_get(doc, "points");
	unsigned int k;
	json_t *js;
	size_t i;
	int ret = 0;

	for (i = 0; !ret && (js = json_array_get(from, i)); i++) {
		for (k = 0; k < b->nr_paths; k++)
			if (!strcmp(fb_json_text(js, "path", ""), b->path[k].name))
				break;
		if (k == b->nr_paths)
			continue;
		json_array_append(points, js);
		ret = read_point(doc, js, &b->path[k], &b->point[b->nr_points++], error);
	}
	return ret;
}

/* A path and the one that it replaces may have been measured in two boots. */
static void add_ratios(const struct fb_bench *b, json_t *points)
{
	unsigned int i;
	double ratio;

	for (i = 0; i < b->nr_points; i++) {
		ratio = fb_bench_ratio(b, &b->point[i]);
		if (ratio > 0)
			json_object_set_new(json_array_get(points, i), "ratio", json_real(ratio));
	}
}

/* Each boot has measured its own. */
static void join_hooks(json_t *out, json_t *const *docs, size_t nr)
{
	json_t *hooks = json_array();
	size_t i;

	for (i = 0; i < nr; i++)
		json_array_extend(hooks, json_object_get(docs[i], "hooks"));
	if (json_array_size(hooks))
		json_object_set(out, "hooks", hooks);
	json_decref(hooks);
}

static json_t *join_docs(json_t *const *docs, size_t nr, json_t *points)
{
	json_t *out = json_copy(docs[0]), *print, *clock;
	size_t i;

	print = json_copy(json_object_get(docs[0], "fingerprint"));
	if (nr > 1)
		json_object_set_new(print, "command",
				    json_sprintf("%zu boots, the first: %s", nr,
						 fb_json_text(print, "command", "")));
	json_object_set_new(out, "fingerprint", print);
	json_object_set(out, "points", points);
	join_hooks(out, docs, nr);
	for (i = 0; i < nr && !json_object_get(out, "clock"); i++) {
		clock = json_object_get(docs[i], "clock");
		if (clock)
			json_object_set(out, "clock", clock);
	}
	return out;
}

static void read_settings(struct fb_bench *b, const json_t *doc)
{
	const json_t *settings = json_object_get(doc, "settings"),
		     *clock = json_object_get(doc, "clock");
	const json_t *sizes = json_object_get(settings, "sizes");

	b->insn = fb_bench_mode_counts(fb_json_text(doc, "mode", ""));
	b->turns = !strcmp(fb_json_text(doc, "mode", ""), "turns");
	b->want.labs = fb_json_count(settings, "labs");
	b->want.tuples = fb_json_count(settings, "tuples");
	b->want.rounds = fb_json_count(settings, "rounds");
	b->want.packets = fb_json_count(settings, "packets");
	b->want.cpus.nr = (unsigned int)json_array_size(json_object_get(settings, "cpus"));
	/* Points of one path are told apart by their size only if sizes were asked for. */
	b->want.sizes.nr = (unsigned int)json_array_size(sizes);
	b->clock = clock ? json_number_value(clock) : -1;
}

/* A flow may have been priced in another boot than the packets that it saves. */
static int read_flows(struct fb_bench *b, json_t *const *docs, size_t nr)
{
	size_t i, k;
	int ret = 0;

	for (k = 0; k < b->nr_paths; k++)
		for (i = 0; !ret && i < nr; i++)
			ret = fb_flow_prices_read(b, json_object_get(docs[i], "flow_prices"),
						  b->path[k].name);
	return ret;
}

int fb_bench_join(struct fb_bench *b, json_t *const *docs, const char *const *files, size_t nr,
		  json_t **joined, struct fb_error *error)
{
	json_t *points = json_array();
	size_t i, all = 0, k;
	int ret;

	*joined = NULL;
	ret = check(docs, files, nr, error);
	for (i = 0; i < nr; i++)
		all += json_array_size(json_object_get(docs[i], "points"));
	b->point = calloc(all + 1, sizeof(*b->point));
	if (!ret && (!b->point || !points))
		ret = -ENOMEM;
	if (!ret && nr == 1)
		ret = add_document(b, docs[0], points, error);
	for (k = 0; !ret && nr > 1 && k < b->nr_paths; k++)
		for (i = 0; !ret && i < nr; i++)
			ret = add_points(b, &b->path[k], docs[i], points, error);
	if (!ret)
		ret = fb_bench_points_once(points, error);
	if (!ret && !all)
		ret = fb_error(error, -EINVAL, "%s: no price in it: nothing was measured",
			       files[0]);
	if (!ret && b->nr_points != all)
		ret = fb_error(error, -EINVAL,
			       "points of paths without a file in userspace/data/paths: %zu",
			       all - b->nr_points);
	if (!ret)
		ret = read_flows(b, docs, nr);
	if (!ret) {
		*joined = join_docs(docs, nr, points);
		read_settings(b, *joined);
		add_ratios(b, points);
		if (b->nr_flows)
			json_object_set_new(*joined, "flow_prices", fb_flow_prices_json(b));
		ret = fb_fingerprint_from_json(&b->fp, json_object_get(*joined, "fingerprint"));
	}
	json_decref(points);
	return ret;
}
