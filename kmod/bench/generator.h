/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_GENERATOR_H
#define FB_GENERATOR_H

#include <linux/completion.h>
#include <linux/netdevice.h>
#include <linux/types.h>

#include "pool.h"

struct fb_run;
struct fb_lane;
struct task_struct;

/* Packets between two looks at whether to go on. */
#define FB_CHUNK	64

/**
 * struct fb_generator - one thread that sends, on one CPU
 * @run: what it works for
 * @lane: its CPU's
 * @task: the thread
 * @work: what it does
 * @done: it has ended
 * @cpu: where it runs
 * @err: how it ended, 0 or a negative errno
 * @first: its first flow
 * @flows: how many it has
 * @next: the next flow's place among them
 * @random: state of the random order
 * @seq: number of the next packet
 * @left: packets still to be sent
 * @todo: packets that the poll function is still to send
 * @polled: it has sent them
 * @cycles: spent on sending
 * @ns: the same by the other clock
 * @bytes: of the recorded frames that one chunk has sent
 * @pool: its skbs
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
	u32 random;
	u32 seq;
	u64 left;
	unsigned int todo;
	bool polled;
	u64 cycles;
	u64 ns;
	u64 bytes;
	struct fb_pool pool;
};

int fb_generator_start(struct fb_generator *gen, unsigned int cpu,
		       int (*work)(struct fb_generator *gen));
void fb_generator_stop(struct fb_generator *gen);
int fb_generator_send(struct fb_generator *gen);
int fb_generator_poll(struct napi_struct *napi, int budget);
void fb_generator_dress(struct fb_generator *gen, struct sk_buff *skb,
			struct net_device *dev, unsigned int len);

#endif /* FB_GENERATOR_H */
