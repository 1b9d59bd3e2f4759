// SPDX-License-Identifier: GPL-2.0
/*
 * Counts the generator's packets that other code frees, by the kernel's
 * tracepoints. Their probes are attached only while a run with probes=1 is active.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/jump_label.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <net/dropreason.h>
#include <trace/events/skb.h>

#include "bench.h"

/* Bytes of the longest symbol, with its compiler suffix, module and NUL. */
#define FB_LOCATION_SIZE	128

static struct tracepoint *fb_kfree_tp;
static struct tracepoint *fb_consume_tp;

#define FB_REASON_NAME(_reason)	\
	[SKB_DROP_REASON_##_reason] = #_reason,
#define FB_REASON_LAST(_reason)	\
	[SKB_DROP_REASON_##_reason] = #_reason

/* Returns NULL for "not specified", and for reasons of subsystems. */
static const char *fb_drop_reason_name(unsigned int reason)
{
	static const char * const names[] = {
		DEFINE_DROP_REASON(FB_REASON_NAME, FB_REASON_LAST)
	};

	if (reason == SKB_DROP_REASON_NOT_SPECIFIED ||
	    reason >= ARRAY_SIZE(names))
		return NULL;
	return names[reason];
}

static void fb_drop_count(struct fb_drops *drops, unsigned int reason,
			  unsigned long location, unsigned int packets)
{
	struct fb_drop *drop;
	unsigned long flags;
	unsigned int i;

	if (fb_drop_reason_name(reason))
		location = 0;
	else
		reason = 0;

	/* kfree_skb() is also called with interrupts off and with locks held. */
	spin_lock_irqsave(&drops->lock, flags);
	for (i = 0; i < drops->used; i++) {
		drop = &drops->drop[i];
		if (drop->reason == reason && drop->location == location)
			break;
	}
	if (i == drops->used && i < FB_DROPS_MAX) {
		drops->drop[i].reason = reason;
		drops->drop[i].location = location;
		drops->used++;
	}
	drops->drop[min_t(unsigned int, i, FB_DROPS_MAX - 1)].count += packets;
	drops->total += packets;
	spin_unlock_irqrestore(&drops->lock, flags);
}

static void fb_dropped(struct sk_buff *skb, unsigned int reason,
		       void *location)
{
	struct fb_run *run;

	rcu_read_lock();
	run = rcu_dereference(fb_active);
	if (run && fb_tag_end(&run->tags, skb)) {
		if (run->conf.end == FB_END_XDP)
			this_cpu_inc(run->counters->returned);
		else
			fb_drop_count(&run->drops, reason,
				      (unsigned long)location,
				      1 + fb_nic_stolen(run, skb));
	}
	rcu_read_unlock();
}

FB_KFREE_SKB_PROBE(fb_kfree_probe, fb_dropped)

static void fb_consumed(struct sk_buff *skb)
{
	struct fb_run *run;

	rcu_read_lock();
	run = rcu_dereference(fb_active);
	if (run && fb_tag_end(&run->tags, skb))
		this_cpu_add(run->counters->consumed,
			     1 + fb_nic_stolen(run, skb));
	rcu_read_unlock();
}

FB_CONSUME_SKB_PROBE(fb_consume_probe, fb_consumed)

/* As fb_consumed(), for a run whose packets may go on as XDP frames. */
static void fb_consumed_frame(struct sk_buff *skb)
{
	struct fb_run *run;

	rcu_read_lock();
	run = rcu_dereference(fb_active);
	if (run && fb_tag_to_frame(&run->tags, skb))
		this_cpu_inc(run->counters->consumed);
	rcu_read_unlock();
}

FB_CONSUME_SKB_PROBE(fb_frame_probe, fb_consumed_frame)

static void *fb_consume_probe_of(bool frames)
{
	return frames ? fb_frame_probe : fb_consume_probe;
}

/**
 * fb_drops_attach() - look at every packet that is freed
 * @frames: packets that are consumed may go on as XDP frames
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep.
 */
int fb_drops_attach(bool frames)
{
	int err;

	err = fb_attach(kfree_skb, fb_kfree_tp, fb_kfree_probe);
	if (err)
		return err;

	err = frames ? fb_attach(consume_skb, fb_consume_tp, fb_frame_probe) :
		       fb_attach(consume_skb, fb_consume_tp, fb_consume_probe);
	if (err)
		tracepoint_probe_unregister(fb_kfree_tp, fb_kfree_probe, NULL);
	return err;
}

/**
 * fb_drops_detach() - stop looking at packets that are freed
 * @frames: as for fb_drops_attach()
 *
 * On return no CPU runs a probe.
 *
 * Context: process, may sleep.
 */
void fb_drops_detach(bool frames)
{
	tracepoint_probe_unregister(fb_consume_tp, fb_consume_probe_of(frames), NULL);
	tracepoint_probe_unregister(fb_kfree_tp, fb_kfree_probe, NULL);
	tracepoint_synchronize_unregister();
}

/**
 * fb_drops_probed() - ask if freed packets are looked at, by this module or by others
 *
 * Return: true if the static key of one of the two tracepoints is on.
 */
bool fb_drops_probed(void)
{
	return static_key_enabled(&fb_kfree_tp->key) ||
	       static_key_enabled(&fb_consume_tp->key);
}

/*
 * Prints a symbol. %ps prints an address for code without a symbol, and for code
 * that was unloaded: it is not shown.
 */
static void fb_show_location(struct seq_file *m, unsigned long location)
{
	char name[FB_LOCATION_SIZE];

	scnprintf(name, sizeof(name), "%ps", (void *)location);
	seq_puts(m, strstarts(name, "0x") ? "(unknown)" : name);
}

/**
 * fb_drops_show() - print the dropped packets of a run
 * @m: output
 * @drops: of a run that has ended
 *
 * A line a reason of the kernel; where it gives none, a line a function that
 * dropped packets:
 *
 *	drop.NETFILTER_DROP=142
 *	drop.nf_hook_slow=142
 */
void fb_drops_show(struct seq_file *m, const struct fb_drops *drops)
{
	unsigned int i;

	for (i = 0; i < drops->used; i++) {
		const struct fb_drop *drop = &drops->drop[i];

		seq_puts(m, "drop.");
		if (drop->reason)
			seq_puts(m, fb_drop_reason_name(drop->reason));
		else
			fb_show_location(m, drop->location);
		seq_printf(m, "=%llu\n", drop->count);
	}
}

static void fb_drops_match_tp(struct tracepoint *tp, void *priv)
{
	if (!strcmp(tp->name, "kfree_skb"))
		fb_kfree_tp = tp;
	else if (!strcmp(tp->name, "consume_skb"))
		fb_consume_tp = tp;
}

/* Returns -ENOENT if this kernel lacks the tracepoints. */
int fb_drops_setup(void)
{
	for_each_kernel_tracepoint(fb_drops_match_tp, NULL);
	if (fb_kfree_tp && fb_consume_tp)
		return 0;
	pr_err("this kernel has no tracepoints kfree_skb and consume_skb\n");
	return -ENOENT;
}
