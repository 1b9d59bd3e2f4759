// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "system/lab.h"
#include "process/interrupt.h"
#include "lib/pattern.h"
#include "net/connection.h"

/* Longer than the delay of a delayed ACK. */
#define ACK_MS 1000

static const char *const end_names[] = { "client", "server" };

int fb_poll_until(struct pollfd *pfd, unsigned int nr, uint64_t deadline_ms)
{
	int n;

	do {
		uint64_t now = fb_now_ms();

		n = poll(pfd, nr, now < deadline_ms ? (int)(deadline_ms - now) : 0);
	} while (n < 0 && errno == EINTR && !fb_interrupted());
	return n < 0 ? -errno : n ? n : -ETIMEDOUT;
}

int fb_conn_failed(struct fb_conn *c, enum fb_end end, const char *what, int err,
		   struct fb_error *error)
{
	c->err[end] = -err;
	return fb_error(error, err, "%s: %s: %s", end_names[end], what, strerror(-err));
}

/* Opens a socket, bound to @addr if @bound. Returns the descriptor or a negative errno. */
static int open_socket(const char *netns, int type, const union fb_sockaddr *addr, bool bound,
		       int family)
{
	const int one = 1;
	int sock, ret = 0;

	sock = fb_netns_socket(netns, family, type | SOCK_NONBLOCK, 0);
	if (sock < 0)
		return sock;
	if (setsockopt(sock, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
	    (family == AF_INET6 &&
	     setsockopt(sock, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one))) ||
	    (bound && bind(sock, &addr->sa, fb_sockaddr_len(addr))))
		ret = -errno;
	if (!ret)
		return sock;
	close(sock);
	return ret;
}

static void init(struct fb_conn *c, bool udp)
{
	static uint64_t number;

	memset(c, 0, sizeof(*c));
	c->udp = udp;
	c->fd[FB_CLIENT] = c->fd[FB_SERVER] = -1;
	c->seed = ++number;
}

/* Takes the pending error of a socket. */
static int pending(int sock)
{
	socklen_t len = sizeof(int);
	int err = 0;

	if (getsockopt(sock, SOL_SOCKET, SO_ERROR, &err, &len))
		return -errno;
	return -err;
}

static int connect_client(struct fb_conn *c, const struct fb_conn_to *to, uint64_t deadline,
			  struct fb_error *error)
{
	struct pollfd pfd = { .events = POLLOUT };
	int mss = (int)to->mss;
	const int one = 1;
	int ret;

	ret = open_socket(to->client, c->udp ? SOCK_DGRAM : SOCK_STREAM, &to->from, to->bound,
			  to->to.sa.sa_family);
	if (ret < 0)
		return fb_conn_failed(c, FB_CLIENT, "bind", ret, error);
	pfd.fd = c->fd[FB_CLIENT] = ret;
	if (!c->udp && ((mss && setsockopt(pfd.fd, SOL_TCP, TCP_MAXSEG, &mss, sizeof(mss))) ||
			setsockopt(pfd.fd, SOL_TCP, TCP_NODELAY, &one, sizeof(one))))
		return fb_conn_failed(c, FB_CLIENT, "options", -errno, error);
	ret = connect(pfd.fd, &to->to.sa, fb_sockaddr_len(&to->to)) ? -errno : 0;
	if (ret == -EINPROGRESS) {
		ret = fb_poll_until(&pfd, 1, deadline);
		if (ret > 0)
			ret = pending(pfd.fd);
	}
	return ret ? fb_conn_failed(c, FB_CLIENT, "connect", ret, error) : 0;
}

static int accept_server(struct fb_conn *c, int listener, uint64_t deadline, struct fb_error *error)
{
	struct pollfd pfd = { .fd = listener, .events = POLLIN };
	const int one = 1;
	int ret;

	ret = fb_poll_until(&pfd, 1, deadline);
	if (ret > 0) {
		ret = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
		if (ret < 0)
			ret = -errno;
	}
	if (ret < 0)
		return fb_conn_failed(c, FB_SERVER, "accept", ret, error);
	c->fd[FB_SERVER] = ret;
	setsockopt(ret, SOL_TCP, TCP_NODELAY, &one, sizeof(one));
	return 0;
}

int fb_conn_tcp(struct fb_conn *c, const struct fb_conn_to *to, struct fb_error *error)
{
	uint64_t deadline = fb_now_ms() + to->timeout_ms;
	int listener, ret = 0;

	init(c, false);
	listener = open_socket(to->server, SOCK_STREAM, &to->listen, true, to->listen.sa.sa_family);
	if (listener < 0)
		return fb_conn_failed(c, FB_SERVER, "bind", listener, error);
	if (listen(listener, 1))
		ret = fb_conn_failed(c, FB_SERVER, "listen", -errno, error);
	if (!ret)
		ret = connect_client(c, to, deadline, error);
	if (!ret)
		ret = accept_server(c, listener, deadline, error);
	close(listener);
	if (ret)
		fb_conn_drop(c);
	return ret;
}

int fb_conn_udp(struct fb_conn *c, const struct fb_conn_to *to, struct fb_error *error)
{
	const int buffer = 16 << 20;
	int ret;

	init(c, true);
	ret = open_socket(to->server, SOCK_DGRAM, &to->listen, true, to->listen.sa.sa_family);
	if (ret < 0)
		return fb_conn_failed(c, FB_SERVER, "bind", ret, error);
	c->fd[FB_SERVER] = ret;
	ret = connect_client(c, to, 0, error);
	if (!ret && (setsockopt(c->fd[0], SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof(buffer)) ||
		     setsockopt(c->fd[1], SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof(buffer))))
		ret = fb_conn_failed(c, FB_CLIENT, "receive buffer", -errno, error);
	if (ret)
		fb_conn_drop(c);
	return ret;
}

/* Returns the seed of a direction: each direction has its own content. */
static uint64_t content(const struct fb_conn *c, enum fb_end from)
{
	return 2 * c->seed + from;
}

static int send_some(struct fb_conn *c, enum fb_end from, uint64_t end, struct fb_error *error)
{
	size_t len = end - c->sent[from] < FB_PATTERN_RUN ? end - c->sent[from] : FB_PATTERN_RUN;
	ssize_t n;

	n = send(c->fd[from], fb_pattern(content(c, from), c->sent[from]), len, MSG_NOSIGNAL);
	if (n < 0 && errno == EAGAIN)
		return 0;
	if (n < 0)
		return fb_conn_failed(c, from, "send", -errno, error);
	c->sent[from] += (uint64_t)n;
	return 0;
}

/* Return: 1 if bytes arrived or none are there yet; 0 at the end; or a negative errno */
static int receive_some(struct fb_conn *c, enum fb_end from, struct fb_error *error)
{
	static uint8_t bytes[4 * FB_PATTERN_RUN];
	size_t right;
	ssize_t n;

	n = recv(c->fd[!from], bytes, sizeof(bytes), 0);
	if (n < 0 && errno == EAGAIN)
		return 1;
	if (n < 0)
		return fb_conn_failed(c, !from, "receive", -errno, error);
	if (!n)
		return 0;
	right = fb_pattern_differs(bytes, (size_t)n, content(c, from), c->got[from]);
	c->got[from] += right;
	if (right == (size_t)n && c->got[from] <= c->sent[from])
		return 1;
	return fb_error(error, -EBADMSG, "%s: byte %llu is not what was sent", end_names[!from],
			(unsigned long long)c->got[from]);
}

static int open_ends(struct fb_conn *c, struct fb_error *error)
{
	unsigned int end;

	for (end = 0; end < 2; end++) {
		if (c->fd[end] >= 0)
			continue;
		return fb_error(error, -ENOTCONN, "%s: closed", end_names[end]);
	}
	return 0;
}

static void wait_for_ack(int sock)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	uint64_t deadline = fb_now_ms() + ACK_MS;
	int unsent;

	while (!ioctl(sock, SIOCOUTQ, &unsent) && unsent && fb_now_ms() < deadline &&
	       !fb_interrupted())
		nanosleep(&ms, NULL);
}

static int stream_step(struct fb_conn *c, enum fb_end from, uint64_t end, uint64_t deadline,
		       struct fb_error *error)
{
	struct pollfd pfd[2] = {
		{ .fd = c->fd[from], .events = c->sent[from] < end ? POLLOUT : 0 },
		{ .fd = c->fd[!from], .events = POLLIN },
	};
	int ret = fb_poll_until(pfd, 2, deadline);

	if (ret == -ETIMEDOUT)
		return fb_error(error, ret, "timeout: %llu bytes of %llu have not arrived",
				(unsigned long long)(end - c->got[from]), (unsigned long long)end);
	if (ret < 0)
		return fb_conn_failed(c, from, "poll", ret, error);
	if (pfd[0].revents & (POLLERR | POLLHUP)) {
		ret = pending(c->fd[from]);
		return fb_conn_failed(c, from, "send", ret ? ret : -EPIPE, error);
	}
	ret = pfd[0].revents & POLLOUT ? send_some(c, from, end, error) : 0;
	if (ret || !pfd[1].revents)
		return ret;
	ret = receive_some(c, from, error);
	if (!ret)
		return fb_error(error, -EPIPE, "%s: the end, after %llu bytes of %llu",
				end_names[!from], (unsigned long long)c->got[from],
				(unsigned long long)end);
	return ret < 0 ? ret : 0;
}

int fb_conn_stream(struct fb_conn *c, enum fb_end from, uint64_t bytes, uint64_t timeout_ms,
		   struct fb_error *error)
{
	uint64_t end = c->sent[from] + bytes, deadline = fb_now_ms() + timeout_ms;
	int ret = open_ends(c, error);

	while (!ret && c->got[from] < end)
		ret = stream_step(c, from, end, deadline, error);
	if (!ret)
		wait_for_ack(c->fd[from]);
	return ret;
}

int fb_conn_close(struct fb_conn *c, enum fb_end end, uint64_t timeout_ms, struct fb_error *error)
{
	uint64_t deadline = fb_now_ms() + timeout_ms;
	struct pollfd pfd = { .events = POLLIN };
	int ret = open_ends(c, error);

	if (ret)
		return ret;
	if (shutdown(c->fd[end], SHUT_WR))
		return fb_conn_failed(c, end, "shutdown", -errno, error);
	pfd.fd = c->fd[!end];
	do {
		ret = fb_poll_until(&pfd, 1, deadline);
		if (ret < 0)
			return fb_conn_failed(c, !end, "wait for the end", ret, error);
		ret = receive_some(c, end, error);
	} while (ret > 0);
	if (!ret && c->got[end] < c->sent[end])
		return fb_error(error, -EPIPE, "%s: the end, after %llu bytes of %llu",
				end_names[!end], (unsigned long long)c->got[end],
				(unsigned long long)c->sent[end]);
	return ret;
}

int fb_conn_reset(struct fb_conn *c, enum fb_end end, struct fb_error *error)
{
	const struct linger at_once = { .l_onoff = 1, .l_linger = 0 };

	if (c->fd[end] < 0)
		return fb_error(error, -ENOTCONN, "%s: closed", end_names[end]);
	if (setsockopt(c->fd[end], SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)))
		return fb_conn_failed(c, end, "linger", -errno, error);
	close(c->fd[end]);
	c->fd[end] = -1;
	return 0;
}

const char *fb_conn_state(struct fb_conn *c, enum fb_end end, int *error)
{
	static const char *const names[] = {
		[0] = "UNKNOWN",
		[TCP_ESTABLISHED] = "ESTABLISHED",
		[TCP_SYN_SENT] = "SYN_SENT",
		[TCP_SYN_RECV] = "SYN_RECV",
		[TCP_FIN_WAIT1] = "FIN_WAIT1",
		[TCP_FIN_WAIT2] = "FIN_WAIT2",
		[TCP_TIME_WAIT] = "TIME_WAIT",
		[TCP_CLOSE] = "CLOSED",
		[TCP_CLOSE_WAIT] = "CLOSE_WAIT",
		[TCP_LAST_ACK] = "LAST_ACK",
		[TCP_LISTEN] = "LISTEN",
		[TCP_CLOSING] = "CLOSING",
	};
	struct tcp_info info = { .tcpi_state = 0 };
	socklen_t len = sizeof(info);
	int err;

	*error = c->err[end];
	if (c->fd[end] < 0)
		return "CLOSED";
	err = -pending(c->fd[end]);
	if (err)
		*error = c->err[end] = err;
	if (c->udp)
		return "OPEN";
	if (getsockopt(c->fd[end], SOL_TCP, TCP_INFO, &info, &len) ||
	    info.tcpi_state >= sizeof(names) / sizeof(names[0]))
		return names[0];
	return names[info.tcpi_state];
}

void fb_conn_drop(struct fb_conn *c)
{
	unsigned int end;

	for (end = 0; end < 2; end++) {
		if (c->fd[end] >= 0)
			close(c->fd[end]);
		c->fd[end] = -1;
	}
}
