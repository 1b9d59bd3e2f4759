/* SPDX-License-Identifier: GPL-2.0 */
/* Content that says where it belongs: what arrives can be compared with what was sent. Pure. */
#ifndef FB_LIB_PATTERN_H
#define FB_LIB_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/** FB_PATTERN_RUN - this many bytes can be taken at once */
#define FB_PATTERN_RUN 65536

/**
 * fb_pattern - the content of a stream from a position on
 * @seed: which stream: another seed, other content
 * @pos: position, from 0
 *
 * It repeats after a prime number of bytes, about a megabyte: what is moved by a packet, a page or
 * any multiple of them is noticed.
 *
 * Return: FB_PATTERN_RUN bytes, which stay.
 */
const uint8_t *fb_pattern(uint64_t seed, uint64_t pos);

/** fb_pattern_differs - the first of @len bytes that is not what belongs to @pos, or @len */
size_t fb_pattern_differs(const uint8_t *bytes, size_t len, uint64_t seed, uint64_t pos);

#endif
