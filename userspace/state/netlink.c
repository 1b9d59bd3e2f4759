// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <sys/socket.h>

#include "state/netlink.h"

/* Room for what is received at once; the kernel puts at most 32 KiB into one answer. */
#define BUFFER 65536
/* Bytes of the socket's buffer of events: a set of many elements is deleted in as many messages. */
#define ROOM (4 * 1024 * 1024)

struct nlmsghdr *fb_nl_begin(void *buf, uint16_t type, uint16_t flags)
{
	struct nlmsghdr *req = mnl_nlmsg_put_header(buf);

	req->nlmsg_type = type;
	req->nlmsg_flags = NLM_F_REQUEST | flags;
	/* Messages that the kernel sends by itself have 0. */
	req->nlmsg_seq = 1;
	return req;
}

/* Returns the error that the kernel answers with, or 0; other messages are no error. */
static int refusal(const void *answer, size_t len)
{
	const struct nlmsghdr *nlh = answer;
	const struct nlmsgerr *err;

	if (!mnl_nlmsg_ok(nlh, (int)len) || nlh->nlmsg_type != NLMSG_ERROR ||
	    nlh->nlmsg_len < mnl_nlmsg_size(sizeof(*err)))
		return 0;
	err = mnl_nlmsg_get_payload(nlh);
	return err->error > 0 ? -err->error : err->error;
}

/* What is read from a socket: the answer to @req, or events if @req is NULL. */
struct reader {
	struct mnl_socket *sock;
	const struct nlmsghdr *req;
	const struct fb_nl_handler *handlers;
	void *data;
	int *refused;
	int ret;
};

int fb_nl_message(const struct fb_nl_handler *handlers, const struct nlmsghdr *nlh, void *data)
{
	for (; handlers->take; handlers++)
		if (handlers->type == nlh->nlmsg_type)
			return handlers->take(nlh, data);
	return 0;
}

/* An event that cannot be read is skipped; an answer ends there. */
static int take_message(const struct nlmsghdr *nlh, void *data)
{
	struct reader *r = data;

	r->ret = fb_nl_message(r->handlers, nlh, r->data);
	return r->req && r->ret ? MNL_CB_STOP : MNL_CB_OK;
}

/* Returns MNL_CB_OK if there is more to read, MNL_CB_STOP, or a negative errno. */
static int take_received(struct reader *r, const void *buffer, size_t len)
{
	unsigned int seq = r->req ? 1 : 0, port = r->req ? mnl_socket_get_portid(r->sock) : 0;
	int ret = r->refused ? refusal(buffer, len) : 0;

	if (ret) {
		*r->refused = ret;
		return MNL_CB_STOP;
	}
	ret = mnl_cb_run(buffer, len, seq, port, take_message, r);
	if (!r->req)
		return MNL_CB_OK;
	if (ret < 0)
		return errno ? -errno : -EPROTO;
	if (r->ret < 0)
		return r->ret;
	return (r->req->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP ? ret : MNL_CB_STOP;
}

static int receive(struct reader *r)
{
	char buffer[BUFFER];
	int ret = MNL_CB_OK;
	ssize_t n;

	while (ret == MNL_CB_OK) {
		n = mnl_socket_recvfrom(r->sock, buffer, sizeof(buffer));
		ret = n < 0 ? -errno : take_received(r, buffer, (size_t)n);
	}
	return ret;
}

int fb_nl_ask(int bus, struct nlmsghdr *req, const struct fb_nl_handler *handlers, void *data,
	      int *refused, const char *what, struct fb_error *error)
{
	struct reader r = { .req = req, .handlers = handlers, .data = data, .refused = refused };
	int ret;

	if (refused)
		*refused = 0;
	r.sock = mnl_socket_open2(bus, SOCK_CLOEXEC);
	if (!r.sock)
		return fb_error_errno(error, -errno, "%s: no netlink socket", what);
	if (mnl_socket_bind(r.sock, 0, MNL_SOCKET_AUTOPID) ||
	    mnl_socket_sendto(r.sock, req, req->nlmsg_len) < 0)
		ret = -errno;
	else
		ret = receive(&r);
	mnl_socket_close(r.sock);
	return ret < 0 ? fb_error_errno(error, ret, "%s cannot be read", what) : 0;
}

int fb_nl_dump(int bus, struct nlmsghdr *req, const struct fb_nl_handler *handlers,
	       void (*reset)(void *data), void *data, const char *what, struct fb_error *error)
{
	int ret, attempt;

	for (attempt = 0; attempt < 2; attempt++) {
		reset(data);
		ret = fb_nl_ask(bus, req, handlers, data, NULL, what, error);
		if (ret != -EINTR)
			return ret;
	}
	return fb_error(error, -EAGAIN, "%s changed while they were read, twice; try again", what);
}

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

int fb_listen_read(struct mnl_socket *socket, const struct fb_nl_handler *handlers, void *data,
		   bool *lost, const char *what, struct fb_error *error)
{
	struct reader r = { .sock = socket, .handlers = handlers, .data = data };
	int ret;

	do {
		ret = socket ? receive(&r) : 0;
		if (ret == -ENOBUFS && lost)
			*lost = true;
	} while (ret == -EINTR || ret == -ENOBUFS);
	return ret && ret != -EAGAIN ? fb_error_errno(error, ret, "netlink: %s", what) : 0;
}

void fb_listen_close(struct mnl_socket **socket)
{
	if (*socket)
		mnl_socket_close(*socket);
	*socket = NULL;
}
