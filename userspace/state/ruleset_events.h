/* SPDX-License-Identifier: GPL-2.0 */
/* Listens for flowtables that are deleted, with the process that did it (NFNLGRP_NFTABLES). */
#ifndef FB_STATE_RULESET_EVENTS_H
#define FB_STATE_RULESET_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "lib/error.h"
#include "state/netlink.h"

/**
 * struct fb_ruleset_events - what was heard
 * @socket: netlink socket, closed by fb_listen_close(); NULL if nobody listens
 * @pending: a flowtable was deleted by the change whose end has not come yet
 * @deleted: a flowtable was deleted since the events were opened
 * @pid: process that deleted the last one
 * @name: name of this process
 * @at: when this was read, by the calendar
 */
struct fb_ruleset_events {
	struct mnl_socket *socket;
	bool pending;
	bool deleted;
	uint32_t pid;
	char name[20];
	time_t at;
};

/**
 * fb_ruleset_events_open - listen in the network namespace of the calling thread
 * @e: receives what was heard
 * @error: receives what is wrong
 *
 * Return: 0, also for a kernel without nf_tables, of which nothing is heard; or a negative errno.
 */
int fb_ruleset_events_open(struct fb_ruleset_events *e, struct fb_error *error);

/** fb_ruleset_events_read - take all events that are there; does not wait; Return: 0 or a negative errno */
int fb_ruleset_events_read(struct fb_ruleset_events *e, struct fb_error *error);

/** fb_ruleset_handlers - take messages of the group; their data is a struct fb_ruleset_events */
extern const struct fb_nl_handler fb_ruleset_handlers[];

#endif
