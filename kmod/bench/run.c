// SPDX-License-Identifier: GPL-2.0
/*
 * What a run needs before its first packet: devices, memory, frames.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": bench: " fmt

#include <linux/mm.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/slab.h>

#include "../flowbench_uapi.h"
#include "generator.h"
#include "record.h"
#include "round.h"
#include "run.h"
#include "sink.h"
#include "warmup.h"

/*
 * Looked up by name, held, up. Without the rtnl it could go down before the
 * notifier knows that we care.
 */
static struct net_device *fb_device_get(const char *key, const char *name)
{
	struct net_device *dev;

	ASSERT_RTNL();

	dev = __dev_get_by_name(current->nsproxy->net_ns, name);
	if (!dev) {
		pr_info("%s: no device '%s' here\n", key, name);
		return NULL;
	}
	if (!netif_running(dev)) {
		pr_info("%s: device '%s' is down\n", key, name);
		return NULL;
	}
	dev_hold(dev);
	return dev;
}

/**
 * fb_run_devices() - look up and hold the devices of a run
 * @run: the run
 *
 * Return: 0; -ENODEV if one is not there or down; -EINVAL if it is of no use.
 * Context: process, rtnl held.
 */
int fb_run_devices(struct fb_run *run)
{
	bool ingress = run->conf.end == FB_END_INGRESS && !run->warmup;

	run->dev = fb_device_get(FB_KEY_DEV, run->conf.dev);
	if (!run->dev)
		return -ENODEV;
	if (run->conf.inject == FB_INJECT_NAPI && !fb_sink_is(run->dev)) {
		pr_info("%s: napi takes a device of kind %s, '%s' is none\n",
			FB_KEY_INJECT, FB_SINK_KIND, run->conf.dev);
		return -EINVAL;
	}
	if (ingress)
		return 0;

	run->sink = fb_device_get(FB_KEY_SINK, run->conf.sink);
	if (!run->sink)
		return -ENODEV;
	if (!fb_sink_is(run->sink) || run->sink == run->dev) {
		pr_info("%s: '%s' is not another device of kind %s\n",
			FB_KEY_SINK, run->conf.sink, FB_SINK_KIND);
		return -EINVAL;
	}
	return 0;
}

static void fb_devices_put(struct fb_run *run)
{
	if (run->sink)
		dev_put(run->sink);
	if (run->dev)
		dev_put(run->dev);
}

/**
 * fb_run_frame_bytes() - length of the longest frame
 * @run: the run
 *
 * Return: bytes.
 */
unsigned int fb_run_frame_bytes(const struct fb_run *run)
{
	return run->recorded ? max(run->conf.size, run->recorded->longest) :
			       run->conf.size;
}

static u64 fb_pool_bytes(const struct fb_run *run)
{
	return (u64)run->conf.cpus * FB_POOL_MAX *
	       (sizeof(struct sk_buff) + SKB_DATA_ALIGN(FB_HEADROOM +
		fb_run_frame_bytes(run) + FB_TAILROOM) +
		SKB_DATA_ALIGN(sizeof(struct skb_shared_info)));
}

/**
 * fb_run_bytes() - memory that the module has for a run
 * @run: the run
 *
 * Return: bytes; with what was recorded.
 */
u64 fb_run_bytes(const struct fb_run *run)
{
	return fb_pool_bytes(run) +
	       (u64)run->conf.flows * sizeof(struct fb_flow) +
	       run->conf.size + run->conf.cpus * sizeof(struct fb_generator) +
	       fb_record_bytes();
}

/* What the round is to keep of packets, or what it is to send. */
static int fb_run_record(struct fb_run *run)
{
	const struct fb_benchconf *conf = &run->conf;
	unsigned int left;

	if (conf->record) {
		run->recording = fb_record_alloc(conf->record, conf->size);
		return run->recording ? 0 : -ENOMEM;
	}
	if (conf->input == FB_INPUT_BUILT)
		return 0;

	left = fb_record_left();
	if (left < conf->packets) {
		pr_info("%s: %u recorded packets are left\n", FB_KEY_INPUT,
			left);
		return -ENODATA;
	}
	run->recorded = fb_record_get();
	return 0;
}

/**
 * fb_run_alloc() - everything that a run needs, but for the devices and frames
 * @run: has its configuration
 * @warmup: not a round
 *
 * Return: 0; -ENOMEM; -ENODATA if too few packets are recorded.
 */
int fb_run_alloc(struct fb_run *run, bool warmup)
{
	int err = warmup ? 0 : fb_run_record(run);

	if (err)
		return err;
	/* The recording is there already. */
	if ((fb_run_bytes(run) - fb_record_bytes()) >> PAGE_SHIFT > si_mem_available())
		return -ENOMEM;

	run->lanes = alloc_percpu(struct fb_lane);
	if (!run->lanes)
		return -ENOMEM;
	if (run->conf.latency && !warmup) {
		run->latency = alloc_percpu(struct fb_histogram);
		if (!run->latency)
			return -ENOMEM;
	}
	if (warmup) {
		run->warmup = kzalloc(sizeof(*run->warmup), GFP_KERNEL);
		if (!run->warmup)
			return -ENOMEM;
	}
	return 0;
}

/**
 * fb_run_free() - free a run and what it has
 * @run: may have any part of it
 */
void fb_run_free(struct fb_run *run)
{
	fb_devices_put(run);
	kfree(run->warmup);
	free_percpu(run->latency);
	free_percpu(run->lanes);
	kvfree(run->flows);
	fb_frame_free(&run->frame);
	kfree(run);
}

/**
 * fb_run_frames() - the template of the frames, and all flows
 * @run: has its devices
 *
 * Return: 0 or -ENOMEM.
 */
int fb_run_frames(struct fb_run *run)
{
	int err;

	err = fb_frame_init(&run->frame, &run->conf, run->dev->dev_addr);
	if (err)
		return err;
	run->flows = fb_flows_alloc(&run->frame, &run->conf);
	return run->flows ? 0 : -ENOMEM;
}
