// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/now.h"
#include "state/link_events.h"
#include "state/netlink.h"

#define WHAT "events of devices"

int fb_link_events_open(struct fb_link_events *e, struct fb_error *error)
{
	memset(e, 0, sizeof(*e));
	return fb_listen_open(&e->socket, NETLINK_ROUTE, RTNLGRP_LINK, WHAT, error);
}

static time_t now(void)
{
	return (time_t)(fb_now_ns() / FB_NS_PER_S);
}

/*
 * Returns true if the message says that a device goes down or away. Each change of a device is told with its flags, so a
 * device that is not up yet has messages without IFF_UP; a new device has all bits of ifi_change. A bridge tells the same
 * types of its ports, with a family: a port that leaves its bridge is still there.
 */
static bool goes_down(const struct nlmsghdr *nlh, const struct ifinfomsg *link)
{
	if (link->ifi_family != AF_UNSPEC)
		return false;
	if (nlh->nlmsg_type == RTM_DELLINK)
		return true;
	return !(link->ifi_flags & IFF_UP) && link->ifi_change & IFF_UP && link->ifi_change != ~0U;
}

/* Takes one message. Returns 0 or -EINVAL. */
static int take_link(const struct nlmsghdr *nlh, void *data)
{
	struct fb_link_events *e = data;
	const struct ifinfomsg *link = mnl_nlmsg_get_payload(nlh);

	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(*link))
		return -EINVAL;
	if (goes_down(nlh, link)) {
		e->at[e->nr % FB_LINK_EVENTS] = now();
		e->down[e->nr++ % FB_LINK_EVENTS] = (uint32_t)link->ifi_index;
	}
	return 0;
}

const struct fb_nl_handler fb_link_handlers[] = {
	{ RTM_NEWLINK, take_link },
	{ RTM_DELLINK, take_link },
	{ 0, NULL },
};

/* Events that did not fit are lost; the reason is then one that does not name a device. */
int fb_link_events_read(struct fb_link_events *e, struct fb_error *error)
{
	return fb_listen_read(e->socket, fb_link_handlers, e, NULL, WHAT, error);
}

bool fb_link_went_down(const struct fb_link_events *e, uint32_t ifindex)
{
	unsigned int i;

	for (i = 0; i < e->nr && i < FB_LINK_EVENTS; i++)
		if ((!ifindex || e->down[i] == ifindex) && now() - e->at[i] <= FB_LINK_SECONDS)
			return true;
	return false;
}
