/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of samples that come in clusters: the samples of one boot share what that boot drew, so
 * the boots are dealt out, and not the samples. Pure: no I/O, and the same figures each time.
 */
#ifndef FB_STAT_CLUSTER_STAT_H
#define FB_STAT_CLUSTER_STAT_H

/** FB_CLUSTER_ALPHA - p from which on there is a difference: one false alarm in twenty, as the test is exact */
#define FB_CLUSTER_ALPHA 0.05

/** FB_CLUSTER_EXACT - up to so many clusters in all, each way of dealing them out is counted */
#define FB_CLUSTER_EXACT 22

/**
 * struct fb_clusters - the samples of one side
 * @v: all samples, cluster by cluster
 * @nr: how many clusters, at least 1
 * @each: samples of each cluster, at least 1
 */
struct fb_clusters {
	const double *v;
	unsigned int nr;
	unsigned int each;
};

/** fb_cluster_spread - the greatest sample of a side less its least (pure) */
double fb_cluster_spread(const struct fb_clusters *c);

/**
 * fb_cluster_shift - by how much one side is above the other
 * @x: the one
 * @y: the other
 * @shift: receives Hodges and Lehmann's estimate: the median of all differences between a sample of
 *	@y and one of @x, to a millionth
 *
 * Where both sides have a price and something that chance adds to some samples, it is the difference
 * of the prices, to the instruction, as long as chance is of one kind on both sides.
 * Return: 0 or -ENOMEM.
 */
int fb_cluster_shift(const struct fb_clusters *x, const struct fb_clusters *y, double *shift);

/**
 * fb_cluster_test - how likely two alike sides differ as much
 * @x: the one
 * @y: the other, with as many samples a cluster
 * @p: receives the two-sided probability
 *
 * A permutation test: the sum of the mean ranks of the clusters of @x, among all ways of dealing out
 * the clusters; of more than FB_CLUSTER_EXACT clusters among 100,000 ways, the same each time.
 * Return: 0 or -ENOMEM.
 */
int fb_cluster_test(const struct fb_clusters *x, const struct fb_clusters *y, double *p);

/** fb_cluster_least - the least probability that fb_cluster_test() can find for so many clusters */
double fb_cluster_least(unsigned int nx, unsigned int ny);

#endif
