/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a flowtable with "flags offload" costs beside packets: the kernel's worker, which gives rules to hardware, asks for
 * statistics, and gives rules up. What the module's model of hardware takes itself is not part of it.
 */
#ifndef FB_FLOW_FLOW_WORKER_H
#define FB_FLOW_FLOW_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "price/path.h"

/** FB_FLOW_HARDWARE_TABLE - most flows in a table with hardware: the model has room for so many, and for those of a cycle */
#define FB_FLOW_HARDWARE_TABLE 10000

/**
 * struct fb_flow_mark - what has been counted
 * @calls: calls of the worker
 * @sum: what they took, in ticks of the module's clock
 * @spent: what the model took of it
 */
struct fb_flow_mark {
	uint64_t calls;
	double sum;
	uint64_t spent;
};

/** fb_flow_in_hardware - whether the lab of a path has the module's model of hardware (pure) */
bool fb_flow_in_hardware(const struct fb_bench_path *path);

/** fb_flow_worker_switch - begin or end to measure the worker; Return: 0 or a negative errno, which has been said */
int fb_flow_worker_switch(bool on);

/** fb_flow_worker_mark - wait until the worker has nothing to do, and count anew; Return: as above */
int fb_flow_worker_mark(struct fb_flow_mark *mark);

/**
 * fb_flow_worker_since - wait until the worker has done some work
 * @mark: before it
 * @reset: the hooks were reset since the mark
 * @calls: how many pieces of work; another number is an error
 * @cost: receives what the worker took
 *
 * Return: 0; -EPROTO if there were more or fewer, or the model took more than all of it; or another negative errno. Both have been said.
 */
int fb_flow_worker_since(const struct fb_flow_mark *mark, bool reset, uint64_t calls,
			 uint64_t *cost);

#endif
