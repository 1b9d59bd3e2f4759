/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_STATS_H
#define FB_STATS_H

#include <linux/percpu.h>
#include <linux/types.h>

#include "histogram.h"
#include "verdict.h"

/**
 * struct fb_stats - counters of a hook, on one CPU or on all
 * @calls: calls that returned; the sum of @value, and of the buckets of @hist
 * @value: calls by slot of their return value, see verdict.h
 * @hist: calls by their duration
 */
struct fb_stats {
	u64 calls;
	u64 value[FB_VALUE_SLOTS];
	struct fb_histogram hist;
};

struct fb_stats __percpu *fb_stats_alloc(void);
void fb_stats_free(struct fb_stats __percpu *stats);
void fb_stats_add(struct fb_stats __percpu *stats, enum fb_kind kind, u64 ns,
		  unsigned long retval);
u64 fb_stats_calls(const struct fb_stats __percpu *stats);
void fb_stats_clear(struct fb_stats *stats);
void fb_stats_fold(struct fb_stats *to, const struct fb_stats __percpu *from);
void fb_stats_reset(struct fb_stats __percpu *stats);

#endif /* FB_STATS_H */
