// SPDX-License-Identifier: GPL-2.0
/* Inner spans: one hook at a time, so that each one's own cost is known. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/message.h"
#include "price/round.h"
#include "price/span.h"
#include "system/debugfs.h"
#include "system/hook_switch.h"

/* Which hooks this path calls: all of them on for one round. */
static int find_spans(const struct fb_bench *b, struct fb_bench_point *pt)
{
	struct fb_span found[FB_BENCH_SPANS];
	struct fb_bench_result r;
	char *hooks = NULL;
	unsigned int i;
	int ret;

	ret = fb_hook_switch("all", true);
	if (!ret)
		ret = fb_benchfs_write("reset", "1");
	if (!ret)
		ret = fb_bench_round(b, "sink", &r, 1, &pt->why);
	if (!ret)
		ret = fb_benchfs_read("hooks", &hooks);
	fb_hook_switch("all", false);
	if (ret)
		return ret;
	pt->nr_spans = fb_count_spans(hooks, found, FB_BENCH_SPANS);
	for (i = 0; i < pt->nr_spans; i++)
		pt->span[i].what = found[i];
	free(hooks);
	return 0;
}

static int read_inside(struct fb_bench_span *span, uint64_t calls)
{
	double sum;
	int ret;

	ret = fb_hook_sum(span->what.name, &sum);
	if (ret)
		return ret;
	span->inside = calls ? sum / (double)calls : 0;
	return 0;
}

static int price_span(const struct fb_bench *b, struct fb_bench_point *pt,
		      struct fb_bench_span *span)
{
	struct fb_bench_result r[FB_BENCH_SPAN_ROUNDS];
	struct fb_bench_stat st;
	double price[FB_BENCH_SPAN_ROUNDS];
	unsigned int i;
	int ret;

	ret = fb_hook_switch(span->what.name, true);
	if (!ret)
		ret = fb_benchfs_write("reset", "1");
	if (!ret)
		ret = fb_bench_round(b, "sink", r, FB_BENCH_SPAN_ROUNDS, &pt->why);
	if (!ret)
		ret = read_inside(span, span->what.calls * FB_BENCH_SPAN_ROUNDS);
	fb_hook_switch(span->what.name, false);
	if (ret)
		return ret;
	for (i = 0; i < FB_BENCH_SPAN_ROUNDS; i++)
		price[i] = fb_bench_price(b, &r[i]);
	fb_bench_stat(price, FB_BENCH_SPAN_ROUNDS, &st);
	span->cost =
		(st.median - pt->plain) * (double)fb_bench_packets(b) / (double)span->what.calls;
	return 0;
}

int fb_bench_spans(const struct fb_bench *b, struct fb_bench_point *pt)
{
	unsigned int i;
	int ret;

	ret = find_spans(b, pt);
	for (i = 0; !ret && i < pt->nr_spans; i++)
		ret = price_span(b, pt, &pt->span[i]);
	if (ret)
		fb_print_error("%s: spans: %s", pt->path->name, strerror(-ret));
	return ret;
}
