/* SPDX-License-Identifier: GPL-2.0 */
/* The way of each direction of a connection through this machine, by the state. */
#ifndef FB_WHY_DIRECTIONS_H
#define FB_WHY_DIRECTIONS_H

#include "state/connections.h"
#include "state/gateway_read.h"

/**
 * struct fb_way - one direction
 * @in: device that its packets come in by, "" if there is no route back to their source
 * @in_listed: a flowtable for this family has the device, or one below it
 * @out: device that they leave by, "" if there is no route or they are for this machine
 * @mtu: of the route
 * @policy: IPsec policy that they meet on the way out; NULL: none. Belongs to the state.
 */
struct fb_way {
	char in[16];
	bool in_listed;
	char out[16];
	uint32_t mtu;
	const struct fb_policy *policy;
};

/**
 * fb_ways_read - find the ways of a connection
 * @state: of the calling thread's network namespace
 * @c: the connection
 * @way: receives the way of each direction
 * @error: receives what is wrong
 *
 * Asks the kernel for routes, with the mark of the connection.
 *
 * Return: 0 or a negative errno.
 */
int fb_ways_read(const struct fb_state *state, const struct fb_connection *c,
		 struct fb_way way[FB_CT_DIRS], struct fb_error *error);

#endif
