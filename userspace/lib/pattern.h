/* SPDX-License-Identifier: GPL-2.0 */
/* Content that depends on its position, so that received bytes can be compared with sent ones. Pure. */
#ifndef FB_LIB_PATTERN_H
#define FB_LIB_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/** FB_PATTERN_RUN - number of bytes that one call gives */
#define FB_PATTERN_RUN 65536

/**
 * fb_pattern - get the content of a stream from a position on
 * @seed: selects the stream; each seed has other content
 * @pos: position, from 0
 *
 * The content repeats after a prime number of bytes, about a megabyte. So content that is moved by a
 * packet, a page or a multiple of them is noticed.
 *
 * Return: FB_PATTERN_RUN bytes, which stay valid.
 */
const uint8_t *fb_pattern(uint64_t seed, uint64_t pos);

/** fb_pattern_differs - returns the index of the first of @len bytes that differs from the content at @pos, or @len */
size_t fb_pattern_differs(const uint8_t *bytes, size_t len, uint64_t seed, uint64_t pos);

#endif
