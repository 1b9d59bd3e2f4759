/* SPDX-License-Identifier: GPL-2.0 */
/* Joins the module's events to samples, one for each packet. Pure: no I/O. */
#ifndef FB_WHY_COLLECT_H
#define FB_WHY_COLLECT_H

#include "why/judge.h"

/** FB_WHY_SAMPLES - most samples of an interval; later packets are not looked at */
#define FB_WHY_SAMPLES 20000

/** FB_WHY_DOWNS - flows that were taken down and are remembered; a power of two */
#define FB_WHY_DOWNS 4096

/**
 * struct fb_why_down - a flow that was taken down
 * @teardown: how
 * @over: it has come back
 * @gone: it has left its flowtable
 */
struct fb_why_down {
	struct fb_why_teardown teardown;
	bool over;
	bool gone;
};

/**
 * struct fb_why_collect - what an interval has brought
 * @ns: inode of the network namespace; events of others are left out
 * @sample: packets, in the order in which they came; owned
 * @nr: number of samples
 * @recent: 1 + index of the sample of an id, in a slot of its own among those that a CPU has at once; 0: none
 * @down: flows that were taken down, a ring; also before the interval
 * @downs: number of flows that were ever put there
 * @last_down: for the hash of a connection: 1 + number of its flow in this order
 */
struct fb_why_collect {
	uint32_t ns;
	struct fb_why_sample *sample;
	unsigned int nr;
	unsigned int room;
	unsigned int recent[65536];
	struct fb_why_down down[FB_WHY_DOWNS];
	uint64_t downs;
	uint64_t last_down[2 * FB_WHY_DOWNS];
};

/**
 * fb_why_collect_add - take an event
 * @c: the interval
 * @event: the event
 *
 * Return: 0 or -ENOMEM.
 */
int fb_why_collect_add(struct fb_why_collect *c, const struct fb_why_event *event);

/**
 * fb_why_collect_lost - events of a CPU got lost: packets that have not come to an end have no answer
 * @c: the interval
 * @cpu: the CPU
 */
void fb_why_collect_lost(struct fb_why_collect *c, unsigned int cpu);

/** fb_why_collect_reset - begin a new interval; packets are forgotten, flows that were taken down are not */
void fb_why_collect_reset(struct fb_why_collect *c);

/** fb_why_collect_free - free the content */
void fb_why_collect_free(struct fb_why_collect *c);

/** fb_why_tuple_hash - returns a hash that both directions of a connection without NAT share */
uint32_t fb_why_tuple_hash(const char *tuple);

#endif
