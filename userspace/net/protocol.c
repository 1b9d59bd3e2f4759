// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "lib/words.h"
#include "net/protocol.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* @prints: conntrack(8) prints this name. Others are read only: "icmp6" is what the module says. */
static const struct {
	const char *name;
	uint8_t number;
	bool prints;
} protocols[] = {
	{ "tcp", IPPROTO_TCP, true },	    { "udp", IPPROTO_UDP, true },
	{ "icmp", IPPROTO_ICMP, true },	    { "icmpv6", IPPROTO_ICMPV6, true },
	{ "sctp", IPPROTO_SCTP, true },	    { "gre", IPPROTO_GRE, true },
	{ "esp", IPPROTO_ESP, true },	    { "udplite", IPPROTO_UDPLITE, true },
	{ "icmp6", IPPROTO_ICMPV6, false }, { "ipip", IPPROTO_IPIP, false },
};

const char *fb_protocol_name(uint8_t number)
{
	size_t i;

	for (i = 0; i < SIZE(protocols); i++)
		if (protocols[i].number == number && protocols[i].prints)
			return protocols[i].name;
	return NULL;
}

int fb_protocol_parse(const char *text, uint8_t *number)
{
	uint64_t value;
	size_t i;

	for (i = 0; i < SIZE(protocols); i++) {
		if (strcmp(protocols[i].name, text))
			continue;
		*number = protocols[i].number;
		return 0;
	}
	if (fb_number(text, 0, 255, &value))
		return -EINVAL;
	*number = (uint8_t)value;
	return 0;
}
