// SPDX-License-Identifier: GPL-2.0
/*
 * The active run: how the packet path finds it, and how it ends when one of its
 * devices goes.
 *
 * A device that goes down or leaves its namespace ends the run. The notifier
 * holds the rtnl and waits until the run has let go of the device. So nothing
 * that a run does while it is active may take the rtnl.
 */
#include <linux/netdevice.h>
#include <linux/notifier.h>
#include <linux/wait.h>

#include "active.h"
#include "run.h"

struct fb_run __rcu *fb_active;

static DECLARE_WAIT_QUEUE_HEAD(fb_active_cleared);

/**
 * fb_active_set() - make a run the active one
 * @run: has its devices
 *
 * Context: process, rtnl held; no run is active.
 */
void fb_active_set(struct fb_run *run)
{
	rcu_assign_pointer(fb_active, run);
}

/**
 * fb_active_clear() - no run is active any more
 *
 * On return no CPU uses the run that was active.
 *
 * Context: process, may sleep.
 */
void fb_active_clear(void)
{
	RCU_INIT_POINTER(fb_active, NULL);
	synchronize_net();
	wake_up_all(&fb_active_cleared);
}

/* Returns true if the active run uses the device, and tells that run to stop. */
static bool fb_active_uses(const struct net_device *dev)
{
	struct fb_run *run;
	bool uses;

	rcu_read_lock();
	run = rcu_dereference(fb_active);
	uses = run && (run->dev == dev || run->in == dev || run->sink == dev);
	if (uses)
		cmpxchg(&run->stop, 0, -ENODEV);
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
		wait_event(fb_active_cleared, !fb_active_uses(dev));
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block fb_netdev_nb = {
	.notifier_call = fb_netdev_event,
};

/**
 * fb_active_setup() - watch network devices
 *
 * Return: 0 or a negative errno.
 */
int fb_active_setup(void)
{
	return register_netdevice_notifier(&fb_netdev_nb);
}

/**
 * fb_active_teardown() - stop watching network devices
 */
void fb_active_teardown(void)
{
	unregister_netdevice_notifier(&fb_netdev_nb);
}
