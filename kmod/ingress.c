// SPDX-License-Identifier: GPL-2.0
/*
 * Turns the kernel's netif_receive_skb tracepoint into flowbench:packet, and
 * only while somebody listens to that: an idle module is not on the path.
 *
 * The tracepoint core calls fb_ingress_reg() and fb_ingress_unreg() with its
 * own mutex held, and attaching to another tracepoint takes the same mutex. So
 * they only say what is wanted, and a work item does it. fb_ingress_settle()
 * waits for that.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/printk.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/workqueue.h>

#include "events.h"
#include "ingress.h"
#include "packet.h"

static struct tracepoint *fb_source;

/* Guards the two flags together with the queueing of the work item. */
static DEFINE_SPINLOCK(fb_ingress_lock);
static bool fb_wanted;
static bool fb_ready;

/* Only the work item, and teardown after it, look at this. */
static bool fb_attached;

/* Why the last wish was not met, or 0. */
static int fb_failed;

static void fb_packet_rx(void *data, struct sk_buff *skb)
{
	struct fb_packet pkt;

	if (!trace_packet_enabled())
		return;

	fb_packet_parse(skb, &pkt);
	trace_packet(skb, &pkt);
}

static void fb_ingress_set(bool on)
{
	int err = 0;

	if (on != fb_attached && on)
		err = tracepoint_probe_register(fb_source, fb_packet_rx, NULL);
	else if (on != fb_attached)
		err = tracepoint_probe_unregister(fb_source, fb_packet_rx,
						  NULL);
	if (err)
		pr_warn("cannot %s tracepoint %s: %d\n",
			on ? "attach to" : "detach from", fb_source->name, err);
	else
		fb_attached = on;
	WRITE_ONCE(fb_failed, err);
}

static void fb_ingress_work_fn(struct work_struct *work)
{
	bool on;

	spin_lock(&fb_ingress_lock);
	on = fb_wanted;
	spin_unlock(&fb_ingress_lock);

	fb_ingress_set(on);
}

static DECLARE_WORK(fb_ingress_work, fb_ingress_work_fn);

/*
 * The events exist from before the module's init until after its exit. A wish
 * that comes too early is met by setup, one that comes too late never.
 */
static void fb_ingress_want(bool on)
{
	spin_lock(&fb_ingress_lock);
	fb_wanted = on;
	if (fb_ready)
		schedule_work(&fb_ingress_work);
	spin_unlock(&fb_ingress_lock);
}

/**
 * fb_ingress_reg() - flowbench:packet gets its first user
 *
 * Return: 0.
 * Context: process, tracepoints_mutex held.
 */
int fb_ingress_reg(void)
{
	fb_ingress_want(true);
	return 0;
}

/**
 * fb_ingress_unreg() - flowbench:packet loses its last user
 *
 * Context: process, tracepoints_mutex held.
 */
void fb_ingress_unreg(void)
{
	fb_ingress_want(false);
}

/**
 * fb_ingress_settle() - wait until the last change of the event is in force
 *
 * What failed is tried once more.
 *
 * Return: 0, or a negative errno: the event is as it was before.
 * Context: process, may sleep.
 */
int fb_ingress_settle(void)
{
	flush_work(&fb_ingress_work);
	if (!READ_ONCE(fb_failed))
		return 0;

	spin_lock(&fb_ingress_lock);
	if (fb_ready)
		schedule_work(&fb_ingress_work);
	spin_unlock(&fb_ingress_lock);
	flush_work(&fb_ingress_work);
	return READ_ONCE(fb_failed);
}

static void fb_match_source(struct tracepoint *tp, void *priv)
{
	if (!strcmp(tp->name, "netif_receive_skb"))
		fb_source = tp;
}

/**
 * fb_ingress_setup() - find the tracepoint to listen to
 *
 * Return: 0, or -ENOENT if this kernel has no such tracepoint.
 */
int fb_ingress_setup(void)
{
	for_each_kernel_tracepoint(fb_match_source, NULL);
	if (!fb_source) {
		pr_err("this kernel has no tracepoint netif_receive_skb\n");
		return -ENOENT;
	}

	spin_lock(&fb_ingress_lock);
	fb_ready = true;
	if (fb_wanted)
		schedule_work(&fb_ingress_work);
	spin_unlock(&fb_ingress_lock);
	return 0;
}

/**
 * fb_ingress_teardown() - leave the packet path for good
 *
 * On return no CPU runs the module's receive probe, nor will.
 */
void fb_ingress_teardown(void)
{
	spin_lock(&fb_ingress_lock);
	fb_ready = false;
	spin_unlock(&fb_ingress_lock);

	cancel_work_sync(&fb_ingress_work);
	fb_ingress_set(false);
	tracepoint_synchronize_unregister();
}
