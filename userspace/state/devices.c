// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "state/devices.h"
#include "state/netlink.h"

static uint32_t number(const struct nlattr *attr)
{
	return mnl_attr_validate(attr, MNL_TYPE_U32) < 0 ? 0 : mnl_attr_get_u32(attr);
}

static void copy_text(char *to, size_t size, const struct nlattr *attr)
{
	int len = mnl_attr_get_payload_len(attr);

	snprintf(to, size, "%.*s", len, (const char *)mnl_attr_get_payload(attr));
}

static void read_vlan(const struct nlattr *data, struct fb_device *d)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, data)
	{
		if (mnl_attr_validate(attr, MNL_TYPE_U16) < 0)
			continue;
		if (mnl_attr_get_type(attr) == IFLA_VLAN_ID)
			d->vlan = mnl_attr_get_u16(attr);
		if (mnl_attr_get_type(attr) == IFLA_VLAN_PROTOCOL)
			d->vlan_proto = ntohs(mnl_attr_get_u16(attr));
	}
}

static void read_info(const struct nlattr *info, struct fb_device *d)
{
	const struct nlattr *attr, *data = NULL;

	mnl_attr_for_each_nested(attr, info)
	{
		if (mnl_attr_get_type(attr) == IFLA_INFO_KIND)
			copy_text(d->kind, sizeof(d->kind), attr);
		if (mnl_attr_get_type(attr) == IFLA_INFO_DATA)
			data = attr;
	}
	if (data && !strcmp(d->kind, "vlan"))
		read_vlan(data, d);
}

/* Attributes are aligned to 4 bytes, this struct to 8. Newer kernels have more at its end. */
static void read_counters(const struct nlattr *attr, struct fb_device *d)
{
	const char *stats = mnl_attr_get_payload(attr);
	size_t at = offsetof(struct rtnl_link_stats64, tx_packets);

	if (mnl_attr_get_payload_len(attr) >= at + sizeof(d->sent))
		memcpy(&d->sent, stats + at, sizeof(d->sent));
}

static void read_attribute(const struct nlattr *attr, struct fb_device *d)
{
	switch (mnl_attr_get_type(attr)) {
	case IFLA_IFNAME:
		copy_text(d->name, sizeof(d->name), attr);
		break;
	case IFLA_MTU:
		d->mtu = number(attr);
		break;
	case IFLA_MASTER:
		d->master = number(attr);
		break;
	case IFLA_LINK:
		d->link = number(attr);
		break;
	case IFLA_LINK_NETNSID:
		d->link_elsewhere = true;
		break;
	case IFLA_ADDRESS:
		if (mnl_attr_get_payload_len(attr) > sizeof(d->mac))
			break;
		d->mac_len = (uint8_t)mnl_attr_get_payload_len(attr);
		memcpy(d->mac, mnl_attr_get_payload(attr), d->mac_len);
		break;
	case IFLA_LINKINFO:
		read_info(attr, d);
		break;
	case IFLA_STATS64:
		read_counters(attr, d);
		break;
	}
}

int fb_device_message(const struct nlmsghdr *nlh, struct fb_device *d)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;

	*d = (struct fb_device){ .ifindex = 0 };
	if (nlh->nlmsg_len < mnl_nlmsg_size(sizeof(*info)) || info->ifi_index <= 0)
		return -EINVAL;
	d->ifindex = (uint32_t)info->ifi_index;
	d->flags = info->ifi_flags;
	mnl_attr_for_each(attr, nlh, sizeof(*info))
	{
		read_attribute(attr, d);
	}
	return *d->name ? 0 : -EINVAL;
}

static int add_device(const struct nlmsghdr *nlh, void *data)
{
	struct fb_devices *ds = data;

	if (fb_vector_grow(ds->device, ds->nr))
		return -ENOMEM;
	if (!fb_device_message(nlh, &ds->device[ds->nr]))
		ds->nr++;
	return 0;
}

static const struct fb_nl_handler handlers[] = { { RTM_NEWLINK, add_device }, { 0, NULL } };

static void forget(void *data)
{
	fb_devices_free(data);
}

int fb_devices_read(struct fb_devices *ds, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = fb_nl_begin(buf, RTM_GETLINK, NLM_F_DUMP);
	struct ifinfomsg *info = mnl_nlmsg_put_extra_header(req, sizeof(*info));
	int ret;

	info->ifi_family = AF_UNSPEC;
	*ds = (struct fb_devices){ .nr = 0 };
	ret = fb_nl_dump(NETLINK_ROUTE, req, handlers, forget, ds, "network devices", error);
	if (ret)
		fb_devices_free(ds);
	return ret;
}

static int take_device(const struct nlmsghdr *nlh, void *data)
{
	return fb_device_message(nlh, data);
}

static const struct fb_nl_handler one_device[] = { { RTM_NEWLINK, take_device }, { 0, NULL } };

int fb_device_read(const char *name, struct fb_device *d, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = fb_nl_begin(buf, RTM_GETLINK, 0);
	struct ifinfomsg *info = mnl_nlmsg_put_extra_header(req, sizeof(*info));
	int ret, refused;

	*d = (struct fb_device){ .ifindex = 0 };
	if (strlen(name) >= sizeof(d->name))
		return -ENOENT;
	info->ifi_family = AF_UNSPEC;
	mnl_attr_put_strz(req, IFLA_IFNAME, name);
	ret = fb_nl_ask(NETLINK_ROUTE, req, one_device, d, &refused, "network devices", error);
	if (ret || !refused)
		return ret;
	return refused == -ENODEV
		       ? -ENOENT
		       : fb_error_errno(error, refused, "device %s cannot be read", name);
}
