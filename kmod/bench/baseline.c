// SPDX-License-Identifier: GPL-2.0
/*
 * The shortest path: packets are taken back at the ingress hook of the device
 * that they are put into. The cost of such a round is the cost of the generator,
 * and of a hook at ingress, which most paths do not have. Hooks that accept show
 * what the first one costs.
 */
#include <linux/limits.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>

#include "bench.h"

static unsigned int fb_baseline_hook(void *priv, struct sk_buff *skb,
				     const struct nf_hook_state *state)
{
	struct fb_run *run = rcu_dereference(fb_active);
	struct fb_counters *counters;

	if (!run || !fb_tag_end(&run->tags, skb))
		return NF_ACCEPT;

	counters = this_cpu_ptr(run->counters);
	counters->returned++;
	fb_pool_put(counters->pool, skb);
	return NF_STOLEN;
}

/* One hook is enough: there is one run at a time. */
static struct nf_hook_ops fb_baseline_ops = {
	.hook = fb_baseline_hook,
	.pf = NFPROTO_NETDEV,
	.hooknum = NF_NETDEV_INGRESS,
	.priority = INT_MIN,
};

/**
 * fb_baseline_attach() - take the generator's packets back at a device
 * @dev: the device; must stay in its namespace until fb_baseline_detach()
 *
 * Return: 0 or a negative errno.
 * Context: process, rtnl held.
 */
int fb_baseline_attach(struct net_device *dev)
{
	int err;

	ASSERT_RTNL();

	fb_baseline_ops.dev = dev;
	err = nf_register_net_hook(dev_net(dev), &fb_baseline_ops);
	if (err)
		fb_baseline_ops.dev = NULL;
	return err;
}

/**
 * fb_baseline_detach() - let the generator's packets pass; they may pass already
 *
 * Context: process, rtnl held.
 */
void fb_baseline_detach(void)
{
	ASSERT_RTNL();

	if (!fb_baseline_ops.dev)
		return;
	nf_unregister_net_hook(dev_net(fb_baseline_ops.dev), &fb_baseline_ops);
	fb_baseline_ops.dev = NULL;
}

static unsigned int fb_accept_hook(void *priv, struct sk_buff *skb,
				   const struct nf_hook_state *state)
{
	return NF_ACCEPT;
}

#define FB_ACCEPT_OPS				\
	{					\
		.hook = fb_accept_hook,		\
		.pf = NFPROTO_NETDEV,		\
		.hooknum = NF_NETDEV_INGRESS,	\
		.priority = INT_MIN,		\
	}

static struct nf_hook_ops fb_accept_ops[FB_HOOKS_MAX] = {
	FB_ACCEPT_OPS, FB_ACCEPT_OPS,
};

/**
 * fb_accept_attach() - put hooks at ingress that accept each packet
 * @dev: the device; must stay in its namespace until fb_accept_detach()
 * @nr: how many, up to FB_HOOKS_MAX
 *
 * On an error, some may be attached: the caller calls fb_accept_detach().
 *
 * Return: 0 or a negative errno.
 * Context: process, rtnl held.
 */
int fb_accept_attach(struct net_device *dev, unsigned int nr)
{
	unsigned int i;
	int err;

	ASSERT_RTNL();

	for (i = 0; i < nr; i++) {
		fb_accept_ops[i].dev = dev;
		err = nf_register_net_hook(dev_net(dev), &fb_accept_ops[i]);
		if (err) {
			fb_accept_ops[i].dev = NULL;
			return err;
		}
	}
	return 0;
}

/**
 * fb_accept_detach() - remove the hooks that accept, if there are any
 *
 * Context: process, rtnl held.
 */
void fb_accept_detach(void)
{
	unsigned int i;

	ASSERT_RTNL();

	for (i = 0; i < FB_HOOKS_MAX; i++) {
		if (!fb_accept_ops[i].dev)
			continue;
		nf_unregister_net_hook(dev_net(fb_accept_ops[i].dev),
				       &fb_accept_ops[i]);
		fb_accept_ops[i].dev = NULL;
	}
}
