// SPDX-License-Identifier: GPL-2.0
/* Judging samples. Pure: no I/O. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "bench/compare_judge.h"

/* TOST claims "no change" wrongly at most so often. */
#define CLAIM 0.05

/* Prices are counts of a round by its packets: less than this is how they are divided. */
#define ZERO 1e-6

/* The middle one of how far the differences lie from their middle, which may be 0. */
static double deviation(double *d, unsigned int nr, double middle)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		d[i] = fabs(d[i] - middle);
	return fb_stat_median(d, nr);
}

int fb_compare_instructions(const double *a, const double *b, unsigned int nr,
			    struct fb_compared *pt)
{
	double *d = calloc(nr ? nr : 1, sizeof(*d)), least = INFINITY, most = -INFINITY, noise;
	unsigned int i;

	if (!d)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		d[i] = b[i] - a[i];
		if (fabs(d[i]) < ZERO)
			d[i] = 0;
		least = fmin(least, d[i]);
		most = fmax(most, d[i]);
	}
	pt->delta = fb_stat_median(d, nr);
	pt->spread = nr ? most - least : 0;
	pt->agree = 0;
	for (i = 0; i < nr; i++)
		pt->agree += (pt->delta > 0 && d[i] > 0) || (pt->delta < 0 && d[i] < 0) ||
			     (pt->delta == 0 && d[i] == 0);
	noise = deviation(d, nr, pt->delta);
	free(d);
	pt->judged = FB_JUDGED_NONE;
	if (nr < FB_COMPARE_SEEDS)
		return 0;
	if (pt->delta != 0 && pt->agree + 1 >= nr && fabs(pt->delta) > 3 * noise + ZERO)
		pt->judged = FB_JUDGED_DIFFERENT;
	else
		pt->judged = FB_JUDGED_SAME;
	return 0;
}

static int judge_one(const struct fb_samples *s, unsigned int nr, double margin,
		     struct fb_compared *pt)
{
	struct fb_mann_whitney mw;
	double deviation;
	int ret;

	ret = fb_stat_mann_whitney(s->b, s->nb, s->a, s->na, &mw);
	if (!ret)
		ret = fb_stat_equivalent(s->a, s->na, s->b, s->nb, margin, &pt->tost);
	pt->p = mw.two_sided;
	deviation = fb_stat_deviation(s->a, s->na, s->b, s->nb);
	pt->needed = fb_stat_needed(deviation, s->na + s->nb - 2, margin, nr);
	return ret;
}

int fb_compare_times(const struct fb_samples *s, unsigned int nr, double margin,
		     struct fb_compared *pt)
{
	double *p = calloc(nr ? nr : 1, sizeof(*p));
	unsigned int i;
	int ret = p ? 0 : -ENOMEM;

	for (i = 0; !ret && i < nr; i++) {
		ret = judge_one(&s[i], nr, margin, &pt[i]);
		p[i] = pt[i].p;
	}
	if (!ret)
		ret = fb_stat_holm(p, nr);
	for (i = 0; !ret && i < nr; i++) {
		pt[i].p = p[i];
		pt[i].judged = FB_JUDGED_NONE;
		if (s[i].na < FB_STAT_LEAST || s[i].nb < FB_STAT_LEAST)
			continue;
		if (p[i] <= FB_STAT_ALPHA)
			pt[i].judged = FB_JUDGED_DIFFERENT;
		else if (pt[i].tost <= CLAIM)
			pt[i].judged = FB_JUDGED_SAME;
	}
	free(p);
	return ret;
}
