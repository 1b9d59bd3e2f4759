// SPDX-License-Identifier: GPL-2.0
/*
 * The run that is measured: as many packets as the configuration says, into one
 * device.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": bench: " fmt

#include <linux/printk.h>

#include "bench.h"

static void fb_round_inspect(struct fb_run *run, struct fb_counters *counters,
			     struct sk_buff *skb, const struct net_device *dev)
{
	if (dev != run->sink)
		return;
	if (run->conf.verify)
		fb_verify_packet(run, &counters->verify, skb);
	if (run->recording)
		fb_record_packet(run->recording, &run->frame, skb);
}

static int fb_round_prepare(struct fb_run *run)
{
	const struct fb_benchconf *conf = &run->conf;
	unsigned int left;

	if (conf->verify || conf->record)
		run->inspect = fb_round_inspect;
	if (conf->record) {
		run->recording = fb_record_alloc(conf->record, conf->size);
		return run->recording ? 0 : -ENOMEM;
	}
	if (conf->input == FB_INPUT_BUILT)
		return 0;

	left = fb_record_left();
	if (left < conf->packets + conf->prime) {
		pr_info("%s: %u recorded packets are left\n", FB_KEY_INPUT,
			left);
		return -ENODATA;
	}
	run->recorded = fb_record_get();
	return 0;
}

const struct fb_run_kind fb_round_kind = {
	.name = FB_RUN_ROUND,
	.prepare = fb_round_prepare,
	.work = fb_generator_send,
};
