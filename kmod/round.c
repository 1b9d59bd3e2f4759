// SPDX-License-Identifier: GPL-2.0
/*
 * One run of the generator from its beginning to its end, and the account of
 * it. There is one at a time; whoever asks for it waits for its end.
 *
 * A run ends early when its device goes down or leaves its namespace: the
 * notifier, which holds the rtnl, waits until the run has let go of it. So
 * nothing that a run does after it was published may take the rtnl.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": bench: " fmt

#include <linux/cpumask.h>
#include <linux/if_vlan.h>
#include <linux/mm.h>
#include <linux/netdevice.h>
#include <linux/notifier.h>
#include <linux/nsproxy.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/timex.h>
#include <linux/wait.h>

#include "baseline.h"
#include "flowbench_uapi.h"
#include "generator.h"
#include "round.h"
#include "sink.h"
#include "warmup.h"

/* Packets that are still somewhere get this long, in ms, to come out. */
#define FB_SETTLE_MS	50

/* "flowbenc", then the number of the run is added. */
#define FB_MAGIC	0x666c6f7762656e63ULL

struct fb_run __rcu *fb_run;

static DECLARE_WAIT_QUEUE_HEAD(fb_run_ended);
static u64 fb_run_count;

static noinline void fb_round_inspect(struct fb_run *run, struct fb_lane *lane,
				      struct sk_buff *skb)
{
	if (run->conf.verify)
		fb_verify_packet(run, &lane->verify, skb);
	if (run->recording)
		fb_record_packet(run->recording, &run->frame, skb);
}

/**
 * fb_round_arrived() - a packet was transmitted on one of the kind's devices
 * @run: the run under way
 * @skb: the packet
 * @dev: the device
 *
 * Return: whether it was taken; if not, it is the caller's.
 * Context: bottom halves off.
 */
bool fb_round_arrived(struct fb_run *run, struct sk_buff *skb,
		      struct net_device *dev)
{
	struct fb_lane *lane = this_cpu_ptr(run->lanes);
	struct fb_tag *tag = fb_tag(skb);

	if (unlikely(tag->magic != run->magic)) {
		if (dev == run->sink)
			lane->other_sink++;
		else if (dev == run->dev)
			lane->other_dev++;
		return false;
	}

	tag->magic = 0;
	if (unlikely(run->warmup))
		fb_warmup_arrived(run->warmup, skb, dev);
	if (unlikely(run->latency))
		fb_histogram_add(run->latency, get_cycles() - tag->stamp);

	if (unlikely(run->inspect) && dev == run->sink)
		fb_round_inspect(run, lane, skb);

	if (likely(dev == run->sink))
		lane->arrived++;
	else if (run->warmup)
		lane->back++;
	else
		lane->astray++;
	fb_pool_put(lane->pool, skb);
	return true;
}

static void fb_sum_lanes(const struct fb_run *run, struct fb_lane *sum)
{
	const struct fb_lane *lane;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		lane = per_cpu_ptr(run->lanes, cpu);
		sum->injected += READ_ONCE(lane->injected);
		sum->arrived += READ_ONCE(lane->arrived);
		sum->returned += READ_ONCE(lane->returned);
		sum->consumed += READ_ONCE(lane->consumed);
		sum->astray += READ_ONCE(lane->astray);
		sum->other_dev += READ_ONCE(lane->other_dev);
		sum->back += READ_ONCE(lane->back);
		sum->other_sink += READ_ONCE(lane->other_sink);
		sum->verify.ok += READ_ONCE(lane->verify.ok);
		sum->verify.bad += READ_ONCE(lane->verify.bad);
		if (!sum->verify.first && lane->verify.first) {
			sum->verify.first = lane->verify.first;
			sum->verify.flow = lane->verify.flow;
			sum->verify.seq = lane->verify.seq;
		}
	}
}

/* Not yet come to any end. */
static s64 fb_under_way(const struct fb_run *run, const struct fb_lane *sum)
{
	return sum->injected - sum->arrived - sum->returned - sum->consumed -
	       sum->back - sum->astray - READ_ONCE(run->drops.total);
}

static void fb_settle(struct fb_run *run)
{
	struct fb_lane sum;
	int i;

	for (i = 0; i < FB_SETTLE_MS && !READ_ONCE(run->stop); i++) {
		fb_sum_lanes(run, &sum);
		if (fb_under_way(run, &sum) <= 0)
			return;
		schedule_timeout_uninterruptible(msecs_to_jiffies(1));
	}
}

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

static int fb_devices_get(struct fb_run *run)
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

/* Of the longest frame. */
static unsigned int fb_frame_bytes(const struct fb_run *run)
{
	return run->recorded ? max(run->conf.size, run->recorded->longest) :
			       run->conf.size;
}

static u64 fb_pool_bytes(const struct fb_run *run)
{
	return (u64)run->conf.cpus * FB_POOL_MAX *
	       (sizeof(struct sk_buff) + SKB_DATA_ALIGN(FB_HEADROOM +
		fb_frame_bytes(run) + FB_TAILROOM) +
		SKB_DATA_ALIGN(sizeof(struct skb_shared_info)));
}

static u64 fb_run_bytes(const struct fb_run *run)
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

/* Everything but the devices. */
static int fb_run_alloc(struct fb_run *run, bool warmup)
{
	int err = warmup ? 0 : fb_run_record(run);

	if (err)
		return err;
	if (fb_run_bytes(run) >> PAGE_SHIFT > si_mem_available())
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

static void fb_run_free(struct fb_run *run)
{
	fb_devices_put(run);
	kfree(run->warmup);
	free_percpu(run->latency);
	free_percpu(run->lanes);
	kvfree(run->flows);
	fb_frame_free(&run->frame);
	kfree(run);
}

static int fb_run_frames(struct fb_run *run)
{
	int err;

	err = fb_frame_init(&run->frame, &run->conf, run->dev->dev_addr);
	if (err)
		return err;
	run->flows = fb_flows_alloc(&run->frame, &run->conf);
	return run->flows ? 0 : -ENOMEM;
}

/* From here on packets are known, and the devices' notifier waits for us. */
static int fb_run_publish(struct fb_run *run)
{
	int err;

	rtnl_lock();
	err = fb_devices_get(run);
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

/* The first one runs where the caller does, the others on the next CPUs. */
static int fb_start_all(struct fb_run *run, struct fb_generator *gens)
{
	const struct fb_benchconf *conf = &run->conf;
	unsigned int i, cpu = raw_smp_processor_id();
	int err;

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
		gen->pool.frame = max(run->frame.len, fb_frame_bytes(run));
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
		/* One that cannot go on ends it for all. */
		if (err)
			cmpxchg(&run->stop, 0, err);
	}
	return err;
}

/* Sums that must agree whatever happens on the way. */
static void fb_balance(struct fb_result *result, const struct fb_run *run)
{
	const struct fb_lane *sum = &result->sum;
	s64 kept = fb_under_way(run, sum);

	if (kept < 0)
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "injected %llu, ended %llu", sum->injected,
			  sum->injected - kept);
	else if (fb_sink_is(run->dev) && result->dev_rx != sum->injected)
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "injected %llu, dev_rx %llu", sum->injected,
			  result->dev_rx);
	else if (run->sink &&
		 result->sink_tx != sum->arrived + sum->other_sink)
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "arrived %llu, other %llu, sink_tx %llu",
			  sum->arrived, sum->other_sink, result->sink_tx);
}

static const char *fb_error_word(int err)
{
	switch (err) {
	case 0:
		return "none";
	case -EINTR:
		return "interrupted";
	case -ENODEV:
		return "device";
	case -ENOMEM:
		return "memory";
	case -ENXIO:
		return "cpu";
	case -ETIMEDOUT:
		return "poll";
	case -ENODATA:
		return "input";
	default:
		return "failed";
	}
}

static void fb_account(struct fb_result *result, const struct fb_run *run,
		       const struct fb_generator *gens)
{
	unsigned int i;
	int cpu;

	fb_sum_lanes(run, &result->sum);
	result->drops = run->drops;
	result->memory = fb_run_bytes(run);
	if (run->recording)
		result->recorded = fb_record_left();
	/* What was taken back at ingress can be sent once more. */
	if (run->recorded && run->sink)
		fb_record_used(result->sum.injected);
	for (i = 0; i < run->conf.cpus; i++) {
		result->cycles += gens[i].cycles;
		result->ns += gens[i].ns;
		result->allocs += gens[i].pool.built;
	}
	result->has_latency = run->latency;
	if (run->latency) {
		fb_histogram_clear(&result->latency);
		for_each_possible_cpu(cpu)
			fb_histogram_fold(&result->latency,
					  per_cpu_ptr(run->latency, cpu));
	}
	if (run->warmup)
		result->replied = run->warmup->replied;
	if (!run->warmup)
		fb_balance(result, run);
}

/* The devices' counters, before and, subtracted, after. */
static void fb_device_counts(const struct fb_run *run, u64 *dev_rx,
			     u64 *sink_tx)
{
	struct fb_sink_stats stats;

	if (fb_sink_is(run->dev)) {
		fb_sink_stats(run->dev, &stats);
		*dev_rx = stats.rx_packets - *dev_rx;
	}
	if (run->sink) {
		fb_sink_stats(run->sink, &stats);
		*sink_tx = stats.tx_packets - *sink_tx;
	}
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

	fb_device_counts(run, &result->dev_rx, &result->sink_tx);
	err = fb_start_all(run, gens);
	if (err)
		WRITE_ONCE(run->stop, err);
	err = fb_wait_all(run, gens) ? : err;
	fb_settle(run);
	fb_device_counts(run, &result->dev_rx, &result->sink_tx);
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
	if (!run)
		return -ENOMEM;
	run->conf = *conf;
	run->magic = FB_MAGIC + ++fb_run_count;
	run->inspect = !warmup && (conf->verify || conf->record);
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
	result->error = err ? fb_error_word(err) :
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
