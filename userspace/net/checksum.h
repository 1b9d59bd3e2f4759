/* SPDX-License-Identifier: GPL-2.0 */
/* The Internet checksum (RFC 1071). Pure. */
#ifndef FB_NET_CHECKSUM_H
#define FB_NET_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#include "net/frame.h"

/** fb_checksum_add - adds @len bytes to @sum; @len must be even in all pieces but the last */
uint32_t fb_checksum_add(uint32_t sum, const void *bytes, size_t len);

/** fb_checksum_fold - returns @sum with its carries added, not complemented */
uint16_t fb_checksum_fold(uint32_t sum);

/** fb_checksum_pseudo - returns the sum of the pseudo-header of either family */
uint32_t fb_checksum_pseudo(const struct fb_ip *src, const struct fb_ip *dst, int proto,
			    size_t len);

#endif
