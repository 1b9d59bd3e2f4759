// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <stdio.h>
#include <string.h>

#include "state/ruleset_events.h"

#define WHAT "events of nftables"

int fb_ruleset_events_open(struct fb_ruleset_events *e, struct fb_error *error)
{
	memset(e, 0, sizeof(*e));
	return fb_listen_open(&e->socket, NETLINK_NETFILTER, NFNLGRP_NFTABLES, WHAT, error);
}

/* The last message of a change says who made it. */
static int take_generation(const struct nlmsghdr *nlh, void *data)
{
	struct fb_ruleset_events *e = data;
	const struct nlattr *attr;

	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(struct nfgenmsg))
		return -EINVAL;
	if (!e->pending)
		return 0;
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
	return 0;
}

static int take_deletion(const struct nlmsghdr *nlh, void *data)
{
	struct fb_ruleset_events *e = data;

	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(struct nfgenmsg))
		return -EINVAL;
	e->pending = true;
	return 0;
}

const struct fb_nl_handler fb_ruleset_handlers[] = {
	{ NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_DELFLOWTABLE, take_deletion },
	{ NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_NEWGEN, take_generation },
	{ 0, NULL },
};

/* Events that did not fit are lost; then it is not known who deleted a flowtable. */
int fb_ruleset_events_read(struct fb_ruleset_events *e, struct fb_error *error)
{
	return fb_listen_read(e->socket, fb_ruleset_handlers, e, NULL, WHAT, error);
}
