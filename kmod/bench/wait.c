// SPDX-License-Identifier: GPL-2.0
/*
 * Waits for packets of a chunk that a path leaves to a workqueue, as WireGuard
 * does.
 */
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/percpu.h>
#include <linux/sched.h>

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

/**
 * fb_wait() - give the CPU away until all packets have ended
 * @run: the run
 *
 * The task stays runnable, so the CPU does not idle, and what is measured is work.
 *
 * Return: 0; -ETIME if packets have not ended after a second; the errno that stops
 *	   the run.
 * Context: process, bottom halves on; may sleep.
 */
int fb_wait(const struct fb_run *run)
{
	unsigned long until = jiffies + FB_WAIT_MAX;
	int err;

	while (fb_wait_for(run)) {
		err = READ_ONCE(run->stop);
		if (err)
			return err;
		if (time_after(jiffies, until))
			return -ETIME;
		/*
		 * schedule() alone may choose this task again for some
		 * milliseconds. Work of ours behind that of the path would run
		 * between two packets: WireGuard's worker reschedules there.
		 */
		yield();
	}
	return 0;
}
