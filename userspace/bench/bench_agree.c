// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "price/prices.h"
#include "bench/bench_agree.h"
#include "bench/bench_json.h"
#include "bench/definition.h"
#include "bench/proof_agree.h"
#include "stat/round_stat.h"
#include "json/json.h"

/* What the rounds of a point have to agree with. */
struct point {
	const struct fb_json_at *at;
	const json_t *js;
	bool insn;
	uint64_t packets;
	size_t rounds;
	size_t labs;
	size_t samples;
	double hook;
};

/* --- rounds ---------------------------------------------------------------------------------------*/

static uint64_t number(const json_t *js, const char *key)
{
	return (uint64_t)fb_json_count(js, key);
}

/* The same that bench held the round against. */
static int check_round(const struct point *pt, const char *below, const json_t *js,
		       uint64_t packets, bool own, struct fb_error *error)
{
	struct fb_bench_result r = { .error = "none" };
	struct fb_error why = { "" };
	const struct fb_round_counter *c;

	for (c = fb_round_counters; c->name; c++)
		if (c->where != FB_ROUND_NONE)
			*fb_round_counter(&r, c) = number(js, c->name);
	r.size = number(pt->js, "size");
	r.segments = number(pt->js, "segments");
	/* Rounds of earlier versions had probes, and do not say so. */
	if (!json_object_get(js, "probes"))
		r.probes = 1;
	if (!fb_bench_result_closes(&r, packets, own, &why))
		return fb_json_bad(pt->at, below, error, "the round does not close: %.200s",
				   why.text);
	if (!fb_bench_result_is_sample(&r, &why))
		return fb_json_bad(pt->at, below, error, "the round is not a sample: %.200s",
				   why.text);
	return 0;
}

/* Puts a price a round into @price, which has room for all of them. */
static int price_rounds(const struct point *pt, const char *kind, size_t nr, uint64_t packets,
			double *price, struct fb_error *error)
{
	const json_t *list = json_object_get(json_object_get(pt->js, "rounds"), kind);
	char below[48];
	json_int_t cost;
	size_t i;
	int ret;

	if (json_array_size(list) != nr) {
		snprintf(below, sizeof(below), "rounds.%s", kind);
		return fb_json_bad(pt->at, below, error, "expected %zu rounds, found %zu", nr,
				   json_array_size(list));
	}
	for (i = 0; i < nr; i++) {
		const json_t *one = json_array_get(list, i);

		snprintf(below, sizeof(below), "rounds.%s[%zu]", kind, i);
		ret = check_round(pt, below, one, packets, !strcmp(kind, "own"), error);
		if (ret)
			return ret;
		cost = pt->insn ? fb_json_count(one, "cycles") - fb_json_count(one, "repeats")
				: fb_json_count(one, "ns");
		if (cost <= 0)
			return fb_json_bad(pt->at, below, error,
					   "expected a duration of 1 or more, found %lld",
					   (long long)cost);
		price[i] = (double)cost / (double)packets;
	}
	return 0;
}

/*
 * The price of the rounds of one sample: that of the cheapest under icount, else the median, as
 * in earlier versions.
 */
static double price_of(const struct point *pt, double *price, bool least)
{
	struct fb_bench_stat st;

	fb_bench_stat(price, (unsigned int)pt->rounds, &st);
	return least ? st.min : st.median;
}

static double median_of(double *v, size_t nr)
{
	struct fb_bench_stat st;

	fb_bench_stat(v, (unsigned int)nr, &st);
	return st.median;
}

static double said(const struct point *pt, const char *key)
{
	return fb_json_real(json_object_get(pt->js, key), "median");
}

/* What the generator's rounds cost: the median lab. */
static double own_of(const struct point *pt, double *v, double *lab, bool least)
{
	size_t i;

	for (i = 0; i < pt->labs; i++)
		lab[i] = price_of(pt, v + i * pt->rounds, least);
	return median_of(lab, pt->labs);
}

static int check_own(const struct point *pt, double *v, struct fb_error *error)
{
	double *lab = v + pt->labs * pt->rounds, own;
	int ret = price_rounds(pt, "own", pt->labs * pt->rounds, pt->packets, v, error);

	if (ret)
		return ret;
	own = own_of(pt, v, lab, pt->insn) - pt->hook;
	if (fb_json_close_to(own, said(pt, "own")) ||
	    fb_json_close_to(own_of(pt, v, lab, false) - pt->hook, said(pt, "own")))
		return 0;
	return fb_json_bad(
		pt->at, "own.median", error,
		"expected %.10g, as the rounds of the generator have it less the hook, found %.10g",
		own, said(pt, "own"));
}

static int check_gross(const struct point *pt, double *v, struct fb_error *error)
{
	const json_t *samples = json_object_get(pt->js, "samples");
	int ret = price_rounds(pt, "gross", pt->samples * pt->rounds, pt->packets, v, error);
	double of, *round;
	char below[32];
	size_t i;

	for (i = 0; !ret && i < pt->samples; i++) {
		round = v + i * pt->rounds;
		of = fb_json_real(json_array_get(samples, i), "price");
		snprintf(below, sizeof(below), "samples[%zu].price", i);
		if (!fb_json_close_to(price_of(pt, round, pt->insn), of) &&
		    !fb_json_close_to(price_of(pt, round, false), of))
			ret = fb_json_bad(pt->at, below, error,
					  "expected %.10g, as its rounds have it, found %.10g",
					  price_of(pt, round, pt->insn), of);
	}
	return ret;
}

/* Repeats of a packet in the cheapest of a sample's rounds. */
static double repeats_of(const struct point *pt, const json_t *list, size_t sample)
{
	json_int_t cost, least = -1;
	double repeats = 0;
	const json_t *one;
	size_t i;

	for (i = 0; i < pt->rounds; i++) {
		one = json_array_get(list, sample * pt->rounds + i);
		cost = fb_json_count(one, "cycles") - fb_json_count(one, "repeats");
		if (least >= 0 && cost >= least)
			continue;
		least = cost;
		repeats = fb_json_real(one, "repeats") / (double)pt->packets;
	}
	return repeats;
}

/* What samples and the point say of repeats; earlier versions say nothing. @v has room for all rounds. */
static int check_repeats(const struct point *pt, double *v, struct fb_error *error)
{
	const json_t *rounds = json_object_get(pt->js, "rounds"), *one;
	char below[32];
	double net;
	size_t i;

	if (!pt->insn || !json_object_get(pt->js, "repeats"))
		return 0;
	for (i = 0; i < pt->samples; i++) {
		one = json_array_get(json_object_get(pt->js, "samples"), i);
		v[i] = repeats_of(pt, json_object_get(rounds, "gross"), i);
		snprintf(below, sizeof(below), "samples[%zu].repeats", i);
		if (!fb_json_close_to(v[i], fb_json_real(one, "repeats")))
			return fb_json_bad(pt->at, below, error,
					   "expected %.10g, as its rounds have it, found %.10g",
					   v[i], fb_json_real(one, "repeats"));
	}
	net = median_of(v, pt->samples);
	for (i = 0; i < pt->labs; i++)
		v[i] = repeats_of(pt, json_object_get(rounds, "own"), i);
	net -= median_of(v, pt->labs);
	if (fb_json_close_to(net, fb_json_real(pt->js, "repeats")))
		return 0;
	return fb_json_bad(pt->at, "repeats", error,
			   "expected those of the samples less own, %.10g, found %.10g", net,
			   fb_json_real(pt->js, "repeats"));
}

/* Long rounds: earlier versions had none. */
static int check_whole(const struct point *pt, double *v, struct fb_error *error)
{
	const json_t *list = json_object_get(json_object_get(pt->js, "rounds"), "whole");
	size_t nr = json_array_size(list);
	double later;
	int ret;

	if (!nr)
		return 0;
	if (nr > pt->labs * pt->rounds)
		return fb_json_bad(pt->at, "rounds.whole", error,
				   "expected %zu rounds at most, found %zu", pt->labs * pt->rounds,
				   nr);
	ret = price_rounds(pt, "whole", nr, pt->packets * FB_BENCH_LONG, v, error);
	if (ret)
		return ret;
	later = median_of(v, nr) - said(pt, "gross");
	if (fb_json_close_to(later, fb_json_real(pt->js, "later")))
		return 0;
	return fb_json_bad(pt->at, "later", error,
			   "expected %.10g, as the long rounds have it, found %.10g", later,
			   fb_json_real(pt->js, "later"));
}

static int check_rounds(const struct point *pt, struct fb_error *error)
{
	double *v;
	int ret;

	if (!json_object_get(pt->js, "rounds"))
		return 0;
	v = calloc((pt->labs + pt->samples) * pt->rounds + pt->labs + 1, sizeof(*v));
	ret = v ? check_own(pt, v, error) : -ENOMEM;
	if (!ret)
		ret = check_gross(pt, v, error);
	if (!ret)
		ret = check_whole(pt, v, error);
	if (!ret)
		ret = check_repeats(pt, v, error);
	free(v);
	return ret;
}

/* --- the hook at ingress --------------------------------------------------------------------------*/

int fb_bench_hook_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			 struct fb_error *error)
{
	static const char *const kinds[FB_HOOK_ROUNDS] = { "none", "one", "two" };
	struct point pt = { .at = at, .js = js };
	double price[FB_HOOK_ROUNDS], cost, *v;
	struct fb_error wrong = { "" };
	unsigned int kind;
	int ret;

	pt.insn = fb_bench_mode_counts(fb_json_text(doc, "mode", ""));
	pt.packets = (uint64_t)fb_json_count(js, "packets");
	pt.rounds = json_array_size(json_object_get(json_object_get(js, "rounds"), kinds[0]));
	v = calloc(pt.rounds + 1, sizeof(*v));
	ret = v ? 0 : -ENOMEM;
	for (kind = 0; !ret && kind < FB_HOOK_ROUNDS; kind++) {
		ret = price_rounds(&pt, kinds[kind], pt.rounds, pt.packets, v, error);
		price[kind] = ret ? 0 : price_of(&pt, v, pt.insn);
	}
	free(v);
	if (ret)
		return ret;
	if (fb_ingress_hook_cost(price, pt.insn, &cost, &wrong))
		return fb_json_bad(at, "rounds", error, "%.200s", wrong.text);
	if (fb_json_close_to(cost, fb_json_real(js, "cost")))
		return 0;
	return fb_json_bad(at, "cost", error, "expected %.10g, as its rounds have it, found %.10g",
			   cost, fb_json_real(js, "cost"));
}

/* --- samples and prices ---------------------------------------------------------------------------*/

/* Of flows that are measured one by one, each lab has a sample a tuple. */
static int check_samples(const struct point *pt, const json_t *settings, struct fb_error *error)
{
	const json_t *list = json_object_get(pt->js, "samples"), *gross, *one;
	size_t tuples = (size_t)fb_json_count(settings, "tuples"), i;
	double *v = calloc(pt->samples + 1, sizeof(*v)), median;
	char below[32];
	int ret = v ? 0 : -ENOMEM;

	if (!ret && pt->samples != pt->labs &&
	    (fb_json_count(pt->js, "flows") != 1 || pt->samples != pt->labs * tuples))
		ret = fb_json_bad(pt->at, "samples", error,
				  "expected one a lab, or one a lab and flow, found %zu",
				  pt->samples);
	gross = json_object_get(pt->js, "gross");
	for (i = 0; !ret && (one = json_array_get(list, i)); i++) {
		v[i] = fb_json_real(one, "price");
		snprintf(below, sizeof(below), "samples[%zu]", i);
		if ((size_t)fb_json_count(one, "lab") > pt->labs)
			ret = fb_json_bad(pt->at, below, error,
					  "expected a lab of the %zu, found %lld", pt->labs,
					  (long long)fb_json_count(one, "lab"));
		else if (v[i] < fb_json_real(gross, "min") * (1 - 1e-9) ||
			 v[i] > fb_json_real(gross, "max") * (1 + 1e-9))
			ret = fb_json_bad(
				pt->at, below, error,
				"expected a price from gross.min to gross.max, found %.10g", v[i]);
	}
	median = ret ? 0 : median_of(v, pt->samples);
	if (!ret && !fb_json_close_to(median, said(pt, "gross")))
		ret = fb_json_bad(pt->at, "gross.median", error,
				  "expected %.10g, as the samples have it, found %.10g", median,
				  said(pt, "gross"));
	free(v);
	return ret;
}

static int check_price(const struct point *pt, struct fb_error *error)
{
	double net = said(pt, "gross") - said(pt, "own");

	if (said(pt, "gross") <= 0)
		return fb_json_bad(pt->at, "gross.median", error,
				   "expected a price above 0, found %.10g", said(pt, "gross"));
	if (fb_json_close_to(net, fb_json_real(pt->js, "net")))
		return 0;
	return fb_json_bad(pt->at, "net", error, "expected gross less own, %.10g, found %.10g", net,
			   fb_json_real(pt->js, "net"));
}

int fb_bench_point_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error)
{
	const json_t *settings = json_object_get(doc, "settings");
	struct point pt = { .at = at, .js = js, .hook = fb_json_real(js, "hook") };
	int ret;

	pt.insn = fb_bench_mode_counts(fb_json_text(doc, "mode", ""));
	pt.packets = (uint64_t)fb_bench_point_packets(doc, js);
	pt.rounds = (size_t)fb_json_count(settings, "rounds");
	pt.labs = (size_t)fb_json_count(settings, "labs");
	pt.samples = json_array_size(json_object_get(js, "samples"));
	if (!pt.packets)
		return fb_json_bad(at, "packets", error, "expected 1 or more, found 0");
	ret = fb_bench_hook_is_off(at, js, doc, error);
	if (!ret)
		ret = fb_bench_proofs_agree(at, js, doc, error);
	if (!ret)
		ret = check_samples(&pt, settings, error);
	if (!ret)
		ret = check_price(&pt, error);
	return ret ? ret : check_rounds(&pt, error);
}

int fb_bench_stat_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			 struct fb_error *error)
{
	static const char *const order[] = { "min", "low95", "median", "high95", "max" };
	double below, above;
	size_t i;

	(void)doc;
	for (i = 1; i < sizeof(order) / sizeof(order[0]); i++) {
		below = fb_json_real(js, order[i - 1]);
		above = fb_json_real(js, order[i]);
		if (below > above && !fb_json_close_to(below, above))
			return fb_json_bad(at, order[i], error,
					   "expected no less than %s, %.10g, found %.10g",
					   order[i - 1], below, above);
	}
	return 0;
}

int fb_bench_latency_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			    struct fb_error *error)
{
	const json_t *list = json_object_get(js, "buckets"), *one;
	json_int_t sum = 0;
	char below[32];
	size_t i;

	(void)doc;
	for (i = 0; (one = json_array_get(list, i)); i++) {
		const json_t *high = json_array_get(one, 1);

		snprintf(below, sizeof(below), "buckets[%zu]", i);
		if (json_is_integer(high) &&
		    json_integer_value(high) < json_integer_value(json_array_get(one, 0)))
			return fb_json_bad(
				at, below, error,
				"expected an upper bound above the lower one, found %lld",
				(long long)json_integer_value(high));
		/* No sum of 2^53 each overflows before a document is 1000 buckets long. */
		if (__builtin_add_overflow(sum, json_integer_value(json_array_get(one, 2)), &sum))
			return fb_json_bad(at, below, error, "too many packets");
	}
	if (sum == fb_json_count(js, "packets"))
		return 0;
	return fb_json_bad(at, "packets", error,
			   "expected %lld, as the buckets have it, found %lld", (long long)sum,
			   (long long)fb_json_count(js, "packets"));
}
