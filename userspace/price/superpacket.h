/* SPDX-License-Identifier: GPL-2.0 */
/* What the generator is told about superpackets. Pure: no I/O. */
#ifndef FB_PRICE_SUPERPACKET_H
#define FB_PRICE_SUPERPACKET_H

#include <stddef.h>

#include "price/path.h"

/** FB_SEGMENT_BYTES - bytes of the IP packet that a segment becomes: what fits into the usual tunnels */
#define FB_SEGMENT_BYTES 1400

/**
 * fb_superpacket_words - the generator's settings for the packets of a point
 * @path: the path, whose config may set family and proto; superpackets are TCP without it
 * @segments: of a packet; 0 or 1 if it is not a superpacket
 * @size: bytes of a frame; 0 for segments of FB_SEGMENT_BYTES, or the path's own size
 * @words: receives key=value words, or nothing if there is nothing to say
 * @len: room there
 * @error: receives what is wrong
 *
 * Return: 0, or -ERANGE with @error set.
 */
int fb_superpacket_words(const struct fb_bench_path *path, unsigned long segments,
			 unsigned long size, char *words, size_t len, struct fb_error *error);

#endif
