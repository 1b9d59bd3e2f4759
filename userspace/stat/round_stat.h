/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers of a bench: lists on the command line, and what rounds have in common. Pure: no I/O. */
#ifndef FB_STAT_ROUND_STAT_H
#define FB_STAT_ROUND_STAT_H

#include <stddef.h>

/** FB_BENCH_LIST - how many numbers one option takes */
#define FB_BENCH_LIST 16

/**
 * struct fb_bench_list - numbers of an option
 * @v: the numbers
 * @nr: how many
 */
struct fb_bench_list {
	unsigned long v[FB_BENCH_LIST];
	unsigned int nr;
};

/**
 * fb_bench_number - read "64", "10k" or "1M" (thousands, not 1024)
 * @text: the whole text is the number
 * @low: least value
 * @high: greatest value
 * @out: receives it
 *
 * Return: 0, -EINVAL, or -ERANGE.
 */
int fb_bench_number(const char *text, unsigned long low, unsigned long high, unsigned long *out);

/**
 * fb_bench_list - read numbers with commas between them
 * @text: "1,10,1k"
 * @low: least value
 * @high: greatest value
 * @list: receives them
 *
 * Return: 0, -EINVAL, -ERANGE, -EEXIST for a number that is there twice, or -E2BIG for more than
 * FB_BENCH_LIST.
 */
int fb_bench_list(const char *text, unsigned long low, unsigned long high,
		  struct fb_bench_list *list);

/**
 * struct fb_bench_stat - what several measurements have in common
 * @median: the middle one, or the mean of the two
 * @min: least
 * @max: greatest
 * @low: lower end of the 95 % confidence interval of the median; @min where there are too few
 * @high: its upper end, likewise
 * @nr: of how many
 */
struct fb_bench_stat {
	double median;
	double min;
	double max;
	double low;
	double high;
	unsigned int nr;
};

/**
 * fb_bench_stat - sort measurements and look at them
 * @v: the measurements, sorted afterwards
 * @nr: how many; 0 gives zeroes
 * @st: receives what they have in common
 *
 * The interval is that of order statistics: it supposes nothing about how they are distributed.
 */
void fb_bench_stat(double *v, unsigned int nr, struct fb_bench_stat *st);

#endif
