// SPDX-License-Identifier: GPL-2.0
/*
 * When a generator gives its CPU away: what runs between two readings of the clock is
 * part of a price.
 */
#include <linux/preempt.h>
#include <linux/sched.h>

#include "bench.h"

/**
 * fb_keep_cpu() - let no other task run on this CPU until fb_release_cpu()
 *
 * Bottom halves that are off are not enough: local_bh_enable() is inside the clock, and
 * on a preemptible kernel, as each of x86 is since 7.0, it runs what the tick has woken.
 *
 * Context: thread of a generator.
 */
void fb_keep_cpu(void)
{
	preempt_disable();
}

/* Ends fb_keep_cpu(): a task that is due runs here. */
void fb_release_cpu(void)
{
	preempt_enable();
}

/* Sleeps until the next tick, in a thread that keeps its CPU. Bottom halves are on. */
void fb_sleep_a_tick(void)
{
	fb_release_cpu();
	schedule_timeout_uninterruptible(1);
	fb_keep_cpu();
}

/* Returns how often this task has given way to another one, the idle task included. */
u64 fb_switches(void)
{
	return (u64)current->nvcsw + current->nivcsw;
}
