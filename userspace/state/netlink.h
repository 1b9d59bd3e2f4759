/* SPDX-License-Identifier: GPL-2.0 */
/* Asks the kernel by netlink, in the network namespace of the calling thread. */
#ifndef FB_STATE_NETLINK_H
#define FB_STATE_NETLINK_H

#include <libmnl/libmnl.h>

#include "lib/error.h"

/** FB_NL_SIZE - bytes of a buffer for one request */
#define FB_NL_SIZE 1024

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
 * @each: called for each message of the answer; returns MNL_CB_OK, or MNL_CB_ERROR with errno set
 * @data: handed to @each
 * @refused: receives the kernel's error, as a negative errno, or 0; NULL: it is an error of this call
 * @error: receives what is wrong; @what is put in front
 * @what: what is read, for messages: "devices"
 *
 * A dump that says that its objects changed meanwhile ends with -EINTR; @each has had its messages then.
 *
 * Return: 0 or a negative errno.
 */
int fb_nl_ask(int bus, struct nlmsghdr *req, mnl_cb_t each, void *data, int *refused,
	      const char *what, struct fb_error *error);

/**
 * fb_nl_dump - like fb_nl_ask() for a dump that is repeated once if its objects change meanwhile
 * @reset: forgets what @each has kept; called before each attempt
 *
 * Return: 0; -EAGAIN if the objects changed during both attempts; or another negative errno.
 */
int fb_nl_dump(int bus, struct nlmsghdr *req, mnl_cb_t each, void (*reset)(void *data), void *data,
	       const char *what, struct fb_error *error);

#endif
