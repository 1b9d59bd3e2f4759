// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <stdio.h>
#include <string.h>

#include "state/listen.h"
#include "state/ruleset_events.h"

#define WHAT "events of nftables"

int fb_ruleset_events_open(struct fb_ruleset_events *e, struct fb_error *error)
{
	memset(e, 0, sizeof(*e));
	return fb_listen_open(&e->socket, NETLINK_NETFILTER, NFNLGRP_NFTABLES, WHAT, error);
}

void fb_ruleset_events_close(struct fb_ruleset_events *e)
{
	fb_listen_close(&e->socket);
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

/* Events that did not fit are lost; then it is not known who deleted a flowtable. */
int fb_ruleset_events_read(struct fb_ruleset_events *e, struct fb_error *error)
{
	return fb_listen_read(e->socket, take_message, e, NULL, WHAT, error);
}
