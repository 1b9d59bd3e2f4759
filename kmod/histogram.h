/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_HISTOGRAM_H
#define FB_HISTOGRAM_H

#include <linux/percpu.h>
#include <linux/types.h>

#include "histogram_geom.h"

struct seq_file;

/**
 * struct fb_histogram - durations on one CPU, or on all
 * @sum: sum of all values
 * @min: smallest value, U64_MAX if there is none
 * @max: largest value
 * @bucket: how many values fell into each bucket
 */
struct fb_histogram {
	u64 sum;
	u64 min;
	u64 max;
	u64 bucket[FB_HIST_BUCKETS];
};

void fb_histogram_add(struct fb_histogram __percpu *hist, u64 ns);
void fb_histogram_clear(struct fb_histogram *hist);
void fb_histogram_fold(struct fb_histogram *to,
		       const struct fb_histogram *from);
void fb_histogram_show(struct seq_file *m, const struct fb_histogram *hist);

#endif /* FB_HISTOGRAM_H */
