/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the module's result of a run, and checks whether its sums close. Pure: no I/O. */
#ifndef FB_SYSTEM_ROUND_RESULT_H
#define FB_SYSTEM_ROUND_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flowbench_uapi.h"
#include "lib/error.h"

#define FB_BENCH_DROPS 16

/* clang-format off */
/**
 * FB_ROUND_COUNTERS - the counters of a round, in the order of a bench.json: X(NAME, WHERE)
 *
 * NAME is the key of the module's file, the member of struct fb_bench_result and the key in bench.json. WHERE says which
 * rounds of a bench.json have it: EACH; LATER: not those of earlier versions; CUT: those of superpackets; NONE.
 */
#define FB_ROUND_COUNTERS(X) \
	X(cycles, EACH) X(ns, EACH) X(injected, EACH) X(primed, LATER) X(arrived, EACH) X(returned, EACH) \
	X(dropped, EACH) X(kept, EACH) X(other, EACH) X(allocs, LATER) X(dev_rx, LATER) X(sink_tx, LATER) \
	X(serial, LATER) X(repeats, LATER) X(switches, LATER) X(waits, LATER) X(probes, LATER) X(probed, LATER) \
	X(consumed, CUT) X(sink_bytes, CUT) \
	X(size, NONE) X(segments, NONE) X(flows, NONE) X(packets, NONE) X(memory, NONE) X(verify_ok, NONE) \
	X(verify_bad, NONE) X(warm_replied, NONE) X(recorded, NONE)
/* clang-format on */

/** enum fb_round_where - which rounds of a bench.json have a counter */
enum fb_round_where { FB_ROUND_EACH, FB_ROUND_LATER, FB_ROUND_CUT, FB_ROUND_NONE };

/** struct fb_round_counter - a counter, and the offset of its member of struct fb_bench_result */
struct fb_round_counter {
	const char *name;
	size_t offset;
	enum fb_round_where where;
};

/** fb_round_counters - all counters; the last one has no name */
extern const struct fb_round_counter fb_round_counters[];

/** struct fb_bench_drop - packets dropped for one reason */
struct fb_bench_drop {
	char reason[64];
	uint64_t n;
};

/**
 * struct fb_bench_result - the content of debugfs bench/result
 * @kind: "warmup" or "round"
 * @error: "none" or a word
 * @unbalanced: counters that disagree, or empty
 * @verify_first: what was wrong with the first bad packet, or empty
 * @size: length of the frames
 * @segments: of a packet, 1 if it is not a superpacket
 * @flows: how many
 * @packets: number of packets asked for
 * @injected: packets injected into the device
 * @arrived: packets that the sink received
 * @returned: packets returned at ingress (baseline)
 * @dropped: packets freed on the way
 * @kept: packets that neither arrived nor were returned or dropped
 * @consumed: of those kept, packets that were freed without being dropped
 * @other: packets at the sink that are not from the generator, segments of its packets among them
 * @cycles: duration in cycles of the time stamp counter
 * @ns: duration in ns of the kernel's clock
 * @primed: of those injected, packets that the durations do not contain
 * @allocs: skbs built during the round
 * @memory: bytes of flows and pool
 * @verify_ok: packets that were as expected
 * @verify_bad: packets that were not
 * @dev_rx: difference of the device's receive counter
 * @sink_tx: difference of the sink's transmit counter
 * @sink_bytes: difference of its bytes
 * @warm_replied: flows whose reply arrived
 * @recorded: packets that the round has recorded
 * @switches: how often another task ran while the durations were taken, the idle task included
 * @waits: 1 if the round lets other tasks run then
 * @probes: 1 if the module saw packets that other code frees; 1 as well if the module does not say so
 * @probed: 1 if a tracepoint of packets that are freed was on, for the module or for another tracer
 * @serial: number of the round among this program's marked rounds, from 1; 0: not marked
 * @repeats: of the cycles, turns of repeated string instructions beyond the first of each; 0 where nobody counted them
 * @step: of a warm-up with steps, what the first, second, … packet of each flow cost, in cycles; of step 0 the clock alone
 * @step_ns: the same in ns
 * @steps: number of the last step; 0 if none was measured
 * @drop: dropped packets by reason
 * @nr_drops: number of reasons
 */
struct fb_bench_result {
	char kind[16];
	char error[64];
	char unbalanced[160];
	char verify_first[160];
	uint64_t size, segments, flows, packets;
	uint64_t injected, arrived, returned, dropped, kept, consumed, other;
	uint64_t cycles, ns, primed, allocs, memory;
	uint64_t verify_ok, verify_bad;
	uint64_t dev_rx, sink_tx, sink_bytes, warm_replied, recorded;
	uint64_t switches, waits, probes, probed, serial, repeats;
	uint64_t step[FB_STEPS_MAX + 1], step_ns[FB_STEPS_MAX + 1];
	unsigned int steps;
	struct fb_bench_drop drop[FB_BENCH_DROPS];
	unsigned int nr_drops;
};

/** fb_round_counter - returns a counter's place in a result */
static inline uint64_t *fb_round_counter(struct fb_bench_result *r,
					 const struct fb_round_counter *c)
{
	return (uint64_t *)((char *)r + c->offset);
}

/**
 * fb_bench_result_parse - read the lines
 * @text: not changed
 * @r: receives the values; missing ones are 0 or empty
 * @error: receives one line that says what is wrong
 *
 * Unknown keys are skipped: a newer module may have more.
 * Return: 0, or -EINVAL with @error set.
 */
int fb_bench_result_parse(const char *text, struct fb_bench_result *r, struct fb_error *error);

/** fb_bench_result_is_cut - true if the packets of a round arrived as segments, and not whole */
bool fb_bench_result_is_cut(const struct fb_bench_result *r);

/**
 * fb_bench_result_closes - check that a round's sums close, and that all packets took one path
 * @r: its result
 * @packets: the number of packets asked for, beside those primed
 * @baseline: true if all packets must have been returned at ingress; else all must have arrived
 * @error: receives the counters that disagree
 *
 * Superpackets arrive whole; or each is cut into segments, which all arrive, and is freed then, which a
 * round without probes does not see.
 * Return: true if so.
 */
bool fb_bench_result_closes(const struct fb_bench_result *r, uint64_t packets, bool baseline,
			    struct fb_error *error);

/**
 * fb_bench_result_is_sample - check that nothing but the packets was in the durations of a round
 * @r: its result
 * @error: receives what was
 *
 * Return: false if the generator slept or another task ran, and the round is not one that waits.
 */
bool fb_bench_result_is_sample(const struct fb_bench_result *r, struct fb_error *error);

#endif
