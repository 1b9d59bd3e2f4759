/* SPDX-License-Identifier: GPL-2.0 */
/* Computes what happened between two readings of the counters. Pure: no I/O. */
#ifndef FB_TOP_HOOK_RATES_H
#define FB_TOP_HOOK_RATES_H

#include "top/hook_counts.h"

/** enum fb_top_what - whether the interval of a hook has figures */
enum fb_top_what {
	FB_TOP_COUNTED,
	/* The hook was not in the earlier reading. */
	FB_TOP_FRESH,
	/* Somebody reset the counters in the interval. */
	FB_TOP_RESET,
};

/** struct fb_top_share - number of calls that returned one value, and their share from 0 to 1 */
struct fb_top_share {
	char name[FB_HOOK_WORD];
	uint64_t n;
	double share;
};

/**
 * struct fb_top_latency - durations of an interval's calls, in ticks of the kernel's clock
 * @calls: number of measured calls; if it is 0, all other members are 0
 * @mean: the exact mean
 * @p50: the median, as the upper end of its bucket: at most 1/32 too high
 * @p99: the 99th percentile, likewise
 * @max: the longest; exact if no earlier call took as long, else as precise as @p50
 */
struct fb_top_latency {
	uint64_t calls;
	double mean;
	uint64_t p50;
	uint64_t p99;
	uint64_t max;
};

/**
 * struct fb_top_rate - one hook in an interval
 * @name: the hooked function
 * @kind: how its return value is read
 * @reason: why the hook is unavailable
 * @path: the path that the function belongs to: "flow", "slow", "xfrm", "out", "sock" or "-"
 * @state: state at the end of the interval
 * @what: the figures are valid only if this is FB_TOP_COUNTED
 * @calls: number of calls in the interval
 * @per_second: calls a second; NAN if the interval has no length
 * @missed: number of calls that the probe missed, because too many were under way
 * @value: calls by return value, the most frequent first; owned
 * @nr_values: number of different values
 * @latency: durations of the calls
 */
struct fb_top_rate {
	char name[FB_HOOK_NAME];
	char kind[FB_HOOK_WORD];
	char reason[FB_HOOK_REASON];
	const char *path;
	enum fb_top_state state;
	enum fb_top_what what;
	uint64_t calls;
	double per_second;
	uint64_t missed;
	struct fb_top_share *value;
	unsigned int nr_values;
	struct fb_top_latency latency;
};

/** enum fb_top_way - the path of a packet */
enum fb_top_way {
	/* NF_STOLEN of the flowtable's hooks. */
	FB_TOP_FAST,
	/* Calls of ip_forward() and ip6_forward(). */
	FB_TOP_SLOW,
	/* NF_ACCEPT of the flowtable's hooks: slow packets, and packets that are not forwarded. */
	FB_TOP_PASSED,
	FB_TOP_WAYS,
};

/** struct fb_top_packets - packets of an interval; @per_second is NAN if the interval has no length */
struct fb_top_packets {
	bool known;
	uint64_t n;
	double per_second;
};

/**
 * struct fb_top_stat - one interval
 * @ns: its length
 * @time: when it ended, as wall-clock time
 * @hook: the hooks of the later reading; owned
 * @nr: number of hooks
 * @way: packets by path; unknown if no hook counts them
 * @fast_share: share of the fast path in the forwarded packets, 0 to 1. It counts the families (IPv4, IPv6)
 *	whose two hooks both counted; NAN if no packet was forwarded
 * @missed: number of calls of all hooks that their probes missed
 * @flows: connections at the end of the interval
 */
struct fb_top_stat {
	uint64_t ns;
	time_t time;
	struct fb_top_rate *hook;
	unsigned int nr;
	struct fb_top_packets way[FB_TOP_WAYS];
	double fast_share;
	uint64_t missed;
	struct fb_top_flows flows;
};

/** enum fb_top_sort - orders in which hooks are shown */
enum fb_top_sort {
	FB_TOP_BY_PATH,
	FB_TOP_BY_CALLS,
	FB_TOP_BY_P99,
	FB_TOP_SORTS,
};

/**
 * fb_top_diff - compute the interval between two readings
 * @before: the earlier reading
 * @now: the later reading
 * @st: receives the interval; the caller calls fb_top_stat_free()
 *
 * Counters wrap at 2^64. A counter that seems to have advanced by more than 2^63 was reset.
 * Return: 0 or -ENOMEM.
 */
int fb_top_diff(const struct fb_top_sample *before, const struct fb_top_sample *now,
		struct fb_top_stat *st);

/**
 * fb_top_order - sort the hooks
 * @st: the interval
 * @sort: the key; hooks with equal keys are in the order of their paths
 * @order: receives st->nr indices into st->hook
 */
void fb_top_order(const struct fb_top_stat *st, enum fb_top_sort sort, unsigned int *order);

/** fb_top_stat_free - free the content of @st, and make it all zero */
void fb_top_stat_free(struct fb_top_stat *st);

#endif
