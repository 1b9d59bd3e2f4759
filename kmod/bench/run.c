// SPDX-License-Identifier: GPL-2.0
/*
 * One run of the generator from its beginning to its end. There is one at a
 * time, and the task that asked for it waits for its end.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": bench: " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/if_vlan.h>
#include <linux/netdevice.h>
#include <linux/printk.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "bench.h"

/*
 * The first generator runs on the caller's CPU, the others on the next ones. No
 * two run on one CPU, even if CPUs have gone since they were counted.
 */
static int fb_generators_start_on_cpus(struct fb_run *run, struct fb_generator *gens)
{
	const struct fb_benchconf *conf = &run->conf;
	unsigned int i, cpu = raw_smp_processor_id();
	int err;

	if (conf->cpus > num_online_cpus())
		return -ENXIO;
	for (i = 0; i < conf->cpus; i++) {
		struct fb_generator *gen = &gens[i];
		u64 from = (u64)conf->flows * i / conf->cpus;
		u64 to = (u64)conf->flows * (i + 1) / conf->cpus;

		gen->run = run;
		fb_tag_cache_init(&gen->tags, &run->tags, i);
		gen->first = conf->only ? conf->only - 1 : from;
		gen->flows = conf->only ? 1 : to - from;
		gen->random = conf->seed + i ? : 1;
		gen->left = (u64)conf->packets * (i + 1) / conf->cpus -
			    (u64)conf->packets * i / conf->cpus;
		gen->pool.headroom = FB_HEADROOM;
		gen->pool.frame = max(run->frame.head, fb_run_frame_bytes(run));
		if (conf->skb == FB_SKB_NIC)
			fb_nic_setup(&gen->pool, &run->frame);
		/* What is transmitted may come back in a buffer of another kind. */
		gen->pool.recycle = conf->alloc == FB_ALLOC_RECYCLE &&
				    conf->inject != FB_INJECT_XMIT;
		err = fb_generator_start(gen, cpu, run->kind->work);
		if (err)
			return err;

		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
	}
	return 0;
}

static int fb_generators_start(struct fb_run *run, struct fb_generator *gens)
{
	int err;

	cpus_read_lock();
	err = fb_generators_start_on_cpus(run, gens);
	cpus_read_unlock();
	return err;
}

static int fb_generators_wait(struct fb_run *run, struct fb_generator *gens)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < run->conf.cpus; i++) {
		struct fb_generator *gen = &gens[i];

		if (!gen->task)
			continue;
		if (wait_for_completion_interruptible(&gen->done)) {
			cmpxchg(&run->stop, 0, -EINTR);
			wait_for_completion(&gen->done);
		}
		err = err ? : gen->err;
	}
	return err;
}

/* Sends the packets of an active run, and waits for their end. */
static int fb_run_packets(struct fb_run *run, struct fb_generator *gens,
			  struct fb_result *result)
{
	bool xmit = run->conf.inject == FB_INJECT_XMIT;
	bool probes = run->conf.probes;
	int err;

	err = fb_run_frames(run);
	if (err)
		return err;
	result->size = run->frame.len + (run->frame.vlan ? VLAN_HLEN : 0);
	result->segments = run->frame.segments;

	err = probes ? fb_drops_attach(xmit) : 0;
	if (err)
		return err;

	result->probed = fb_drops_probed();
	if (xmit)
		run->received = fb_account_received(run);
	fb_account_devices(run, result);
	/* The sinks count from here on, after the counters were read. */
	smp_store_release(&run->open, true);
	err = fb_generators_start(run, gens);
	if (err)
		WRITE_ONCE(run->stop, err);
	err = fb_generators_wait(run, gens) ? : err;
	fb_account_drain(run);
	WRITE_ONCE(run->open, false);
	synchronize_net();
	fb_account_devices(run, result);
	err = err ? : READ_ONCE(run->stop);

	result->probed |= fb_drops_probed();
	if (probes)
		fb_drops_detach(xmit);
	return err;
}

/* The part of a run for which there are generators. */
static int fb_run_generators(struct fb_run *run, struct fb_result *result)
{
	struct fb_generator *gens;
	unsigned int i;
	int err;

	gens = kvcalloc(run->conf.cpus, sizeof(*gens), GFP_KERNEL);
	if (!gens)
		return -ENOMEM;
	err = fb_devices_attach(run);
	if (err)
		goto free_gens;

	err = fb_run_packets(run, gens, result);

	fb_devices_detach();
	if (run->frame.image)
		fb_account(result, run, gens);
	for (i = 0; i < run->conf.cpus; i++)
		fb_generator_stop(&gens[i]);
free_gens:
	kvfree(gens);
	return err;
}

static void fb_run_complain(const struct fb_run *run)
{
	const struct fb_benchconf *conf = &run->conf;

	if (conf->record && !run->recording)
		pr_info("%s: not enough memory for %u\n", FB_KEY_RECORD,
			conf->record);
	else
		pr_info("%s: not enough memory for %u\n", FB_KEY_FLOWS,
			conf->flows);
}

/**
 * fb_run_execute() - run the generator once
 * @kind: what kind of run
 * @conf: what is asked for
 * @result: overwritten
 *
 * Return: 0; -EINTR on a signal; -ENODEV if a device is not there, or not any
 * more; -ENXIO if a CPU is not; -ETIMEDOUT if the device is not polled;
 * -ENODATA if too few packets are recorded; -ENOBUFS if too many are under way;
 * -EINVAL, -ENOMEM.
 * Context: process, may sleep; one caller at a time.
 */
int fb_run_execute(const struct fb_run_kind *kind,
		   const struct fb_benchconf *conf, struct fb_result *result)
{
	struct fb_run *run;
	int err;

	memset(result, 0, sizeof(*result));
	result->kind = kind;
	result->flows = conf->flows;
	result->packets = conf->packets;
	result->size = conf->size;
	result->error = fb_account_error_name(-ENOMEM);

	run = kzalloc(sizeof(*run), GFP_KERNEL);
	if (!run)
		return -ENOMEM;
	run->kind = kind;
	run->conf = *conf;

	err = fb_run_setup(run);
	if (!err)
		err = fb_run_generators(run, result);
	if (err == -ENOMEM)
		fb_run_complain(run);
	result->error = !err && result->unbalanced[0] ? "unbalanced" :
			fb_account_error_name(err);
	fb_run_teardown(run);
	kfree(run);
	return err;
}
