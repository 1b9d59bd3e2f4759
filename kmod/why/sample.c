// SPDX-License-Identifier: GPL-2.0
/*
 * Which packets are sampled. The packets of a batch come through ingress one
 * after the other, then all of them to PRE_ROUTING, and on; one CPU does it all.
 * So the addresses of their skbs and their ids are all that the later stages
 * need.
 *
 * netif_receive_skb_list() hands on the packets before as soon as one of another
 * protocol comes, and that one after it. So a packet at ingress behind one at
 * PRE_ROUTING begins a batch, and the samples of the batch before stay.
 *
 * Bridged packets and ARP never come to PRE_ROUTING, and their batch never ends.
 * So the samples lie in a ring: the next one takes the place of the oldest.
 */
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "why.h"

DEFINE_PER_CPU(struct fb_why_cpu, fb_why_cpu);

/* Written while no hook and no probe is attached. */
unsigned int fb_why_rate_max;

/**
 * fb_why_sample_reset() - forget all samples; the next id is new
 * @rate: most packets, and most events of flows, in a second on each CPU
 *
 * Context: no hook and no probe is attached.
 */
void fb_why_sample_reset(unsigned int rate)
{
	int cpu;

	fb_why_rate_max = rate;
	for_each_possible_cpu(cpu) {
		struct fb_why_cpu *wc = per_cpu_ptr(&fb_why_cpu, cpu);

		wc->gone = wc->taken;
		wc->batch = wc->taken;
		wc->at_prerouting = false;
		memset(&wc->packets, 0, sizeof(wc->packets));
		memset(&wc->flows, 0, sizeof(wc->flows));
	}
}

/**
 * fb_why_forget() - a packet has no further stage
 * @skb: the packet, sampled or not
 *
 * A task may be interrupted by the softirq that fills the ring, and leaves it as
 * it is: the next batches empty it.
 *
 * Context: any.
 */
void fb_why_forget(const struct sk_buff *skb)
{
	struct fb_why_cpu *wc;
	u64 nr;

	if (!in_softirq())
		return;
	wc = this_cpu_ptr(&fb_why_cpu);
	for (nr = wc->taken; nr != wc->gone; nr--)
		if (wc->ring[nr % FB_WHY_LIVE_MAX].skb == skb)
			WRITE_ONCE(wc->ring[nr % FB_WHY_LIVE_MAX].skb, NULL);
}

/**
 * fb_why_received() - a packet has come to the end of an ingress hook
 * @skb: the packet. It is sampled anew at each device of a pile.
 *
 * Context: softirq.
 */
void fb_why_received(const struct sk_buff *skb)
{
	struct fb_why_cpu *wc = this_cpu_ptr(&fb_why_cpu);

	if (wc->at_prerouting) {
		wc->at_prerouting = false;
		WRITE_ONCE(wc->gone, max(wc->gone, wc->batch));
		wc->batch = wc->taken;
	}
	fb_why_forget(skb);
}

/**
 * fb_why_sample() - sample a packet, if the rate allows that
 * @skb: the packet, for which fb_why_received() was called
 *
 * Return: its id, or 0.
 * Context: softirq.
 */
u64 fb_why_sample(const struct sk_buff *skb)
{
	struct fb_why_cpu *wc = this_cpu_ptr(&fb_why_cpu);
	struct fb_why_ring_entry *entry;
	u64 nr = wc->taken + 1;

	if (!fb_why_ratelimit(&wc->packets))
		return 0;
	if (nr - wc->gone > FB_WHY_LIVE_MAX)
		WRITE_ONCE(wc->gone, nr - FB_WHY_LIVE_MAX);
	entry = &wc->ring[nr % FB_WHY_LIVE_MAX];
	WRITE_ONCE(entry->skb, skb);
	WRITE_ONCE(entry->id, nr << FB_WHY_CPU_BITS | smp_processor_id());
	WRITE_ONCE(wc->taken, nr);
	return entry->id;
}
