// SPDX-License-Identifier: GPL-2.0
/* Sends one datagram, or several in one send, from a connected socket. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "system/lab.h"
#include "traffic/packet_tap.h"
#include "traffic/settings.h"
#include "traffic/program_udp.h"

#define CLIENT_PORT  40000
#define SIZE_MAX_UDP 65507

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

struct udp_send {
	char client[64];
	char server[64];
	char from[INET6_ADDRSTRLEN];
	char to[INET6_ADDRSTRLEN];
	long port;
	long size;
	long segment;
	long tap;
};

struct ends {
	int client;
	int server;
	int epoll;
	int tap;
};

static int parse_spec(const char *spec, struct udp_send *us, struct fb_error *error)
{
	const struct fb_spec_text words[] = {
		{ "client", us->client, sizeof(us->client) },
		{ "server", us->server, sizeof(us->server) },
		{ "from", us->from, sizeof(us->from) },
		{ "to", us->to, sizeof(us->to) },
	};
	const struct fb_spec_count numbers[] = {
		{ "port", 1, 65535, &us->port, false },
		{ "size", 1, SIZE_MAX_UDP, &us->size, false },
		{ "segment", 1, SIZE_MAX_UDP, &us->segment, true },
		{ "tap", 0, 1, &us->tap, true },
	};

	memset(us, 0, sizeof(*us));
	return fb_spec_read(spec, words, sizeof(words) / sizeof(words[0]), numbers,
			    sizeof(numbers) / sizeof(numbers[0]), error);
}

/* Adds the socket to an epoll, like a server does: freeing sent memory then wakes the epoll up. */
static int watch(int sock, int *epoll)
{
	struct epoll_event ev = { .events = EPOLLIN | EPOLLOUT | EPOLLET };

	*epoll = epoll_create1(EPOLL_CLOEXEC);
	if (*epoll < 0)
		return -errno;
	return epoll_ctl(*epoll, EPOLL_CTL_ADD, sock, &ev) ? -errno : 0;
}

static int open_ends(const struct udp_send *us, struct ends *e)
{
	int segment = (int)us->segment;
	struct fb_spec_end from, to;

	if (fb_spec_addr(us->from, CLIENT_PORT, &from) || fb_spec_addr(us->to, us->port, &to))
		return -EINVAL;
	e->server = fb_netns_socket(us->server, to.sa.sa_family, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	if (e->server < 0)
		return e->server;
	if (bind(e->server, &to.sa, to.len))
		return -errno;
	e->client = fb_netns_socket(us->client, to.sa.sa_family, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	if (e->client < 0)
		return e->client;
	if (bind(e->client, &from.sa, from.len) || connect(e->client, &to.sa, to.len) ||
	    (segment && setsockopt(e->client, SOL_UDP, UDP_SEGMENT, &segment, sizeof(segment))))
		return -errno;
	if (us->tap) {
		e->tap = fb_packet_tap(us->client);
		if (e->tap < 0)
			return e->tap;
	}
	return watch(e->client, &e->epoll);
}

static int receive_all(int fd, long left)
{
	static char sink[SIZE_MAX_UDP];

	while (left > 0) {
		int ret = fb_wait_fd(fd, POLLIN);
		ssize_t n;

		if (ret)
			return ret;
		n = recv(fd, sink, sizeof(sink), 0);
		if (n < 0)
			return -errno;
		left -= n;
	}
	return left ? -EIO : 0;
}

int fb_traffic_udp(const char *spec, struct fb_error *error)
{
	static char payload[SIZE_MAX_UDP];
	struct ends e = { -1, -1, -1, -1 };
	struct udp_send us;
	const char *step;
	ssize_t n;
	int ret;

	ret = parse_spec(spec, &us, error);
	if (ret)
		return ret;
	step = "open";
	ret = open_ends(&us, &e);
	if (ret)
		goto out;
	step = "send";
	/*
	 * In memory before it is sent, so that no page fault is in a trace; and filled from the
	 * kernel's pool, so that its turn to be stirred does not come in the midst of one.
	 */
	if (getrandom(payload, sizeof(payload), 0) != sizeof(payload)) {
		ret = -EIO;
		goto out;
	}
	n = send(e.client, payload, (size_t)us.size, 0);
	if (n != us.size) {
		ret = n < 0 ? -errno : -EIO;
		goto out;
	}
	step = "receive";
	ret = receive_all(e.server, us.size);
out:
	if (ret)
		fb_error_errno(error, ret, "udp-send to %s port %ld: %s", us.to, us.port, step);
	if (e.epoll >= 0)
		close(e.epoll);
	if (e.tap >= 0)
		close(e.tap);
	if (e.client >= 0)
		close(e.client);
	if (e.server >= 0)
		close(e.server);
	return ret;
}
