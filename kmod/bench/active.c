// SPDX-License-Identifier: GPL-2.0
/*
 * The active run: how the packet path finds it.
 */
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>

#include "bench.h"

struct fb_run __rcu *fb_active;

/**
 * fb_active_set() - make a run the active one
 * @run: has its devices
 *
 * Context: process, rtnl held; no run is active.
 */
void fb_active_set(struct fb_run *run)
{
	ASSERT_RTNL();
	rcu_assign_pointer(fb_active, run);
}

/**
 * fb_active_clear() - no run is active any more
 *
 * CPUs may still use the run that was active: the caller calls synchronize_net()
 * when it has released the rtnl.
 *
 * Context: process, rtnl held.
 */
void fb_active_clear(void)
{
	ASSERT_RTNL();
	RCU_INIT_POINTER(fb_active, NULL);
}
