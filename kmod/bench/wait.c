// SPDX-License-Identifier: GPL-2.0
/*
 * Waits for packets of a chunk that a path leaves to a workqueue, as WireGuard
 * does.
 */
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/sched.h>

#include "bench.h"

/* How long to wait at most. */
#define FB_WAIT_MAX	HZ

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

	while (fb_account_in_flight(run) > 0) {
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
