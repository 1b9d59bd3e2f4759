// SPDX-License-Identifier: GPL-2.0
/* Paths whose packets cannot be built, only be made by a kernel: ciphertext. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/message.h"
#include "price/recorded_packets.h"
#include "price/round.h"
#include "price/span.h"
#include "system/debugfs.h"
#include "process/child.h"
#include "file/paths.h"

/* Rounds of the whole path that one point takes: before, measured, long, after, timed, the spans', and those again. */
static unsigned long rounds(const struct fb_bench *b)
{
	const struct fb_bench_want *w = &b->want;

	return 1 + w->verify + (w->rounds + FB_BENCH_AGAIN) * (b->insn ? 1 + FB_BENCH_LONG : 1) +
	       1 + (w->hooks || w->latency ? w->rounds : 0) + w->latency +
	       (w->hooks ? 1 + FB_BENCH_SPANS * FB_BENCH_SPAN_ROUNDS : 0);
}

static int keep_packets(const struct fb_bench_path *path, unsigned long packets)
{
	struct fb_bench_result r = { .recorded = 0 };
	char words[96];
	int ret;

	snprintf(words, sizeof(words), "record=%lu packets=%lu end=sink input=built", packets,
		 packets);
	ret = fb_benchfs_config(words);
	if (!ret)
		ret = fb_benchfs_run("round", &r);
	if (ret || r.recorded == packets)
		return ret;
	fb_print_error("%s: %" PRIu64 " of %lu packets were recorded", path->name, r.recorded,
		       packets);
	return -EPROTO;
}

static int turn_over(const struct fb_bench_path *path)
{
	char file[FB_PATH_MAX];
	char *const argv[] = { "ip", "-batch", file, NULL };
	struct fb_error error = { "" };
	int ret;

	ret = fb_data_path(file, &error, "netns-lab/topologies/bench/with/%s", path->record);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	ret = fb_child_run(argv, NULL);
	if (!ret)
		return 0;
	fb_print_error("%s: %s cannot be applied", path->name, path->record);
	return ret < 0 ? ret : -EIO;
}

int fb_bench_record(const struct fb_bench *b, const struct fb_bench_path *path)
{
	char words[64];
	int ret;

	ret = keep_packets(path, fb_bench_packets(b) * rounds(b) +
					 FB_BENCH_PRIME * (b->want.rounds + FB_BENCH_AGAIN));
	if (!ret)
		ret = turn_over(path);
	snprintf(words, sizeof(words), "record=0 input=recorded packets=%lu", fb_bench_packets(b));
	return ret ? ret : fb_benchfs_config(words);
}
