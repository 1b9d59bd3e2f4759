// SPDX-License-Identifier: GPL-2.0
/*
 * The devices of the active run: how a run begins and ends to use them, and what
 * happens when one of them goes.
 *
 * A device that goes down or leaves its namespace ends the run. The notifier holds
 * the rtnl, so it does not wait for that end: it sets the run's stop, and removes the
 * run's hooks from a device that leaves. A generator reads stop in each section with
 * bottom halves off, before it uses a device. The core waits for a grace period of
 * RCU after NETDEV_GOING_DOWN, so no generator uses the device when the core frees
 * its resources.
 *
 * The run holds a reference to each device until its end, so that counters can be
 * read that long. The core waits for references without the rtnl.
 */
#include <linux/netdevice.h>
#include <linux/notifier.h>
#include <linux/rtnetlink.h>

#include "bench.h"

/* Does nothing if the hooks are off. */
static void fb_devices_unhook(void)
{
	fb_xmit_detach();
	fb_baseline_detach();
	fb_accept_detach();
}

static int fb_devices_hook(const struct fb_run *run)
{
	int err;

	err = fb_accept_attach(run->in, run->conf.hooks);
	if (!err && run->conf.end == FB_END_INGRESS)
		err = fb_baseline_attach(run->in);
	if (!err && run->conf.inject == FB_INJECT_XMIT)
		err = fb_xmit_attach(run->dev);
	if (err)
		fb_devices_unhook();
	return err;
}

/**
 * fb_devices_attach() - find the devices of a run, and make the run active
 * @run: the run
 *
 * All in one section of the rtnl: no device can go in between.
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep; no run is active.
 */
int fb_devices_attach(struct fb_run *run)
{
	int err;

	rtnl_lock();
	err = fb_run_devices(run);
	if (err)
		goto unlock;
	err = fb_devices_hook(run);
	if (err)
		goto unlock;
	fb_active_set(run);
unlock:
	rtnl_unlock();
	return err;
}

/**
 * fb_devices_detach() - end the use of the devices; no run is active any more
 *
 * On return no CPU uses the run that was active.
 *
 * Context: process, may sleep.
 */
void fb_devices_detach(void)
{
	rtnl_lock();
	fb_devices_unhook();
	fb_active_clear();
	rtnl_unlock();
	synchronize_net();
}

/*
 * Process, rtnl held. While a reference is held, the core repeats NETDEV_UNREGISTER:
 * all of this may be done again.
 */
static int fb_netdev_event(struct notifier_block *nb, unsigned long event,
			   void *ptr)
{
	const struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	struct fb_run *run = rtnl_dereference(fb_active);

	if (event != NETDEV_GOING_DOWN && event != NETDEV_UNREGISTER)
		return NOTIFY_DONE;
	if (!run || (run->dev != dev && run->in != dev && run->sink != dev))
		return NOTIFY_DONE;

	cmpxchg(&run->stop, 0, -ENODEV);
	if (event == NETDEV_UNREGISTER)
		fb_devices_unhook();
	return NOTIFY_DONE;
}

static struct notifier_block fb_netdev_nb = {
	.notifier_call = fb_netdev_event,
};

int fb_devices_setup(void)
{
	return register_netdevice_notifier(&fb_netdev_nb);
}

void fb_devices_teardown(void)
{
	unregister_netdevice_notifier(&fb_netdev_nb);
}
