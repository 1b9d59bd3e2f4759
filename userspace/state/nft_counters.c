// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <string.h>

#include "state/netlink.h"
#include "state/nft_counters.h"

/* Numbers of nf_tables are big-endian. */
static int read_packets(const struct nlattr *counter, uint64_t *packets)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, counter)
	{
		if (mnl_attr_get_type(attr) != NFTA_COUNTER_PACKETS)
			continue;
		if (mnl_attr_validate(attr, MNL_TYPE_U64) < 0)
			return -EINVAL;
		*packets = be64toh(mnl_attr_get_u64(attr));
		return 0;
	}
	return -EINVAL;
}

static bool has_name(const struct nlattr *attr, const char *name)
{
	const char *text = mnl_attr_get_payload(attr);
	size_t len = strnlen(text, mnl_attr_get_payload_len(attr));

	return len == strlen(name) && !memcmp(text, name, len);
}

int fb_nft_counter_message(const struct nlmsghdr *nlh, const char *name, uint64_t *packets)
{
	const struct nlattr *attr, *found[NFTA_OBJ_MAX + 1] = { NULL };

	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(struct nfgenmsg))
		return -EINVAL;
	mnl_attr_for_each(attr, nlh, sizeof(struct nfgenmsg))
	{
		if (mnl_attr_get_type(attr) <= NFTA_OBJ_MAX)
			found[mnl_attr_get_type(attr)] = attr;
	}
	if (!found[NFTA_OBJ_NAME] || !found[NFTA_OBJ_TYPE] || !found[NFTA_OBJ_DATA] ||
	    mnl_attr_validate(found[NFTA_OBJ_TYPE], MNL_TYPE_U32) < 0)
		return -EINVAL;
	if (ntohl(mnl_attr_get_u32(found[NFTA_OBJ_TYPE])) != NFT_OBJECT_COUNTER ||
	    !has_name(found[NFTA_OBJ_NAME], name))
		return -ENOENT;
	return read_packets(found[NFTA_OBJ_DATA], packets);
}

struct search {
	const char *name;
	uint64_t packets;
	bool found;
};

/* The first counter of the name ends the search. */
static int take_object(const struct nlmsghdr *nlh, void *data)
{
	struct search *s = data;
	int ret = fb_nft_counter_message(nlh, s->name, &s->packets);

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	s->found = true;
	return 1;
}

static const struct fb_nl_handler handlers[] = {
	{ NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_NEWOBJ, take_object },
	{ 0, NULL },
};

static void forget(void *data)
{
	((struct search *)data)->found = false;
}

int fb_nft_counter_read(const char *name, uint64_t *packets, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req =
		fb_nl_begin(buf, NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_GETOBJ, NLM_F_DUMP);
	struct nfgenmsg *nfg = mnl_nlmsg_put_extra_header(req, sizeof(*nfg));
	struct search s = { .name = name };
	int ret;

	nfg->nfgen_family = AF_UNSPEC;
	nfg->version = NFNETLINK_V0;
	mnl_attr_put_u32(req, NFTA_OBJ_TYPE, htonl(NFT_OBJECT_COUNTER));
	ret = fb_nl_dump(NETLINK_NETFILTER, req, handlers, forget, &s, "nft counters", error);
	if (ret)
		return ret;
	*packets = s.packets;
	return s.found ? 0 : -ENOENT;
}
