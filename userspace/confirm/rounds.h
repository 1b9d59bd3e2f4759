/* SPDX-License-Identifier: GPL-2.0 */
/* The list of the marked rounds of a gateway, which lies beside its record. Pure. */
#ifndef FB_CONFIRM_ROUNDS_H
#define FB_CONFIRM_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"

/**
 * struct fb_gateway_round - a round
 * @path: the path's name
 * @repetition: from 1; a repetition is a short and a long round
 * @packets: how many were forwarded
 * @serial: number of the round in the record
 */
struct fb_gateway_round {
	const char *path;
	unsigned long repetition;
	unsigned long packets;
	uint32_t serial;
};

/**
 * struct fb_gateway_rounds - the list
 * @size: bytes of a frame
 * @burst: packets of a burst
 * @bare: the packets have no UDP checksum
 * @round: the rounds, a short one and the long one of its repetition in turn, path after path
 * @nr: how many
 * @text: owned
 */
struct fb_gateway_rounds {
	unsigned long size;
	unsigned long burst;
	bool bare;
	struct fb_gateway_round *round;
	size_t nr;
	char *text;
};

/**
 * fb_gateway_rounds_parse - read the list
 * @text: a line "size BYTES burst PACKETS sum" (or "bare"), then a line "PATH REPETITION PACKETS SERIAL" a round
 * @len: length
 * @rounds: receives it; fb_gateway_rounds_free() it after success
 * @error: receives what is wrong and in which line
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_gateway_rounds_parse(const char *text, size_t len, struct fb_gateway_rounds *rounds,
			    struct fb_error *error);

/** fb_gateway_rounds_free - free what fb_gateway_rounds_parse() has put into @rounds */
void fb_gateway_rounds_free(struct fb_gateway_rounds *rounds);

#endif
