/* SPDX-License-Identifier: GPL-2.0 */
/* Watches the packets of an interval, and answers for each why the flowtable did not take it. */
#ifndef FB_WHY_INTERVAL_H
#define FB_WHY_INTERVAL_H

#include "why/hardware.h"
#include "why/kernel_events.h"
#include "why/summary.h"
#include "state/tuple.h"
#include "why/module_events.h"

/** struct fb_why_end - one end of a connection; @family is AF_INET or AF_INET6 */
struct fb_why_end {
	uint8_t proto;
	uint8_t family;
	uint16_t port;
	union fb_address address;
};

/** fb_why_end_of - returns true if the tuple has this end, on either side */
bool fb_why_end_of(const struct fb_why_end *end, const struct fb_tuple *tuple);

/**
 * struct fb_why_interval - an interval that is under way
 * @watch: the module's part; @watch.file is -1 without the module
 * @collect: what it reported
 * @heard: what the kernel told meanwhile
 * @hardware: what flowtables asked of hardware
 * @before: counters at the beginning
 * @began: CLOCK_MONOTONIC in ns
 * @only: packets of connections with this end alone; NULL for all
 */
struct fb_why_interval {
	struct fb_module_events watch;
	struct fb_why_collect collect;
	struct fb_kernel_events heard;
	struct fb_why_hardware hardware;
	struct fb_why_counts before;
	uint64_t began;
	const struct fb_why_end *only;
};

/**
 * fb_why_interval_open - attach in the network namespace of the calling thread, and begin an interval
 * @ask: receives it; fb_why_interval_close() is allowed in any case
 * @rate: most packets that are looked at in a second on each CPU
 * @error: receives what is wrong
 *
 * Return: 0; -ENOENT without the module; or another negative errno.
 */
int fb_why_interval_open(struct fb_why_interval *ask, unsigned int rate, struct fb_error *error);

/** fb_why_interval_begin - begin an interval; Return: 0 or a negative errno */
int fb_why_interval_begin(struct fb_why_interval *ask, struct fb_error *error);

/** fb_why_interval_read - take what has been reported, before a buffer is full; Return: 0 or a negative errno */
int fb_why_interval_read(struct fb_why_interval *ask, struct fb_error *error);

/**
 * fb_why_interval_end - end the interval, and answer
 * @ask: the interval
 * @s: receives the answers; the caller calls fb_why_summary_free(), also after an error
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_why_interval_end(struct fb_why_interval *ask, struct fb_why_summary *s,
			struct fb_error *error);

/** fb_why_interval_close - detach */
void fb_why_interval_close(struct fb_why_interval *ask);

#endif
