/* SPDX-License-Identifier: GPL-2.0 */
/* Asks the state of a network namespace about packets: what struct fb_packet_state holds. */
#ifndef FB_WHY_PACKET_STATE_H
#define FB_WHY_PACKET_STATE_H

#include "why/kernel_events.h"
#include "why/judge.h"
#include "state/gateway_read.h"
#include "state/tuple.h"

/**
 * fb_facts_of_rules - what the ruleset says, whichever packet it is
 * @state: the state of its network namespace
 * @facts: receives it; all else is 0
 */
void fb_facts_of_rules(const struct fb_state *state, struct fb_packet_state *facts);

/**
 * fb_facts_read - what the state says about a packet
 * @state: the state of its network namespace
 * @common: of fb_facts_of_rules()
 * @heard: what the kernel told meanwhile
 * @sample: the packet
 * @facts: receives it
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_facts_read(const struct fb_state *state, const struct fb_packet_state *common,
		  const struct fb_kernel_events *heard, const struct fb_why_sample *sample,
		  struct fb_packet_state *facts, struct fb_error *error);

/** fb_facts_has_flowtable - returns true if the device, or one below it, is in a flowtable for this address family */
bool fb_facts_has_flowtable(const struct fb_state *state, uint32_t ifindex, int af);

/**
 * fb_tuple_read - read what an event says of a packet
 * @text: "10.0.1.2:4000>10.0.2.2:5000", "[fd00:1::2]:4000>[fd00:2::2]:5000", or addresses without ports
 * @proto: name or number of the protocol
 * @tuple: receives it
 *
 * Return: 0 or -EINVAL. Pure.
 */
int fb_tuple_read(const char *text, const char *proto, struct fb_tuple *tuple);

#endif
