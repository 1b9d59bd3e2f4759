/* SPDX-License-Identifier: GPL-2.0 */
/* The statistics of a comparison. Pure: no I/O, and the same figures each time. */
#ifndef FB_STAT_SAMPLE_STAT_H
#define FB_STAT_SAMPLE_STAT_H

#include <stdint.h>

/**
 * fb_stat_median - the middle one, or the mean of the two
 * @v: the samples, in any order
 * @nr: how many; 0 gives 0
 *
 * Return: the median, or NaN if memory is short.
 */
double fb_stat_median(const double *v, unsigned int nr);

/**
 * fb_stat_draw - the next random number of 64 bits (Steele, Lea and Flood's splitmix64)
 * @state: of the sequence; the same one gives the same numbers
 */
uint64_t fb_stat_draw(uint64_t *state);

/** fb_stat_quantile - the value below which a standard normal variable lies with probability @p */
double fb_stat_quantile(double p);

/**
 * struct fb_mann_whitney - the rank-sum test of two samples x and y
 * @u: pairs in which x is greater than y, ties counted as a half (R's W)
 * @less: how likely that few of them are if x and y are alike
 * @greater: how likely that many are
 * @two_sided: how likely that they are as far from the middle, to either side
 */
struct fb_mann_whitney {
	double u;
	double less;
	double greater;
	double two_sided;
};

/** FB_MW_EXACT - up to so many samples in all, each way of dealing out the ranks is counted */
#define FB_MW_EXACT 50

/**
 * fb_stat_mann_whitney - test whether two samples come from one distribution
 * @x: the one
 * @nx: how many, at least 1
 * @y: the other
 * @ny: how many, at least 1
 * @mw: receives the result
 *
 * Exact for up to FB_MW_EXACT samples in all, with ties as well; else the normal approximation,
 * corrected for ties and continuity.
 * Return: 0 or -ENOMEM.
 */
int fb_stat_mann_whitney(const double *x, unsigned int nx, const double *y, unsigned int ny,
			 struct fb_mann_whitney *mw);

/**
 * fb_stat_equivalent - two one-sided tests (TOST): is the ratio of y to x within a margin
 * @x: the one
 * @nx: how many, at least 1
 * @y: the other
 * @ny: how many, at least 1
 * @margin: 0.01 asks for a ratio of more than 0.99 and less than 1.01
 * @p: receives how likely such samples are at most, if it is not
 *
 * Return: 0 or -ENOMEM.
 */
int fb_stat_equivalent(const double *x, unsigned int nx, const double *y, unsigned int ny,
		       double margin, double *p);

/**
 * struct fb_interval - a ratio and its confidence interval
 * @ratio: median of y by median of x
 * @low: lower end
 * @high: upper end
 */
struct fb_interval {
	double ratio;
	double low;
	double high;
};

/**
 * fb_stat_bootstrap - percentile bootstrap of a ratio of medians
 * @x: the one
 * @nx: how many, at least 1
 * @y: the other
 * @ny: how many, at least 1
 * @confidence: 0.95
 * @ci: receives it
 *
 * The random numbers are the same each time.
 * Return: 0 or -ENOMEM.
 */
int fb_stat_bootstrap(const double *x, unsigned int nx, const double *y, unsigned int ny,
		      double confidence, struct fb_interval *ci);

/**
 * fb_stat_deviation - standard deviation of the logarithms of two samples, each about its own mean
 * @x: the one; all greater than 0
 * @nx: how many, at least 2
 * @y: the other
 * @ny: how many, at least 2
 *
 * It is what the ratio of one sample to the next deviates by, whatever the unit.
 * Return: the deviation.
 */
double fb_stat_deviation(const double *x, unsigned int nx, const double *y, unsigned int ny);

/**
 * fb_stat_needed - how many samples a side find a change as small as the margin, 19 times of 20
 * @deviation: of fb_stat_deviation()
 * @freedom: its degrees of freedom: how many samples there were, less 2
 * @margin: the change, 0.01 for 1 %
 * @tests: how many comparisons are made at once
 *
 * The deviation is itself an estimate, so the upper end of what it may be is used; and for the
 * shape of the distribution the worst that Mann and Whitney's test can meet (an efficiency of
 * 0.864). As many let "no change" be claimed where there is none.
 * Return: the number, at least FB_STAT_LEAST.
 */
unsigned int fb_stat_needed(double deviation, unsigned int freedom, double margin,
			    unsigned int tests);

/**
 * FB_STAT_ALPHA - p from which on there is a difference: for fewer than 5 % false alarms whatever the
 * machine does to the samples
 */
#define FB_STAT_ALPHA 0.03

/** FB_STAT_LEAST - fewer samples a side allow no verdict */
#define FB_STAT_LEAST 6

/**
 * fb_stat_holm - adjust probabilities for there being several of them
 * @p: the probabilities; replaced by the adjusted ones, which are at most 1
 * @nr: how many
 *
 * Holm's step-down: the chance that any of @nr tests gives a false alarm stays what one has.
 * Return: 0 or -ENOMEM.
 */
int fb_stat_holm(double *p, unsigned int nr);

#endif
