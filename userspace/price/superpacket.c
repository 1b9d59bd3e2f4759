// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "price/superpacket.h"
#include "flowbench_uapi.h"

#define ETHERNET 14
#define VLAN_TAG 4

static unsigned long ip_header(const struct fb_bench_path *path)
{
	return fb_bench_path_has(path, "family=6") ? 40 : 20;
}

/* Bytes in front of the payload. */
static unsigned long headers(const struct fb_bench_path *path, const char *proto)
{
	return ETHERNET + ip_header(path) + (strcmp(proto, "tcp") ? 8 : 20) +
	       (fb_bench_path_has(path, "vlan=") ? VLAN_TAG : 0);
}

int fb_superpacket_words(const struct fb_bench_path *path, unsigned long segments,
			 unsigned long size, char *words, size_t len, struct fb_error *error)
{
	const char *proto = fb_bench_path_has(path, "proto=udp") ? "udp" : "tcp";
	unsigned long front, payload;

	*words = '\0';
	if (segments < 2) {
		if (size)
			snprintf(words, len, "size=%lu", size);
		return 0;
	}
	front = headers(path, proto);
	payload = size > front ? (size - front + segments - 1) / segments : 0;
	if (!size) {
		payload = FB_SEGMENT_BYTES - ip_header(path) - (strcmp(proto, "tcp") ? 8 : 20);
		size = front + segments * payload;
	}
	if (size > FB_SIZE_GSO_MAX)
		return fb_error(error, -ERANGE, "%lu segments of %lu bytes are more than %d bytes",
				segments, payload, FB_SIZE_GSO_MAX);
	if (payload < FB_GSO_MIN || payload > FB_GSO_MAX)
		return fb_error(
			error, -ERANGE,
			"%lu segments in %lu bytes: a segment has to have %d to %d bytes of payload",
			segments, size, FB_GSO_MIN, FB_GSO_MAX);
	snprintf(words, len, "proto=%s gso=%lu size=%lu layout=frags", proto, payload, size);
	return 0;
}
