/* SPDX-License-Identifier: GPL-2.0 */
/* Real streams over a path, end to end. */
#ifndef FB_BENCH_TRAFFIC_H
#define FB_BENCH_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bench/path.h"
#include "lib/why.h"

/**
 * struct fb_stream - what a run of iperf3 said
 * @seconds: how long it sent
 * @mbits: received, a second
 * @retransmits: of TCP
 * @lost: share of UDP's datagrams, in percent
 */
struct fb_stream {
	double seconds;
	double mbits;
	uint64_t retransmits;
	double lost;
};

/** FB_TRAFFIC_DATAGRAM, FB_TRAFFIC_FRAME - what a datagram of UDP carries, and its frame's length */
#define FB_TRAFFIC_DATAGRAM "1300"
#define FB_TRAFFIC_FRAME    (1300 + 8 + 20 + 14)

/** FB_TRAFFIC_ROWS - rows of a path: TCP and UDP, 1, 10 and 64 streams */
#define FB_TRAFFIC_ROWS 6

/**
 * struct fb_traffic_row - one row of the table
 * @path: the path
 * @udp: UDP, else TCP
 * @streams: at once
 * @said: what iperf3 said
 * @cpu: seconds of all processors, while the streams ran
 * @packets: that the gateway forwarded in either way
 * @fast: how many of these the flowtable took
 */
struct fb_traffic_row {
	const struct fb_bench_path *path;
	bool udp;
	unsigned int streams;
	struct fb_stream said;
	double cpu;
	uint64_t packets;
	uint64_t fast;
};

/**
 * fb_stream_parse - read the JSON of iperf3's client (pure)
 * @text: the JSON
 * @st: receives it
 * @why: receives what is wrong
 *
 * Return: 0 or -EINVAL with @why set.
 */
int fb_stream_parse(const char *text, struct fb_stream *st, struct fb_why *why);

/**
 * fb_traffic_measure - send TCP and UDP, 1, 10 and 64 streams, over a path with real ends
 * @path: the path
 * @row: receives up to @max rows
 * @max: room in @row
 * @nr: receives how many there are
 *
 * Says what is wrong. Return: 0 or a negative errno.
 */
int fb_traffic_measure(const struct fb_bench_path *path, struct fb_traffic_row *row,
		       unsigned int max, unsigned int *nr);

/** fb_traffic_print - one row; NULL for @row prints the head of the table */
void fb_traffic_print(const struct fb_traffic_row *row, FILE *to);

/** FB_RATIO_AGREES - how far streams may be from what the generator lets expect, as a share */
#define FB_RATIO_AGREES 0.1

/**
 * struct fb_traffic_ratio - a path and the one it replaces, by streams and by the generator
 * @streams: processor time of a packet there by that here, the hosts' part in both
 * @generator: net price there by net price here
 * @expected: what @streams is if a packet saves just what the generator says
 * @saved: microseconds a packet, by streams
 * @saved_generator: likewise, by the generator
 * @agrees: @streams is within FB_RATIO_AGREES of @expected
 */
struct fb_traffic_ratio {
	double streams;
	double generator;
	double expected;
	double saved;
	double saved_generator;
	bool agrees;
};

struct fb_bench;

/**
 * fb_traffic_ratio - compare a row with that of the path it replaces (pure)
 * @b: has the generator's points of both
 * @rows: all rows
 * @nr: how many
 * @row: which one
 * @out: receives it
 *
 * Return: 1, or 0 if there is nothing to compare it with.
 */
int fb_traffic_ratio(const struct fb_bench *b, const struct fb_traffic_row *rows, unsigned int nr,
		     const struct fb_traffic_row *row, struct fb_traffic_ratio *out);

/** fb_traffic_print_ratios - all of them, and what a disagreement means */
void fb_traffic_print_ratios(const struct fb_bench *b, const struct fb_traffic_row *rows,
			     unsigned int nr, FILE *to);

#endif
