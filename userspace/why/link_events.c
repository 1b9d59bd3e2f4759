// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>

#include "why/link_events.h"

int fb_link_events_open(struct fb_link_events *e, struct fb_why *why)
{
	memset(e, 0, sizeof(*e));
	e->socket = mnl_socket_open2(NETLINK_ROUTE, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (!e->socket || mnl_socket_bind(e->socket, RTMGRP_LINK, MNL_SOCKET_AUTOPID) < 0) {
		int err = -errno;

		fb_link_events_close(e);
		return fb_why_errno(why, err, "rtnetlink: events of devices");
	}
	return 0;
}

void fb_link_events_close(struct fb_link_events *e)
{
	if (e->socket)
		mnl_socket_close(e->socket);
	e->socket = NULL;
}

static time_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

int fb_link_events_message(struct fb_link_events *e, const struct nlmsghdr *nlh)
{
	const struct ifinfomsg *link = mnl_nlmsg_get_payload(nlh);

	if (nlh->nlmsg_type != RTM_NEWLINK && nlh->nlmsg_type != RTM_DELLINK)
		return 0;
	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(*link))
		return -EINVAL;
	if (nlh->nlmsg_type == RTM_DELLINK || !(link->ifi_flags & IFF_UP)) {
		e->at[e->nr % FB_LINK_EVENTS] = now();
		e->down[e->nr++ % FB_LINK_EVENTS] = (uint32_t)link->ifi_index;
	}
	return 0;
}

static int take_message(const struct nlmsghdr *nlh, void *data)
{
	fb_link_events_message(data, nlh);
	return MNL_CB_OK;
}

int fb_link_events_read(struct fb_link_events *e, struct fb_why *why)
{
	char buffer[16384];
	ssize_t n;

	while (e->socket) {
		n = mnl_socket_recvfrom(e->socket, buffer, sizeof(buffer));
		/* Events that did not fit are lost; the reason is then one that does not name a device. */
		if (n < 0 && (errno == EINTR || errno == ENOBUFS))
			continue;
		if (n < 0 && errno == EAGAIN)
			return 0;
		if (n < 0)
			return fb_why_errno(why, -errno, "rtnetlink: events of devices");
		mnl_cb_run(buffer, (size_t)n, 0, 0, take_message, e);
	}
	return 0;
}

bool fb_link_went_down(const struct fb_link_events *e, uint32_t ifindex)
{
	unsigned int i;

	for (i = 0; i < e->nr && i < FB_LINK_EVENTS; i++)
		if (e->down[i] == ifindex && now() - e->at[i] <= FB_LINK_SECONDS)
			return true;
	return false;
}
