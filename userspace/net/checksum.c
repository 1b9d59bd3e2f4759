// SPDX-License-Identifier: GPL-2.0
#include "net/checksum.h"

uint32_t fb_checksum_add(uint32_t sum, const void *bytes, size_t len)
{
	const uint8_t *p = bytes;
	size_t i;

	/* Fold first: @sum may already be so large that 64 KiB of 0xffff would overflow it. */
	sum = fb_checksum_fold(sum);
	for (i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)p[i] << 8 | p[i + 1];
	if (len & 1)
		sum += (uint32_t)p[len - 1] << 8;
	return sum;
}

uint16_t fb_checksum_fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

uint32_t fb_checksum_pseudo(const struct fb_ip *src, const struct fb_ip *dst, int proto, size_t len)
{
	size_t n = src->version == 6 ? 16 : 4;
	uint32_t sum;

	sum = fb_checksum_add(0, src->addr, n);
	sum = fb_checksum_add(sum, dst->addr, n);
	return sum + (uint32_t)proto + (uint32_t)len;
}
