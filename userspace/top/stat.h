/* SPDX-License-Identifier: GPL-2.0 */
/* What happened between two readings of the counters. Pure: no I/O. */
#ifndef FB_TOP_STAT_H
#define FB_TOP_STAT_H

#include "top/count.h"

/** enum fb_top_what - whether a hook's interval can be told */
enum fb_top_what {
	FB_TOP_COUNTED,
	/* It was not there at the reading before. */
	FB_TOP_FRESH,
	/* Somebody set the counters back meanwhile. */
	FB_TOP_RESET,
};

/** struct fb_top_share - calls of an interval that returned one value, and their share, 0 to 1 */
struct fb_top_share {
	char name[FB_HOOK_WORD];
	uint64_t n;
	double share;
};

/**
 * struct fb_top_latency - durations of an interval's calls, in ticks of the kernel's clock
 * @calls: that were measured; with none, the others are 0
 * @mean: exact
 * @p50: at least half of the calls took no longer; the upper end of a bucket, so at most 1/32
 *	more than the true one
 * @p99: the same for 99 of 100
 * @max: the longest; exact if there was none as long before, else as @p50
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
 * @name: of the hook
 * @kind: how its return value is read
 * @reason: why it is unavailable
 * @path: what it is a part of: "flow", "slow", "xfrm", "out", "sock" or "-"
 * @state: at the end of the interval
 * @what: if it is not FB_TOP_COUNTED there are no figures
 * @calls: in the interval
 * @per_second: of these; NAN without an interval
 * @missed: calls that could not be followed
 * @value: what they returned, the most frequent first; owned
 * @nr_values: how many
 * @latency: how long they took
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

/** enum fb_top_way - what became of a packet */
enum fb_top_way {
	/* NF_STOLEN of the flowtable's hooks. */
	FB_TOP_FAST,
	/* Calls of ip_forward() and ip6_forward(). */
	FB_TOP_SLOW,
	/* NF_ACCEPT of the flowtable's hooks: what is slow, or not forwarded at all. */
	FB_TOP_PASSED,
	FB_TOP_WAYS,
};

/** struct fb_top_packets - packets of an interval; @per_second is NAN without an interval */
struct fb_top_packets {
	bool known;
	uint64_t n;
	double per_second;
};

/**
 * struct fb_top_stat - one interval
 * @ns: how long it was
 * @time: when it ended
 * @hook: as in the later reading; owned
 * @nr: how many
 * @way: packets by their way; not known where no hook says it
 * @fast_share: of the forwarded packets, 0 to 1, of those families whose both hooks counted; NAN
 *	if there was none
 * @missed: calls of all hooks that could not be followed
 * @flows: at the end of the interval
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

/** enum fb_top_sort - orders of the hooks */
enum fb_top_sort {
	FB_TOP_BY_PATH,
	FB_TOP_BY_CALLS,
	FB_TOP_BY_P99,
	FB_TOP_SORTS,
};

/**
 * fb_top_diff - what happened between two readings
 * @before: the earlier one
 * @now: the later one
 * @st: receives it; fb_top_stat_free() it
 *
 * Counters run modulo 2^64. One that seems to have run more than half around has been set back.
 * Return: 0 or -ENOMEM.
 */
int fb_top_diff(const struct fb_top_sample *before, const struct fb_top_sample *now,
		struct fb_top_stat *st);

/**
 * fb_top_order - the order in which hooks are shown
 * @st: the interval
 * @sort: by what; equals stay in the order of the paths
 * @order: receives st->nr indices
 */
void fb_top_order(const struct fb_top_stat *st, enum fb_top_sort sort, unsigned int *order);

/** fb_top_stat_free - free what is in @st, which is all zero then */
void fb_top_stat_free(struct fb_top_stat *st);

#endif
