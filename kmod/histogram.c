// SPDX-License-Identifier: GPL-2.0
/*
 * Per-CPU histograms of durations. Adding a value takes a few this_cpu
 * operations: no lock, no allocation, safe against interrupts and NMIs.
 */
#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "flowbench.h"

/**
 * fb_histogram_add() - count one value on this CPU
 * @hist: the histogram
 * @ns: the value, in ns or in another unit of time
 *
 * Context: any, preemption disabled.
 */
void fb_histogram_add(struct fb_histogram __percpu *hist, u64 ns)
{
	u64 seen;

	this_cpu_inc(hist->bucket[fb_hist_index(ns)]);
	this_cpu_add(hist->sum, ns);

	/* An interrupt may have set a better value in between: compare again. */
	while (ns < (seen = this_cpu_read(hist->min)))
		if (this_cpu_cmpxchg(hist->min, seen, ns) == seen)
			break;
	while (ns > (seen = this_cpu_read(hist->max)))
		if (this_cpu_cmpxchg(hist->max, seen, ns) == seen)
			break;
}

/* No CPU adds to @hist at the same time. */
void fb_histogram_clear(struct fb_histogram *hist)
{
	memset(hist, 0, sizeof(*hist));
	hist->min = U64_MAX;
}

/**
 * fb_histogram_fold() - add the histogram of one CPU to a sum
 * @to: the sum, owned by the caller
 * @from: may change meanwhile
 */
void fb_histogram_fold(struct fb_histogram *to, const struct fb_histogram *from)
{
	unsigned int i;

	for (i = 0; i < FB_HIST_BUCKETS; i++)
		to->bucket[i] += READ_ONCE(from->bucket[i]);
	to->sum += READ_ONCE(from->sum);
	to->min = min(to->min, READ_ONCE(from->min));
	to->max = max(to->max, READ_ONCE(from->max));
}

/**
 * fb_histogram_show() - print a histogram
 * @m: output
 * @hist: sum of all CPUs
 *
 * All values are in ns. A bucket has its lowest and its highest value, and its
 * count; an empty one is not printed:
 *
 *	sum=90123
 *	min=412
 *	max=1290
 *	408 415 3
 *	416 423 17
 */
void fb_histogram_show(struct seq_file *m, const struct fb_histogram *hist)
{
	unsigned int i;

	seq_printf(m, "sum=%llu\nmin=%llu\nmax=%llu\n", hist->sum,
		   hist->min == U64_MAX ? 0 : hist->min, hist->max);
	for (i = 0; i < FB_HIST_BUCKETS; i++)
		if (hist->bucket[i])
			seq_printf(m, "%llu %llu %llu\n", fb_hist_low(i),
				   fb_hist_high(i), hist->bucket[i]);
}
