// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "top/hook_rates.h"

/* For each family: the hook of the fast path, and the hook of the slow path. */
static const struct {
	const char *flowtable;
	const char *forward;
} families[] = {
	{ "nf_flow_offload_ip_hook", "ip_forward" },
	{ "nf_flow_offload_ipv6_hook", "ip6_forward" },
};

#define FAMILIES (sizeof(families) / sizeof(families[0]))

static const char *path_of(const char *name)
{
	static const struct {
		const char *begin;
		const char *path;
	} paths[] = {
		{ "nf_flow_", "flow" },	    { "flow_offload_", "flow" },
		{ "nft_flow_", "flow" },    { "ip_rcv", "slow" },
		{ "ip_forward", "slow" },   { "ip6_forward", "slow" },
		{ "nf_hook_slow", "slow" }, { "nf_conntrack_", "slow" },
		{ "xfrm", "xfrm" },	    { "__xfrm", "xfrm" },
		{ "esp", "xfrm" },	    { "validate_xmit_xfrm", "xfrm" },
		{ "neigh_", "out" },	    { "sk_psock_", "sock" },
		{ "bpf_msg_", "sock" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (!strncmp(name, paths[i].begin, strlen(paths[i].begin)))
			return paths[i].path;
	return "-";
}

/* Sets *n to the difference; returns -ERANGE if the counter was reset. */
static int since(uint64_t before, uint64_t now, uint64_t *n)
{
	*n = now - before;
	return *n >> 63 ? -ERANGE : 0;
}

static double per_second(uint64_t n, uint64_t ns)
{
	return ns ? (double)n * 1e9 / (double)ns : NAN;
}

static int by_count(const void *a, const void *b)
{
	const struct fb_top_share *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? 1 : -1;
	return strcmp(x->name, y->name);
}

static uint64_t count_of(const struct fb_top_count *c, const char *value)
{
	unsigned int i;

	for (i = 0; i < c->nr_values; i++)
		if (!strcmp(c->value[i].name, value))
			return c->value[i].n;
	return 0;
}

static int diff_values(const struct fb_top_count *before, const struct fb_top_count *now,
		       struct fb_top_rate *r)
{
	double sum = 0;
	unsigned int i;
	uint64_t n;

	for (i = 0; i < before->nr_values; i++)
		if (since(before->value[i].n, count_of(now, before->value[i].name), &n))
			return -ERANGE;
	r->value = calloc(now->nr_values + 1, sizeof(*r->value));
	if (!r->value)
		return -ENOMEM;
	for (i = 0; i < now->nr_values; i++) {
		if (since(count_of(before, now->value[i].name), now->value[i].n, &n))
			return -ERANGE;
		if (!n)
			continue;
		memcpy(r->value[r->nr_values].name, now->value[i].name, FB_HOOK_WORD);
		r->value[r->nr_values++].n = n;
		sum += (double)n;
	}
	for (i = 0; i < r->nr_values; i++)
		r->value[i].share = (double)r->value[i].n / sum;
	qsort(r->value, r->nr_values, sizeof(*r->value), by_count);
	return 0;
}

/* Returns the upper end of a bucket, but not more than the longest call ever. */
static uint64_t upper(unsigned int bucket, uint64_t max)
{
	uint64_t low = fb_hist_low(bucket), high = fb_hist_high(bucket);

	if (max < low)
		return low;
	return high < max ? high : max;
}

static int diff_hist(const struct fb_hist *before, const struct fb_hist *now,
		     struct fb_top_latency *l)
{
	uint64_t n[FB_HIST_BUCKETS], sum, half, most, seen = 0;
	unsigned int i;

	if (since(before->sum, now->sum, &sum) || now->max < before->max)
		return -ERANGE;
	for (i = 0; i < FB_HIST_BUCKETS; i++) {
		if (since(before->bucket[i], now->bucket[i], &n[i]))
			return -ERANGE;
		l->calls += n[i];
	}
	if (!l->calls)
		return 0;
	/* The ranks of the median and of the 99th percentile, without a product that could overflow. */
	half = l->calls - l->calls / 2;
	most = l->calls - l->calls / 100;
	for (i = 0; i < FB_HIST_BUCKETS; i++) {
		if (!n[i])
			continue;
		l->max = upper(i, now->max);
		if (seen < half && seen + n[i] >= half)
			l->p50 = l->max;
		if (seen < most && seen + n[i] >= most)
			l->p99 = l->max;
		seen += n[i];
	}
	l->mean = (double)sum / (double)l->calls;
	return 0;
}

static int diff_hook(const struct fb_top_count *before, const struct fb_top_count *now, uint64_t ns,
		     struct fb_top_rate *r)
{
	int ret;

	ret = since(before->calls, now->calls, &r->calls);
	if (!ret)
		ret = since(before->missed, now->missed, &r->missed);
	if (!ret)
		ret = diff_values(before, now, r);
	if (!ret)
		ret = diff_hist(&before->hist, &now->hist, &r->latency);
	r->per_second = per_second(r->calls, ns);
	return ret;
}

/* Drops all figures of the interval. */
static void forget(struct fb_top_rate *r, enum fb_top_what what)
{
	free(r->value);
	r->value = NULL;
	r->nr_values = 0;
	r->calls = 0;
	r->missed = 0;
	r->per_second = NAN;
	memset(&r->latency, 0, sizeof(r->latency));
	r->what = what;
}

static const struct fb_top_rate *counted(const struct fb_top_stat *st, const char *name)
{
	unsigned int i;

	for (i = 0; i < st->nr; i++)
		if (!strcmp(st->hook[i].name, name))
			return st->hook[i].state == FB_TOP_ON && st->hook[i].what == FB_TOP_COUNTED
				       ? &st->hook[i]
				       : NULL;
	return NULL;
}

static uint64_t returned(const struct fb_top_rate *r, const char *value)
{
	unsigned int i;

	for (i = 0; i < r->nr_values; i++)
		if (!strcmp(r->value[i].name, value))
			return r->value[i].n;
	return 0;
}

/* Sums up the returned values, so that all compared numbers come from one reading of one file. */
static uint64_t returns(const struct fb_top_rate *r)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < r->nr_values; i++)
		sum += r->value[i].n;
	return sum;
}

static void went(struct fb_top_stat *st, enum fb_top_way way, uint64_t n)
{
	st->way[way].known = true;
	st->way[way].n += n;
}

static void diff_ways(struct fb_top_stat *st)
{
	uint64_t fast = 0, slow = 0;
	unsigned int i;

	for (i = 0; i < FAMILIES; i++) {
		const struct fb_top_rate *table = counted(st, families[i].flowtable);
		const struct fb_top_rate *forward = counted(st, families[i].forward);

		if (table) {
			went(st, FB_TOP_FAST, returned(table, "NF_STOLEN"));
			went(st, FB_TOP_PASSED, returned(table, "NF_ACCEPT"));
		}
		if (forward)
			went(st, FB_TOP_SLOW, returns(forward));
		if (table && forward) {
			fast += returned(table, "NF_STOLEN");
			slow += returns(forward);
		}
	}
	for (i = 0; i < FB_TOP_WAYS; i++)
		st->way[i].per_second = per_second(st->way[i].n, st->ns);
	st->fast_share = fast + slow ? (double)fast / (double)(fast + slow) : NAN;
}

int fb_top_diff(const struct fb_top_sample *before, const struct fb_top_sample *now,
		struct fb_top_stat *st)
{
	unsigned int i;
	int ret;

	memset(st, 0, sizeof(*st));
	st->ns = now->at > before->at ? now->at - before->at : 0;
	st->time = now->time;
	st->flows = now->flows;
	st->hook = calloc(now->nr + 1, sizeof(*st->hook));
	if (!st->hook)
		return -ENOMEM;
	for (i = 0; i < now->nr; i++) {
		const struct fb_top_count *c = &now->hook[i], *old = fb_top_find(before, c->name);
		struct fb_top_rate *r = &st->hook[st->nr++];

		memcpy(r->name, c->name, sizeof(r->name));
		memcpy(r->kind, c->kind, sizeof(r->kind));
		memcpy(r->reason, c->reason, sizeof(r->reason));
		r->path = path_of(c->name);
		r->state = c->state;
		ret = old ? diff_hook(old, c, st->ns, r) : 0;
		if (ret == -ENOMEM) {
			fb_top_stat_free(st);
			return ret;
		}
		if (!old || ret)
			forget(r, old ? FB_TOP_RESET : FB_TOP_FRESH);
		st->missed += r->missed;
	}
	diff_ways(st);
	return 0;
}

/* Returns true if @a is shown before @b. */
static bool ahead(const struct fb_top_rate *a, const struct fb_top_rate *b, enum fb_top_sort sort)
{
	switch (sort) {
	case FB_TOP_BY_CALLS:
		return a->calls > b->calls;
	case FB_TOP_BY_P99:
		return a->latency.p99 > b->latency.p99;
	default:
		return false;
	}
}

void fb_top_order(const struct fb_top_stat *st, enum fb_top_sort sort, unsigned int *order)
{
	unsigned int i, k;

	for (i = 0; i < st->nr; i++) {
		for (k = i; k && ahead(&st->hook[i], &st->hook[order[k - 1]], sort); k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
}

void fb_top_stat_free(struct fb_top_stat *st)
{
	unsigned int i;

	for (i = 0; i < st->nr; i++)
		free(st->hook[i].value);
	free(st->hook);
	memset(st, 0, sizeof(*st));
}
