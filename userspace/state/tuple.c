// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "net/protocol.h"
#include "state/tuple.h"

size_t fb_address_len(int family)
{
	return family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr);
}

bool fb_address_equal(int family, const union fb_address *a, const union fb_address *b)
{
	return !memcmp(a, b, fb_address_len(family));
}

bool fb_address_any(int family, const union fb_address *a)
{
	static const union fb_address any;

	return fb_address_equal(family, a, &any);
}

/* Writes an address. Returns @buf. */
static const char *address_text(int family, const union fb_address *a, char buf[FB_ADDRESS_TEXT])
{
	if (!inet_ntop(family, a, buf, FB_ADDRESS_TEXT))
		strcpy(buf, "?");
	return buf;
}

bool fb_tuple_equal(const struct fb_tuple *a, const struct fb_tuple *b)
{
	return a->family == b->family && a->proto == b->proto && a->sport == b->sport &&
	       a->dport == b->dport && fb_address_equal(a->family, &a->src, &b->src) &&
	       fb_address_equal(a->family, &a->dst, &b->dst);
}

static void end_text(const struct fb_tuple *t, const union fb_address *a, uint16_t port, bool ports,
		     char *buf, size_t size)
{
	bool bracket = ports && t->family == AF_INET6;
	char addr[FB_ADDRESS_TEXT];
	int len;

	address_text(t->family, a, addr);
	len = snprintf(buf, size, "%s%s%s", bracket ? "[" : "", addr, bracket ? "]" : "");
	if (ports)
		snprintf(buf + len, size - (size_t)len, ":%u", port);
}

const char *fb_tuple_text(const struct fb_tuple *t, char buf[FB_TUPLE_TEXT])
{
	bool icmp = t->proto == IPPROTO_ICMP || t->proto == IPPROTO_ICMPV6;
	bool ports = !icmp && (t->sport || t->dport);
	unsigned int type = t->dport >> 8, code = t->dport & 255;
	char name[16], src[FB_ADDRESS_TEXT + 8], dst[FB_ADDRESS_TEXT + 8], tail[40] = "";
	const char *known = fb_protocol_name(t->proto);

	if (known)
		snprintf(name, sizeof(name), "%s", known);
	else
		snprintf(name, sizeof(name), "proto %u", t->proto);
	end_text(t, &t->src, t->sport, ports, src, sizeof(src));
	end_text(t, &t->dst, t->dport, ports, dst, sizeof(dst));
	if (icmp)
		snprintf(tail, sizeof(tail), " type %u code %u id %u", type, code, t->sport);
	snprintf(buf, FB_TUPLE_TEXT, "%s %s > %s%s", name, src, dst, tail);
	return buf;
}
