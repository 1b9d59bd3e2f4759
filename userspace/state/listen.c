// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <sys/socket.h>

#include "state/listen.h"

/* Bytes of the socket's buffer: a set of many elements is deleted in as many messages. */
#define ROOM (4 * 1024 * 1024)
/* The kernel puts at most 32 KiB into one answer; a report of a rule is far shorter. */
#define BUFFER 65536

int fb_listen_open(struct mnl_socket **socket, int bus, int group, const char *what,
		   struct fb_error *error)
{
	int room = ROOM, err;

	*socket = mnl_socket_open2(bus, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (!*socket)
		return fb_error_errno(error, -errno, "netlink: %s", what);
	/* Without the right to a larger buffer the usual one has to do. */
	setsockopt(mnl_socket_get_fd(*socket), SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room));
	if (mnl_socket_bind(*socket, 0, MNL_SOCKET_AUTOPID) >= 0 &&
	    mnl_socket_setsockopt(*socket, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)) >= 0)
		return 0;
	err = -errno;
	fb_listen_close(socket);
	return fb_error_errno(error, err, "netlink: %s", what);
}

int fb_listen_read(struct mnl_socket *socket, mnl_cb_t each, void *data, bool *lost,
		   const char *what, struct fb_error *error)
{
	char buffer[BUFFER];
	ssize_t n;

	while (socket) {
		n = mnl_socket_recvfrom(socket, buffer, sizeof(buffer));
		if (n < 0 && errno == EAGAIN)
			return 0;
		if (n < 0 && errno == ENOBUFS && lost)
			*lost = true;
		if (n < 0 && (errno == EINTR || errno == ENOBUFS))
			continue;
		if (n < 0)
			return fb_error_errno(error, -errno, "netlink: %s", what);
		mnl_cb_run(buffer, (size_t)n, 0, 0, each, data);
	}
	return 0;
}

void fb_listen_close(struct mnl_socket **socket)
{
	if (*socket)
		mnl_socket_close(*socket);
	*socket = NULL;
}
