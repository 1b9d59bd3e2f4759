// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <net/if.h>
#include <string.h>

#include "xdp/feature.h"

/* linux/netdev.h, which came with 6.3. */
#define NETDEV_FAMILY	"netdev"
#define NETDEV_GET	1
#define NETDEV_IFINDEX	1
#define NETDEV_FEATURES 3

struct answer {
	uint16_t family;
	uint64_t features;
};

static int each_family(const struct nlattr *attr, void *data)
{
	struct answer *a = data;

	if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID)
		a->family = mnl_attr_get_u16(attr);
	return MNL_CB_OK;
}

static int each_device(const struct nlattr *attr, void *data)
{
	struct answer *a = data;

	if (mnl_attr_get_type(attr) == NETDEV_FEATURES)
		a->features = mnl_attr_get_u64(attr);
	return MNL_CB_OK;
}

static int read_family(const struct nlmsghdr *nlh, void *data)
{
	return mnl_attr_parse(nlh, sizeof(struct genlmsghdr), each_family, data);
}

static int read_device(const struct nlmsghdr *nlh, void *data)
{
	return mnl_attr_parse(nlh, sizeof(struct genlmsghdr), each_device, data);
}

static struct nlmsghdr *begin(char *buf, uint16_t type, uint8_t cmd)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	nlh->nlmsg_seq = 1;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = 1;
	return nlh;
}

static int ask(struct mnl_socket *nl, struct nlmsghdr *req, mnl_cb_t each, void *data)
{
	char buf[8192] __attribute__((aligned(8)));
	ssize_t n;
	int ret;

	if (mnl_socket_sendto(nl, req, req->nlmsg_len) < 0)
		return -errno;
	do {
		n = mnl_socket_recvfrom(nl, buf, sizeof(buf));
		if (n < 0)
			return -errno;
		ret = mnl_cb_run(buf, (size_t)n, 1, mnl_socket_get_portid(nl), each, data);
	} while (ret == MNL_CB_OK);
	return ret < 0 ? -errno : 0;
}

static int ask_both(struct mnl_socket *nl, unsigned int index, struct answer *a)
{
	char buf[256] __attribute__((aligned(8)));
	struct nlmsghdr *req;
	int ret;

	req = begin(buf, GENL_ID_CTRL, CTRL_CMD_GETFAMILY);
	mnl_attr_put_strz(req, CTRL_ATTR_FAMILY_NAME, NETDEV_FAMILY);
	ret = ask(nl, req, read_family, a);
	if (ret || !a->family)
		return ret && ret != -ENOENT ? ret : -EOPNOTSUPP;
	req = begin(buf, a->family, NETDEV_GET);
	mnl_attr_put_u32(req, NETDEV_IFINDEX, index);
	return ask(nl, req, read_device, a);
}

int fb_xdp_features(const char *dev, unsigned int *index, uint64_t *features,
		    struct fb_error *error)
{
	struct answer a = { 0 };
	struct mnl_socket *nl;
	int ret;

	*index = if_nametoindex(dev);
	if (!*index)
		return fb_error(error, -ENODEV, "no device %s in this network namespace", dev);
	nl = mnl_socket_open(NETLINK_GENERIC);
	if (!nl)
		return fb_error_errno(error, -errno, "generic netlink");
	ret = mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID) ? -errno : ask_both(nl, *index, &a);
	mnl_socket_close(nl);
	if (ret == -EOPNOTSUPP)
		return fb_error(error, ret,
				"this kernel does not say what devices can do with XDP");
	if (ret)
		return fb_error_errno(error, ret, "%s: what it can do with XDP", dev);
	*features = a.features;
	return 0;
}
