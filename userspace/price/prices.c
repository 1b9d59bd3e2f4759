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

double fb_bench_ratio(const struct fb_bench *b, const struct fb_bench_point *pt)
{
	const struct fb_bench_point *other;

	if (!pt->path->replaces)
		return 0;
	other = find_point(b, pt->path->replaces, pt);
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
	free(b->point);
	free(b->row);
	free(b->path);
	fb_fingerprint_free(&b->fp);
}
