// SPDX-License-Identifier: GPL-2.0
/* How long each packet takes: one round with time stamps, after those that are priced. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/message.h"
#include "price/latency.h"
#include "price/round.h"
#include "system/debugfs.h"

static int read_histogram(struct fb_bench_latency *lat)
{
	struct fb_error error = { "" };
	char *text;
	unsigned int i;
	int ret;

	ret = fb_benchfs_read("bench/result", &text);
	if (ret)
		return ret;
	ret = fb_latency_parse(text, &lat->bucket, &lat->nr, &error);
	free(text);
	if (ret && !fb_error_empty(&error))
		fb_print_error("bench/result: %s", error.text);
	for (i = 0; i < lat->nr; i++)
		lat->packets += lat->bucket[i].packets;
	return ret;
}

int fb_bench_latency(const struct fb_bench *b, struct fb_bench_point *pt)
{
	struct fb_bench_latency *lat = &pt->latency;
	struct fb_bench_result r;
	int ret, off;

	ret = fb_benchfs_config("latency=1");
	if (!ret)
		ret = fb_bench_round(b, "sink", &r, 1, &pt->why);
	if (!ret)
		ret = read_histogram(lat);
	off = fb_benchfs_config("latency=0");
	ret = ret ? ret : off;
	if (ret) {
		fb_print_error("%s: latency: %s", pt->path->name, strerror(-ret));
		return ret;
	}
	lat->scale = b->insn || !r.cycles ? 1 : (double)r.ns / (double)r.cycles;
	lat->cost = fb_bench_price(b, &r) - pt->plain;
	return 0;
}
