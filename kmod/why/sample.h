/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_SAMPLE_H
#define FB_WHY_SAMPLE_H

#include <linux/jiffies.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include "../flowbench_uapi.h"

struct sk_buff;

/**
 * struct fb_why_rate - how many events this CPU has emitted in this second
 * @since: jiffies when the second began
 * @used: events since then
 */
struct fb_why_rate {
	unsigned long since;
	unsigned int used;
};

/**
 * struct fb_why_live - a sampled packet that is on its way
 * @skb: its address, which is only compared; NULL if it has no further stage
 * @id: of the packet
 */
struct fb_why_live {
	const struct sk_buff *skb;
	u64 id;
};

/**
 * struct fb_why_cpu - the sampled packets of a CPU
 * @live: the last samples; number N since the module was loaded is at N modulo its size
 * @taken: number of the last sample, 0 before the first one
 * @batch: number of the last sample before the batch that is being received
 * @gone: number of the last sample that has no further stage: those behind it
 *	  may have one
 * @staged: a packet has come to PRE_ROUTING, so the next one at ingress is of
 *	    another batch
 * @packets: limits the packets
 * @flows: limits the events of flows
 */
struct fb_why_cpu {
	struct fb_why_live live[FB_WHY_LIVE_MAX];
	u64 taken;
	u64 batch;
	u64 gone;
	bool staged;
	struct fb_why_rate packets;
	struct fb_why_rate flows;
};

DECLARE_PER_CPU(struct fb_why_cpu, fb_why_cpu);

extern unsigned int fb_why_rate_max;

/* Returns true for at most fb_why_rate_max calls in a second. Context: migration off. */
static inline bool fb_why_within(struct fb_why_rate *rate)
{
	unsigned long now = jiffies;

	if (now - rate->since >= HZ) {
		rate->since = now;
		rate->used = 0;
	}
	return rate->used++ < fb_why_rate_max;
}

/**
 * fb_why_staged() - a packet of this CPU has come to PRE_ROUTING
 *
 * Context: any.
 */
static inline void fb_why_staged(void)
{
	this_cpu_write(fb_why_cpu.staged, true);
}

/**
 * fb_why_sampled() - get the id of a packet
 * @skb: a packet
 *
 * Return: its id, 0 if it is no sampled packet of this CPU.
 * Context: any, also that of a probe. A verdict of a queue lets packets go on in
 * a task, so preemption may be on. A softirq may begin another batch meanwhile;
 * then the packet is not found, or its own id is returned.
 */
static inline u64 fb_why_sampled(const struct sk_buff *skb)
{
	const struct fb_why_live *live;
	const struct fb_why_cpu *wc;
	u64 nr, gone, id = 0;

	preempt_disable();
	wc = this_cpu_ptr(&fb_why_cpu);
	nr = READ_ONCE(wc->taken);
	gone = READ_ONCE(wc->gone);
	for (; nr > gone && !id; nr--) {
		live = &wc->live[nr % FB_WHY_LIVE_MAX];
		if (READ_ONCE(live->skb) != skb)
			continue;
		id = READ_ONCE(live->id);
		if (READ_ONCE(live->skb) != skb)
			id = 0;
	}
	preempt_enable();
	return id;
}

void fb_why_forget(const struct sk_buff *skb);
void fb_why_received(const struct sk_buff *skb);
void fb_why_sample_reset(unsigned int rate);
u64 fb_why_sample(const struct sk_buff *skb);

#endif /* FB_WHY_SAMPLE_H */
