/* SPDX-License-Identifier: GPL-2.0 */
/* The module's key=value lines after a run, and whether its sums close. Pure: no I/O. */
#ifndef FB_KERNEL_ROUND_RESULT_H
#define FB_KERNEL_ROUND_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/why.h"

#define FB_BENCH_DROPS 16

/** struct fb_bench_drop - packets dropped for one reason */
struct fb_bench_drop {
	char reason[64];
	uint64_t n;
};

/**
 * struct fb_bench_result - what debugfs bench/result said
 * @kind: "warmup" or "round"
 * @error: "none" or a word
 * @unbalanced: the counters that disagree, or empty
 * @verify_first: what was wrong with the first bad packet, or empty
 * @size: frame length used
 * @flows: how many
 * @packets: asked for
 * @injected: put into the device
 * @arrived: taken by the sink
 * @returned: taken at ingress (baseline)
 * @dropped: freed on the way
 * @kept: none of these
 * @other: packets at the sink that are not the generator's
 * @cycles: of the time stamp counter
 * @ns: of the kernel's clock
 * @allocs: skbs built during the round
 * @memory: bytes of flows and pool
 * @verify_ok: packets that were as they should be
 * @verify_bad: packets that were not
 * @dev_rx: the device's own counter over the round
 * @sink_tx: the sink's, likewise
 * @warm_replied: flows whose reply arrived
 * @recorded: packets that the round has kept
 * @serial: the how manieth marked round of this program, from 1; 0 is not marked
 * @drop: by reason
 * @nr_drops: how many reasons
 */
struct fb_bench_result {
	char kind[16];
	char error[64];
	char unbalanced[160];
	char verify_first[160];
	uint64_t size, flows, packets;
	uint64_t injected, arrived, returned, dropped, kept, other;
	uint64_t cycles, ns, allocs, memory;
	uint64_t verify_ok, verify_bad;
	uint64_t dev_rx, sink_tx, warm_replied, recorded;
	uint64_t serial;
	struct fb_bench_drop drop[FB_BENCH_DROPS];
	unsigned int nr_drops;
};

/**
 * fb_bench_result_parse - read the lines
 * @text: not changed
 * @r: receives them; what is not said is 0 or empty
 * @why: receives one line that says what is wrong
 *
 * Keys that are not known are passed over: a newer module may say more.
 * Return: 0, or -EINVAL with @why set.
 */
int fb_bench_result_parse(const char *text, struct fb_bench_result *r, struct fb_why *why);

/**
 * fb_bench_result_closes - whether a round is accounted for, and all of it went one way
 * @r: its result
 * @packets: how many were asked for
 * @baseline: all must have been taken at ingress; else all must have arrived
 * @why: receives the counters that disagree
 *
 * Return: true if so.
 */
bool fb_bench_result_closes(const struct fb_bench_result *r, uint64_t packets, bool baseline,
			    struct fb_why *why);

#endif
