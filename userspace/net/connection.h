/* SPDX-License-Identifier: GPL-2.0 */
/* Real connections between two network namespaces, whose content is compared as it arrives. */
#ifndef FB_NET_CONNECTION_H
#define FB_NET_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/now.h"
#include "lib/error.h"
#include "lib/words.h"

/** enum fb_end - an end of a connection, and the direction that begins there */
enum fb_end { FB_CLIENT, FB_SERVER };

/**
 * struct fb_conn - a connection
 * @udp: UDP, else TCP
 * @fd: its sockets, by end; -1 once one is closed
 * @err: the last error of each end, an errno
 * @seed: seed of its content
 * @sent: bytes (TCP) or datagrams (UDP) sent so far, by the sending end
 * @got: TCP: bytes of @sent that arrived
 * @peer: UDP: sender of the last datagram at the server; family 0 before the first one
 */
struct fb_conn {
	bool udp;
	int fd[2];
	int err[2];
	uint64_t seed;
	uint64_t sent[2];
	uint64_t got[2];
	union fb_sockaddr peer;
};

/**
 * struct fb_conn_to - the ends of a connection to be opened
 * @client: namespace
 * @server: namespace
 * @from: address that the client is bound to, if @bound
 * @bound: whether the client is bound
 * @to: address that the client connects to
 * @listen: address that the server listens on
 * @mss: TCP_MAXSEG of the client, 0 for the default
 * @timeout_ms: limit for establishing it
 */
struct fb_conn_to {
	char client[64];
	char server[64];
	union fb_sockaddr from;
	bool bound;
	union fb_sockaddr to;
	union fb_sockaddr listen;
	uint64_t mss;
	uint64_t timeout_ms;
};

/**
 * struct fb_datagrams - counts of datagrams
 * @sent: datagrams that the kernel accepted
 * @got: arrived unchanged
 * @bad: arrived twice or changed
 * @late: arrived, but sent by an earlier call
 * @errors: ICMP errors and similar errors of the sockets
 */
struct fb_datagrams {
	uint64_t sent;
	uint64_t got;
	uint64_t bad;
	uint64_t late;
	uint64_t errors;
};

/**
 * struct fb_segments - TCP segments with data, in one direction, since the connection was opened
 * @sent: segments that were sent, also again
 * @resent: segments that were sent again
 * @got: segments that arrived
 *
 * A superpacket counts as its segments (tcpi_data_segs_out and tcpi_data_segs_in, RFC 4898).
 */
struct fb_segments {
	uint64_t sent;
	uint64_t resent;
	uint64_t got;
};

/** FB_DATAGRAM_MIN - room for a datagram's number */
#define FB_DATAGRAM_MIN 8
/** FB_DATAGRAM_MAX - most bytes after an IPv4 and a UDP header */
#define FB_DATAGRAM_MAX 65507
/** FB_GSO_MAX - most datagrams in one superpacket (UDP_MAX_SEGMENTS of Linux up to 6.8) */
#define FB_GSO_MAX 64

/**
 * fb_conn_tcp - connect, and accept
 * @c: receives the connection; fb_conn_drop() it after success
 * @to: where to
 * @error: receives what went wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_conn_tcp(struct fb_conn *c, const struct fb_conn_to *to, struct fb_error *error);

/** fb_conn_udp - likewise for UDP; sends nothing yet */
int fb_conn_udp(struct fb_conn *c, const struct fb_conn_to *to, struct fb_error *error);

/**
 * fb_conn_stream - send bytes, receive and compare them at the other end
 * @c: a TCP connection
 * @from: the sending end
 * @bytes: how many
 * @timeout_ms: limit for the whole call
 * @error: receives what went wrong
 *
 * Bytes of an earlier call that have not arrived yet must arrive now, too. Returns when all bytes are
 * acknowledged, or a second after the last one arrived.
 *
 * Return: 0 or a negative errno.
 */
int fb_conn_stream(struct fb_conn *c, enum fb_end from, uint64_t bytes, uint64_t timeout_ms,
		   struct fb_error *error);

/**
 * fb_conn_datagrams - send datagrams, receive and compare them at the other end
 * @c: a UDP connection
 * @from: the sending end
 * @count: how many
 * @size: bytes of each
 * @gso: that many are one superpacket (UDP_SEGMENT), at most FB_GSO_MAX and FB_DATAGRAM_MAX bytes; 1: none are
 * @wait_ms: datagrams that have not arrived this long after the last arrival count as lost
 * @d: receives the counts
 * @error: receives what went wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_conn_datagrams(struct fb_conn *c, enum fb_end from, unsigned int count, size_t size,
		      unsigned int gso, uint64_t wait_ms, struct fb_datagrams *d,
		      struct fb_error *error);

/** fb_conn_segments - read the segments of the direction from @from; Return: 0 or a negative errno */
int fb_conn_segments(const struct fb_conn *c, enum fb_end from, struct fb_segments *s);

/** fb_conn_close - ends the sending of @end; Return: 0 when the other end has read the end, or a negative errno */
int fb_conn_close(struct fb_conn *c, enum fb_end end, uint64_t timeout_ms, struct fb_error *error);

/** fb_conn_reset - closes @end with a RST; Return: 0 or a negative errno */
int fb_conn_reset(struct fb_conn *c, enum fb_end end, struct fb_error *error);

/**
 * fb_conn_state - read an end's state from the kernel
 * @c: a connection
 * @end: which
 * @error: receives the last error of this socket, as an errno, or 0
 *
 * Return: the state's name; CLOSED for one that is closed, OPEN for UDP.
 */
const char *fb_conn_state(struct fb_conn *c, enum fb_end end, int *error);

/** fb_conn_drop - closes both ends */
void fb_conn_drop(struct fb_conn *c);

/** fb_conn_failed - stores an end's error and describes it in @error; Return: @err, negative */
int fb_conn_failed(struct fb_conn *c, enum fb_end end, const char *what, int err,
		   struct fb_error *error);

/** fb_poll_until - calls poll(2) until @deadline_ms at most; Return: > 0, -ETIMEDOUT or another negative errno */
struct pollfd;
int fb_poll_until(struct pollfd *pfd, unsigned int nr, uint64_t deadline_ms);

#endif
