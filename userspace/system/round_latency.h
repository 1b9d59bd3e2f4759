/* SPDX-License-Identifier: GPL-2.0 */
/* The latency histogram in the result of a round with latency=1. Pure: no I/O. */
#ifndef FB_SYSTEM_ROUND_LATENCY_H
#define FB_SYSTEM_ROUND_LATENCY_H

#include <stdint.h>

#include "lib/error.h"

/**
 * struct fb_latency_bucket - packets of similar latency
 * @low: lower bound, in ticks of the time stamp counter
 * @high: upper bound; UINT64_MAX for the overflow bucket
 * @packets: their number, never 0
 */
struct fb_latency_bucket {
	uint64_t low;
	uint64_t high;
	uint64_t packets;
};

/**
 * fb_latency_parse - read the lines "latency.LOW-HIGH=N", and skip all others
 * @text: not changed
 * @bucket: receives the buckets, which the caller frees; NULL if there is none
 * @nr: receives how many
 * @error: receives one line that says what is wrong
 *
 * Return: 0; -EINVAL for a malformed line, buckets that do not ascend, or a unit other than
 * ticks; or -ENOMEM.
 */
int fb_latency_parse(const char *text, struct fb_latency_bucket **bucket, unsigned int *nr,
		     struct fb_error *error);

#endif
