// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stat/round_stat.h"

static int read_number(const char *text, size_t len, unsigned long low, unsigned long high,
		       unsigned long *out)
{
	unsigned long v = 0, unit = 1;
	size_t i;

	if (len && (text[len - 1] == 'k' || text[len - 1] == 'M'))
		unit = text[--len] == 'k' ? 1000 : 1000000;
	if (!len || len > 12)
		return len ? -ERANGE : -EINVAL;
	for (i = 0; i < len; i++) {
		if (!isdigit((unsigned char)text[i]))
			return -EINVAL;
		v = v * 10 + (unsigned long)(text[i] - '0');
	}
	v *= unit;
	if (v < low || v > high)
		return -ERANGE;
	*out = v;
	return 0;
}

int fb_bench_number(const char *text, unsigned long low, unsigned long high, unsigned long *out)
{
	return read_number(text, strlen(text), low, high, out);
}

int fb_bench_list(const char *text, unsigned long low, unsigned long high,
		  struct fb_bench_list *list)
{
	unsigned int i;

	list->nr = 0;
	for (;;) {
		size_t n = strcspn(text, ",");
		int ret;

		if (list->nr == FB_BENCH_LIST)
			return -E2BIG;
		ret = read_number(text, n, low, high, &list->v[list->nr]);
		if (ret)
			return ret;
		for (i = 0; i < list->nr; i++)
			if (list->v[i] == list->v[list->nr])
				return -EEXIST;
		list->nr++;
		if (!text[n])
			return 0;
		text += n + 1;
	}
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * How many may be cut off at each end so that the median still lies within with 95 %: the most k
 * for which fewer than k heads in @nr throws of a coin are less likely than 2.5 %.
 */
static unsigned int cut_off(unsigned int nr)
{
	double p = 1, sum = 0;
	unsigned int i, k;

	for (i = 0; i < nr; i++)
		p /= 2;
	for (k = 0; k < nr / 2; k++) {
		sum += p;
		if (sum > 0.025)
			break;
		p = p * (nr - k) / (k + 1);
	}
	return k;
}

void fb_bench_stat(double *v, unsigned int nr, struct fb_bench_stat *st)
{
	unsigned int k;

	memset(st, 0, sizeof(*st));
	if (!nr)
		return;
	qsort(v, nr, sizeof(*v), by_size);
	st->nr = nr;
	st->min = v[0];
	st->max = v[nr - 1];
	st->median = nr % 2 ? v[nr / 2] : (v[nr / 2 - 1] + v[nr / 2]) / 2;
	k = cut_off(nr);
	st->low = k ? v[k - 1] : st->min;
	st->high = k ? v[nr - k] : st->max;
}
