// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "system/lab.h"
#include "process/interrupt.h"
#include "traffic/packet_tap.h"
#include "traffic/settings.h"
#include "traffic/program_tcp.h"

#define CLIENT_PORT 40000
#define PAYLOAD_MAX 65536
#define WARM_MAX    9

struct tcp_request {
	char client[64];
	char server[64];
	char from[INET6_ADDRSTRLEN];
	char to[INET6_ADDRSTRLEN];
	long port;
	long request;
	long reply;
	long epoll;
	long delack;
	long fin;
	long warm;
	long tap;
};

struct ends {
	int listener;
	int client;
	int server;
	int epoll;
	int tap;
};

static int parse_spec(const char *spec, struct tcp_request *tr, struct fb_error *error)
{
	const struct fb_spec_text words[] = {
		{ "client", tr->client, sizeof(tr->client) },
		{ "server", tr->server, sizeof(tr->server) },
		{ "from", tr->from, sizeof(tr->from) },
		{ "to", tr->to, sizeof(tr->to) },
	};
	const struct fb_spec_count numbers[] = {
		{ "port", 1, 65535, &tr->port, false },
		{ "request", 1, PAYLOAD_MAX, &tr->request, false },
		{ "reply", 1, PAYLOAD_MAX, &tr->reply, false },
		{ "epoll", 0, 1, &tr->epoll, true },
		{ "delack", 0, 1, &tr->delack, true },
		{ "fin", 0, 1, &tr->fin, true },
		{ "warm", 0, WARM_MAX, &tr->warm, true },
		{ "tap", 0, 1, &tr->tap, true },
	};

	tr->epoll = tr->delack = tr->fin = tr->warm = tr->tap = 0;
	return fb_spec_read(spec, words, sizeof(words) / sizeof(words[0]), numbers,
			    sizeof(numbers) / sizeof(numbers[0]), error);
}

/* Until the peer's kernel has acknowledged all that was sent on @fd. */
static int wait_acked(int fd)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	int i, left;

	for (i = 0; i < FB_STEP_MS; i++) {
		if (ioctl(fd, SIOCOUTQ, &left))
			return -errno;
		if (!left)
			return 0;
		if (nanosleep(&ms, NULL) && fb_interrupted())
			return -EINTR;
	}
	return -ETIMEDOUT;
}

static int send_bytes(int fd, long len)
{
	static const char payload[PAYLOAD_MAX];
	ssize_t n = send(fd, payload, (size_t)len, MSG_NOSIGNAL);

	if (n < 0)
		return -errno;
	return n == len ? 0 : -EIO;
}

static int recv_bytes(int fd, long len)
{
	static char sink[PAYLOAD_MAX];

	while (len > 0) {
		int ret = fb_wait_fd(fd, POLLIN);
		ssize_t n;

		if (ret)
			return ret;
		n = recv(fd, sink, (size_t)len, 0);
		if (n < 0)
			return -errno;
		if (!n)
			return -ECONNRESET;
		len -= n;
	}
	return 0;
}

static int open_ends(const struct tcp_request *tr, struct ends *e)
{
	struct fb_spec_end from, to;
	const int one = 1;

	if (fb_spec_addr(tr->from, CLIENT_PORT, &from) || fb_spec_addr(tr->to, tr->port, &to))
		return -EINVAL;
	e->listener = fb_netns_socket(tr->server, to.sa.sa_family, SOCK_STREAM | SOCK_NONBLOCK, 0);
	if (e->listener < 0)
		return e->listener;
	if (setsockopt(e->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
	    bind(e->listener, &to.sa, to.len) || listen(e->listener, 1))
		return -errno;
	if (tr->tap) {
		e->tap = fb_packet_tap(tr->client);
		if (e->tap < 0)
			return e->tap;
	}
	e->client = fb_netns_socket(tr->client, to.sa.sa_family, SOCK_STREAM | SOCK_NONBLOCK, 0);
	if (e->client < 0)
		return e->client;
	if (setsockopt(e->client, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
	    setsockopt(e->client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)) ||
	    bind(e->client, &from.sa, from.len))
		return -errno;
	if (connect(e->client, &to.sa, to.len) && errno != EINPROGRESS)
		return -errno;
	return 0;
}

static int connected(int fd)
{
	socklen_t len = sizeof(int);
	int err = 0, ret;

	ret = fb_wait_fd(fd, POLLOUT);
	if (ret)
		return ret;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len))
		return -errno;
	return -err;
}

/* Accepts the connection. The server's socket is in an epoll set, if the traffic says so. */
static int accept_server(const struct tcp_request *tr, struct ends *e)
{
	struct epoll_event in = { .events = EPOLLIN };
	int ret = fb_wait_fd(e->listener, POLLIN);

	if (ret)
		return ret;
	e->server = accept4(e->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (e->server < 0)
		return -errno;
	if (!tr->epoll)
		return 0;
	e->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (e->epoll < 0 || epoll_ctl(e->epoll, EPOLL_CTL_ADD, e->server, &in))
		return -errno;
	return 0;
}

/*
 * Writes requests that the server does not read yet, and waits until they are acknowledged and their timers are of
 * another time. They are written, so that the trace of a send has no part in them.
 */
static int warm_up(const struct tcp_request *tr, int fd)
{
	static const char payload[PAYLOAD_MAX];
	const struct timespec pause = { .tv_nsec = 100000000 };
	int ret;
	long i;

	for (i = 0; i < tr->warm; i++) {
		ssize_t n = write(fd, payload, (size_t)tr->request);

		if (n != tr->request)
			return n < 0 ? -errno : -EIO;
	}
	ret = tr->warm ? wait_acked(fd) : 0;
	if (!ret && tr->warm && nanosleep(&pause, NULL) && fb_interrupted())
		ret = -EINTR;
	return ret;
}

/* Sends a request. A server with settings of its own is accepted before. */
static int send_request(const struct tcp_request *tr, struct ends *e, const char **step)
{
	bool first = tr->epoll || tr->delack || tr->warm;
	const int zero = 0;
	int ret = 0;

	if (first) {
		*step = "accept";
		ret = accept_server(tr, e);
		if (!ret)
			ret = warm_up(tr, e->client);
		if (!ret && tr->delack &&
		    setsockopt(e->server, IPPROTO_TCP, TCP_QUICKACK, &zero, sizeof(zero)))
			ret = -errno;
	}
	if (!ret) {
		*step = "send the request";
		ret = send_bytes(e->client, tr->request);
	}
	if (!ret && !first) {
		*step = "accept";
		ret = accept_server(tr, e);
	}
	return ret;
}

/* The client has no more to say, and the server gets to know. */
static int end_request(struct ends *e, const char **step)
{
	char byte;
	int ret;

	*step = "end";
	if (shutdown(e->client, SHUT_WR))
		return -errno;
	ret = fb_wait_fd(e->server, POLLIN);
	if (ret)
		return ret;
	return recv(e->server, &byte, 1, 0) ? -EIO : 0;
}

/* One request and its reply. @step says what was going on when it failed. */
static int exchange(const struct tcp_request *tr, struct ends *e, const char **step)
{
	const int one = 1;
	int ret;

	*step = "connect";
	ret = connected(e->client);
	if (ret)
		return ret;
	ret = send_request(tr, e, step);
	if (ret)
		return ret;
	*step = "receive the request";
	ret = recv_bytes(e->server, tr->request * (tr->warm + 1));
	if (ret)
		return ret;
	*step = "wait for the request's acknowledgement";
	ret = wait_acked(e->client);
	if (ret)
		return ret;
	/* Acknowledge at once, not by the 40 ms timer: the reply's ACK is the last packet. */
	if (setsockopt(e->client, IPPROTO_TCP, TCP_QUICKACK, &one, sizeof(one)))
		return -errno;
	*step = "reply";
	ret = send_bytes(e->server, tr->reply);
	if (!ret)
		ret = recv_bytes(e->client, tr->reply);
	if (!ret)
		ret = wait_acked(e->server);
	if (!ret && tr->fin)
		ret = end_request(e, step);
	return ret;
}

int fb_traffic_tcp(const char *spec, struct fb_error *error)
{
	struct ends e = { -1, -1, -1, -1, -1 };
	const char *step = "open";
	struct tcp_request tr;
	int ret;

	ret = parse_spec(spec, &tr, error);
	if (ret)
		return ret;
	ret = open_ends(&tr, &e);
	if (!ret)
		ret = exchange(&tr, &e, &step);
	if (ret)
		fb_error_errno(error, ret, "tcp-request to %s port %ld: %s", tr.to, tr.port, step);
	if (e.tap >= 0)
		close(e.tap);
	if (e.epoll >= 0)
		close(e.epoll);
	if (e.server >= 0)
		close(e.server);
	if (e.client >= 0)
		close(e.client);
	if (e.listener >= 0)
		close(e.listener);
	return ret;
}
