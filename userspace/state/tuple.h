/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses, protocol and ports of one direction of a connection. Pure: no I/O. */
#ifndef FB_STATE_TUPLE_H
#define FB_STATE_TUPLE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/** union fb_address - an address of IPv4 or IPv6; the rest of an IPv4 address is 0 */
union fb_address {
	struct in_addr v4;
	struct in6_addr v6;
};

/**
 * struct fb_tuple - one direction
 * @family: AF_INET or AF_INET6
 * @proto: IPPROTO_TCP and so on
 * @sport: source port in host order; of ICMP, the identifier
 * @dport: destination port in host order; of ICMP, type << 8 | code
 * @src: source
 * @dst: destination
 *
 * @sport and @dport are 0 for protocols without ports. Padding does not matter.
 */
struct fb_tuple {
	uint8_t family;
	uint8_t proto;
	uint16_t sport;
	uint16_t dport;
	union fb_address src;
	union fb_address dst;
};

/** FB_ADDRESS_TEXT - room for the text of an address */
#define FB_ADDRESS_TEXT 46
/** FB_TUPLE_TEXT - room for the text of a tuple */
#define FB_TUPLE_TEXT 144

/** fb_address_len - returns the bytes of an address of this family: 4 or 16 */
size_t fb_address_len(int family);

/** fb_address_equal - returns true if both addresses of this family are the same */
bool fb_address_equal(int family, const union fb_address *a, const union fb_address *b);

/** fb_address_any - returns true for 0.0.0.0 and :: */
bool fb_address_any(int family, const union fb_address *a);

/** fb_tuple_equal - returns true if both tuples are the same */
bool fb_tuple_equal(const struct fb_tuple *a, const struct fb_tuple *b);

/**
 * fb_tuple_text - write "tcp 10.0.1.2:40000 > 10.0.2.2:80"
 * @t: the tuple; of ICMP: "icmp 10.0.1.2 > 10.0.2.2 type 8 code 0 id 7"
 * @buf: receives the text
 *
 * Return: @buf.
 */
const char *fb_tuple_text(const struct fb_tuple *t, char buf[FB_TUPLE_TEXT]);

#endif
