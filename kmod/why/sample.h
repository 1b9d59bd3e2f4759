/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_SAMPLE_H
#define FB_WHY_SAMPLE_H

#include <linux/jiffies.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>

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
 * struct fb_why_cpu - the sampled packet of a CPU
 * @skb: its address, NULL if there is none; only compared, never followed
 * @id: of the packet
 * @taken: packets that this CPU has sampled since the module was loaded
 * @packets: limits the packets
 * @flows: limits the events of flows
 */
struct fb_why_cpu {
	const struct sk_buff *skb;
	u64 id;
	u64 taken;
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
 * fb_why_sampled() - get the id of a packet
 * @skb: a packet
 *
 * Return: its id, 0 if it is not the sampled packet of this CPU.
 * Context: any. A verdict of a queue lets packets go on in a task, so preemption
 * may be on.
 */
static inline u64 fb_why_sampled(const struct sk_buff *skb)
{
	u64 id = 0;

	preempt_disable();
	if (__this_cpu_read(fb_why_cpu.skb) == skb)
		id = __this_cpu_read(fb_why_cpu.id);
	preempt_enable();
	return id;
}

/**
 * fb_why_forget() - the sampled packet of this CPU has no further stage
 *
 * Context: any.
 */
static inline void fb_why_forget(void)
{
	this_cpu_write(fb_why_cpu.skb, NULL);
}

void fb_why_sample_reset(unsigned int rate);
u64 fb_why_sample(const struct sk_buff *skb);

#endif /* FB_WHY_SAMPLE_H */
