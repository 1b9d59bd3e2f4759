// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "lib/message.h"
#include "price/ingress_hook.h"
#include "price/mark.h"
#include "price/path_lab.h"
#include "price/round.h"
#include "system/debugfs.h"

/* A bare gateway: it forwards IPv4, and nothing hangs at ingress. */
static char hook_path_name[] = "hook at ingress";
static const struct fb_bench_path hook_path = { .name = hook_path_name };

static int measure_kind(struct fb_bench *b, enum fb_hook_rounds kind, struct fb_error *error)
{
	struct fb_ingress_hook *hook = &b->hook;
	char words[48];
	int ret;

	hook->round[kind] = calloc(hook->nr, sizeof(*hook->round[kind]));
	if (!hook->round[kind])
		return -ENOMEM;
	snprintf(words, sizeof(words), "hooks=%d prime=%d", (int)kind, FB_BENCH_PRIME);
	ret = fb_benchfs_config(words);
	fb_mark(FB_MARK_SERIES);
	if (!ret)
		ret = fb_bench_round(b, "sink", hook->round[kind], hook->nr, error);
	fb_mark(FB_MARK_SERIES);
	return ret;
}

static int in_lab(void *ctx)
{
	struct fb_bench *b = ctx;
	struct fb_error error = { "" };
	struct fb_bench_result r;
	unsigned int kind;
	int ret;

	ret = fb_bench_configure(b, &hook_path, 1);
	if (!ret)
		ret = fb_bench_warm_up(&hook_path, 1, &r);
	for (kind = 0; !ret && kind < FB_HOOK_ROUNDS; kind++)
		ret = measure_kind(b, kind, &error);
	if (!ret && !fb_error_empty(&error))
		ret = -EPROTO;
	if (!ret)
		ret = fb_ingress_hook_sum(b, &error);
	if (!fb_error_empty(&error))
		fb_print_error("%s: %s", hook_path.name, error.text);
	return ret;
}

int fb_ingress_hook_measure(struct fb_bench *b)
{
	unsigned long segments = b->segments, packets = b->want.packets;

	if (b->hook.nr)
		return b->hook.err;
	b->hook.nr = fb_ingress_hook_rounds(b);
	fb_print_progress("%s", hook_path.name);
	b->segments = 1;
	b->hook.packets = fb_ingress_hook_packets(b);
	b->want.packets = b->hook.packets;
	b->hook.err = fb_bench_in_lab(&hook_path, 1, in_lab, b);
	b->segments = segments;
	b->want.packets = packets;
	return b->hook.err;
}
