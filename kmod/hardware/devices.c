// SPDX-License-Identifier: GPL-2.0
/*
 * The devices that the hardware was told it has, all in one network namespace. One that leaves
 * the namespace, or goes, is forgotten.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": hardware: " fmt

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/notifier.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>
#include <net/net_namespace.h>

#include "hardware.h"

/**
 * struct fb_hw_device - a device
 * @dev: the device, NULL once it has gone. Written under the rtnl, read with READ_ONCE() by a
 *	callback of the kernel. Not referenced: the notifier comes before it goes
 * @first: hook before all others
 * @last: hook behind all others
 * @kept: the device that went, with a reference, while @let_go is pending; else NULL
 * @let_go: gives that reference back
 */
struct fb_hw_device {
	struct net_device *dev;
	struct nf_hook_ops first;
	struct nf_hook_ops last;
	struct net_device *kept;
	struct delayed_work let_go;
};

/* Guarded by the rtnl. */
static struct fb_hw_device fb_hw_devices[FB_HW_DEVICES_MAX];
static const struct net *fb_hw_net;

/* The last hook first, so that a packet cannot miss it that the first one has seen. */
static int fb_hw_device_hook(struct fb_hw_device *hd, struct net_device *dev)
{
	int err;

	memset(&hd->first, 0, sizeof(hd->first));
	hd->first.hook = fb_hw_ingress_first;
	hd->first.priority = INT_MIN;
	hd->first.pf = NFPROTO_NETDEV;
	hd->first.hooknum = NF_NETDEV_INGRESS;
	hd->first.dev = dev;
	hd->last = hd->first;
	hd->last.hook = fb_hw_ingress_last;
	hd->last.priority = INT_MAX;
	err = nf_register_net_hook(dev_net(dev), &hd->last);
	if (err)
		return err;
	err = nf_register_net_hook(dev_net(dev), &hd->first);
	if (err)
		nf_unregister_net_hook(dev_net(dev), &hd->last);
	else
		WRITE_ONCE(hd->dev, dev);
	return err;
}

static void fb_hw_device_unhook(struct fb_hw_device *hd)
{
	if (!hd->dev)
		return;
	nf_unregister_net_hook(dev_net(hd->dev), &hd->first);
	nf_unregister_net_hook(dev_net(hd->dev), &hd->last);
	WRITE_ONCE(hd->dev, NULL);
}

static void fb_hw_devices_unhook(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fb_hw_devices); i++)
		fb_hw_device_unhook(&fb_hw_devices[i]);
}

static void fb_hw_device_let_go(struct work_struct *work)
{
	struct fb_hw_device *hd = container_of(to_delayed_work(work), struct fb_hw_device, let_go);

	dev_put(hd->kept);
	hd->kept = NULL;
}

/*
 * A device that goes is forgotten. It may still be referenced for a while, as by a driver that
 * ends its work late; who removes the device waits then. Rtnl held.
 */
static void fb_hw_device_gone(struct fb_hw_device *hd)
{
	struct net_device *dev = hd->dev;
	unsigned int keep = READ_ONCE(fb_hw_knobs.keep);

	fb_hw_device_unhook(hd);
	if (!keep)
		return;
	dev_hold(dev);
	hd->kept = dev;
	schedule_delayed_work(&hd->let_go, msecs_to_jiffies(keep));
}

/* Adds the device of that name. Returns 1, or 0 if it is there, or a negative errno. */
static int fb_hw_device_add(struct net *net, unsigned int nr, const char *name)
{
	struct net_device *dev = __dev_get_by_name(net, name);
	int err;

	if (!dev) {
		pr_info("no device '%*pE' in this network namespace\n", (int)strlen(name), name);
		return -ENODEV;
	}
	if (dev->netdev_ops->ndo_setup_tc) {
		pr_info("device '%*pE' has hardware of its own (ndo_setup_tc)\n",
			(int)strlen(name), name);
		return -EOPNOTSUPP;
	}
	if (fb_hw_devices_has(dev))
		return 0;
	if (nr == FB_HW_DEVICES_MAX) {
		pr_info("more than %u devices\n", FB_HW_DEVICES_MAX);
		return -E2BIG;
	}
	err = fb_hw_device_hook(&fb_hw_devices[nr], dev);
	return err ? : 1;
}

static int fb_hw_devices_add(struct net *net, char *names)
{
	unsigned int nr = 0;
	char *name;
	int ret;

	while ((name = strsep(&names, ","))) {
		ret = fb_hw_device_add(net, nr, name);
		if (ret < 0)
			return ret;
		nr += ret;
	}
	return 0;
}

/**
 * fb_hw_devices_start() - have these devices
 * @net: their namespace
 * @names: their names, with commas between; becomes another text
 *
 * Return: 0 or a negative errno, and then no device is there.
 * Context: process, may sleep.
 */
int fb_hw_devices_start(struct net *net, char *names)
{
	int err;

	rtnl_lock();
	err = fb_hw_devices_add(net, names);
	if (err)
		fb_hw_devices_unhook();
	else
		WRITE_ONCE(fb_hw_net, net);
	rtnl_unlock();
	if (err)
		synchronize_net();
	return err;
}

/**
 * fb_hw_devices_stop() - have no device any more
 *
 * On return no CPU runs a hook, and no device is kept.
 *
 * Context: process, may sleep.
 */
void fb_hw_devices_stop(void)
{
	unsigned int i;

	rtnl_lock();
	fb_hw_devices_unhook();
	WRITE_ONCE(fb_hw_net, NULL);
	rtnl_unlock();
	for (i = 0; i < ARRAY_SIZE(fb_hw_devices); i++)
		flush_delayed_work(&fb_hw_devices[i].let_go);
	synchronize_net();
}

/* Returns whether the device is one of the hardware's. */
bool fb_hw_devices_has(const struct net_device *dev)
{
	unsigned int i;

	for (i = 0; dev && i < ARRAY_SIZE(fb_hw_devices); i++)
		if (READ_ONCE(fb_hw_devices[i].dev) == dev)
			return true;
	return false;
}

/**
 * fb_hw_devices_show() - print a line for each device
 * @m: where to
 *
 * Context: process, may sleep.
 */
void fb_hw_devices_show(struct seq_file *m)
{
	unsigned int i;

	rtnl_lock();
	for (i = 0; i < ARRAY_SIZE(fb_hw_devices); i++)
		if (fb_hw_devices[i].dev)
			seq_printf(m, "dev=%s ifindex=%d\n", fb_hw_devices[i].dev->name,
				   fb_hw_devices[i].dev->ifindex);
	if (fb_hw_net)
		seq_printf(m, "ns=%u\n", fb_hw_net->ns.inum);
	rtnl_unlock();
}

/* Process, rtnl held. */
static int fb_hw_netdev_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	const struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	unsigned int i;

	if (event != NETDEV_UNREGISTER)
		return NOTIFY_DONE;
	for (i = 0; i < ARRAY_SIZE(fb_hw_devices); i++)
		if (fb_hw_devices[i].dev == dev)
			fb_hw_device_gone(&fb_hw_devices[i]);
	return NOTIFY_DONE;
}

static struct notifier_block fb_hw_netdev_nb = {
	.notifier_call = fb_hw_netdev_event,
};

/* Returns whether the devices are in this namespace, which goes. Process, rtnl not held. */
bool fb_hw_devices_in(const struct net *net)
{
	return READ_ONCE(fb_hw_net) == net;
}

/**
 * fb_hw_devices_setup() - watch devices that go
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep.
 */
int fb_hw_devices_setup(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fb_hw_devices); i++)
		INIT_DELAYED_WORK(&fb_hw_devices[i].let_go, fb_hw_device_let_go);
	return register_netdevice_notifier(&fb_hw_netdev_nb);
}

/* Watch nothing any more. Process, may sleep. */
void fb_hw_devices_teardown(void)
{
	unregister_netdevice_notifier(&fb_hw_netdev_nb);
}
