/* SPDX-License-Identifier: GPL-2.0 */
/* Answers for each connection why it is not offloaded, from the state alone: the module is not needed. */
#ifndef FB_WHY_FROM_CONNTRACK_H
#define FB_WHY_FROM_CONNTRACK_H

#include "state/connections.h"
#include "state/gateway_read.h"
#include "why/summary.h"

/**
 * struct fb_why_ends - where the two directions of a connection come in
 * @known: both routes are known
 * @device: name of each device: that of the original direction, and that of the replies
 * @listed: each of them, or one below it, is in a flowtable for this address family
 */
struct fb_why_ends {
	bool known;
	char device[FB_CT_DIRS][16];
	bool listed[FB_CT_DIRS];
};

/**
 * fb_why_from_conntrack - answer for all connections of the calling thread's network namespace
 * @state: its state
 * @s: receives the answers; packets are not counted. The caller calls fb_why_summary_free(), also after an error
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_why_from_conntrack(const struct fb_state *state, struct fb_why_summary *s,
			  struct fb_error *error);

#endif
