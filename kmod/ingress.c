// SPDX-License-Identifier: GPL-2.0
/*
 * Turns the kernel's tracepoint netif_receive_skb into the event
 * flowbench:packet while that event is enabled. An idle module is not on
 * the packet path.
 *
 * The tracepoint core calls fb_ingress_reg() and fb_ingress_unreg() with its
 * mutex held. Attaching to another tracepoint takes the same mutex. So they only
 * note what is wanted, and a work item attaches or detaches.
 * fb_ingress_flush() waits for the work item.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/printk.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/workqueue.h>
#include <trace/events/net.h>

#include "flowbench.h"
#include "events.h"

static struct tracepoint *fb_ingress_tp;

/* Guards the two flags, and the queueing of the work item. */
static DEFINE_SPINLOCK(fb_ingress_lock);
static bool fb_ingress_wanted;
static bool fb_ingress_ready;

/* Used by the work item, and by teardown after it. */
static bool fb_ingress_attached;

/* Negative errno of the last change, 0 if it worked. */
static int fb_ingress_err;

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

	if (on != fb_ingress_attached && on)
		err = fb_attach(netif_receive_skb, fb_ingress_tp, fb_packet_rx);
	else if (on != fb_ingress_attached)
		err = tracepoint_probe_unregister(fb_ingress_tp, fb_packet_rx,
						  NULL);
	if (err)
		pr_warn("cannot %s tracepoint %s: %d\n",
			on ? "attach to" : "detach from", fb_ingress_tp->name, err);
	else
		fb_ingress_attached = on;
	WRITE_ONCE(fb_ingress_err, err);
}

static void fb_ingress_work_fn(struct work_struct *work)
{
	bool on;

	spin_lock(&fb_ingress_lock);
	on = fb_ingress_wanted;
	spin_unlock(&fb_ingress_lock);

	fb_ingress_set(on);
}

static DECLARE_WORK(fb_ingress_work, fb_ingress_work_fn);

/*
 * The events exist from before the module's init until after its exit. Setup
 * carries out what is wanted before it; after teardown nothing is carried out.
 */
static void fb_ingress_want(bool on)
{
	spin_lock(&fb_ingress_lock);
	fb_ingress_wanted = on;
	if (fb_ingress_ready)
		schedule_work(&fb_ingress_work);
	spin_unlock(&fb_ingress_lock);
}

/* Called when flowbench:packet gets its first user, with tracepoints_mutex held. */
int fb_ingress_reg(void)
{
	fb_ingress_want(true);
	return 0;
}

/* Called when flowbench:packet loses its last user, with tracepoints_mutex held. */
void fb_ingress_unreg(void)
{
	fb_ingress_want(false);
}

/**
 * fb_ingress_flush() - wait until the last change of the event is in force
 *
 * A change that failed is tried once more.
 *
 * Return: 0, or a negative errno if the event is as it was before the change.
 * Context: process, may sleep.
 */
int fb_ingress_flush(void)
{
	flush_work(&fb_ingress_work);
	if (!READ_ONCE(fb_ingress_err))
		return 0;

	spin_lock(&fb_ingress_lock);
	if (fb_ingress_ready)
		schedule_work(&fb_ingress_work);
	spin_unlock(&fb_ingress_lock);
	flush_work(&fb_ingress_work);
	return READ_ONCE(fb_ingress_err);
}

static void fb_ingress_match_tp(struct tracepoint *tp, void *priv)
{
	if (!strcmp(tp->name, "netif_receive_skb"))
		fb_ingress_tp = tp;
}

/* Returns -ENOENT if this kernel lacks the tracepoint. */
int fb_ingress_setup(void)
{
	for_each_kernel_tracepoint(fb_ingress_match_tp, NULL);
	if (!fb_ingress_tp) {
		pr_err("this kernel has no tracepoint netif_receive_skb\n");
		return -ENOENT;
	}

	spin_lock(&fb_ingress_lock);
	fb_ingress_ready = true;
	if (fb_ingress_wanted)
		schedule_work(&fb_ingress_work);
	spin_unlock(&fb_ingress_lock);
	return 0;
}

/**
 * fb_ingress_teardown() - leave the packet path for good
 *
 * On return no CPU runs the probe of the tracepoint, and it is not attached again.
 *
 * Context: process, may sleep.
 */
void fb_ingress_teardown(void)
{
	spin_lock(&fb_ingress_lock);
	fb_ingress_ready = false;
	spin_unlock(&fb_ingress_lock);

	cancel_work_sync(&fb_ingress_work);
	fb_ingress_set(false);
	tracepoint_synchronize_unregister();
}
