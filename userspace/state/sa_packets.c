// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <linux/xfrm.h>
#include <string.h>

#include "state/netlink.h"
#include "state/sa_packets.h"

int fb_sa_message(const struct nlmsghdr *nlh, uint64_t *packets)
{
	struct xfrm_usersa_info info;

	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(info))
		return -EINVAL;
	/* Messages are aligned to 4 bytes, this struct to 8. */
	memcpy(&info, mnl_nlmsg_get_payload(nlh), sizeof(info));
	*packets = info.curlft.packets;
	return 0;
}

static int add_packets(const struct nlmsghdr *nlh, void *data)
{
	uint64_t packets, *sum = data;
	int ret = fb_sa_message(nlh, &packets);

	if (!ret)
		*sum += packets;
	return ret;
}

static const struct fb_nl_handler handlers[] = { { XFRM_MSG_NEWSA, add_packets }, { 0, NULL } };

static void forget(void *data)
{
	*(uint64_t *)data = 0;
}

/* The kernel reads attributes right behind the header of this dump: the request has no struct of the family. */
int fb_sa_packets_read(uint64_t *packets, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = fb_nl_begin(buf, XFRM_MSG_GETSA, NLM_F_DUMP);

	return fb_nl_dump(NETLINK_XFRM, req, handlers, forget, packets, "IPsec SAs", error);
}
