// SPDX-License-Identifier: GPL-2.0
/* Sends and receives numbered datagrams. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/pattern.h"
#include "net/connection.h"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

/* At most this many datagrams are on their way: a NIC's ring and a device's queue hold a few hundred. */
#define WINDOW 64
/* After this time without an arrival, the rest of the window counts as lost. */
#define WINDOW_MS 20

struct datagrams {
	struct fb_conn *c;
	enum fb_end from;
	uint64_t first;
	unsigned int count;
	size_t size;
	unsigned int gso;
	uint8_t *seen;
	struct fb_datagrams *d;
};

static uint64_t content(const struct datagrams *g, uint64_t number)
{
	return (2 * g->c->seed + g->from) << 32 ^ number;
}

static void make(const struct datagrams *g, uint64_t number, uint8_t *bytes)
{
	uint32_t head[2] = { htonl((uint32_t)(2 * g->c->seed + g->from)), htonl((uint32_t)number) };

	memcpy(bytes, head, sizeof(head));
	memcpy(bytes + sizeof(head), fb_pattern(content(g, number), 0), g->size - sizeof(head));
}

static bool is_error_of_another(int err)
{
	return err == ECONNREFUSED || err == EHOSTUNREACH || err == ENETUNREACH || err == EPROTO ||
	       err == EACCES || err == ENOPROTOOPT || err == EOPNOTSUPP || err == EHOSTDOWN;
}

/* Asks the kernel to send each @size bytes of the message as a datagram of its own. */
static void ask_segments(struct msghdr *msg, size_t size)
{
	struct cmsghdr *cmsg = CMSG_FIRSTHDR(msg);
	uint16_t value = (uint16_t)size;

	cmsg->cmsg_level = IPPROTO_UDP;
	cmsg->cmsg_type = UDP_SEGMENT;
	cmsg->cmsg_len = CMSG_LEN(sizeof(value));
	memcpy(CMSG_DATA(cmsg), &value, sizeof(value));
}

/* Sends @nr datagrams by one call, as one superpacket if there are several. */
static int send_some(struct datagrams *g, uint8_t *bytes, unsigned int nr, struct fb_error *error)
{
	struct pollfd pfd = { .fd = g->c->fd[g->from], .events = POLLOUT };
	union {
		struct cmsghdr align;
		char space[CMSG_SPACE(sizeof(uint16_t))];
	} control = { 0 };
	struct iovec iov = { .iov_base = bytes, .iov_len = nr * g->size };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	unsigned int tries;

	if (g->from == FB_SERVER) {
		msg.msg_name = &g->c->peer;
		msg.msg_namelen = fb_sockaddr_len(&g->c->peer);
	}
	if (nr > 1) {
		msg.msg_control = &control;
		msg.msg_controllen = sizeof(control);
		ask_segments(&msg, g->size);
	}
	for (tries = 0; tries < 4; tries++) {
		if (sendmsg(pfd.fd, &msg, MSG_NOSIGNAL) == (ssize_t)iov.iov_len) {
			g->d->sent += nr;
			return 0;
		}
		if (errno == EAGAIN) {
			fb_poll_until(&pfd, 1, fb_now_ms() + WINDOW_MS);
			continue;
		}
		/* A call reports an earlier datagram's error once. It has sent nothing then. */
		if (!is_error_of_another(errno))
			return fb_conn_failed(g->c, g->from, "send", -errno, error);
		g->c->err[g->from] = errno;
		g->d->errors++;
	}
	return 0;
}

static void judge_datagram(struct datagrams *g, const uint8_t *bytes, size_t len)
{
	uint32_t head[2];
	uint64_t number;

	if (len < sizeof(head)) {
		g->d->bad++;
		return;
	}
	memcpy(head, bytes, sizeof(head));
	number = ntohl(head[1]);
	if (ntohl(head[0]) != (uint32_t)(2 * g->c->seed + g->from) ||
	    number >= g->first + g->count ||
	    fb_pattern_differs(bytes + sizeof(head), len - sizeof(head), content(g, number), 0) !=
		    len - sizeof(head))
		g->d->bad++;
	else if (number < g->first)
		g->d->late++;
	else if (len != g->size || g->seen[number - g->first])
		g->d->bad++;
	else
		g->d->got += g->seen[number - g->first] = 1;
}

/* Receives the datagrams that have arrived. */
static int receive(struct datagrams *g, struct fb_error *error)
{
	static uint8_t bytes[65536];
	enum fb_end at = !g->from;

	for (;;) {
		union fb_sockaddr peer;
		socklen_t len = sizeof(peer);
		ssize_t n = recvfrom(g->c->fd[at], bytes, sizeof(bytes), 0, &peer.sa, &len);

		if (n < 0 && errno == EAGAIN)
			return 0;
		if (n < 0 && is_error_of_another(errno)) {
			g->c->err[at] = errno;
			g->d->errors++;
			continue;
		}
		if (n < 0)
			return fb_conn_failed(g->c, at, "receive", -errno, error);
		if (at == FB_SERVER)
			g->c->peer = peer;
		judge_datagram(g, bytes, (size_t)n);
	}
}

/* Receives until @nr have arrived, or none for @ms. */
static int wait_for(struct datagrams *g, uint64_t nr, uint64_t ms, struct fb_error *error)
{
	struct pollfd pfd = { .fd = g->c->fd[!g->from], .events = POLLIN };
	int ret = receive(g, error);

	while (!ret && g->d->got < nr) {
		ret = fb_poll_until(&pfd, 1, fb_now_ms() + ms);
		if (ret == -ETIMEDOUT)
			return 1;
		if (ret < 0)
			return fb_conn_failed(g->c, !g->from, "poll", ret, error);
		ret = receive(g, error);
	}
	return ret;
}

static int send_all(struct datagrams *g, struct fb_error *error)
{
	static uint8_t bytes[FB_DATAGRAM_MAX];
	uint64_t lost = 0;
	unsigned int i, k, nr;
	int ret = 0;

	for (i = 0; !ret && i < g->count; i += nr) {
		nr = g->count - i < g->gso ? g->count - i : g->gso;
		for (k = 0; k < nr; k++)
			make(g, g->first + i + k, bytes + k * g->size);
		ret = send_some(g, bytes, nr, error);
		if (!ret)
			ret = receive(g, error);
		if (ret || g->d->sent - g->d->got - lost < WINDOW)
			continue;
		ret = wait_for(g, g->d->sent - lost - WINDOW / 2, WINDOW_MS, error);
		if (ret > 0) {
			lost = g->d->sent - g->d->got;
			ret = 0;
		}
	}
	return ret;
}

int fb_conn_datagrams(struct fb_conn *c, enum fb_end from, unsigned int count, size_t size,
		      unsigned int gso, uint64_t wait_ms, struct fb_datagrams *d,
		      struct fb_error *error)
{
	struct datagrams g = {
		.c = c, .from = from, .count = count, .size = size, .gso = gso, .d = d
	};
	int ret;

	memset(d, 0, sizeof(*d));
	if (from == FB_SERVER && !c->peer.sa.sa_family)
		return fb_error(error, -ENOTCONN, "server: has heard from nobody yet");
	g.first = c->sent[from];
	g.seen = calloc(count ? count : 1, 1);
	if (!g.seen)
		return fb_error(error, -ENOMEM, "out of memory");
	ret = send_all(&g, error);
	if (!ret)
		ret = wait_for(&g, d->sent, wait_ms, error);
	c->sent[from] += count;
	free(g.seen);
	return ret > 0 ? 0 : ret;
}
