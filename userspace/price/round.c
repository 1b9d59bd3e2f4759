// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/message.h"
#include "price/mark.h"
#include "price/round.h"
#include "price/superpacket.h"
#include "system/debugfs.h"
#include "process/interrupt.h"

int fb_bench_configure(const struct fb_bench *b, const struct fb_bench_path *path,
		       unsigned long flows)
{
	struct fb_error error = { "" };
	char words[160];
	int ret;

	ret = fb_superpacket_words(path, b->segments, 0, words, sizeof(words), &error);
	if (ret) {
		fb_print_error("%s: %s", path->name, error.text);
		return ret;
	}
	ret = fb_benchfs_config("reset");
	if (!ret)
		ret = fb_benchfs_config("dev=in0 sink=out0 probes=0");
	if (!ret && path->config)
		ret = fb_benchfs_config(path->config);
	if (!ret && *words)
		ret = fb_benchfs_config(words);
	if (!ret && b->want.nic)
		ret = fb_benchfs_config("skb=nic");
	snprintf(words, sizeof(words), "flows=%lu hosts=%lu packets=%lu", flows,
		 flows < FB_BENCH_HOSTS ? flows : FB_BENCH_HOSTS, fb_bench_packets(b));
	return ret ? ret : fb_benchfs_config(words);
}

int fb_bench_warm_up(const struct fb_bench_path *path, unsigned long flows,
		     struct fb_bench_result *r)
{
	int ret;

	ret = fb_benchfs_run("warmup", r);
	if (ret)
		return ret;
	if (strcmp(r->error, "none") || r->warm_replied != flows) {
		fb_print_error("%s: warm-up: %s, %" PRIu64 " of %lu flows were answered%s%s",
			       path->name, r->error, r->warm_replied, flows,
			       r->nr_drops ? ", drops: " : "",
			       r->nr_drops ? r->drop[0].reason : "");
		return -EPROTO;
	}
	return 0;
}

/*
 * The plugin knows a round by how many were marked before it. A long round is not profiled: only its repeats are
 * counted.
 */
static int marked_round(struct fb_bench_result *r, bool profiled)
{
	uint64_t serial = fb_mark_serial();
	int ret;

	if (profiled)
		fb_mark(FB_MARK_ROUND);
	else
		fb_mark(FB_MARK_LONG);
	ret = fb_benchfs_run("round", r);
	fb_mark(FB_MARK_END);
	r->serial = serial;
	return ret;
}

int fb_bench_sample(struct fb_bench_result *r, bool profiled, unsigned int *again)
{
	struct fb_error disturbed = { "" };
	int ret;

	do
		ret = fb_interrupted() ? -EINTR : marked_round(r, profiled);
	while (!ret && !fb_bench_result_is_sample(r, &disturbed) && *again && (*again)--);
	return ret;
}

int fb_bench_round(const struct fb_bench *b, const char *end, struct fb_bench_result *r,
		   unsigned int nr, struct fb_error *error)
{
	unsigned int i, again = FB_BENCH_AGAIN;
	bool baseline = strcmp(end, "sink");
	struct fb_error open = { "" };
	char words[32];
	int ret;

	snprintf(words, sizeof(words), "end=%s", end);
	ret = fb_benchfs_config(words);
	for (i = 0; !ret && i < nr; i++) {
		ret = fb_bench_sample(&r[i], true, &again);
		if (ret || !fb_error_empty(error))
			continue;
		if (!fb_bench_result_closes(&r[i], fb_bench_packets(b), baseline, &open))
			fb_error(error, -EPROTO, "%s round %u does not close: %s",
				 baseline ? "baseline" : "measured", i + 1, open.text);
		else if (!fb_bench_result_is_sample(&r[i], &open))
			fb_error(error, -EPROTO, "%s round %u is not a sample: %s",
				 baseline ? "baseline" : "measured", i + 1, open.text);
	}
	return ret;
}
