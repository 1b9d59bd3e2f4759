/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_GENERATOR_H
#define FB_GENERATOR_H

#include <linux/completion.h>
#include <linux/netdevice.h>
#include <linux/types.h>

#include "pool.h"
#include "superpacket.h"
#include "tag.h"

struct fb_run;
struct fb_lane;
struct task_struct;

/* Packets in one go; between two of them the generator looks whether to stop. */
#define FB_CHUNK	64
static_assert(FB_CHUNK <= FB_TAG_STOCK && FB_PRIME_MAX <= FB_TAG_STOCK);

/**
 * struct fb_generator - a thread that sends packets on one CPU
 * @run: its run
 * @lane: counters of its CPU
 * @task: the thread
 * @work: function of the thread
 * @done: completed when @work has returned
 * @cpu: CPU that it runs on
 * @err: what @work returned, 0 or a negative errno
 * @first: number of its first flow
 * @flows: how many flows it has
 * @next: index of the next flow among them
 * @lap: packets that its next flow has had since the clock was read
 * @random: state of the random order
 * @seq: number of the next packet
 * @left: packets still to be sent
 * @todo: packets that the poll function has still to send
 * @polled: the poll function has sent them, or that of the peer has received them
 * @primed: packets sent before those that are measured
 * @cycles: spent on sending, by get_cycles()
 * @ns: spent on sending, by ktime_get_ns()
 * @bytes: of the recorded frames sent in one chunk
 * @tags: tags of its next packets
 * @pool: its skbs
 * @payload: fragments of its superpackets
 */
struct fb_generator {
	struct fb_run *run;
	struct fb_lane *lane;
	struct task_struct *task;
	int (*work)(struct fb_generator *gen);
	struct completion done;
	unsigned int cpu;
	int err;
	u32 first;
	u32 flows;
	u32 next;
	u32 lap;
	u32 random;
	u32 seq;
	u64 left;
	unsigned int todo;
	bool polled;
	u64 primed;
	u64 cycles;
	u64 ns;
	u64 bytes;
	struct fb_tag_stock tags;
	struct fb_pool pool;
	struct fb_payload payload;
};

int fb_generator_start(struct fb_generator *gen, unsigned int cpu,
		       int (*work)(struct fb_generator *gen));
void fb_generator_stop(struct fb_generator *gen);
int fb_generator_fill(struct fb_generator *gen);
int fb_generator_send(struct fb_generator *gen);
int fb_generator_poll(struct napi_struct *napi, int budget);
void fb_generator_dress(struct fb_generator *gen, struct sk_buff *skb,
			struct net_device *dev, unsigned int len);

#endif /* FB_GENERATOR_H */
