/* SPDX-License-Identifier: GPL-2.0 */
/* Listens to what the kernel tells by itself over netlink. */
#ifndef FB_STATE_LISTEN_H
#define FB_STATE_LISTEN_H

#include <libmnl/libmnl.h>
#include <stdbool.h>

#include "lib/error.h"

/**
 * fb_listen_open - listen to a group in the network namespace of the calling thread
 * @socket: receives the socket; NULL after an error
 * @bus: NETLINK_ROUTE and so on
 * @group: RTNLGRP_LINK and so on
 * @what: what is told, for a message
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_listen_open(struct mnl_socket **socket, int bus, int group, const char *what,
		   struct fb_error *error);

/**
 * fb_listen_read - take all messages that are there; does not wait
 * @socket: the socket; NULL has no messages
 * @each: called for each
 * @data: handed to @each
 * @lost: set to true if messages did not fit into the socket's buffer; may be NULL
 * @what: as for fb_listen_open()
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_listen_read(struct mnl_socket *socket, mnl_cb_t each, void *data, bool *lost,
		   const char *what, struct fb_error *error);

/** fb_listen_close - listen no more; @socket becomes NULL */
void fb_listen_close(struct mnl_socket **socket);

#endif
