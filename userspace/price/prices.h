/* SPDX-License-Identifier: GPL-2.0 */
/* A bench: paths, points of measurement, and what came of them. */
#ifndef FB_PRICE_PRICES_H
#define FB_PRICE_PRICES_H

#include <stdbool.h>

#include "price/flow_figures.h"
#include "price/path.h"
#include "price/proof.h"
#include "stat/round_stat.h"
#include "price/stream_row.h"
#include "flowbench_uapi.h"
#include "system/compiler.h"
#include "system/fingerprint.h"
#include "system/hook_count.h"
#include "system/round_latency.h"
#include "system/round_result.h"
#include "lib/error.h"

/** FB_BENCH_SCHEMA - name and version of the form of bench.json */
#define FB_BENCH_SCHEMA "flowbench.bench/2"

/*
 * What a price is in, the mode of a bench.json: "insn", instructions as a processor counts them, a repeated string
 * instruction once; "turns", instructions as QEMU's clock counts them, each turn of such an instruction; "ns".
 */

/** fb_bench_mode_counts - true for a mode in which prices are counted, and not timed (pure) */
bool fb_bench_mode_counts(const char *mode);

/** FB_BENCH_ROUNDS_MAX - most rounds of a kind */
#define FB_BENCH_ROUNDS_MAX 1001

/** FB_BENCH_LABS_MAX - most labs of a path */
#define FB_BENCH_LABS_MAX 100

/**
 * FB_BENCH_PRIME - packets in front of each priced round, which are counted and not measured
 *
 * The first packet finds what others have left. A full slab there makes it take a new page: 9,700
 * instructions, and so 97 a packet of a round of 100.
 */
#define FB_BENCH_PRIME 8

/**
 * FB_PRICES - version of the definition of prices, in the fingerprint as FB_PRICES_KEY
 *
 * A result without it is of definition 1, whose own has the hook at ingress in it.
 */
#define FB_PRICES "2"

/** FB_PRICES_KEY - the fingerprint's key of the definition of prices */
#define FB_PRICES_KEY "prices"

/** FB_PRICES_DIFFER - form of what is said of two results of two definitions: file and definition, twice */
#define FB_PRICES_DIFFER                                                      \
	"%.200s has prices of definition %.20s, %.200s of definition %.20s: " \
	"not the same thing was measured; measure both with one flowbench"

/** FB_HOOK_LEAST - at least so many rounds of a kind price the hook at ingress, where prices are instructions */
#define FB_HOOK_LEAST 5

/** FB_HOOK_LEAST_NS - the same where prices are times: the hook is less than what chance adds to a round */
#define FB_HOOK_LEAST_NS 51

/** FB_HOOK_PACKETS - most packets of a round that prices the hook: one of a million takes minutes */
#define FB_HOOK_PACKETS 1000

/** FB_HOOK_PACKETS_INSN - the same where prices are instructions: few timer's interrupts are in so short rounds, see FB_HOOK_LONG */
#define FB_HOOK_PACKETS_INSN 100

/**
 * FB_HOOK_LONG - with more instructions than that, too many rounds have a timer's interrupt: a kernel with 250 ticks a second
 * has one each 4 million. A packet of a kernel that watches its memory costs 45,000.
 */
#define FB_HOOK_LONG 2000000

/** FB_BENCH_LONG - a long round has so many times the packets of the others */
#define FB_BENCH_LONG 10

/** FB_BENCH_HOSTS - destinations behind the gateway, each with a neighbour entry of its own */
#define FB_BENCH_HOSTS 32

/** FB_BENCH_CPUS_MAX - most processors that inject at once: what the module takes */
#define FB_BENCH_CPUS_MAX FB_CPUS_MAX

/**
 * struct fb_bench_want - what is to be measured
 * @flows: how many flows, one lab each
 * @sizes: frame lengths; none means the path's own
 * @segments: of a packet, one lab each; none means the path's own
 * @batches: 1 injects one by one, more as lists
 * @cpus: how many processors inject at once, each its share of the flows
 * @labs: how often the lab is built anew for a path, so that chance falls anew
 * @tuples: where one flow is asked for, how many are measured, one after the other
 * @rounds: of a sample; and of the generator alone, in each lab
 * @packets: of a round
 * @nic: packets are as the driver of a NIC makes them
 * @verify: check each packet in a round of its own
 * @hooks: price the inner spans, hook by hook
 * @latency: time each packet, in a round of its own
 * @peer: run pktgen over the same path as well
 * @flow_prices: flows in the table when the price of a flow is measured; none means that it is not
 * @traffic: send real streams as well
 */
struct fb_bench_want {
	struct fb_bench_list flows;
	struct fb_bench_list sizes;
	struct fb_bench_list segments;
	struct fb_bench_list batches;
	struct fb_bench_list cpus;
	struct fb_bench_list flow_prices;
	unsigned long labs;
	unsigned long tuples;
	unsigned long rounds;
	unsigned long packets;
	bool nic;
	bool verify;
	bool hooks;
	bool latency;
	bool peer;
	bool traffic;
};

/** FB_BENCH_SPANS - most hooks that one path calls */
#define FB_BENCH_SPANS 32

/**
 * struct fb_bench_span - a hooked function on a path
 * @what: the function, what holds it, and how often it was called in a round
 * @inside: from its entry to its return, the mean of a call; calls that it makes are part of it
 * @cost: what counting and timing one call adds to the price of a packet
 */
struct fb_bench_span {
	struct fb_span what;
	double inside;
	double cost;
};

/**
 * struct fb_bench_latency - how long the packets of one round took, each by itself
 * @scale: the bench's units in a tick of the module's clock
 * @cost: what timing one adds to the price of a packet
 * @packets: how many were timed
 * @bucket: the histogram, in ticks; owned
 * @nr: how many buckets; 0 if it was not measured
 */
struct fb_bench_latency {
	double scale;
	double cost;
	uint64_t packets;
	struct fb_latency_bucket *bucket;
	unsigned int nr;
};

/**
 * struct fb_bench_peer - pktgen on the same path
 * @there: true if it was measured
 * @own: price of a packet that is dropped at ingress
 * @gross: price of a packet that goes all the way
 * @sent: how many
 * @errors: how many of them pktgen reports as errors
 * @arrived: how many left by out0
 */
struct fb_bench_peer {
	bool there;
	double own;
	double gross;
	uint64_t sent;
	uint64_t errors;
	uint64_t arrived;
};

/**
 * struct fb_bench_sample - what a packet cost in one state of all that chance decides
 * @lab: which lab, from 1
 * @tuple: which flow, from 1; 1 as well if a round has all flows
 * @price: gross: of its rounds the cheapest under icount, else the middle one
 * @repeats: of a packet in that round, which @price has not; 0 where nobody counted them
 */
struct fb_bench_sample {
	unsigned int lab;
	unsigned int tuple;
	double price;
	double repeats;
};

/** enum fb_hook_rounds - how many hooks of ours accept the packets at ingress */
enum fb_hook_rounds {
	FB_HOOK_NONE,
	FB_HOOK_ONE,
	FB_HOOK_TWO,
	FB_HOOK_ROUNDS,
};

/**
 * struct fb_ingress_hook - what the first hook at ingress costs, but for its body
 * @round: rounds that forward, of each kind @nr; owned
 * @nr: how many; 0 if it was not measured
 * @packets: of a round
 * @cost: a packet: the first hook less the second
 * @err: 0, or the negative errno for which there is none
 */
struct fb_ingress_hook {
	struct fb_bench_result *round[FB_HOOK_ROUNDS];
	unsigned int nr;
	unsigned long packets;
	double cost;
	int err;
};

/**
 * struct fb_bench_point - one path at one number of flows, size, batch and processors
 * @path: the path
 * @flows: how many
 * @size: frame length that was used
 * @segments: of a packet, 1 if it is not a superpacket
 * @batch: packets handed over at once
 * @cpus: processors that injected; a price is the time of all of them
 * @own: @nr_own rounds that ended at ingress, lab by lab
 * @nr_own: how many
 * @gross: @nr_gross rounds of the whole path, sample by sample
 * @nr_gross: how many
 * @whole: @nr_whole long rounds of all flows, lab by lab; only where prices are instructions
 * @nr_whole: how many
 * @sample: the samples, lab by lab
 * @nr_samples: how many
 * @proved: what the proofs counted
 * @why: what went wrong, empty if nothing did
 * @plain: price of the first flow in a round that is not primed; only with hooks or latency, which are
 *	measured in such rounds
 * @own_stat: of the price of a packet in @own, a price a lab, less @hook
 * @hook: what the first hook at ingress costs, which @own has and the path has not got; 0 if @own does not end there
 * @gross_stat: of the prices of the samples
 * @net: what is left of the medians: gross less own
 * @repeats: median of the samples' less that of own: turns that a packet adds to the round's clock and not to @net
 * @later: what a packet of the median long round costs more: what the path leaves to be done later, such as
 *	memory that RCU frees, and the timer's interrupts. The cheapest short round has none of it
 * @span: the inner spans
 * @nr_spans: how many
 * @latency: packet by packet
 * @peer: pktgen on the same path
 */
struct fb_bench_point {
	const struct fb_bench_path *path;
	unsigned long flows;
	unsigned long size;
	unsigned long segments;
	unsigned long batch;
	unsigned long cpus;
	struct fb_bench_result *own;
	unsigned int nr_own;
	struct fb_bench_result *gross;
	unsigned int nr_gross;
	struct fb_bench_result *whole;
	unsigned int nr_whole;
	struct fb_bench_sample *sample;
	unsigned int nr_samples;
	struct fb_proved proved;
	struct fb_error why;
	double plain;
	struct fb_bench_stat own_stat;
	double hook;
	struct fb_bench_stat gross_stat;
	double net;
	double repeats;
	double later;
	struct fb_bench_span span[FB_BENCH_SPANS];
	unsigned int nr_spans;
	struct fb_bench_latency latency;
	struct fb_bench_peer peer;
};

/**
 * struct fb_bench - a bench
 * @want: what is to be measured
 * @fp: fingerprint of the machine
 * @segments: of the packets in this lab; 0 or 1 if they are no superpackets
 * @compiler: that built the kernel, empty if it is not known
 * @insn: true if a cycle is an instruction here, and prices are given in them; else ns
 * @turns: with @insn: nobody has counted repeats, and a price has them as well
 * @path: the paths
 * @nr_paths: how many
 * @point: what was measured
 * @nr_points: how many
 * @hook: what the first hook at ingress costs
 * @clock: what the clock of a round costs, however many its packets; negative if it is not known, which it
 *	cannot be where a packet costs more among others
 * @clock_tried: whether that was tried to find out
 * @row: what real streams did
 * @nr_rows: how many
 * @flow: prices of flows
 * @nr_flows: how many
 */
struct fb_bench {
	struct fb_bench_want want;
	struct fb_fingerprint fp;
	unsigned long segments;
	char compiler[FB_COMPILER_MAX];
	bool insn;
	bool turns;
	struct fb_bench_path *path;
	unsigned int nr_paths;
	struct fb_bench_point *point;
	unsigned int nr_points;
	struct fb_ingress_hook hook;
	double clock;
	bool clock_tried;
	struct fb_traffic_row *row;
	unsigned int nr_rows;
	struct fb_flow_price *flow;
	unsigned int nr_flows;
};

/** fb_bench_free - free paths, points and fingerprint */
void fb_bench_free(struct fb_bench *b);

/**
 * fb_bench_packets - packets of a round in this lab (pure)
 *
 * A round of superpackets has a tenth: each of them is as much work as its segments.
 */
unsigned long fb_bench_packets(const struct fb_bench *b);

/** fb_bench_mode - "insn", "turns" or "ns" (pure) */
const char *fb_bench_mode(const struct fb_bench *b);

/** fb_bench_price - what a packet of this round cost, in the bench's unit (pure) */
double fb_bench_price(const struct fb_bench *b, const struct fb_bench_result *r);

/**
 * fb_bench_price_of - what a packet of these rounds cost: of the cheapest under icount, else of the middle one
 * @b: the bench
 * @r: rounds that chance made alike
 * @nr: how many, at least 1
 *
 * Under icount rounds are alike but for a timer's interrupt that falls into one of them, and what is
 * added that way is none of the path's.
 * Return: the price in the bench's unit, or NaN if memory is short.
 */
double fb_bench_price_of(const struct fb_bench *b, const struct fb_bench_result *r,
			 unsigned int nr);

/** fb_bench_repeats_of - repeats of a packet in the cheapest of these rounds, 0 where prices are timed (pure) */
double fb_bench_repeats_of(const struct fb_bench *b, const struct fb_bench_result *r,
			   unsigned int nr);

/**
 * fb_bench_flows - how many flows the generator makes for a point (pure)
 * @b: the bench
 * @path: its path
 * @flows: that were asked for
 *
 * Return: @flows; or as many as there are tuples, if one was asked for and rounds can have one each.
 */
unsigned long fb_bench_flows(const struct fb_bench *b, const struct fb_bench_path *path,
			     unsigned long flows);

/** fb_bench_tuples - how many samples a point has in a lab (pure) */
unsigned long fb_bench_tuples(const struct fb_bench *b, const struct fb_bench_point *pt);

/** fb_bench_arrives - "cut" if the superpackets of a point reached the sink as segments, else "whole" (pure) */
const char *fb_bench_arrives(const struct fb_bench_point *pt);

/** fb_prices_of - returns the definition of prices that a result with this fingerprint has (pure) */
const char *fb_prices_of(const struct fb_fingerprint *fp);

/** fb_ingress_hook_packets - how many packets such a round has (pure) */
unsigned long fb_ingress_hook_packets(const struct fb_bench *b);

/** fb_ingress_hook_rounds - how many rounds of a kind price the hook at ingress (pure) */
unsigned int fb_ingress_hook_rounds(const struct fb_bench *b);

/**
 * fb_ingress_hook_cost - what the first hook at ingress costs beside its body (pure)
 * @price: of a packet, with none, one and two hooks
 * @insn: prices are instructions
 * @cost: receives it: the first hook less the second
 * @error: receives what is wrong
 *
 * Chance may hide the hook where prices are times: then @cost is 0.
 *
 * Return: 0, or -EPROTO if instructions do not increase, or the second hook costs as much as the first one.
 */
int fb_ingress_hook_cost(const double price[FB_HOOK_ROUNDS], bool insn, double *cost,
			 struct fb_error *error);

/** fb_ingress_hook_sum - price the hook of a bench that has its rounds; returns as fb_ingress_hook_cost() */
int fb_ingress_hook_sum(struct fb_bench *b, struct fb_error *error);

/**
 * fb_bench_sum - put medians and net price into a point that has all its rounds (pure)
 *
 * @pt->why is set if the generator costs no more than the hook that is taken off.
 *
 * Return: 0 or -ENOMEM.
 */
int fb_bench_sum(const struct fb_bench *b, struct fb_bench_point *pt);

/** fb_bench_replaced - returns the point of the path that @pt's replaces, with its settings, or NULL (pure) */
const struct fb_bench_point *fb_bench_replaced(const struct fb_bench *b,
					       const struct fb_bench_point *pt);

/** fb_bench_ratio - net and later of the replaced path by this one's, or 0 if not measured (pure) */
double fb_bench_ratio(const struct fb_bench *b, const struct fb_bench_point *pt);

#endif
