/* SPDX-License-Identifier: GPL-2.0 */
/* Real streams over a path, end to end. */
#ifndef FB_BENCHTRAFFIC_H
#define FB_BENCHTRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "benchpath.h"

/**
 * struct fb_stream - what a run of iperf3 said
 * @mbits: received, a second
 * @retransmits: of TCP
 * @lost: share of UDP's datagrams, in percent
 */
struct fb_stream {
	double mbits;
	uint64_t retransmits;
	double lost;
};

/**
 * struct fb_traffic_row - one row of the table
 * @path: the path
 * @udp: UDP, else TCP
 * @streams: at once
 * @said: what iperf3 said
 * @cpu: seconds of all processors
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
 * @why: receives what is wrong, 160 bytes
 *
 * Return: 0 or -EINVAL with @why set.
 */
int fb_stream_parse(const char *text, struct fb_stream *st, char why[160]);

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
void fb_traffic_print(const struct fb_traffic_row *row);

#endif
