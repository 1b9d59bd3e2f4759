// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "state/netlink.h"

/* Room for one answer; the kernel puts at most 32 KiB into one. */
#define ANSWER 65536

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

static int receive(struct mnl_socket *sock, const struct nlmsghdr *req, mnl_cb_t each, void *data,
		   int *refused)
{
	bool dump = (req->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
	char *answer = malloc(ANSWER);
	ssize_t len;
	int ret = answer ? MNL_CB_OK : -ENOMEM;

	while (ret == MNL_CB_OK) {
		len = mnl_socket_recvfrom(sock, answer, ANSWER);
		if (len < 0) {
			ret = -errno;
			break;
		}
		ret = refused ? refusal(answer, (size_t)len) : 0;
		if (ret) {
			*refused = ret;
			ret = MNL_CB_STOP;
			break;
		}
		ret = mnl_cb_run(answer, (size_t)len, 1, mnl_socket_get_portid(sock), each, data);
		if (ret < 0)
			ret = errno ? -errno : -EPROTO;
		else if (!dump)
			ret = MNL_CB_STOP;
	}
	free(answer);
	return ret;
}

int fb_nl_ask(int bus, struct nlmsghdr *req, mnl_cb_t each, void *data, int *refused,
	      const char *what, struct fb_error *error)
{
	struct mnl_socket *sock;
	int ret;

	if (refused)
		*refused = 0;
	sock = mnl_socket_open2(bus, SOCK_CLOEXEC);
	if (!sock)
		return fb_error_errno(error, -errno, "%s: no netlink socket", what);
	if (mnl_socket_bind(sock, 0, MNL_SOCKET_AUTOPID) ||
	    mnl_socket_sendto(sock, req, req->nlmsg_len) < 0)
		ret = -errno;
	else
		ret = receive(sock, req, each, data, refused);
	mnl_socket_close(sock);
	return ret < 0 ? fb_error_errno(error, ret, "%s cannot be read", what) : 0;
}

int fb_nl_dump(int bus, struct nlmsghdr *req, mnl_cb_t each, void (*reset)(void *data), void *data,
	       const char *what, struct fb_error *error)
{
	int ret, attempt;

	for (attempt = 0; attempt < 2; attempt++) {
		reset(data);
		ret = fb_nl_ask(bus, req, each, data, NULL, what, error);
		if (ret != -EINTR)
			return ret;
	}
	return fb_error(error, -EAGAIN, "%s changed while they were read, twice; try again", what);
}
