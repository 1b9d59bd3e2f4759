// SPDX-License-Identifier: GPL-2.0
/*
 * The account of a run: where its packets ended, and whether the sums agree.
 */
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "bench.h"

/* How long to wait for packets that have not ended, in ms. */
#define FB_DRAIN_MS	50

static void fb_sum_counters(const struct fb_run *run, struct fb_counters *sum)
{
	const struct fb_counters *counters;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		counters = per_cpu_ptr(run->counters, cpu);
		sum->injected += READ_ONCE(counters->injected);
		sum->arrived += READ_ONCE(counters->arrived);
		sum->returned += READ_ONCE(counters->returned);
		sum->consumed += READ_ONCE(counters->consumed);
		sum->frames += READ_ONCE(counters->frames);
		sum->frame_bytes += READ_ONCE(counters->frame_bytes);
		sum->merged += READ_ONCE(counters->merged);
		sum->back += READ_ONCE(counters->back);
		sum->other_dev += READ_ONCE(counters->other_dev);
		sum->other_sink += READ_ONCE(counters->other_sink);
		sum->verify.ok += READ_ONCE(counters->verify.ok);
		sum->verify.bad += READ_ONCE(counters->verify.bad);
		if (!sum->verify.first && counters->verify.first) {
			sum->verify.first = counters->verify.first;
			sum->verify.flow = counters->verify.flow;
			sum->verify.seq = counters->verify.seq;
		}
	}
}

/**
 * fb_account_in_flight() - count packets that have not ended
 * @run: the run
 *
 * Reads only what it needs: with wait=1 it is called while the clock runs. Without
 * probes, a superpacket that was cut counts as ended when its segments have arrived.
 *
 * Return: packets; below 0 if more have ended than were injected.
 */
s64 fb_account_in_flight(const struct fb_run *run)
{
	s64 left = -READ_ONCE(run->drops.total), other = 0;
	const struct fb_counters *counters;
	bool probes = run->conf.probes;
	int cpu;

	for_each_possible_cpu(cpu) {
		counters = per_cpu_ptr(run->counters, cpu);
		left += READ_ONCE(counters->injected) - READ_ONCE(counters->arrived) -
			READ_ONCE(counters->returned) - READ_ONCE(counters->back) -
			READ_ONCE(*(probes ? &counters->consumed : &counters->frames));
		other += READ_ONCE(counters->other_sink);
	}
	if (probes || run->frame.segments < 2 || left <= 0)
		return left;
	return left - min_t(s64, left, div_u64(other, run->frame.segments));
}

/**
 * fb_account_received() - count what the device that receives has received
 * @run: the run, with inject=xmit
 *
 * Return: packets, also those that an XDP program has taken.
 */
u64 fb_account_received(const struct fb_run *run)
{
	struct rtnl_link_stats64 stats;

	dev_get_stats(run->in, &stats);
	return stats.rx_packets - run->received;
}

/**
 * fb_account_drain() - wait until all packets have ended
 * @run: has sent all packets
 *
 * Gives up after FB_DRAIN_MS, and when the run is told to stop: a queue may hold
 * packets for any time.
 *
 * Context: process, may sleep.
 */
void fb_account_drain(struct fb_run *run)
{
	int i;

	/* What XDP has dropped is not seen without probes: fb_xmit_wait() has waited. */
	if (run->conf.end == FB_END_XDP && !run->conf.probes)
		return;
	for (i = 0; i < FB_DRAIN_MS && !READ_ONCE(run->stop); i++) {
		if (fb_account_in_flight(run) <= 0)
			return;
		schedule_timeout_uninterruptible(msecs_to_jiffies(1));
	}
}

/* Reports the first of the sums that must be equal on each path, and are not. */
static void fb_account_check_sums(struct fb_result *result, const struct fb_run *run)
{
	const struct fb_counters *sum = &result->sum;
	s64 in_flight = fb_account_in_flight(run);

	if (run->conf.end == FB_END_XDP && !run->conf.probes)
		in_flight -= sum->returned;
	/* With probes a queue holds the rest. Without, it is not known what became of it. */
	if (in_flight < 0 || (in_flight && !run->conf.probes))
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "injected %llu, ended %llu", sum->injected,
			  sum->injected - in_flight);
	else if ((fb_is_sink(run->dev) || run->in != run->dev) &&
		 result->dev_rx != sum->injected)
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "injected %llu, dev_rx %llu", sum->injected,
			  result->dev_rx);
	else if (run->sink &&
		 result->sink_tx + sum->merged !=
		 sum->arrived + sum->frames + sum->other_sink)
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "arrived %llu, merged %llu, other %llu, sink_tx %llu",
			  sum->arrived + sum->frames, sum->merged,
			  sum->other_sink, result->sink_tx);
	else if (run->conf.probes && sum->frames > sum->consumed)
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "frames %llu, consumed %llu", sum->frames,
			  sum->consumed);
	else if (sum->frame_bytes != sum->frames * run->frame.len)
		scnprintf(result->unbalanced, sizeof(result->unbalanced),
			  "frames %llu of %u bytes, frame_bytes %llu",
			  sum->frames, run->frame.len, sum->frame_bytes);
}

/**
 * fb_account_error_name() - name how a run ended
 * @err: 0 or a negative errno
 *
 * Return: value of the key "error" in the result file, static text.
 */
const char *fb_account_error_name(int err)
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
	case -ETIME:
		return "wait";
	case -ENOBUFS:
		return "held";
	default:
		return "failed";
	}
}

/* Returns how many packets the device received that went nowhere else. */
static u64 fb_account_dropped_by_xdp(const struct fb_result *result)
{
	const struct fb_counters *sum = &result->sum;
	u64 passed = sum->arrived + sum->frames + sum->back + sum->other_sink;

	return result->received - min(result->received, passed);
}

/**
 * fb_account() - sum up the counters of all CPUs
 * @result: filled in, but for the counters of devices, which it has
 * @run: has ended, and is not active any more
 * @gens: its generators
 */
void fb_account(struct fb_result *result, const struct fb_run *run,
		const struct fb_generator *gens)
{
	unsigned int i;
	int cpu;

	fb_sum_counters(run, &result->sum);
	if (run->conf.end == FB_END_XDP && !run->conf.probes)
		result->sum.returned = fb_account_dropped_by_xdp(result);
	result->waits = run->conf.wait;
	result->probes = run->conf.probes;
	result->drops = run->drops;
	result->memory = fb_run_bytes(run);
	if (run->recording)
		result->recorded = fb_record_left();
	/* Packets that were taken back at ingress can be sent once more. */
	if (run->recorded && run->sink)
		fb_record_used(result->sum.injected);
	for (i = 0; i < run->conf.cpus; i++) {
		result->cycles += gens[i].cycles;
		result->primed += gens[i].primed;
		result->ns += gens[i].ns;
		result->switches += gens[i].switches;
		result->allocs += gens[i].pool.built;
	}
	result->has_latency = run->latency;
	if (run->latency) {
		fb_histogram_clear(&result->latency);
		for_each_possible_cpu(cpu)
			fb_histogram_fold(&result->latency,
					  per_cpu_ptr(run->latency, cpu));
	}
	result->replied = run->warmup.replied;
	result->steps = run->warmup.sent;
	memcpy(result->step, run->warmup.step, sizeof(result->step));
	if (!run->kind->both_ways)
		fb_account_check_sums(result, run);
}

/**
 * fb_account_devices() - replace each value by the device's counter less the value
 * @run: the run
 * @result: dev_rx, if packets are put into a sink device, or transmitted by a device,
 *	    if that is how they are injected; received, in the latter case; sink_tx and
 *	    sink_bytes, if there is a sink
 *
 * Called with 0 before a run and again after it, it leaves the difference.
 */
void fb_account_devices(const struct fb_run *run, struct fb_result *result)
{
	struct rtnl_link_stats64 sent;
	struct fb_sink_stats stats;

	if (run->in != run->dev) {
		dev_get_stats(run->dev, &sent);
		result->dev_rx = sent.tx_packets - result->dev_rx;
		result->received = fb_account_received(run) - result->received;
	} else if (fb_is_sink(run->dev)) {
		fb_sink_stats(run->dev, &stats);
		result->dev_rx = stats.rx_packets - result->dev_rx;
	}
	if (run->sink) {
		fb_sink_stats(run->sink, &stats);
		result->sink_tx = stats.tx_packets - result->sink_tx;
		result->sink_bytes = stats.tx_bytes - result->sink_bytes;
	}
}
