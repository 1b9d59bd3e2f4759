// SPDX-License-Identifier: GPL-2.0
/*
 * One run of the generator from its beginning to its end. There is one at a
 * time; whoever asks for it waits for its end.
 *
 * A run ends early when its device goes down or leaves its namespace: the
 * notifier, which holds the rtnl, waits until the run has let go of it. So
 * nothing that a run does after it was published may take the rtnl.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": bench: " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/if_vlan.h>
#include <linux/netdevice.h>
#include <linux/notifier.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/timex.h>
#include <linux/wait.h>

#include "../flowbench_uapi.h"
#include "account.h"
#include "baseline.h"
#include "generator.h"
#include "record.h"
#include "round.h"
#include "run.h"
#include "sink.h"
#include "warmup.h"

/* "flowbenc", then the number of the run is added. */
#define FB_MAGIC	0x666c6f7762656e63ULL

struct fb_run __rcu *fb_run;

static DECLARE_WAIT_QUEUE_HEAD(fb_run_ended);
static u64 fb_run_count;

static void fb_round_inspect(struct fb_run *run, struct fb_lane *lane,
			     struct sk_buff *skb)
{
	if (run->conf.verify)
		fb_verify_packet(run, &lane->verify, skb);
	if (run->recording)
		fb_record_packet(run->recording, &run->frame, skb);
}

/**
 * fb_round_attend() - a packet was transmitted of which more is to be done
 * @run: the run under way
 * @skb: the packet, which may be nobody's
 * @dev: one of the kind's devices
 *
 * Return: whether it was taken; if not, it is the caller's.
 * Context: bottom halves off.
 */
bool fb_round_attend(struct fb_run *run, struct sk_buff *skb,
		     struct net_device *dev)
{
	struct fb_lane *lane = this_cpu_ptr(run->lanes);
	struct fb_tag *tag = fb_tag(skb);

	if (tag->magic != run->magic) {
		if (dev == run->sink)
			lane->other_sink++;
		else if (dev == run->dev)
			lane->other_dev++;
		return false;
	}

	tag->magic = 0;
	if (run->warmup)
		fb_warmup_arrived(run->warmup, skb, dev);
	if (run->latency)
		fb_histogram_add(run->latency, get_cycles() - tag->stamp);
	if (run->inspect && dev == run->sink)
		fb_round_inspect(run, lane, skb);

	if (dev == run->sink)
		lane->arrived++;
	else if (run->warmup)
		lane->back++;
	else
		lane->astray++;
	fb_pool_put(lane->pool, skb);
	return true;
}

/* From here on packets are known, and the devices' notifier waits for us. */
static int fb_run_publish(struct fb_run *run)
{
	int err;

	rtnl_lock();
	err = fb_run_devices(run);
	if (!err)
		rcu_assign_pointer(fb_run, run);
	rtnl_unlock();
	return err;
}

static void fb_run_unpublish(struct fb_run *run)
{
	RCU_INIT_POINTER(fb_run, NULL);
	synchronize_net();
	wake_up_all(&fb_run_ended);
}

/*
 * The first one runs where the caller does, the others on the next CPUs; no two
 * on one, even if CPUs have gone since they were counted.
 */
static int fb_start_on_cpus(struct fb_run *run, struct fb_generator *gens)
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
		gen->first = from;
		gen->flows = to - from;
		gen->random = conf->seed + i ? : 1;
		gen->left = (u64)conf->packets * (i + 1) / conf->cpus -
			    (u64)conf->packets * i / conf->cpus;
		gen->pool.frame = max(run->frame.len, fb_run_frame_bytes(run));
		gen->pool.recycle = conf->alloc == FB_ALLOC_RECYCLE;
		err = fb_generator_start(gen, cpu, run->warmup ?
					 fb_warmup_work : fb_generator_round);
		if (err)
			return err;

		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
	}
	return 0;
}

static int fb_start_all(struct fb_run *run, struct fb_generator *gens)
{
	int err;

	cpus_read_lock();
	err = fb_start_on_cpus(run, gens);
	cpus_read_unlock();
	return err;
}

static int fb_wait_all(struct fb_run *run, struct fb_generator *gens)
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

/* The published part of a run. */
static int fb_run_packets(struct fb_run *run, struct fb_generator *gens,
			  struct fb_result *result)
{
	bool ingress = run->conf.end == FB_END_INGRESS && !run->warmup;
	int err;

	err = fb_run_frames(run);
	if (err)
		return err;
	result->size = run->frame.len + (run->frame.vlan ? VLAN_HLEN : 0);

	err = fb_drops_attach();
	if (err)
		return err;
	if (ingress) {
		err = fb_baseline_attach(run->dev);
		if (err)
			goto detach_drops;
	}

	fb_account_devices(run, &result->dev_rx, &result->sink_tx);
	/* What is counted from now on must not be in what was just read. */
	smp_store_release(&run->open, true);
	err = fb_start_all(run, gens);
	if (err)
		WRITE_ONCE(run->stop, err);
	err = fb_wait_all(run, gens) ? : err;
	fb_account_settle(run);
	WRITE_ONCE(run->open, false);
	synchronize_net();
	fb_account_devices(run, &result->dev_rx, &result->sink_tx);
	err = err ? : READ_ONCE(run->stop);

	if (ingress)
		fb_baseline_detach();
detach_drops:
	fb_drops_detach();
	return err;
}

/**
 * fb_round_run() - run a warm-up or a round
 * @conf: what is asked for
 * @warmup: which
 * @result: overwritten
 *
 * Return: 0; -EINTR on a signal; -ENODEV if a device is not there, or not any
 * more; -ENXIO if a CPU is not; -ETIMEDOUT if the device is not polled;
 * -ENODATA if too few packets are recorded; -EINVAL, -ENOMEM.
 * Context: process, may sleep; one caller at a time.
 */
int fb_round_run(const struct fb_benchconf *conf, bool warmup,
		 struct fb_result *result)
{
	struct fb_generator *gens;
	struct fb_run *run;
	unsigned int i;
	int err;

	memset(result, 0, sizeof(*result));
	result->kind = warmup ? FB_RUN_WARMUP : FB_RUN_ROUND;
	result->flows = conf->flows;
	result->packets = conf->packets;
	result->size = conf->size;

	run = kzalloc(sizeof(*run), GFP_KERNEL);
	if (!run) {
		result->error = fb_account_word(-ENOMEM);
		return -ENOMEM;
	}
	run->conf = *conf;
	run->magic = FB_MAGIC + ++fb_run_count;
	run->inspect = !warmup && (conf->verify || conf->record);
	run->plain = !warmup && !conf->latency && !run->inspect;
	spin_lock_init(&run->drops.lock);

	/* One after the other: that is what makes them right. */
	if (warmup)
		run->conf.cpus = 1;
	err = -EINVAL;
	if (run->conf.cpus > num_online_cpus()) {
		pr_info("%s: %u are online\n", FB_KEY_CPUS, num_online_cpus());
		goto free_run;
	}

	err = -ENOMEM;
	gens = kvcalloc(run->conf.cpus, sizeof(*gens), GFP_KERNEL);
	if (!gens)
		goto free_run;
	err = fb_run_alloc(run, warmup);
	if (err)
		goto free_gens;
	err = fb_run_publish(run);
	if (err)
		goto free_gens;

	err = fb_run_packets(run, gens, result);

	fb_run_unpublish(run);
	if (run->lanes && run->frame.image)
		fb_account(result, run, gens);
	for (i = 0; i < run->conf.cpus; i++)
		fb_generator_stop(&gens[i]);
free_gens:
	kvfree(gens);
free_run:
	if (err == -ENOMEM && conf->record && !warmup && !run->recording)
		pr_info("%s: not enough memory for %u\n", FB_KEY_RECORD,
			conf->record);
	else if (err == -ENOMEM)
		pr_info("%s: not enough memory for %u\n", FB_KEY_FLOWS,
			conf->flows);
	result->error = err ? fb_account_word(err) :
			result->unbalanced[0] ? "unbalanced" : "none";
	fb_run_free(run);
	return err;
}

static bool fb_run_uses(const struct net_device *dev, int stop)
{
	struct fb_run *run;
	bool uses;

	rcu_read_lock();
	run = rcu_dereference(fb_run);
	uses = run && (run->dev == dev || run->sink == dev);
	if (uses)
		cmpxchg(&run->stop, 0, stop);
	rcu_read_unlock();
	return uses;
}

static int fb_netdev_event(struct notifier_block *nb, unsigned long event,
			   void *ptr)
{
	const struct net_device *dev = netdev_notifier_info_to_dev(ptr);

	switch (event) {
	case NETDEV_GOING_DOWN:
	case NETDEV_UNREGISTER:
		wait_event(fb_run_ended, !fb_run_uses(dev, -ENODEV));
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block fb_netdev_nb = {
	.notifier_call = fb_netdev_event,
};

/**
 * fb_round_setup() - get ready; no run is on
 *
 * Return: 0 or a negative errno.
 */
int fb_round_setup(void)
{
	int err;

	err = fb_drops_setup();
	if (err)
		return err;
	return register_netdevice_notifier(&fb_netdev_nb);
}

/**
 * fb_round_teardown() - nobody asks for runs any more
 */
void fb_round_teardown(void)
{
	unregister_netdevice_notifier(&fb_netdev_nb);
	fb_record_free();
}
