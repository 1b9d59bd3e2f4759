/* SPDX-License-Identifier: GPL-2.0 */
/* Names of the protocols in IP. Pure. */
#ifndef FB_NET_PROTOCOL_H
#define FB_NET_PROTOCOL_H

#include <stdint.h>

/** fb_protocol_name - returns conntrack(8)'s name of a protocol, or NULL if it has none */
const char *fb_protocol_name(uint8_t number);

/**
 * fb_protocol_parse - read a protocol
 * @text: its name or number; "icmp" is that of IPv4
 * @number: receives the number
 *
 * Return: 0 or -EINVAL.
 */
int fb_protocol_parse(const char *text, uint8_t *number);

#endif
