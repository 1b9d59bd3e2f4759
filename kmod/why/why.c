// SPDX-License-Identifier: GPL-2.0
/*
 * The file "why": says why packets do not take the fast path of a flowtable. It
 * counts packets at both ends of the ingress hooks of a network namespace, and
 * emits an event for each stage of a sampled packet.
 *
 * All of it belongs to the open file: nothing is attached before "on" is written,
 * and nothing after the file is closed, as the kernel also does for a task that is
 * killed.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <net/net_namespace.h>

#include "why.h"

/**
 * struct fb_why_request - what a write wants
 * @on: on or off
 * @rules: nf_tables shall report rules
 * @rate: most samples in a second on each CPU
 */
struct fb_why_request {
	bool on;
	bool rules;
	unsigned int rate;
};

/* Bit 0: the file is open. */
static unsigned long fb_why_is_open;

/* Guards fb_why_on. Held before the rtnl, and never by a notifier. */
static DEFINE_MUTEX(fb_why_mutex);
static bool fb_why_on;

/*
 * Namespace with the hooks, NULL once it has gone. Not referenced, so that watching
 * it does not keep it alive. Guarded by the rtnl.
 */
static struct net *fb_why_net;

/* Process, rtnl held. On return no CPU runs a hook. */
static void fb_why_hooks_detach(struct net *net)
{
	fb_why_stages_detach(net);
	fb_why_devices_detach();
	fb_why_net = NULL;
}

static int fb_why_hooks_attach(struct net *net, bool rules)
{
	int err;

	rtnl_lock();
	err = fb_why_stages_attach(net);
	if (err)
		goto unlock;
	err = fb_why_devices_attach(net, rules);
	if (err)
		fb_why_stages_detach(net);
	else
		fb_why_net = net;
unlock:
	rtnl_unlock();
	if (err)
		synchronize_net();
	return err;
}

static void fb_why_stop(void)
{
	lockdep_assert_held(&fb_why_mutex);

	if (!fb_why_on)
		return;
	fb_why_offload_detach();
	rtnl_lock();
	if (fb_why_net)
		fb_why_hooks_detach(fb_why_net);
	rtnl_unlock();
	fb_why_rules_put();
	fb_why_on = false;
}

static int fb_why_start(const struct fb_why_request *request)
{
	struct net *net = current->nsproxy->net_ns;
	int err;

	lockdep_assert_held(&fb_why_mutex);

	if (fb_why_on)
		return -EBUSY;
	fb_why_sample_reset(request->rate);
	err = request->rules ? fb_why_rules_get() : 0;
	if (err)
		return err;
	err = fb_why_offload_attach(net);
	if (err)
		goto put_rules;
	err = fb_why_hooks_attach(net, request->rules);
	if (err)
		goto detach_offer;
	fb_why_on = true;
	return 0;

detach_offer:
	fb_why_offload_detach();
put_rules:
	fb_why_rules_put();
	return err;
}

/* Reads one word behind "on". */
static int fb_why_parse_option(const char *word, struct fb_why_request *request)
{
	size_t len = strlen(FB_WHY_RATE "=");

	if (!strcmp(word, FB_WHY_RULES) && !request->rules) {
		request->rules = true;
		return 0;
	}
	if (strncmp(word, FB_WHY_RATE "=", len) || request->rate)
		return -EINVAL;
	/* Digits only: kstrtouint() takes a sign. */
	if (strspn(word + len, "0123456789") != strlen(word + len) ||
	    kstrtouint(word + len, 10, &request->rate) ||
	    request->rate < FB_WHY_RATE_MIN || request->rate > FB_WHY_RATE_MAX)
		return -EINVAL;
	return 0;
}

/* "off", or "on" and options in any request, each at most once. */
static int fb_why_parse(char *text, struct fb_why_request *request)
{
	bool any = false;
	char *word;

	memset(request, 0, sizeof(*request));
	while ((word = strsep(&text, " \t\n"))) {
		if (!*word)
			continue;
		if (!any && !strcmp(word, FB_WHY_ON))
			request->on = true;
		else if (any ? !request->on : !!strcmp(word, FB_WHY_OFF))
			return -EINVAL;
		else if (any && fb_why_parse_option(word, request))
			return -EINVAL;
		any = true;
	}
	if (!request->rate)
		request->rate = FB_WHY_RATE_DEFAULT;
	return any ? 0 : -EINVAL;
}

static ssize_t why_write(struct file *file, const char __user *ubuf,
			 size_t count, loff_t *ppos)
{
	struct fb_why_request request;
	char *text;
	int err;

	text = fb_debugfs_text(ubuf, count, FB_WRITE_MAX);
	if (IS_ERR(text))
		return PTR_ERR(text);
	err = fb_why_parse(text, &request);
	kfree(text);
	if (err) {
		pr_info("why: neither '%s' nor '%s [%s=%u..%u] [%s]'\n",
			FB_WHY_OFF, FB_WHY_ON, FB_WHY_RATE, FB_WHY_RATE_MIN,
			FB_WHY_RATE_MAX, FB_WHY_RULES);
		return err;
	}

	mutex_lock(&fb_why_mutex);
	if (request.on)
		err = fb_why_start(&request);
	else
		fb_why_stop();
	mutex_unlock(&fb_why_mutex);
	return err ? err : count;
}

/*
 *	dev=in0 ifindex=3 in=120 behind=20 sampled=20 hooks=nf_flow_offload_inet_hook
 *	forward=20 local=0
 *	missed=0 probes=nft_flow_offload_eval,flow_offload_add
 */
static int why_show(struct seq_file *m, void *v)
{
	int err = 0;

	mutex_lock(&fb_why_mutex);
	if (!fb_why_on)
		goto unlock;

	rtnl_lock();
	if (fb_why_net)
		fb_why_devices_show(m);
	else
		err = -ENODEV;
	rtnl_unlock();
	if (err)
		goto unlock;
	fb_why_stages_show(m);
	fb_why_probes_show(m);
unlock:
	mutex_unlock(&fb_why_mutex);
	return err;
}

static int why_open(struct inode *inode, struct file *file)
{
	int err = fb_debugfs_may();

	if (err)
		return err;
	if (test_and_set_bit(0, &fb_why_is_open))
		return -EBUSY;
	err = fb_debugfs_show(inode, file, why_show);
	if (err)
		clear_bit(0, &fb_why_is_open);
	return err;
}

static int why_release(struct inode *inode, struct file *file)
{
	mutex_lock(&fb_why_mutex);
	fb_why_stop();
	mutex_unlock(&fb_why_mutex);
	/* Orders the above before the next open. */
	clear_bit_unlock(0, &fb_why_is_open);
	return single_release(inode, file);
}

const struct file_operations fb_why_fops = {
	.owner = THIS_MODULE,
	.open = why_open,
	.read = seq_read,
	.write = why_write,
	.llseek = seq_lseek,
	.release = why_release,
};

/* A namespace goes. Process, rtnl not held. */
static void __net_exit fb_why_net_exit(struct net *net)
{
	rtnl_lock();
	if (fb_why_net == net) {
		fb_why_hooks_detach(net);
		fb_why_offload_forget_net();
	}
	rtnl_unlock();
}

/* Called before the devices of the namespace go, as all pernet devices. */
static struct pernet_operations fb_why_net_ops = {
	.exit = fb_why_net_exit,
};

/**
 * fb_why_setup() - watch namespaces and devices that go; nothing is on
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep.
 */
int fb_why_setup(void)
{
	int err;

	err = register_pernet_device(&fb_why_net_ops);
	if (err)
		return err;
	err = fb_why_devices_setup();
	if (err)
		unregister_pernet_device(&fb_why_net_ops);
	return err;
}

/**
 * fb_why_teardown() - watch nothing any more
 *
 * The file has gone, so nothing is on.
 *
 * Context: process, may sleep.
 */
void fb_why_teardown(void)
{
	fb_why_devices_teardown();
	unregister_pernet_device(&fb_why_net_ops);
	/* Devices that went while it was on: fb_why_device_free_rcu() lies in the module. */
	rcu_barrier();
}
