// SPDX-License-Identifier: GPL-2.0
/* What can be said of measured points without asking anybody. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "price/prices.h"

unsigned long fb_bench_packets(const struct fb_bench *b)
{
	if (b->segments < 2 || b->want.packets < 20)
		return b->want.packets;
	return b->want.packets / 10;
}

bool fb_bench_mode_counts(const char *mode)
{
	return !strcmp(mode, "insn") || !strcmp(mode, "turns");
}

const char *fb_bench_mode(const struct fb_bench *b)
{
	return !b->insn ? "ns" : b->turns ? "turns" : "insn";
}

double fb_bench_price(const struct fb_bench *b, const struct fb_bench_result *r)
{
	if (r->injected <= r->primed)
		return 0;
	return (double)(b->insn ? r->cycles - r->repeats : r->ns) /
	       (double)(r->injected - r->primed);
}

double fb_bench_price_of(const struct fb_bench *b, const struct fb_bench_result *r, unsigned int nr)
{
	double *v = calloc(nr + 1, sizeof(*v));
	struct fb_bench_stat st;
	unsigned int i;

	if (!v)
		return NAN;
	for (i = 0; i < nr; i++)
		v[i] = fb_bench_price(b, &r[i]);
	fb_bench_stat(v, nr, &st);
	free(v);
	return b->insn ? st.min : st.median;
}

double fb_bench_repeats_of(const struct fb_bench *b, const struct fb_bench_result *r,
			   unsigned int nr)
{
	const struct fb_bench_result *least = r;
	unsigned int i;

	for (i = 1; i < nr; i++)
		if (fb_bench_price(b, &r[i]) < fb_bench_price(b, least))
			least = &r[i];
	if (!b->insn || !nr || least->injected <= least->primed)
		return 0;
	return (double)least->repeats / (double)(least->injected - least->primed);
}

unsigned long fb_bench_flows(const struct fb_bench *b, const struct fb_bench_path *path,
			     unsigned long flows)
{
	return flows == 1 && !path->record ? b->want.tuples : flows;
}

unsigned long fb_bench_tuples(const struct fb_bench *b, const struct fb_bench_point *pt)
{
	return pt->flows == 1 ? fb_bench_flows(b, pt->path, 1) : 1;
}

const char *fb_bench_arrives(const struct fb_bench_point *pt)
{
	return pt->nr_gross && fb_bench_result_is_cut(&pt->gross[0]) ? "cut" : "whole";
}

const char *fb_prices_of(const struct fb_fingerprint *fp)
{
	const char *version = fb_fingerprint_get(fp, FB_PRICES_KEY);

	return version ? version : "1";
}

unsigned long fb_ingress_hook_packets(const struct fb_bench *b)
{
	unsigned long most = b->insn ? FB_HOOK_PACKETS_INSN : FB_HOOK_PACKETS;

	return b->want.packets < most ? b->want.packets : most;
}

unsigned int fb_ingress_hook_rounds(const struct fb_bench *b)
{
	unsigned int least = b->insn ? FB_HOOK_LEAST : FB_HOOK_LEAST_NS;

	return b->want.rounds > least ? (unsigned int)b->want.rounds : least;
}

int fb_ingress_hook_cost(const double price[FB_HOOK_ROUNDS], bool insn, double *cost,
			 struct fb_error *error)
{
	double first = price[FB_HOOK_ONE] - price[FB_HOOK_NONE];
	double second = price[FB_HOOK_TWO] - price[FB_HOOK_ONE];

	*cost = first - second;
	if (!insn && *cost < 0)
		*cost = 0;
	if (price[FB_HOOK_NONE] > 0 && (insn ? second > 0 && *cost > 0 : *cost >= 0))
		return 0;
	return fb_error(error, -EPROTO,
			"a packet costs %.10g without a hook, %.10g with one, %.10g with two: "
			"expected the first hook to cost more than the second",
			price[FB_HOOK_NONE], price[FB_HOOK_ONE], price[FB_HOOK_TWO]);
}

int fb_ingress_hook_sum(struct fb_bench *b, struct fb_error *error)
{
	double price[FB_HOOK_ROUNDS], round;
	unsigned int kind;

	for (kind = 0; kind < FB_HOOK_ROUNDS; kind++)
		price[kind] = fb_bench_price_of(b, b->hook.round[kind], b->hook.nr);
	round = price[FB_HOOK_NONE] * (double)b->hook.packets;
	if (b->insn && round > FB_HOOK_LONG)
		return fb_error(
			error, -EPROTO,
			"a round of %lu packets takes %.0f instructions, and a timer's interrupt may be in each: "
			"use --packets %lu",
			b->hook.packets, round,
			(unsigned long)(FB_HOOK_LONG / price[FB_HOOK_NONE] / 2) + 1);
	return fb_ingress_hook_cost(price, b->insn, &b->hook.cost, error);
}

/* The path has not got the hook that the generator's own packets end in. */
static void take_hook_off(const struct fb_bench *b, struct fb_bench_point *pt)
{
	struct fb_bench_stat *own = &pt->own_stat;

	if (pt->path->own)
		return;
	pt->hook = b->hook.cost;
	if (own->nr && own->min <= pt->hook && fb_error_empty(&pt->why))
		fb_error(
			&pt->why, -EPROTO,
			"the generator costs %.10g a packet, no more than the hook at ingress, %.10g",
			own->min, pt->hook);
	own->median -= pt->hook;
	own->min -= pt->hook;
	own->max -= pt->hook;
	own->low -= pt->hook;
	own->high -= pt->hook;
}

/* Of the samples less those of the generator alone. @v has room for both. */
static double net_repeats(const struct fb_bench *b, const struct fb_bench_point *pt, double *v)
{
	unsigned int nr = pt->nr_own / (unsigned int)b->want.rounds, i;
	struct fb_bench_stat own, gross;

	for (i = 0; i < nr; i++)
		v[i] = fb_bench_repeats_of(b, &pt->own[i * b->want.rounds],
					   (unsigned int)b->want.rounds);
	fb_bench_stat(v, nr, &own);
	for (i = 0; i < pt->nr_samples; i++)
		v[i] = pt->sample[i].repeats;
	fb_bench_stat(v, pt->nr_samples, &gross);
	return gross.median - own.median;
}

int fb_bench_sum(const struct fb_bench *b, struct fb_bench_point *pt)
{
	unsigned int nr = pt->nr_own / (unsigned int)b->want.rounds, i;
	double *v = calloc((size_t)nr + pt->nr_samples + pt->nr_whole + 1, sizeof(*v));
	struct fb_bench_stat whole;

	if (!v)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		v[i] = fb_bench_price_of(b, &pt->own[i * b->want.rounds],
					 (unsigned int)b->want.rounds);
	fb_bench_stat(v, nr, &pt->own_stat);
	take_hook_off(b, pt);
	for (i = 0; i < pt->nr_samples; i++)
		v[i] = pt->sample[i].price;
	fb_bench_stat(v, pt->nr_samples, &pt->gross_stat);
	pt->net = pt->gross_stat.median - pt->own_stat.median;
	for (i = 0; i < pt->nr_whole; i++)
		v[i] = fb_bench_price(b, &pt->whole[i]);
	fb_bench_stat(v, pt->nr_whole, &whole);
	pt->later = pt->nr_whole ? whole.median - pt->gross_stat.median : 0;
	pt->repeats = net_repeats(b, pt, v);
	free(v);
	return 0;
}

/* Returns the point of the path @name with the same settings as @like, or NULL. */
static const struct fb_bench_point *find_point(const struct fb_bench *b, const char *name,
					       const struct fb_bench_point *like)
{
	const struct fb_bench_point *pt;
	unsigned int i;

	/* A path whose frames are longer by a tag is still compared: no size was asked for. */
	for (i = 0; i < b->nr_points; i++) {
		pt = &b->point[i];
		if (!strcmp(pt->path->name, name) && pt->flows == like->flows &&
		    pt->batch == like->batch && pt->cpus == like->cpus &&
		    pt->segments == like->segments && (pt->size == like->size || !b->want.sizes.nr))
			return pt;
	}
	return NULL;
}

const struct fb_bench_point *fb_bench_replaced(const struct fb_bench *b,
					       const struct fb_bench_point *pt)
{
	return pt->path->replaces ? find_point(b, pt->path->replaces, pt) : NULL;
}

double fb_bench_ratio(const struct fb_bench *b, const struct fb_bench_point *pt)
{
	const struct fb_bench_point *other = fb_bench_replaced(b, pt);

	return other && other->net > 0 && pt->net > 0
		       ? (other->net + other->later) / (pt->net + pt->later)
		       : 0;
}

void fb_bench_free(struct fb_bench *b)
{
	unsigned int i;

	for (i = 0; i < b->nr_points; i++) {
		free(b->point[i].own);
		free(b->point[i].gross);
		free(b->point[i].whole);
		free(b->point[i].sample);
		free(b->point[i].latency.bucket);
	}
	for (i = 0; i < b->nr_paths; i++)
		fb_bench_path_free(&b->path[i]);
	for (i = 0; i < FB_HOOK_ROUNDS; i++)
		free(b->hook.round[i]);
	free(b->point);
	free(b->row);
	free(b->flow);
	free(b->path);
	fb_fingerprint_free(&b->fp);
}
