// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of a hook, per CPU. The caller of the hooked function writes those
 * of its CPU without a lock; a reader adds up those of all CPUs.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "flowbench.h"

/**
 * fb_stats_alloc() - allocate the counters of a hook, all zero
 *
 * Return: the counters, freed by the caller with fb_stats_free(); NULL if memory
 * is short.
 * Context: process, may sleep.
 */
struct fb_stats __percpu *fb_stats_alloc(void)
{
	struct fb_stats __percpu *stats = alloc_percpu(struct fb_stats);
	int cpu;

	if (!stats)
		return NULL;
	for_each_possible_cpu(cpu)
		fb_stats_clear(per_cpu_ptr(stats, cpu));
	return stats;
}

/* @stats may be NULL; no probe uses them any more. */
void fb_stats_free(struct fb_stats __percpu *stats)
{
	free_percpu(stats);
}

/**
 * fb_stats_add() - count one call
 * @stats: counters of the hook
 * @kind: of the return value
 * @ns: duration of the call
 * @retval: return register
 *
 * Context: any, preemption disabled.
 */
void fb_stats_add(struct fb_stats __percpu *stats, enum fb_kind kind, u64 ns,
		  unsigned long retval)
{
	this_cpu_inc(stats->calls);
	this_cpu_inc(stats->value[fb_verdict_slot(kind, retval)]);
	fb_histogram_add(&stats->hist, ns);
}

/* Returns the calls on all CPUs, which may go on; @stats may be NULL. */
u64 fb_stats_calls(const struct fb_stats __percpu *stats)
{
	u64 calls = 0;
	int cpu;

	if (!stats)
		return 0;
	for_each_possible_cpu(cpu)
		calls += READ_ONCE(per_cpu_ptr(stats, cpu)->calls);
	return calls;
}

/* Clears the counters of one CPU, or a sum, while they do not change. */
void fb_stats_clear(struct fb_stats *stats)
{
	stats->calls = 0;
	memset(stats->value, 0, sizeof(stats->value));
	fb_histogram_clear(&stats->hist);
}

/**
 * fb_stats_fold() - add the counters of all CPUs to a sum
 * @to: the sum, owned by the caller
 * @from: may change meanwhile, may be NULL
 */
void fb_stats_fold(struct fb_stats *to, const struct fb_stats __percpu *from)
{
	unsigned int slot;
	int cpu;

	if (!from)
		return;
	for_each_possible_cpu(cpu) {
		const struct fb_stats *one = per_cpu_ptr(from, cpu);

		to->calls += READ_ONCE(one->calls);
		for (slot = 0; slot < FB_VALUE_SLOTS; slot++)
			to->value[slot] += READ_ONCE(one->value[slot]);
		fb_histogram_fold(&to->hist, &one->hist);
	}
}

static void fb_stats_clear_local(void *info)
{
	struct fb_stats __percpu **stats = info;

	fb_stats_clear(this_cpu_ptr(*stats));
}

/**
 * fb_stats_reset() - set the counters of all CPUs to zero, under load as well
 * @stats: counters of the hook
 *
 * Each CPU clears its own counters with interrupts off. An increment that is under
 * way would undo a clear by another CPU.
 *
 * Context: process, may sleep.
 */
void fb_stats_reset(struct fb_stats __percpu *stats)
{
	int cpu;

	cpus_read_lock();
	on_each_cpu(fb_stats_clear_local, &stats, 1);
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			fb_stats_clear(per_cpu_ptr(stats, cpu));
	cpus_read_unlock();
}
