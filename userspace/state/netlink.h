/* SPDX-License-Identifier: GPL-2.0 */
/* Asks the kernel by netlink and listens to its events, in the calling thread's network namespace. */
#ifndef FB_STATE_NETLINK_H
#define FB_STATE_NETLINK_H

#include <libmnl/libmnl.h>
#include <stdbool.h>

#include "lib/error.h"

/** FB_NL_SIZE - bytes of a buffer for one request */
#define FB_NL_SIZE 1024

/**
 * struct fb_nl_handler - what is done with messages of one type; a table ends with an empty one
 * @type: RTM_NEWLINK and so on
 * @take: takes a message; returns 0, a negative errno, or a positive number that ends an answer
 */
struct fb_nl_handler {
	uint16_t type;
	int (*take)(const struct nlmsghdr *nlh, void *data);
};

/** fb_nl_message - call the handler of a message (pure); Return: its result, or 0 without one */
int fb_nl_message(const struct fb_nl_handler *handlers, const struct nlmsghdr *nlh, void *data);

/**
 * fb_nl_begin - begin a request
 * @buf: FB_NL_SIZE bytes, aligned for struct nlmsghdr; the caller appends the family's header and attributes
 * @type: RTM_GETLINK and so on
 * @flags: NLM_F_DUMP for a dump, else 0
 *
 * Return: its header.
 */
struct nlmsghdr *fb_nl_begin(void *buf, uint16_t type, uint16_t flags);

/**
 * fb_nl_ask - send a request, and read all of the answer
 * @bus: NETLINK_ROUTE and so on
 * @req: the request
 * @handlers: of the messages of the answer; other messages are skipped
 * @data: handed to the handlers
 * @refused: receives the kernel's error, as a negative errno, or 0; NULL: it is an error of this call
 * @error: receives what is wrong; @what is put in front
 * @what: what is read, for messages: "devices"
 *
 * A dump that says that its objects changed meanwhile ends with -EINTR;
 * the handlers have had its messages then.
 *
 * Return: 0 or a negative errno.
 */
int fb_nl_ask(int bus, struct nlmsghdr *req, const struct fb_nl_handler *handlers, void *data,
	      int *refused, const char *what, struct fb_error *error);

/**
 * fb_nl_dump - like fb_nl_ask() for a dump that is repeated once if its objects change meanwhile
 * @reset: forgets what the handlers have kept; called before each attempt
 *
 * Return: 0; -EAGAIN if the objects changed during both attempts; or another negative errno.
 */
int fb_nl_dump(int bus, struct nlmsghdr *req, const struct fb_nl_handler *handlers,
	       void (*reset)(void *data), void *data, const char *what, struct fb_error *error);

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
 * @handlers: of the messages; one that its handler refuses is skipped
 * @data: handed to the handlers
 * @lost: set to true if messages did not fit into the socket's buffer; may be NULL
 * @what: as for fb_listen_open()
 * @error: receives what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_listen_read(struct mnl_socket *socket, const struct fb_nl_handler *handlers, void *data,
		   bool *lost, const char *what, struct fb_error *error);

/** fb_listen_close - listen no more; @socket becomes NULL */
void fb_listen_close(struct mnl_socket **socket);

#endif
