// SPDX-License-Identifier: GPL-2.0
/*
 * Waits for packets of a chunk that a path leaves to a workqueue, as WireGuard
 * does.
 */
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "run.h"
#include "wait.h"

/* How long to wait at most. */
#define FB_WAIT_MAX	HZ

/* Returns true if some packets that were injected have not ended. */
static bool fb_wait_for(const struct fb_run *run)
{
	u64 left = -READ_ONCE(run->drops.total);
	const struct fb_lane *lane;
	int cpu;

	for_each_possible_cpu(cpu) {
		lane = per_cpu_ptr(run->lanes, cpu);
		left += READ_ONCE(lane->injected) - READ_ONCE(lane->arrived) -
			READ_ONCE(lane->returned) - READ_ONCE(lane->consumed) -
			READ_ONCE(lane->back);
	}
	return left;
}

static void fb_wait_behind(struct work_struct *work)
{
}

/**
 * fb_wait() - let the workers of this CPU run until all packets have ended
 * @run: the run
 *
 * The wait is for work behind that of the path. Without a timer the CPU does not
 * idle, and what is measured is work.
 *
 * Return: 0; -ETIME if packets have not ended after a second; the errno that stops
 *	   the run.
 * Context: process, may sleep.
 */
int fb_wait(const struct fb_run *run)
{
	unsigned long until = jiffies + FB_WAIT_MAX;
	struct work_struct behind;
	int err = 0;

	INIT_WORK_ONSTACK(&behind, fb_wait_behind);
	while (fb_wait_for(run)) {
		err = READ_ONCE(run->stop);
		if (!err && time_after(jiffies, until))
			err = -ETIME;
		if (err)
			break;
		schedule_work_on(raw_smp_processor_id(), &behind);
		flush_work(&behind);
	}
	destroy_work_on_stack(&behind);
	return err;
}
