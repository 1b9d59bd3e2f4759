// SPDX-License-Identifier: GPL-2.0
/*
 * The hooks at ingress: one before all others and one behind all others, on each
 * device of a network namespace. A packet that only the first one counts was taken by
 * a flowtable, or dropped, in between.
 *
 * Everything here but the hooks runs with the rtnl held, so no device comes or
 * goes meanwhile. A device that leaves the namespace loses its hooks before it
 * does so.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/notifier.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "why.h"
#include "trace.h"

/**
 * struct fb_why_counts - packets of a device, on one CPU
 * @in: at the first hook
 * @behind: at the last hook
 * @sampled: of those, packets with an event
 */
struct fb_why_counts {
	u64 in;
	u64 behind;
	u64 sampled;
};

/**
 * struct fb_why_device - a device with hooks
 * @list: in fb_why_devices
 * @dev: not referenced: the notifier comes before it goes
 * @counts: each CPU writes its own
 * @first: hook before all others
 * @last: hook behind all others
 * @rcu: frees it when its device has gone
 */
struct fb_why_device {
	struct list_head list;
	struct net_device *dev;
	struct fb_why_counts __percpu *counts;
	struct nf_hook_ops first;
	struct nf_hook_ops last;
	struct rcu_head rcu;
};

/* All guarded by the rtnl. */
static LIST_HEAD(fb_why_devices);
static const struct net *fb_why_devices_net;

/* Written while no hook is attached. */
static bool fb_why_trace_rules;

/* Softirq, under RCU. Every packet runs through it: no more than this increment. */
static unsigned int fb_why_ingress_first(void *priv, struct sk_buff *skb,
					 const struct nf_hook_state *state)
{
	const struct fb_why_device *wd = priv;

	this_cpu_inc(wd->counts->in);
	return NF_ACCEPT;
}

static void fb_why_set_nf_trace(struct sk_buff *skb)
{
#if IS_ENABLED(CONFIG_NETFILTER_XT_TARGET_TRACE) || IS_ENABLED(CONFIG_NF_TABLES)
	skb->nf_trace = 1;
#endif
}

/* Softirq, under RCU. Packets on the slow path run through it. */
static unsigned int fb_why_ingress_last(void *priv, struct sk_buff *skb,
					const struct nf_hook_state *state)
{
	const struct fb_why_device *wd = priv;
	struct fb_why_packet wp;
	u64 id;

	this_cpu_inc(wd->counts->behind);
	fb_why_received(skb);
	if (!trace_why_packet_enabled())
		return NF_ACCEPT;
	id = fb_why_sample(skb);
	if (!id)
		return NF_ACCEPT;

	this_cpu_inc(wd->counts->sampled);
	if (fb_why_trace_rules)
		fb_why_set_nf_trace(skb);
	fb_why_packet_parse(skb, &wp);
	trace_why_packet(id, skb, &wp);
	return NF_ACCEPT;
}

static void fb_why_device_free(struct fb_why_device *wd)
{
	free_percpu(wd->counts);
	kfree(wd);
}

static void fb_why_device_free_rcu(struct rcu_head *rcu)
{
	fb_why_device_free(container_of(rcu, struct fb_why_device, rcu));
}

static int fb_why_device_attach(struct net_device *dev)
{
	struct fb_why_device *wd;
	int err = -ENOMEM;

	ASSERT_RTNL();

	wd = kzalloc(sizeof(*wd), GFP_KERNEL);
	if (!wd)
		return -ENOMEM;
	wd->counts = alloc_percpu(struct fb_why_counts);
	if (!wd->counts)
		goto free_device;

	wd->dev = dev;
	wd->first.hook = fb_why_ingress_first;
	wd->first.priority = INT_MIN;
	wd->first.pf = NFPROTO_NETDEV;
	wd->first.hooknum = NF_NETDEV_INGRESS;
	wd->first.dev = dev;
	wd->first.priv = wd;
	wd->last = wd->first;
	wd->last.hook = fb_why_ingress_last;
	wd->last.priority = INT_MAX;

	/* The last one first: else a packet could be counted as taken that was not. */
	err = nf_register_net_hook(dev_net(dev), &wd->last);
	if (err)
		goto free_device;
	err = nf_register_net_hook(dev_net(dev), &wd->first);
	if (err)
		goto unregister_last;
	list_add_tail(&wd->list, &fb_why_devices);
	return 0;

unregister_last:
	nf_unregister_net_hook(dev_net(dev), &wd->last);
	synchronize_net();
free_device:
	fb_why_device_free(wd);
	return err;
}

/* The caller waits for RCU, and frees it then. */
static void fb_why_device_unhook(struct fb_why_device *wd)
{
	nf_unregister_net_hook(dev_net(wd->dev), &wd->first);
	nf_unregister_net_hook(dev_net(wd->dev), &wd->last);
}

static struct fb_why_device *fb_why_device_find(const struct net_device *dev)
{
	struct fb_why_device *wd;

	list_for_each_entry(wd, &fb_why_devices, list)
		if (wd->dev == dev)
			return wd;
	return NULL;
}

/* Process, rtnl held. */
static int fb_why_netdev_event(struct notifier_block *nb, unsigned long event,
			       void *ptr)
{
	struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	struct fb_why_device *wd;
	int err;

	if (!fb_why_devices_net || dev_net(dev) != fb_why_devices_net)
		return NOTIFY_DONE;

	switch (event) {
	case NETDEV_REGISTER:
		/* An error would refuse the device. It only stays unwatched. */
		err = fb_why_device_attach(dev);
		if (err)
			pr_warn("why: device '%*pE' is not watched: %d\n",
				(int)strlen(dev->name), dev->name, err);
		break;
	case NETDEV_UNREGISTER:
		wd = fb_why_device_find(dev);
		if (!wd)
			break;
		list_del(&wd->list);
		fb_why_device_unhook(wd);
		/* No wait for RCU: many devices may go at once. */
		call_rcu(&wd->rcu, fb_why_device_free_rcu);
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block fb_why_netdev_nb = {
	.notifier_call = fb_why_netdev_event,
};

/**
 * fb_why_devices_attach() - put the hooks on all devices of a namespace
 * @net: the namespace; devices that come later get hooks, too
 * @trace_rules: nf_tables shall report the rules that sampled packets meet
 *
 * Return: 0 or a negative errno, and then no device has hooks.
 * Context: process, rtnl held, no device has hooks.
 */
int fb_why_devices_attach(struct net *net, bool trace_rules)
{
	struct net_device *dev;
	int err;

	ASSERT_RTNL();

	fb_why_trace_rules = trace_rules;
	fb_why_devices_net = net;
	for_each_netdev(net, dev) {
		err = fb_why_device_attach(dev);
		if (err)
			goto detach;
	}
	return 0;

detach:
	fb_why_devices_detach();
	return err;
}

/**
 * fb_why_devices_detach() - take all hooks off
 *
 * On return no CPU runs one of them.
 *
 * Context: process, may sleep, rtnl held.
 */
void fb_why_devices_detach(void)
{
	struct fb_why_device *wd, *next;

	ASSERT_RTNL();

	list_for_each_entry(wd, &fb_why_devices, list)
		fb_why_device_unhook(wd);
	synchronize_net();
	list_for_each_entry_safe(wd, next, &fb_why_devices, list) {
		list_del(&wd->list);
		fb_why_device_free(wd);
	}
	fb_why_devices_net = NULL;
}

static void fb_why_device_fold(const struct fb_why_device *wd,
			       struct fb_why_counts *sum)
{
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		const struct fb_why_counts *counts = per_cpu_ptr(wd->counts, cpu);

		sum->in += READ_ONCE(counts->in);
		sum->behind += READ_ONCE(counts->behind);
		sum->sampled += READ_ONCE(counts->sampled);
	}
}

/* Prints the hooks between the first and the last one, in their order. */
static void fb_why_device_show_hooks(struct seq_file *m, const struct net_device *dev)
{
#ifdef CONFIG_NETFILTER_INGRESS
	const struct nf_hook_entries *entries;
	char name[FB_WHY_SYMBOL_SIZE];
	unsigned int i, shown = 0;
	bool between = false;

	rcu_read_lock();
	entries = rcu_dereference(dev->nf_hooks_ingress);
	for (i = 0; entries && i < entries->num_hook_entries; i++) {
		nf_hookfn *hook = entries->hooks[i].hook;

		if (hook == fb_why_ingress_last)
			break;
		fb_why_symbol(name, sizeof(name), (unsigned long)hook);
		/* The place of a hook that has gone, if memory was short then. */
		if (between && strcmp(name, "accept_all"))
			seq_printf(m, "%s%s", shown++ ? "," : "", name);
		between = between || hook == fb_why_ingress_first;
	}
	rcu_read_unlock();
	if (shown)
		return;
#endif
	seq_putc(m, '-');
}

/**
 * fb_why_devices_show() - print a line for each device with hooks
 * @m: where to
 *
 * Context: process, rtnl held.
 */
void fb_why_devices_show(struct seq_file *m)
{
	const struct fb_why_device *wd;
	struct fb_why_counts sum;

	ASSERT_RTNL();

	list_for_each_entry(wd, &fb_why_devices, list) {
		fb_why_device_fold(wd, &sum);
		seq_printf(m, "dev=%s ifindex=%d in=%llu behind=%llu sampled=%llu hooks=",
			   wd->dev->name, wd->dev->ifindex, sum.in, sum.behind,
			   sum.sampled);
		fb_why_device_show_hooks(m, wd->dev);
		seq_putc(m, '\n');
	}
}

int fb_why_devices_setup(void)
{
	return register_netdevice_notifier(&fb_why_netdev_nb);
}

/* No device has hooks any more. */
void fb_why_devices_teardown(void)
{
	unregister_netdevice_notifier(&fb_why_netdev_nb);
}
