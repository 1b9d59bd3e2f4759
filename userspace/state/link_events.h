/* SPDX-License-Identifier: GPL-2.0 */
/* Listens for devices that go down or away (RTNLGRP_LINK). */
#ifndef FB_STATE_LINK_EVENTS_H
#define FB_STATE_LINK_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "lib/error.h"
#include "state/netlink.h"

/** FB_LINK_SECONDS - for so long a flow may have ended because its device went down */
#define FB_LINK_SECONDS 60

/** FB_LINK_EVENTS - devices that are remembered; the oldest is forgotten */
#define FB_LINK_EVENTS 256

/**
 * struct fb_link_events - what was heard
 * @socket: netlink socket, closed by fb_listen_close(); NULL if nobody listens
 * @down: numbers of devices that went down or away, a ring
 * @at: when this was read, CLOCK_MONOTONIC in seconds
 * @nr: how many ever were put there
 */
struct fb_link_events {
	struct mnl_socket *socket;
	uint32_t down[FB_LINK_EVENTS];
	time_t at[FB_LINK_EVENTS];
	unsigned int nr;
};

/** fb_link_events_open - listen in the network namespace of the calling thread; Return: 0 or a negative errno */
int fb_link_events_open(struct fb_link_events *e, struct fb_error *error);

/** fb_link_events_read - take all events that are there; does not wait; Return: 0 or a negative errno */
int fb_link_events_read(struct fb_link_events *e, struct fb_error *error);

/** fb_link_handlers - take messages of the group; their data is a struct fb_link_events */
extern const struct fb_nl_handler fb_link_handlers[];

/** fb_link_went_down - returns true if this device (0: any) went down or away within the last FB_LINK_SECONDS */
bool fb_link_went_down(const struct fb_link_events *e, uint32_t ifindex);

#endif
