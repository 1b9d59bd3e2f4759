/* SPDX-License-Identifier: GPL-2.0 */
/* What real streams over a path did: one row of a table. */
#ifndef FB_PRICE_STREAM_ROW_H
#define FB_PRICE_STREAM_ROW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "price/path.h"
#include "lib/error.h"

/**
 * struct fb_stream - what a run of iperf3 said
 * @seconds: how long it sent
 * @mbits: received, a second
 * @bytes: received
 * @retransmits: of TCP
 * @lost: share of UDP's datagrams, in percent
 */
struct fb_stream {
	double seconds;
	double mbits;
	uint64_t bytes;
	uint64_t retransmits;
	double lost;
};

/**
 * struct fb_traffic_row - one row of the table
 * @path: the path
 * @udp: UDP, else TCP
 * @streams: at once
 * @said: what iperf3 said
 * @serial: of the counted round that it was
 * @busy: seconds that the processors did not idle, of the command's start and end, too
 * @cpu: of these, as many as the streams ran
 * @packets: that the gateway forwarded in either way
 * @fast: how many of these the flowtable took
 */
struct fb_traffic_row {
	const struct fb_bench_path *path;
	bool udp;
	unsigned int streams;
	struct fb_stream said;
	uint64_t serial;
	double busy;
	double cpu;
	uint64_t packets;
	uint64_t fast;
};

/**
 * fb_stream_parse - read the JSON of iperf3's client (pure)
 * @text: the JSON
 * @st: receives it
 * @error: receives what is wrong
 *
 * Return: 0 or -EINVAL with @error set.
 */
int fb_stream_parse(const char *text, struct fb_stream *st, struct fb_error *error);

/** fb_traffic_price - processor time of a forwarded packet in microseconds; 0 if there is none (pure) */
double fb_traffic_price(const struct fb_traffic_row *row);

/** fb_traffic_print - one row; NULL for @row prints the head of the table */
void fb_traffic_print(const struct fb_traffic_row *row, FILE *to);

#endif
