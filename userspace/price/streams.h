/* SPDX-License-Identifier: GPL-2.0 */
/* Real streams over a path, end to end. */
#ifndef FB_PRICE_STREAMS_H
#define FB_PRICE_STREAMS_H

#include "price/stream_row.h"

/** FB_TRAFFIC_DATAGRAM, FB_TRAFFIC_FRAME - what a datagram of UDP carries, and its frame's length */
#define FB_TRAFFIC_DATAGRAM "1300"
#define FB_TRAFFIC_FRAME    (1300 + 8 + 20 + 14)

/** FB_TRAFFIC_ROWS - rows of a path, at most: TCP and UDP, 1, 10 and 64 streams */
#define FB_TRAFFIC_ROWS 6

/**
 * fb_traffic_measure - send TCP and UDP, 1, 10 and 64 streams, over a path with real ends
 * @path: the path
 * @superpackets: the hosts send superpackets, of TCP only
 * @row: receives up to @max rows
 * @max: room in @row
 * @nr: receives how many there are
 *
 * Says what is wrong. Return: 0 or a negative errno.
 */
int fb_traffic_measure(const struct fb_bench_path *path, bool superpackets,
		       struct fb_traffic_row *row, unsigned int max, unsigned int *nr);

#endif
