// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stat/cluster_stat.h"
#include "stat/sample_stat.h"

/* Ways of dealing out more than FB_CLUSTER_EXACT clusters. */
#define DEALT 100000

/* Sums of mean ranks that are equal differ by no more than this. */
#define ALIKE 1e-9

double fb_cluster_spread(const struct fb_clusters *c)
{
	double least = INFINITY, most = -INFINITY;
	unsigned int i;

	for (i = 0; i < c->nr * c->each; i++) {
		least = fmin(least, c->v[i]);
		most = fmax(most, c->v[i]);
	}
	return most - least;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *sorted(const struct fb_clusters *c, size_t *nr)
{
	double *v;

	*nr = (size_t)c->nr * c->each;
	v = malloc(*nr * sizeof(*v));
	if (!v)
		return NULL;
	memcpy(v, c->v, *nr * sizeof(*v));
	qsort(v, *nr, sizeof(*v), by_size);
	return v;
}

/* --- the shift ---------------------------------------------------------------------------------*/

/* How many differences y - x are at most @t. Both are sorted. */
static uint64_t at_most(const double *x, size_t nx, const double *y, size_t ny, double t)
{
	uint64_t n = 0;
	size_t i, k = 0;

	for (i = 0; i < nx; i++) {
		while (k < ny && y[k] - x[i] <= t)
			k++;
		n += k;
	}
	return n;
}

/* The difference y - x that has @before others before it, to a millionth. */
static double difference(const double *x, size_t nx, const double *y, size_t ny, uint64_t before)
{
	double low = y[0] - x[nx - 1], high = y[ny - 1] - x[0];
	int i;

	for (i = 0; i < 80 && high - low > 1e-8; i++) {
		double middle = (low + high) / 2;

		if (at_most(x, nx, y, ny, middle) > before)
			high = middle;
		else
			low = middle;
	}
	return round(high * 1e6) / 1e6;
}

int fb_cluster_shift(const struct fb_clusters *x, const struct fb_clusters *y, double *shift)
{
	size_t nx, ny;
	double *sx = sorted(x, &nx), *sy = sorted(y, &ny);
	uint64_t pairs = (uint64_t)nx * ny;

	if (sx && sy)
		*shift = (difference(sx, nx, sy, ny, (pairs - 1) / 2) +
			  difference(sx, nx, sy, ny, pairs / 2)) /
			 2;
	free(sx);
	free(sy);
	return sx && sy ? 0 : -ENOMEM;
}

/* --- the test ----------------------------------------------------------------------------------*/

struct ranked {
	double v;
	unsigned int cluster;
};

static int by_value(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->v > y->v) - (x->v < y->v);
}

/* Puts the mean rank of each cluster into @mean; ties share the middle of their ranks. */
static void rank(struct ranked *r, size_t nr, unsigned int each, double *mean)
{
	size_t i, k, t;

	qsort(r, nr, sizeof(*r), by_value);
	for (i = 0; i < nr; i += t) {
		for (t = 1; i + t < nr && r[i + t].v == r[i].v; t++)
			;
		for (k = i; k < i + t; k++)
			mean[r[k].cluster] += ((double)i + (double)(t + 1) / 2) / each;
	}
}

/*
 * struct deal - ways of dealing out
 * @mean: of each cluster
 * @nr: how many clusters
 * @middle: what the sum of one side's is if nothing differs
 * @far: how far from it the real sum is
 * @ways: that were looked at
 * @as_far: of those, with a sum as far from the middle or farther
 */
struct deal {
	const double *mean;
	unsigned int nr;
	double middle;
	double far;
	uint64_t ways;
	uint64_t as_far;
};

static void look_at_deal(struct deal *d, double sum)
{
	d->ways++;
	d->as_far += fabs(sum - d->middle) >= d->far - ALIKE;
}

/* Each way in which @left more of the clusters from number @at on are of the one side. */
static void deal_all(struct deal *d, unsigned int at, unsigned int left, double sum)
{
	if (!left) {
		look_at_deal(d, sum);
		return;
	}
	for (; at + left <= d->nr; at++)
		deal_all(d, at + 1, left - 1, sum + d->mean[at]);
}

static int deal_some(struct deal *d, unsigned int nx)
{
	double *card = malloc(d->nr * sizeof(*card)), sum, was;
	uint64_t state = 1;
	unsigned int i, k, way;

	if (!card)
		return -ENOMEM;
	memcpy(card, d->mean, d->nr * sizeof(*card));
	/* The real one is one of them. */
	d->ways = 1;
	d->as_far = 1;
	for (way = 0; way < DEALT; way++) {
		for (i = 0, sum = 0; i < nx; i++) {
			k = i + (unsigned int)(((fb_stat_draw(&state) >> 32) * (d->nr - i)) >> 32);
			was = card[i];
			card[i] = card[k];
			card[k] = was;
			sum += card[i];
		}
		look_at_deal(d, sum);
	}
	free(card);
	return 0;
}

static int deal_out(const double *mean, unsigned int nx, unsigned int ny, double *p)
{
	struct deal d = { .mean = mean, .nr = nx + ny };
	double sum = 0, all = 0;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < d.nr; i++) {
		all += mean[i];
		sum += i < nx ? mean[i] : 0;
	}
	d.middle = all * nx / d.nr;
	d.far = fabs(sum - d.middle);
	if (d.nr <= FB_CLUSTER_EXACT)
		deal_all(&d, 0, nx, 0);
	else
		ret = deal_some(&d, nx);
	*p = d.ways ? (double)d.as_far / (double)d.ways : 1;
	return ret;
}

int fb_cluster_test(const struct fb_clusters *x, const struct fb_clusters *y, double *p)
{
	unsigned int nr = x->nr + y->nr, each = x->each;
	struct ranked *r = calloc((size_t)nr * each, sizeof(*r));
	double *mean = calloc(nr, sizeof(*mean));
	int ret = r && mean ? 0 : -ENOMEM;
	size_t i, first = (size_t)x->nr * each;

	for (i = 0; !ret && i < (size_t)nr * each; i++)
		r[i] = (struct ranked){ i < first ? x->v[i] : y->v[i - first],
					(unsigned int)(i / each) };
	if (!ret) {
		rank(r, (size_t)nr * each, each, mean);
		ret = deal_out(mean, x->nr, y->nr, p);
	}
	free(mean);
	free(r);
	return ret;
}

double fb_cluster_least(unsigned int nx, unsigned int ny)
{
	double ways = 1;
	unsigned int i;

	if (nx + ny > FB_CLUSTER_EXACT)
		return 1.0 / (DEALT + 1);
	for (i = 1; i <= nx; i++)
		ways = ways * (ny + i) / i;
	/* The other end of as many on both sides is as far. */
	return (nx == ny ? 2 : 1) / ways;
}
