// SPDX-License-Identifier: GPL-2.0
/*
 * What a run needs before its first packet: devices, memory, frames.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": bench: " fmt

#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "bench.h"

/*
 * Returns the device of that name, held, if it is up. The rtnl keeps it up until
 * the run is active, from when on the notifier watches it.
 */
static struct net_device *fb_device_get(const char *key, const char *name)
{
	struct net_device *dev;

	ASSERT_RTNL();

	dev = __dev_get_by_name(current->nsproxy->net_ns, name);
	if (!dev) {
		pr_info("%s: no device '%*pE' here\n", key,
			(int)strlen(name), name);
		return NULL;
	}
	if (!netif_running(dev)) {
		pr_info("%s: device '%*pE' is down\n", key,
			(int)strlen(name), name);
		return NULL;
	}
	dev_hold(dev);
	return dev;
}

/*
 * Returns the device whose driver receives the packets, held: what is transmitted
 * by a virtual cable's end is received by its peer. The rtnl keeps it.
 */
static struct net_device *fb_device_in(const struct fb_run *run)
{
	struct net_device *dev = run->dev;

	if (run->conf.inject == FB_INJECT_XMIT) {
		rcu_read_lock();
		dev = dev->netdev_ops->ndo_get_peer_dev ?
		      dev->netdev_ops->ndo_get_peer_dev(dev) : NULL;
		rcu_read_unlock();
		if (!dev) {
			pr_info("%s: xmit takes a device with a peer, as of veth; '%*pE' has none\n",
				FB_KEY_INJECT, (int)strlen(run->conf.dev),
				run->conf.dev);
			return NULL;
		}
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
	run->dev = fb_device_get(FB_KEY_DEV, run->conf.dev);
	if (!run->dev)
		return -ENODEV;
	if (run->conf.inject == FB_INJECT_NAPI && !fb_is_sink(run->dev)) {
		pr_info("%s: napi: expected a device of kind %s, found '%*pE'\n",
			FB_KEY_INJECT, FB_SINK_KIND,
			(int)strlen(run->conf.dev), run->conf.dev);
		return -EINVAL;
	}
	if (fb_is_sink(run->dev) && fb_sink_has_prog(run->dev)) {
		pr_info("%s: '%*pE' has an XDP program, and rounds go round it: transmit to a veth that has it, by %s=xmit\n",
			FB_KEY_DEV, (int)strlen(run->conf.dev),
			run->conf.dev, FB_KEY_INJECT);
		return -EINVAL;
	}
	run->in = fb_device_in(run);
	if (!run->in)
		return -EINVAL;
	if (run->conf.end != FB_END_SINK)
		return 0;

	run->sink = fb_device_get(FB_KEY_SINK, run->conf.sink);
	if (!run->sink)
		return -ENODEV;
	if (!fb_is_sink(run->sink) || run->sink == run->dev) {
		pr_info("%s: '%*pE' is not another device of kind %s\n",
			FB_KEY_SINK, (int)strlen(run->conf.sink),
			run->conf.sink, FB_SINK_KIND);
		return -EINVAL;
	}
	return 0;
}

static void fb_devices_put(struct fb_run *run)
{
	if (run->sink)
		dev_put(run->sink);
	if (run->in)
		dev_put(run->in);
	if (run->dev)
		dev_put(run->dev);
}

/**
 * fb_run_frame_bytes() - most that the linear part of a frame takes
 * @run: the run
 *
 * A warm-up sends segments in the linear part, whatever the layout of superpackets.
 *
 * Return: bytes.
 */
unsigned int fb_run_frame_bytes(const struct fb_run *run)
{
	if (run->conf.layout == FB_LAYOUT_FRAGS)
		return FB_HEADERS_MAX + run->conf.gso;
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

static u64 fb_nic_bytes(const struct fb_benchconf *conf)
{
	if (conf->skb != FB_SKB_NIC)
		return 0;
	return (u64)conf->cpus * FB_NIC_PACKETS * round_up(conf->size, FB_NIC_BUFFER);
}

/* Returns the memory of a run and of the recording, in bytes. */
u64 fb_run_bytes(const struct fb_run *run)
{
	return fb_pool_bytes(run) + fb_nic_bytes(&run->conf) +
	       (u64)run->conf.flows * sizeof(struct fb_flow) +
	       run->conf.size + run->conf.cpus * sizeof(struct fb_generator) +
	       (u64)run->conf.cpus * FB_TAGS_MAX * sizeof(struct fb_tag) +
	       fb_record_bytes();
}

/**
 * fb_run_setup() - get what a run needs, but for its devices and frames
 * @run: zero but for its kind and configuration
 *
 * Return: 0; -EINVAL if there are fewer CPUs; -ENOMEM; -ENODATA if too few
 * packets are recorded. The caller calls fb_run_teardown() in any case.
 * Context: process, may sleep.
 */
int fb_run_setup(struct fb_run *run)
{
	int err;

	spin_lock_init(&run->drops.lock);
	err = run->kind->prepare(run);
	if (err)
		return err;
	if (run->conf.cpus > num_online_cpus()) {
		pr_info("%s: %u are online\n", FB_KEY_CPUS, num_online_cpus());
		return -EINVAL;
	}

	/* The memory of the recording has been taken by now. */
	if ((fb_run_bytes(run) - fb_record_bytes()) >> PAGE_SHIFT > si_mem_available())
		return -ENOMEM;
	run->counters = alloc_percpu(struct fb_counters);
	if (!run->counters)
		return -ENOMEM;
	err = fb_tags_alloc(&run->tags, run->conf.cpus);
	if (err)
		return err;
	if (run->conf.latency) {
		run->latency = alloc_percpu(struct fb_histogram);
		if (!run->latency)
			return -ENOMEM;
	}
	run->plain = !run->inspect && !run->latency;
	return 0;
}

/**
 * fb_run_teardown() - release what fb_run_setup() and others got for a run
 * @run: may have any part of it; is not active
 */
void fb_run_teardown(struct fb_run *run)
{
	fb_devices_put(run);
	free_percpu(run->latency);
	fb_tags_free(&run->tags);
	free_percpu(run->counters);
	kvfree(run->flows);
	fb_frame_free(&run->frame);
}

/**
 * fb_run_frames() - make the template of the frames, and all flows
 * @run: has its devices
 *
 * Return: 0 or -ENOMEM.
 * Context: process, may sleep.
 */
int fb_run_frames(struct fb_run *run)
{
	int err;

	err = fb_frame_init(&run->frame, &run->conf, run->in->dev_addr);
	if (err)
		return err;
	run->flows = fb_flows_alloc(&run->frame, &run->conf);
	return run->flows ? 0 : -ENOMEM;
}
