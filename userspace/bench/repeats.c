// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_json.h"
#include "bench/repeats.h"
#include "json/json.h"
#include "json/json_schema.h"
#include "lib/vector.h"
#include "lib/words.h"
#include "price/prices.h"

/* What the plugin said of round number i + 1. */
struct counted {
	uint64_t *of;
	size_t nr;
};

static int bad_line(const struct counted *c, const char *line, size_t len, struct fb_error *error)
{
	return fb_error(error, FB_JSON_REFUSED, "line %zu: expected '%zu REPEATS', found '%.*s'",
			c->nr + 1, c->nr + 1, len < 40 ? (int)len : 40, line);
}

static int read_text(const char *text, struct counted *c, struct fb_error *error)
{
	char row[48], *blank;
	uint64_t serial;
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		if (len >= sizeof(row))
			return bad_line(c, text, len, error);
		memcpy(row, text, len);
		row[len] = '\0';
		blank = strchr(row, ' ');
		if (!blank)
			return bad_line(c, text, len, error);
		*blank = '\0';
		if (fb_vector_grow(c->of, c->nr))
			return -ENOMEM;
		if (fb_number(row, 1, UINT32_MAX, &serial) || serial != c->nr + 1 ||
		    fb_number(blank + 1, 0, (uint64_t)FB_JSON_MOST, &c->of[c->nr]))
			return bad_line(c, text, len, error);
		c->nr++;
	}
	return 0;
}

/* The rounds of one kind, each with its repeats, in the document and as a struct. */
static int count_rounds(json_t *list, const struct counted *c, struct fb_bench_result **to,
			unsigned int *nr, struct fb_error *error)
{
	const struct fb_round_counter *counter;
	struct fb_bench_result *r;
	json_t *one;
	size_t i;

	*nr = (unsigned int)json_array_size(list);
	*to = calloc((size_t)*nr + 1, sizeof(**to));
	if (!*to)
		return -ENOMEM;
	for (i = 0; (one = json_array_get(list, i)); i++) {
		r = &(*to)[i];
		for (counter = fb_round_counters; counter->name; counter++)
			if (counter->where != FB_ROUND_NONE)
				*fb_round_counter(r, counter) =
					(uint64_t)fb_json_count(one, counter->name);
		if (r->serial < 1 || r->serial > c->nr)
			return fb_error(error, FB_JSON_REFUSED,
					"round %" PRIu64 " is not among the %zu of it", r->serial,
					c->nr);
		r->repeats = c->of[r->serial - 1];
		if (r->repeats >= r->cycles)
			return fb_error(error, FB_JSON_REFUSED,
					"round %" PRIu64
					": expected fewer repeats than its %" PRIu64
					" turns, found %" PRIu64,
					r->serial, r->cycles, r->repeats);
		json_object_set_new(one, "repeats", json_integer((json_int_t)r->repeats));
	}
	return 0;
}

static int price_samples(const struct fb_bench *b, json_t *list, struct fb_bench_point *pt)
{
	unsigned int rounds = (unsigned int)b->want.rounds, i;
	const struct fb_bench_result *r;
	json_t *one;

	pt->nr_samples = (unsigned int)json_array_size(list);
	pt->sample = calloc((size_t)pt->nr_samples + 1, sizeof(*pt->sample));
	if (!pt->sample)
		return -ENOMEM;
	for (i = 0; i < pt->nr_samples; i++) {
		one = json_array_get(list, i);
		r = &pt->gross[i * rounds];
		pt->sample[i].price = fb_bench_price_of(b, r, rounds);
		pt->sample[i].repeats = fb_bench_repeats_of(b, r, rounds);
		if (isnan(pt->sample[i].price))
			return -ENOMEM;
		json_object_set_new(one, "price", json_real(pt->sample[i].price));
		json_object_set_new(one, "repeats", json_real(pt->sample[i].repeats));
	}
	return 0;
}

static void write_prices(json_t *js, const struct fb_bench_point *pt)
{
	json_object_set_new(js, "gross", fb_bench_stat_json(&pt->gross_stat));
	json_object_set_new(js, "own", fb_bench_stat_json(&pt->own_stat));
	json_object_set_new(js, "net", json_real(pt->net));
	if (json_object_get(js, "hook"))
		json_object_set_new(js, "hook", json_real(pt->hook));
	json_object_set_new(js, "repeats", json_real(pt->repeats));
	if (pt->nr_whole)
		json_object_set_new(js, "later", json_real(pt->later));
}

/* A document of one boot has one hook at ingress, or none if no path's own rounds end there. */
static int count_hook(struct fb_bench *b, json_t *js, const struct counted *c,
		      struct fb_error *error)
{
	static const char *const kinds[FB_HOOK_ROUNDS] = { "none", "one", "two" };
	json_t *rounds = json_object_get(js, "rounds");
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < FB_HOOK_ROUNDS; i++)
		ret = count_rounds(json_object_get(rounds, kinds[i]), c, &b->hook.round[i],
				   &b->hook.nr, error);
	if (!ret)
		ret = fb_ingress_hook_sum(b, error);
	if (!ret)
		json_object_set_new(js, "cost", json_real(b->hook.cost));
	else if (!fb_error_empty(error))
		fb_error_prefix(error, ret, "hook at ingress");
	for (i = 0; i < FB_HOOK_ROUNDS; i++)
		free(b->hook.round[i]);
	return ret == -EPROTO ? FB_JSON_REFUSED : ret;
}

static int count_point(const struct fb_bench *b, json_t *js, const struct counted *c,
		       struct fb_error *error)
{
	char own[] = FB_BENCH_OWN_XDP;
	const struct fb_bench_path path = { .own = json_object_get(js, "own_by") ? own : NULL };
	json_t *rounds = json_object_get(js, "rounds");
	struct fb_bench_point pt = { .path = &path, .segments = 1 };
	int ret;

	ret = count_rounds(json_object_get(rounds, "own"), c, &pt.own, &pt.nr_own, error);
	if (!ret)
		ret = count_rounds(json_object_get(rounds, "gross"), c, &pt.gross, &pt.nr_gross,
				   error);
	if (!ret)
		ret = count_rounds(json_object_get(rounds, "whole"), c, &pt.whole, &pt.nr_whole,
				   error);
	if (!ret)
		ret = price_samples(b, json_object_get(js, "samples"), &pt);
	if (!ret)
		ret = fb_bench_sum(b, &pt);
	if (!ret && !fb_error_empty(&pt.why))
		ret = fb_error(error, FB_JSON_REFUSED, "%s", pt.why.text);
	if (!ret)
		write_prices(js, &pt);
	else if (!fb_error_empty(error))
		fb_error_prefix(error, ret, "%s", fb_json_text(js, "path", ""));
	free(pt.own);
	free(pt.gross);
	free(pt.whole);
	free(pt.sample);
	return ret;
}

int fb_bench_count_repeats(json_t *doc, const char *text, struct fb_error *error)
{
	struct fb_bench b = { .insn = true };
	struct counted c = { NULL, 0 };
	json_t *point, *hook = json_array_get(json_object_get(doc, "hooks"), 0);
	size_t i;
	int ret;

	b.want.rounds = fb_json_count(json_object_get(doc, "settings"), "rounds");
	ret = read_text(text, &c, error);
	if (!ret && hook)
		ret = count_hook(&b, hook, &c, error);
	for (i = 0; !ret && (point = json_array_get(json_object_get(doc, "points"), i)); i++)
		if (fb_bench_is_measured(point) && json_object_get(point, "rounds"))
			ret = count_point(&b, point, &c, error);
	if (!ret) {
		json_object_set_new(doc, "mode", json_string("insn"));
		json_object_set_new(json_object_get(doc, "fingerprint"), "count",
				    json_string("insn"));
	}
	free(c.of);
	return ret;
}
