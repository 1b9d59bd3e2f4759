// SPDX-License-Identifier: GPL-2.0
/*
 * The shadow: what a rule would have made of a packet is held against what software makes of it.
 *
 * Software's fast path takes a packet and sends it, all on one CPU and before the next packet. So
 * each CPU remembers one packet: from the first hook at ingress, until a device is about to send
 * it (tracepoint net_dev_queue), or until the last hook at ingress, behind the flowtable's, which
 * a packet of the slow path reaches.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": hardware: " fmt

#include <linux/if_vlan.h>
#include <linux/netdevice.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/net.h>

#include "hardware.h"

/* Differences that are kept; the others are counted only. */
#define FB_HW_KEPT_MAX	16

/**
 * struct fb_hw_expected - what is expected of a packet, on one CPU
 * @skb: the packet, NULL if none is expected; never dereferenced but when it is the one at hand
 * @oif: device that shall send it
 * @rule: number of the rule
 * @len: bytes of the whole frame
 * @bytes: of its headers
 * @sum_at: where the transport's checksum is in @header, if it was that of the pseudo header only
 *	when the packet came in; else 0
 * @header: its headers
 */
struct fb_hw_expected {
	const struct sk_buff *skb;
	int oif;
	u32 rule;
	unsigned int len;
	unsigned int bytes;
	unsigned int sum_at;
	u8 header[FB_HW_BYTES_MAX];
};

/**
 * struct fb_hw_difference - a packet that software made otherwise
 * @rule: number of the rule
 * @bytes: of the headers
 * @want_len: bytes of the frame by the rule
 * @got_len: bytes of the frame of software
 * @want: headers by the rule
 * @got: headers of software
 */
struct fb_hw_difference {
	u32 rule;
	unsigned int bytes;
	unsigned int want_len;
	unsigned int got_len;
	u8 want[FB_HW_BYTES_MAX];
	u8 got[FB_HW_BYTES_MAX];
};

static DEFINE_PER_CPU(struct fb_hw_expected, fb_hw_expected);

static DEFINE_SPINLOCK(fb_hw_kept_lock);
static struct fb_hw_difference fb_hw_kept[FB_HW_KEPT_MAX];
static unsigned int fb_hw_kept_nr;

/* The tracepoint; guarded by the control file's lock. */
static struct tracepoint *fb_hw_queue_tp;
static bool fb_hw_shadows;

/*
 * The next packet comes: the last one was dropped, or sent as another one. Its address may be that
 * of a new packet soon. Softirq.
 */
void fb_hw_shadow_forget(void)
{
	struct fb_hw_expected *e = this_cpu_ptr(&fb_hw_expected);

	if (!e->skb)
		return;
	e->skb = NULL;
	this_cpu_inc(fb_hw_packets.unseen);
}

/**
 * fb_hw_shadow_expect() - remember what a rule would make of a packet
 * @skb: the packet, at the first hook, after fb_hw_shadow_forget()
 * @frame: its headers, which are of no use afterwards
 * @rule: the rule
 *
 * Context: softirq, under RCU.
 */
void fb_hw_shadow_expect(const struct sk_buff *skb, struct fb_hw_frame *frame,
			 const struct fb_hw_rule *rule)
{
	struct fb_hw_expected *e = this_cpu_ptr(&fb_hw_expected);
	unsigned int payload = skb->len - frame->at;
	unsigned int l3 = frame->net_len + frame->l4_len;

	fb_hw_frame_own(frame);
	if (fb_hw_frame_apply(frame, rule))
		return;
	e->bytes = fb_hw_frame_bytes(frame, payload, e->header);
	e->len = e->bytes - l3 + payload;
	e->sum_at = frame->partial ? e->bytes - frame->l4_len + fb_hw_frame_sum(frame) : 0;
	e->oif = rule->oif;
	e->rule = rule->id;
	e->skb = skb;
}

/**
 * fb_hw_ingress_last() - hook at ingress of our devices, behind all others
 * @priv: nothing
 * @skb: the packet
 * @state: of the hook
 *
 * Return: NF_ACCEPT.
 * Context: softirq, under RCU.
 */
unsigned int fb_hw_ingress_last(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	struct fb_hw_expected *e = this_cpu_ptr(&fb_hw_expected);

	if (e->skb != skb)
		return NF_ACCEPT;
	e->skb = NULL;
	this_cpu_inc(fb_hw_packets.slow);
	return NF_ACCEPT;
}

/* Copies the first bytes of a frame as they are on the wire. Returns whether it has so many. */
static bool fb_hw_wire(const struct sk_buff *skb, u8 *to, unsigned int bytes)
{
	unsigned int macs = 2 * ETH_ALEN, tag = 0;

	if (skb_copy_bits(skb, 0, to, macs))
		return false;
	if (skb_vlan_tag_present(skb)) {
		to[macs] = ntohs(skb->vlan_proto) >> 8;
		to[macs + 1] = ntohs(skb->vlan_proto);
		to[macs + 2] = skb_vlan_tag_get(skb) >> 8;
		to[macs + 3] = skb_vlan_tag_get(skb);
		tag = 4;
	}
	return !skb_copy_bits(skb, macs, to + macs + tag, bytes - macs - tag);
}

static void fb_hw_keep(const struct fb_hw_expected *e, const u8 *got, unsigned int got_len)
{
	struct fb_hw_difference *d;
	unsigned long flags;

	spin_lock_irqsave(&fb_hw_kept_lock, flags);
	if (fb_hw_kept_nr < FB_HW_KEPT_MAX) {
		d = &fb_hw_kept[fb_hw_kept_nr++];
		d->rule = e->rule;
		d->bytes = e->bytes;
		d->want_len = e->len;
		d->got_len = got_len;
		memcpy(d->want, e->header, e->bytes);
		memcpy(d->got, got, e->bytes);
	}
	spin_unlock_irqrestore(&fb_hw_kept_lock, flags);
}

/* A device is about to send a packet. Bottom halves are off. */
static void fb_hw_queue_probe(void *data, struct sk_buff *skb)
{
	struct fb_hw_expected *e = this_cpu_ptr(&fb_hw_expected);
	unsigned int len = skb->len + (skb_vlan_tag_present(skb) ? 4 : 0);
	u8 got[FB_HW_BYTES_MAX];

	if (e->skb != skb || skb->dev->ifindex != e->oif)
		return;
	e->skb = NULL;
	memset(got, 0, sizeof(got));
	if (!fb_hw_wire(skb, got, e->bytes))
		len = 0;
	/* Software completes it where the way out cannot (PPP). It is not held against the rule. */
	if (e->sum_at && skb->ip_summed != CHECKSUM_PARTIAL)
		memcpy(e->header + e->sum_at, got + e->sum_at, sizeof(__sum16));
	if (len == e->len && !memcmp(got, e->header, e->bytes)) {
		this_cpu_inc(fb_hw_packets.compared);
		return;
	}
	this_cpu_inc(fb_hw_packets.different);
	fb_hw_keep(e, got, len);
}

static void fb_hw_shadow_clear(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		per_cpu_ptr(&fb_hw_expected, cpu)->skb = NULL;
}

/**
 * fb_hw_shadow_set() - begin or end to compare
 * @on: which
 *
 * Return: 0 or a negative errno.
 * Context: process, may sleep; the control file's lock is held.
 */
int fb_hw_shadow_set(bool on)
{
	int err;

	if (on == fb_hw_shadows)
		return 0;
	if (!on) {
		tracepoint_probe_unregister(fb_hw_queue_tp, fb_hw_queue_probe, NULL);
		tracepoint_synchronize_unregister();
		fb_hw_shadows = false;
		return 0;
	}
	if (!fb_hw_queue_tp) {
		pr_info("this kernel has no tracepoint net_dev_queue\n");
		return -EOPNOTSUPP;
	}
	fb_hw_shadow_clear();
	fb_hw_kept_nr = 0;
	err = fb_attach(net_dev_queue, fb_hw_queue_tp, fb_hw_queue_probe);
	fb_hw_shadows = !err;
	return err;
}

static void fb_hw_match_tp(struct tracepoint *tp, void *priv)
{
	if (!strcmp(tp->name, "net_dev_queue"))
		fb_hw_queue_tp = tp;
}

/* Finds the tracepoint. */
void fb_hw_shadow_setup(void)
{
	for_each_kernel_tracepoint(fb_hw_match_tp, NULL);
}

static void fb_hw_show_hex(struct seq_file *m, const u8 *bytes, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		seq_printf(m, "%02x", bytes[i]);
}

/**
 * fb_hw_shadow_show() - print the first differences, one a line
 * @m: where to
 *
 * Context: any.
 */
void fb_hw_shadow_show(struct seq_file *m)
{
	unsigned int i, nr = READ_ONCE(fb_hw_kept_nr);

	for (i = 0; i < nr; i++) {
		const struct fb_hw_difference *d = &fb_hw_kept[i];

		seq_printf(m, "rule=%u want_len=%u got_len=%u\nwant=", d->rule, d->want_len,
			   d->got_len);
		fb_hw_show_hex(m, d->want, d->bytes);
		seq_puts(m, "\ngot=");
		fb_hw_show_hex(m, d->got, d->bytes);
		seq_putc(m, '\n');
	}
}
