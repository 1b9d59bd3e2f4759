// SPDX-License-Identifier: GPL-2.0
/* Judging samples. Pure: no I/O. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "compare/judge.h"

/* TOST claims "no change" wrongly at most so often. */
#define CLAIM 0.05

/* Prices are counts of a round by its packets: less than this is how they are divided. */
#define ZERO 1e-5

unsigned int fb_compare_seeds(unsigned int tests)
{
	unsigned int nr = 5;

	/* From there on the least probability is that of the ways that are drawn, and stays the same. */
	while (2 * nr <= FB_CLUSTER_EXACT && fb_cluster_least(nr, nr) * tests > FB_CLUSTER_ALPHA)
		nr++;
	return nr;
}

/* Shift and probability of one point, and of the code that differs on it. */
static int test_point(const struct fb_sides *s, struct fb_compared *pt, double *p,
		      unsigned int *tests)
{
	int ret;

	ret = fb_cluster_shift(&s->a, &s->b, &pt->delta);
	if (!ret)
		ret = fb_cluster_test(&s->a, &s->b, &p[(*tests)++]);
	pt->coded = s->coded;
	if (ret || !s->coded)
		return ret;
	ret = fb_cluster_shift(&s->code_a, &s->code_b, &pt->code_delta);
	return ret ? ret : fb_cluster_test(&s->code_a, &s->code_b, &p[(*tests)++]);
}

static bool is_shifted(double delta, double p)
{
	return p <= FB_CLUSTER_ALPHA && fabs(delta) > ZERO;
}

int fb_compare_instructions(const struct fb_sides *s, unsigned int nr, struct fb_compared *pt)
{
	double *p = calloc(2 * (size_t)nr + 1, sizeof(*p));
	unsigned int i, tests = 0, at = 0;
	int ret = p ? 0 : -ENOMEM;

	for (i = 0; !ret && i < nr; i++)
		ret = test_point(&s[i], &pt[i], p, &tests);
	if (!ret)
		ret = fb_stat_holm(p, tests);
	for (i = 0; !ret && i < nr; i++) {
		pt[i].p = p[at++];
		pt[i].code_p = pt[i].coded ? p[at++] : 1;
		pt[i].by_code = !is_shifted(pt[i].delta, pt[i].p) &&
				is_shifted(pt[i].code_delta, pt[i].code_p);
		if (fmin(s[i].a.nr, s[i].b.nr) < fb_compare_seeds(tests))
			pt[i].judged = FB_JUDGED_NONE;
		else if (pt[i].by_code || is_shifted(pt[i].delta, pt[i].p))
			pt[i].judged = FB_JUDGED_DIFFERENT;
		else
			pt[i].judged = FB_JUDGED_SAME;
	}
	free(p);
	return ret;
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
