/* SPDX-License-Identifier: GPL-2.0 */
/* The gateway that is counted: the bench's, with NICs and without the module. */
#ifndef FB_CONFIRM_GATEWAY_H
#define FB_CONFIRM_GATEWAY_H

#include <stdbool.h>

#include "lib/error.h"
#include "price/path.h"

/**
 * struct fb_gateway_want - how often, and how many packets
 * @size: bytes of a frame
 * @burst: packets that are sent at once
 * @bursts: bursts of a short round. A long one has twice as many.
 * @repetitions: pairs of a short and a long round
 * @bare: packets without UDP checksum
 */
struct fb_gateway_want {
	unsigned long size;
	unsigned long burst;
	unsigned long bursts;
	unsigned long repetitions;
	bool bare;
};

/**
 * fb_gateway_count - forward marked rounds of packets on each path
 * @path: the paths
 * @nr: how many
 * @want: the rounds
 * @out: file for a list of the rounds (confirm/rounds.h); the kernel's symbols go beside it
 * @error: receives what is wrong
 *
 * In a guest that has confirm.nics, and another machine at its cables. It is an error if a packet does not arrive.
 * Return: 0 or a negative errno.
 */
int fb_gateway_count(struct fb_bench_path *path, unsigned int nr,
		     const struct fb_gateway_want *want, const char *out, struct fb_error *error);

#endif
