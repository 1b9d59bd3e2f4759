// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <stdio.h>
#include <string.h>

#include "why/ruleset_events.h"

/* A set of many elements is deleted in as many messages. */
#define SOCKETS (4 * 1024 * 1024)

int fb_ruleset_events_open(struct fb_ruleset_events *e, struct fb_why *why)
{
	int group = NFNLGRP_NFTABLES, room = SOCKETS;

	memset(e, 0, sizeof(*e));
	e->socket = mnl_socket_open2(NETLINK_NETFILTER, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (!e->socket)
		return fb_why_errno(why, -errno, "nfnetlink");
	/* Without the right to a larger buffer the usual one has to do. */
	setsockopt(mnl_socket_get_fd(e->socket), SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room));
	if (mnl_socket_bind(e->socket, 0, MNL_SOCKET_AUTOPID) < 0 ||
	    mnl_socket_setsockopt(e->socket, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)) < 0) {
		int err = -errno;

		fb_ruleset_events_close(e);
		return fb_why_errno(why, err, "nfnetlink: events of nftables");
	}
	return 0;
}

void fb_ruleset_events_close(struct fb_ruleset_events *e)
{
	if (e->socket)
		mnl_socket_close(e->socket);
	e->socket = NULL;
}

/* The last message of a change says who made it. */
static void take_generation(struct fb_ruleset_events *e, const struct nlmsghdr *nlh)
{
	const struct nlattr *attr;

	e->pid = 0;
	e->name[0] = '\0';
	mnl_attr_for_each(attr, nlh, sizeof(struct nfgenmsg))
	{
		unsigned int len = mnl_attr_get_payload_len(attr);

		if (mnl_attr_get_type(attr) == NFTA_GEN_PROC_PID && len >= 4)
			e->pid = ntohl(mnl_attr_get_u32(attr));
		if (mnl_attr_get_type(attr) == NFTA_GEN_PROC_NAME)
			snprintf(e->name, sizeof(e->name), "%.*s", (int)len,
				 (const char *)mnl_attr_get_payload(attr));
	}
	e->at = time(NULL);
	e->deleted = true;
	e->pending = false;
}

int fb_ruleset_events_message(struct fb_ruleset_events *e, const struct nlmsghdr *nlh)
{
	if (nlh->nlmsg_type >> 8 != NFNL_SUBSYS_NFTABLES)
		return 0;
	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(struct nfgenmsg))
		return -EINVAL;
	switch (nlh->nlmsg_type & 0xff) {
	case NFT_MSG_DELFLOWTABLE:
		e->pending = true;
		break;
	case NFT_MSG_NEWGEN:
		if (e->pending)
			take_generation(e, nlh);
		break;
	}
	return 0;
}

static int take_message(const struct nlmsghdr *nlh, void *data)
{
	fb_ruleset_events_message(data, nlh);
	return MNL_CB_OK;
}

int fb_ruleset_events_read(struct fb_ruleset_events *e, struct fb_why *why)
{
	char buffer[65536];
	ssize_t n;

	while (e->socket) {
		n = mnl_socket_recvfrom(e->socket, buffer, sizeof(buffer));
		/* Events that did not fit are lost; then it is not known who deleted a flowtable. */
		if (n < 0 && (errno == EINTR || errno == ENOBUFS))
			continue;
		if (n < 0 && errno == EAGAIN)
			return 0;
		if (n < 0)
			return fb_why_errno(why, -errno, "nfnetlink: events of nftables");
		mnl_cb_run(buffer, (size_t)n, 0, 0, take_message, e);
	}
	return 0;
}
