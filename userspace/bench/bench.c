// SPDX-License-Identifier: GPL-2.0
/* What can be said of measured points without asking anybody. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

double fb_bench_price(const struct fb_bench *b, const struct fb_bench_result *r)
{
	if (!r->injected)
		return 0;
	return (double)(b->insn ? r->cycles : r->ns) / (double)r->injected;
}

static int stat_of(const struct fb_bench *b, const struct fb_bench_result *r, unsigned int nr,
		   struct fb_bench_stat *st)
{
	double *v = calloc(nr + 1, sizeof(*v));
	unsigned int i;

	if (!v)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		v[i] = fb_bench_price(b, &r[i]);
	fb_bench_stat(v, nr, st);
	free(v);
	return 0;
}

int fb_bench_sum(const struct fb_bench *b, struct fb_bench_point *pt)
{
	int ret;

	ret = stat_of(b, pt->own, pt->nr, &pt->own_stat);
	if (!ret)
		ret = stat_of(b, pt->gross, pt->nr, &pt->gross_stat);
	pt->net = pt->gross_stat.median - pt->own_stat.median;
	return ret;
}

const struct fb_bench_point *fb_bench_find(const struct fb_bench *b, const char *name,
					   const struct fb_bench_point *like)
{
	const struct fb_bench_point *pt;
	unsigned int i;

	/* A path whose frames are longer by a tag is still compared: no size was asked for. */
	for (i = 0; i < b->nr_points; i++) {
		pt = &b->point[i];
		if (!strcmp(pt->path->name, name) && pt->flows == like->flows &&
		    pt->batch == like->batch && pt->cpus == like->cpus &&
		    (pt->size == like->size || !b->want.sizes.nr))
			return pt;
	}
	return NULL;
}

double fb_bench_ratio(const struct fb_bench *b, const struct fb_bench_point *pt)
{
	const struct fb_bench_point *other;

	if (!pt->path->replaces)
		return 0;
	other = fb_bench_find(b, pt->path->replaces, pt);
	return other && other->net > 0 && pt->net > 0 ? other->net / pt->net : 0;
}

void fb_bench_free(struct fb_bench *b)
{
	unsigned int i;

	for (i = 0; i < b->nr_points; i++) {
		free(b->point[i].own);
		free(b->point[i].gross);
		free(b->point[i].latency.bucket);
	}
	for (i = 0; i < b->nr_paths; i++)
		fb_bench_path_free(&b->path[i]);
	free(b->point);
	free(b->row);
	free(b->path);
	fb_fingerprint_free(&b->fp);
}
