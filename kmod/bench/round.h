/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_ROUND_H
#define FB_ROUND_H

#include <linux/netdevice.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include "../histogram.h"
#include "conf.h"
#include "drops.h"
#include "frame.h"
#include "pool.h"
#include "record.h"
#include "verify.h"

struct fb_generator;
struct fb_warmup;

/**
 * struct fb_lane - what one CPU counts, and its pool
 * @pool: where packets that come back go, NULL if no generator runs here
 * @gen: the generator that runs here
 * @injected: packets put into the device
 * @arrived: packets that reached the sink
 * @returned: packets taken back at ingress
 * @consumed: packets that somebody else took without dropping them
 * @astray: packets that left through the device they came in by
 * @back: packets of a warm-up that left the way replies do
 * @other_dev: packets on the device that are not the generator's
 * @other_sink: packets on the sink that are not the generator's
 * @verify: what was found out about those that arrived
 */
struct fb_lane {
	struct fb_pool *pool;
	struct fb_generator *gen;
	u64 injected;
	u64 arrived;
	u64 returned;
	u64 consumed;
	u64 astray;
	u64 back;
	u64 other_dev;
	u64 other_sink;
	struct fb_verify verify;
};

/**
 * struct fb_run - a warm-up or a round while it runs
 * @magic: what its packets are known by
 * @conf: what was asked for, a copy
 * @dev: where packets go in
 * @sink: where they come out, NULL if they do not
 * @frame: template of the packets
 * @flows: all flows
 * @lanes: counters
 * @latency: histogram, NULL if not asked for
 * @warmup: what the warm-up knows, NULL in a round
 * @inspect: packets that arrive are looked at or kept
 * @plain: packets that reach the sink are counted, and that is all
 * @recording: where they are kept, NULL if they are not
 * @recorded: what is sent, NULL if packets are built
 * @drops: what was dropped, and why
 * @stop: errno that ends it early, 0 if nothing does
 * @open: what reaches a sink is counted, by the sink and in @lanes alike
 */
struct fb_run {
	u64 magic;
	struct fb_benchconf conf;
	struct net_device *dev;
	struct net_device *sink;
	struct fb_frame frame;
	struct fb_flow *flows;
	struct fb_lane __percpu *lanes;
	struct fb_histogram __percpu *latency;
	struct fb_warmup *warmup;
	bool inspect;
	bool plain;
	struct fb_record *recording;
	struct fb_record *recorded;
	struct fb_drops drops;
	int stop;
	bool open;
};

/* How a run ended, as the result file says it. */
struct fb_result {
	const char *kind;
	const char *error;
	char unbalanced[160];
	u32 size;
	u32 flows;
	u64 packets;
	struct fb_lane sum;
	u64 cycles;
	u64 ns;
	u64 allocs;
	u64 memory;
	u64 recorded;
	u64 replied;
	u64 dev_rx;
	u64 sink_tx;
	bool has_latency;
	struct fb_drops drops;
	struct fb_histogram latency;
};

/* The run that packets belong to, if there is one. */
extern struct fb_run __rcu *fb_run;

int fb_round_run(const struct fb_benchconf *conf, bool warmup,
		 struct fb_result *result);
bool fb_round_attend(struct fb_run *run, struct sk_buff *skb,
		     struct net_device *dev);
int fb_round_setup(void);
void fb_round_teardown(void);

/**
 * fb_round_arrived() - a packet was transmitted on one of the kind's devices
 * @run: the run under way
 * @skb: the packet
 * @dev: the device
 *
 * As short as can be where it counts: it stands in the price of each packet.
 *
 * Return: whether it was taken; if not, it is the caller's.
 * Context: bottom halves off.
 */
static __always_inline bool fb_round_arrived(struct fb_run *run,
					     struct sk_buff *skb,
					     struct net_device *dev)
{
	struct fb_tag *tag = fb_tag(skb);
	struct fb_lane *lane;

	if (unlikely(!run->plain || dev != run->sink ||
		     tag->magic != run->magic))
		return fb_round_attend(run, skb, dev);

	lane = this_cpu_ptr(run->lanes);
	tag->magic = 0;
	lane->arrived++;
	fb_pool_put(lane->pool, skb);
	return true;
}

#endif /* FB_ROUND_H */
