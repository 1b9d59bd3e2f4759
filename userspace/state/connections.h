/* SPDX-License-Identifier: GPL-2.0 */
/* Reads entries of connection tracking, one after the other (ctnetlink). */
#ifndef FB_STATE_CONNECTIONS_H
#define FB_STATE_CONNECTIONS_H

#include <linux/netlink.h>

#include "lib/error.h"
#include "state/tuple.h"

/** enum fb_ct_status - bits of fb_connection.status, as the kernel numbers them (IPS_…) */
enum fb_ct_status {
	FB_CT_EXPECTED = 1 << 0,
	FB_CT_SEEN_REPLY = 1 << 1,
	FB_CT_ASSURED = 1 << 2,
	FB_CT_CONFIRMED = 1 << 3,
	FB_CT_SRC_NAT = 1 << 4,
	FB_CT_DST_NAT = 1 << 5,
	FB_CT_SEQ_ADJUST = 1 << 6,
	FB_CT_SRC_NAT_DONE = 1 << 7,
	FB_CT_DST_NAT_DONE = 1 << 8,
	FB_CT_DYING = 1 << 9,
	FB_CT_FIXED_TIMEOUT = 1 << 10,
	FB_CT_TEMPLATE = 1 << 11,
	FB_CT_NAT_CLASH = 1 << 12,
	/* The rules gave the connection its helper. A helper that the kernel chose by itself has no bit. */
	FB_CT_HELPER = 1 << 13,
	FB_CT_OFFLOAD = 1 << 14,
	FB_CT_HW_OFFLOAD = 1 << 15,
};

/** enum fb_ct_dir - indices of fb_connection.tuple */
enum fb_ct_dir {
	FB_CT_ORIGINAL,
	FB_CT_REPLY,
	FB_CT_DIRS,
};

/** FB_CT_HELPER_NAME - room for the name of a helper */
#define FB_CT_HELPER_NAME 32
/** FB_CT_STATUS_TEXT - room for the text of a status */
#define FB_CT_STATUS_TEXT 192

/**
 * struct fb_connection - one entry
 * @tuple: both directions, as packets arrive
 * @zone: zone of each direction; 0: the default
 * @status: enum fb_ct_status
 * @mark: its mark
 * @id: the kernel's number of the entry
 * @timeout: seconds until it is forgotten, if @has_timeout
 * @has_timeout: false if the kernel does not say, as for an entry in a flowtable
 * @has_tcp: false if the kernel does not say the TCP state, likewise
 * @tcp: state of TCP; see fb_ct_tcp_name()
 * @counted: true if the kernel counts packets (net.netfilter.nf_conntrack_acct)
 * @packets: packets of each direction, if @counted
 * @helper: name of its helper, or empty
 */
struct fb_connection {
	struct fb_tuple tuple[FB_CT_DIRS];
	uint16_t zone[FB_CT_DIRS];
	uint32_t status;
	uint32_t mark;
	uint32_t id;
	uint32_t timeout;
	bool has_timeout;
	bool has_tcp;
	uint8_t tcp;
	bool counted;
	uint64_t packets[FB_CT_DIRS];
	char helper[FB_CT_HELPER_NAME];
};

/**
 * fb_connection_fn - called for each connection
 * @c: the connection, valid during the call
 * @data: of fb_connections_each()
 *
 * Return: 0, or a negative errno that ends the reading.
 */
typedef int fb_connection_fn(const struct fb_connection *c, void *data);

/**
 * fb_connections_each - read all connections of the calling thread's network namespace
 * @each: called for each
 * @data: handed to @each
 * @error: receives what is wrong
 *
 * Takes the same memory for any number. A connection that begins or ends meanwhile may be missing. If connection
 * tracking is not loaded, there are none, and it is not loaded for this.
 *
 * Return: 0, what @each returned, or another negative errno.
 */
int fb_connections_each(fb_connection_fn *each, void *data, struct fb_error *error);

/**
 * fb_connection_find - read one connection
 * @tuple: either direction of it; may be one of @c
 * @zone: its zone; 0: the default
 * @c: receives it
 * @error: receives what is wrong
 *
 * Return: 0; -ENOENT without a text if there is no such connection; or another negative errno.
 */
int fb_connection_find(const struct fb_tuple *tuple, uint16_t zone, struct fb_connection *c,
		       struct fb_error *error);

/**
 * fb_connection_message - read one message IPCTNL_MSG_CT_NEW; pure
 * @nlh: the message, all of which is in memory
 * @c: receives the connection
 *
 * Return: 0; -EINVAL for a message without both tuples; -ENOMEM.
 */
int fb_connection_message(const struct nlmsghdr *nlh, struct fb_connection *c);

/** fb_ct_status_text - write the names of the bits: "SEEN_REPLY ASSURED CONFIRMED"; Return: @buf */
const char *fb_ct_status_text(uint32_t status, char buf[FB_CT_STATUS_TEXT]);

/** fb_ct_tcp_name - returns the name of a TCP state of connection tracking: "ESTABLISHED", or "?" */
const char *fb_ct_tcp_name(uint8_t state);

#endif
