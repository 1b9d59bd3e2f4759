// SPDX-License-Identifier: GPL-2.0
/* Parses the values of a frame's keys. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/frame.h"
#include "net/protocol.h"

int fb_ip_parse(const char *text, struct fb_ip *ip)
{
	memset(ip, 0, sizeof(*ip));
	if (inet_pton(AF_INET, text, ip->addr) == 1)
		ip->version = 4;
	else if (inet_pton(AF_INET6, text, ip->addr) == 1)
		ip->version = 6;
	return ip->version ? 0 : -EINVAL;
}

int fb_mac_parse(const char *text, uint8_t mac[6])
{
	unsigned int b[6], i;
	int end = 0;

	if (sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%n", &b[0], &b[1], &b[2], &b[3], &b[4], &b[5],
		   &end) != 6 ||
	    text[end] || end != 17)
		return -EINVAL;
	for (i = 0; i < 6; i++)
		mac[i] = (uint8_t)b[i];
	return 0;
}

int fb_vlans_parse(const char *text, uint16_t vlan[FB_VLANS_MAX], unsigned int *nr)
{
	char one[8];
	uint64_t id;

	*nr = 0;
	for (;;) {
		size_t len = strcspn(text, ",");

		if (*nr == FB_VLANS_MAX || len >= sizeof(one))
			return -EINVAL;
		memcpy(one, text, len);
		one[len] = '\0';
		if (fb_number(one, 0, 4095, &id))
			return -EINVAL;
		vlan[(*nr)++] = (uint16_t)id;
		if (!text[len])
			return 0;
		text += len + 1;
	}
}

int fb_flags_parse(const char *text, uint32_t *flags)
{
	*flags = 0;
	if (!strcmp(text, "none"))
		return 0;
	if (!*text)
		return -EINVAL;
	for (; *text; text++) {
		const char *at = strchr(FB_TCP_FLAGS, *text);

		if (!at)
			return -EINVAL;
		*flags |= 1U << (at - FB_TCP_FLAGS);
	}
	return 0;
}

int fb_proto_parse(const char *text, uint32_t version, int *proto)
{
	uint8_t number;

	if (version == 6 && !strcmp(text, "icmp"))
		text = "icmpv6";
	if (fb_protocol_parse(text, &number))
		return -EINVAL;
	*proto = number;
	return 0;
}
