// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_schema.h"
#include "bench/bench_json.h"
#include "compare/attribution.h"
#include "lib/vector.h"

static bool same_word(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static struct fb_attribution_function *function(struct fb_attribution *w,
						const struct fb_function *like)
{
	struct fb_attribution_function *fn;
	unsigned int i;

	for (i = 0; i < w->nr; i++)
		if (fb_function_is(like, w->fn[i].name, w->fn[i].module))
			return &w->fn[i];
	if (fb_vector_grow(w->fn, w->nr))
		return NULL;
	fn = &w->fn[w->nr];
	*fn = (struct fb_attribution_function){ .name = strdup(like->name) };
	fn->module = like->module ? strdup(like->module) : NULL;
	fn->cost = calloc(w->nr_points, sizeof(*fn->cost));
	w->nr++;
	return fn->name && fn->cost && (fn->module || !like->module) ? fn : NULL;
}

static size_t samples(const struct fb_attribution *w, unsigned int side, unsigned int point)
{
	return (size_t)w->boots[side] * w->point[point].nr;
}

static int add_cost(struct fb_attribution *w, const struct fb_function *like, unsigned int side,
		    unsigned int point, size_t sample, double cost)
{
	struct fb_attribution_function *fn = function(w, like);

	if (!fn)
		return -ENOMEM;
	if (!fn->cost[point][side])
		fn->cost[point][side] =
			calloc(samples(w, side, point), sizeof(*fn->cost[point][side]));
	if (!fn->cost[point][side])
		return -ENOMEM;
	fn->cost[point][side][sample] += cost;
	return 0;
}

/* --- what a boot says ----------------------------------------------------------------------------*/

static unsigned long member_number(const json_t *js, const char *key)
{
	return (unsigned long)fb_json_count(js, key);
}

static const json_t *find_point(const json_t *points, const struct fb_price *like)
{
	const json_t *one;
	size_t i;

	for (i = 0; i < json_array_size(points); i++) {
		one = json_array_get(points, i);
		if (same_word(json_string_value(json_object_get(one, "path")), like->path) &&
		    member_number(one, "size") == like->size &&
		    member_number(one, "flows") == like->flows &&
		    member_number(one, "batch") == like->batch &&
		    member_number(one, "cpus") == like->cpus &&
		    member_number(one, "segments") == like->segments)
			return one;
	}
	return NULL;
}

/* The record's round of a sample: the cheapest, of which the plugin has kept what ran. */
static const struct fb_record_round *kept(const struct fb_profile_record *rec, const json_t *rounds,
					  size_t first, size_t nr)
{
	const struct fb_record_round *round;
	const json_t *one;
	json_int_t serial;
	size_t i;

	for (i = first; i < first + nr; i++) {
		one = json_array_get(rounds, i);
		serial = fb_json_count(one, "serial");
		if (serial < 1 || serial > (json_int_t)rec->nr_rounds)
			return NULL;
		round = &rec->round[serial - 1];
		if (round->seq)
			return fb_profile_round_closes(&round->head, one) ? round : NULL;
	}
	return NULL;
}

static int add_round(struct fb_attribution *w, unsigned int side, unsigned int point, size_t sample,
		     const struct fb_attribution_boot *boot, const struct fb_record_round *round,
		     double packets, struct fb_error *error)
{
	struct fb_calls calls;
	uint32_t i;
	int ret;

	ret = fb_blockwalk(boot->rec->block, boot->rec->nr_blocks, round->seq, round->head.nr,
			   boot->syms, &calls, error);
	if (ret)
		return ret;
	for (i = 1; !ret && i < calls.nr; i++)
		if (calls.call[i].insns)
			ret = add_cost(w, &boot->syms->function[calls.call[i].function], side,
				       point, sample, (double)calls.call[i].insns / packets);
	fb_calls_free(&calls);
	return ret;
}

int fb_attribution_add(struct fb_attribution *w, unsigned int side, unsigned int number_of,
		       const struct fb_attribution_boot *boot, struct fb_error *error)
{
	const json_t *settings = json_object_get(boot->bench, "settings"), *one, *rounds;
	size_t each = member_number(settings, "rounds"), k;
	const struct fb_record_round *round;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < w->nr_points; i++) {
		one = find_point(json_object_get(boot->bench, "points"), &w->point[i]);
		rounds = json_object_get(json_object_get(one, "rounds"), "gross");
		/* A point that the other side has not got is not compared. */
		for (k = 0; !ret && one && k < w->point[i].nr; k++) {
			round = kept(boot->rec, rounds, k * each, each);
			if (!round)
				return fb_error(
					error, -EINVAL,
					"%s: sample %zu is not in the profile, or not as the clock says",
					w->point[i].path, k + 1);
			ret = add_round(w, side, i, (size_t)number_of * w->point[i].nr + k, boot,
					round, (double)fb_bench_point_packets(boot->bench, one),
					error);
		}
	}
	return ret;
}

/* --- what all boots say --------------------------------------------------------------------------*/

static unsigned int index_of(const struct fb_symbols *syms,
			     const struct fb_attribution_function *fn)
{
	unsigned int i;

	for (i = FB_FN_UNKNOWN + 1; i < syms->nr_functions; i++)
		if (fb_function_is(&syms->function[i], fn->name, fn->module))
			return i;
	return FB_FN_UNKNOWN;
}

/* Whether a kernel has the function at all. */
static bool exists(const struct fb_symbols *syms, const struct fb_attribution_function *fn)
{
	size_t len = strlen(fn->name), i;

	for (i = 0; i < syms->nr; i++)
		if (!strncmp(syms->symbol[i].name, fn->name, len) &&
		    (!syms->symbol[i].name[len] || syms->symbol[i].name[len] == '.') &&
		    same_word(syms->symbol[i].module, fn->module))
			return true;
	return false;
}

/* Where it ran on one side only, it took nothing on the other. */
static int complete(const struct fb_attribution *w, struct fb_attribution_function *fn,
		    unsigned int point)
{
	unsigned int side;

	for (side = 0; side < 2; side++) {
		if (fn->cost[point][side] || !fn->cost[point][!side])
			continue;
		fn->cost[point][side] =
			calloc(samples(w, side, point), sizeof(*fn->cost[point][side]));
		if (!fn->cost[point][side])
			return -ENOMEM;
	}
	return 0;
}

static int sum_up(struct fb_attribution *w, const struct fb_attribution_function *fn,
		  unsigned int point)
{
	unsigned int side;
	size_t nr, i;

	for (side = 0; side < 2 && fn->cost[point][side]; side++) {
		nr = samples(w, side, point);
		if (!w->sum[point][side])
			w->sum[point][side] = calloc(nr, sizeof(*w->sum[point][side]));
		if (!w->sum[point][side])
			return -ENOMEM;
		for (i = 0; i < nr; i++)
			w->sum[point][side][i] += fn->cost[point][side][i];
	}
	return 0;
}

static enum fb_code_judged judge_code(const struct fb_attribution_function *fn,
				      const struct fb_code *a, const struct fb_code *b)
{
	bool in_a = exists(a->syms, fn), in_b = exists(b->syms, fn);

	if (in_a != in_b)
		return FB_CODE_DIFFERS;
	return fb_code_compare(a, index_of(a->syms, fn), b, index_of(b->syms, fn));
}

int fb_attribution_judge(struct fb_attribution *w, const struct fb_code *a, const struct fb_code *b)
{
	struct fb_attribution_function *fn;
	unsigned int i, p;
	int ret = 0;

	w->sum = calloc(w->nr_points + 1, sizeof(*w->sum));
	if (!w->sum)
		return -ENOMEM;
	for (i = 0; i < w->nr; i++) {
		fn = &w->fn[i];
		fn->judged = judge_code(fn, a, b);
		for (p = 0; !ret && p < w->nr_points; p++) {
			ret = complete(w, fn, p);
			if (!ret && fn->judged == FB_CODE_DIFFERS)
				ret = sum_up(w, fn, p);
		}
	}
	return ret;
}

bool fb_attribution_of(const struct fb_attribution *w, const struct fb_attribution_function *fn,
		       unsigned int point, struct fb_clusters *a, struct fb_clusters *b)
{
	double *const *v = fn ? fn->cost[point] : w->sum[point];

	*a = (struct fb_clusters){ v[0], w->boots[0], w->point[point].nr };
	*b = (struct fb_clusters){ v[1], w->boots[1], w->point[point].nr };
	return v[0] && v[1];
}

void fb_attribution_free(struct fb_attribution *w)
{
	unsigned int i, p, side;

	for (p = 0; p < w->nr_points; p++) {
		for (side = 0; side < 2; side++) {
			for (i = 0; i < w->nr; i++)
				if (w->fn[i].cost)
					free(w->fn[i].cost[p][side]);
			if (w->sum)
				free(w->sum[p][side]);
		}
	}
	for (i = 0; i < w->nr; i++) {
		free(w->fn[i].name);
		free(w->fn[i].module);
		free(w->fn[i].cost);
	}
	free(w->fn);
	free(w->sum);
	*w = (struct fb_attribution){ .nr = 0 };
}
