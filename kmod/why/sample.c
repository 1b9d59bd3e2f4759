// SPDX-License-Identifier: GPL-2.0
/*
 * Which packet is sampled. A packet is received by one CPU in one go, so the
 * address of its skb and its id are all that the later stages need. The next
 * packet that reaches the end of an ingress hook replaces them.
 */
#include <linux/smp.h>
#include <linux/string.h>

#include "sample.h"

/* Bits of an id that hold the CPU. */
#define FB_WHY_CPU_BITS	16

DEFINE_PER_CPU(struct fb_why_cpu, fb_why_cpu);

/* Written while no hook and no probe is attached. */
unsigned int fb_why_rate_max;

/**
 * fb_why_sample_reset() - begin anew; ids go on
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

		wc->skb = NULL;
		memset(&wc->packets, 0, sizeof(wc->packets));
		memset(&wc->flows, 0, sizeof(wc->flows));
	}
}

/**
 * fb_why_sample() - sample a packet, if the rate allows that
 * @skb: the packet; the packet that was sampled before it is forgotten
 *
 * Return: its id, or 0.
 * Context: softirq.
 */
u64 fb_why_sample(const struct sk_buff *skb)
{
	struct fb_why_cpu *wc = this_cpu_ptr(&fb_why_cpu);

	wc->skb = NULL;
	if (!fb_why_within(&wc->packets))
		return 0;
	wc->skb = skb;
	wc->id = ++wc->taken << FB_WHY_CPU_BITS | smp_processor_id();
	return wc->id;
}
