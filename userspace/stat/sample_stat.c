// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stat/sample_stat.h"
#include "lib/hash.h"

#define RESAMPLES 4000
/* How sure to be that the deviation is not greater than what is reckoned with. */
#define SURE 0.99
/* Hodges and Lehmann's bound: no distribution makes the rank-sum test less efficient. */
#define WORST 0.864

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *sorted(const double *v, unsigned int nr)
{
	double *copy = malloc((nr ? nr : 1) * sizeof(*copy));

	if (copy) {
		memcpy(copy, v, nr * sizeof(*copy));
		qsort(copy, nr, sizeof(*copy), by_size);
	}
	return copy;
}

double fb_stat_median(const double *v, unsigned int nr)
{
	double *s, median;

	if (!nr)
		return 0;
	s = sorted(v, nr);
	if (!s)
		return NAN;
	median = (s[(nr - 1) / 2] + s[nr / 2]) / 2;
	free(s);
	return median;
}

static double normal_below(double z)
{
	return erfc(-z / sqrt(2)) / 2;
}

double fb_stat_quantile(double p)
{
	double low = -40, high = 40;
	int i;

	for (i = 0; i < 100; i++) {
		double middle = (low + high) / 2;

		if (normal_below(middle) < p)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

/* A sample, which side it is of, twice its rank (ties share the middle of theirs), and twice the ranks before it. */
struct ranked {
	double v;
	unsigned int is_x;
	unsigned int rank2;
	unsigned int before2;
};

static int by_value(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->v > y->v) - (x->v < y->v);
}

/* Return: the sum of t^3 - t over all groups of t ties. */
static double rank(struct ranked *r, unsigned int nr)
{
	unsigned int before2 = 0, i, k, t;
	double ties = 0;

	qsort(r, nr, sizeof(*r), by_value);
	for (i = 0; i < nr; i += t) {
		for (t = 1; i + t < nr && r[i + t].v == r[i].v; t++)
			;
		for (k = i; k < i + t; k++) {
			r[k].rank2 = 2 * i + t + 1;
			r[k].before2 = before2;
			before2 += r[k].rank2;
		}
		ties += (double)t * t * t - t;
	}
	return ties;
}

/*
 * ways[k * width + s]: in how many ways k of the samples that were seen have ranks that sum up to
 * s / 2. Each further sample is one of them or not; beside it are k - 1 before it, the least of which
 * are the first, and the greatest the last ones. Too few to become nx need not be known.
 */
static int exact(const struct ranked *r, unsigned int nr, unsigned int nx, unsigned int sum2,
		 struct fb_mann_whitney *mw)
{
	unsigned int width = nr * (nr + 1) + 1, i, k, s;
	double *ways = calloc((size_t)(nx + 1) * width, sizeof(*ways));
	double below = 0, above = 0, all = 0;

	if (!ways)
		return -ENOMEM;
	ways[0] = 1;
	for (i = 0; i < nr; i++) {
		for (k = i < nx ? i + 1 : nx; k && k + nr > nx + i; k--) {
			unsigned int most = r[i].before2 - r[i - (k - 1)].before2;

			for (s = r[k - 1].before2; s <= most; s++)
				ways[k * width + s + r[i].rank2] += ways[(k - 1) * width + s];
		}
	}
	for (s = 0; s < width; s++) {
		double n = ways[nx * width + s];

		all += n;
		below += s <= sum2 ? n : 0;
		above += s >= sum2 ? n : 0;
	}
	free(ways);
	mw->less = below / all;
	mw->greater = above / all;
	return 0;
}

static void approximate(double nx, double ny, double ties, struct fb_mann_whitney *mw)
{
	double n = nx + ny, z = mw->u - nx * ny / 2;
	double sigma = sqrt(nx * ny / 12 * (n + 1 - ties / (n * (n - 1))));

	/* All the same: nothing can be said. */
	if (!(sigma > 0)) {
		mw->less = 1;
		mw->greater = 1;
		return;
	}
	mw->less = normal_below((z + 0.5) / sigma);
	mw->greater = normal_below(-(z - 0.5) / sigma);
}

int fb_stat_mann_whitney(const double *x, unsigned int nx, const double *y, unsigned int ny,
			 struct fb_mann_whitney *mw)
{
	unsigned int nr = nx + ny, sum2 = 0, i;
	struct ranked *r = calloc(nr, sizeof(*r));
	double ties;
	int ret = 0;

	if (!r)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		r[i].v = i < nx ? x[i] : y[i - nx];
		r[i].is_x = i < nx;
	}
	ties = rank(r, nr);
	for (i = 0; i < nr; i++)
		sum2 += r[i].is_x ? r[i].rank2 : 0;
	mw->u = sum2 / 2.0 - nx * (nx + 1.0) / 2;
	if (nr <= FB_MW_EXACT)
		ret = exact(r, nr, nx, sum2, mw);
	else
		approximate(nx, ny, ties, mw);
	free(r);
	mw->two_sided = fmin(1, 2 * fmin(mw->less, mw->greater));
	return ret;
}

int fb_stat_equivalent(const double *x, unsigned int nx, const double *y, unsigned int ny,
		       double margin, double *p)
{
	double *moved = calloc(ny, sizeof(*moved));
	struct fb_mann_whitney low = { 0 }, high = { 0 };
	unsigned int i;
	int ret;

	if (!moved)
		return -ENOMEM;
	for (i = 0; i < ny; i++)
		moved[i] = y[i] / (1 - margin);
	ret = fb_stat_mann_whitney(moved, ny, x, nx, &low);
	for (i = 0; i < ny; i++)
		moved[i] = y[i] / (1 + margin);
	if (!ret)
		ret = fb_stat_mann_whitney(moved, ny, x, nx, &high);
	if (!ret)
		*p = fmax(low.greater, high.less);
	free(moved);
	return ret;
}

uint64_t fb_stat_draw(uint64_t *state)
{
	return fb_hash_scatter(*state += 0x9e3779b97f4a7c15);
}

/* Median of as many as there are, drawn with replacement: by how often each one was drawn. */
static double resampled(const double *s, unsigned int nr, unsigned int *times, uint64_t *state)
{
	unsigned int i, seen = 0, low = nr, high;

	memset(times, 0, nr * sizeof(*times));
	for (i = 0; i < nr; i++)
		times[((fb_stat_draw(state) >> 32) * nr) >> 32]++;
	for (i = 0; i < nr; i++) {
		seen += times[i];
		if (low == nr && seen >= (nr + 1) / 2)
			low = i;
		if (seen >= nr / 2 + 1)
			break;
	}
	high = i;
	return (s[low] + s[high]) / 2;
}

int fb_stat_bootstrap(const double *x, unsigned int nx, const double *y, unsigned int ny,
		      double confidence, struct fb_interval *ci)
{
	double *sx = sorted(x, nx), *sy = sorted(y, ny);
	double *ratio = malloc(RESAMPLES * sizeof(*ratio));
	unsigned int *times = calloc(nx > ny ? nx : ny, sizeof(*times));
	unsigned int i, cut = (unsigned int)((1 - confidence) / 2 * RESAMPLES);
	uint64_t state = 1;
	int ret = sx && sy && ratio && times ? 0 : -ENOMEM;

	if (!ret) {
		for (i = 0; i < RESAMPLES; i++) {
			ratio[i] = 1 / resampled(sx, nx, times, &state);
			ratio[i] *= resampled(sy, ny, times, &state);
		}
		qsort(ratio, RESAMPLES, sizeof(*ratio), by_size);
		ci->ratio = (sy[(ny - 1) / 2] + sy[ny / 2]) / (sx[(nx - 1) / 2] + sx[nx / 2]);
		ci->low = ratio[cut];
		ci->high = ratio[RESAMPLES - 1 - cut];
	}
	free(times);
	free(ratio);
	free(sy);
	free(sx);
	return ret;
}

static double squares(const double *v, unsigned int nr)
{
	double mean = 0, sum = 0;
	unsigned int i;

	for (i = 0; i < nr; i++)
		mean += log(v[i]) / nr;
	for (i = 0; i < nr; i++)
		sum += (log(v[i]) - mean) * (log(v[i]) - mean);
	return sum;
}

double fb_stat_deviation(const double *x, unsigned int nx, const double *y, unsigned int ny)
{
	return sqrt((squares(x, nx) + squares(y, ny)) / (nx + ny - 2));
}

unsigned int fb_stat_needed(double deviation, unsigned int freedom, double margin,
			    unsigned int tests)
{
	/* Wilson and Hilferty: the cube root of chi-square is all but normal. */
	double k = freedom ? freedom : 1, a = 2 / (9 * k);
	double chi2 = k * pow(1 - a - fb_stat_quantile(SURE) * sqrt(a), 3);
	double z = fb_stat_quantile(1 - FB_STAT_ALPHA / 2 / tests) + fb_stat_quantile(0.95);
	double shift = log1p(margin), nr;

	if (chi2 < 0.05)
		chi2 = 0.05;
	nr = ceil(2 * z * z * deviation * deviation * k / chi2 / (shift * shift) / WORST);
	if (!(nr > FB_STAT_LEAST))
		return FB_STAT_LEAST;
	return nr < 1000000 ? (unsigned int)nr : 1000000;
}

int fb_stat_holm(double *p, unsigned int nr)
{
	double *s = sorted(p, nr), *adjusted = malloc((nr ? nr : 1) * sizeof(*adjusted)), most = 0;
	unsigned int i, k;

	if (!s || !adjusted) {
		free(adjusted);
		free(s);
		return -ENOMEM;
	}
	for (i = 0; i < nr; i++) {
		most = fmax(most, fmin(1, s[i] * (nr - i)));
		adjusted[i] = most;
	}
	for (k = 0; k < nr; k++) {
		/* The first of its like: equal ones share the greater factor. */
		for (i = 0; s[i] < p[k]; i++)
			;
		p[k] = adjusted[i];
	}
	free(adjusted);
	free(s);
	return 0;
}
