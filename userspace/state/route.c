// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "state/netlink.h"
#include "state/route.h"

static void read_metrics(const struct nlattr *metrics, struct fb_route *route)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, metrics)
	{
		if (mnl_attr_get_type(attr) != RTAX_MTU ||
		    mnl_attr_validate(attr, MNL_TYPE_U32) < 0)
			continue;
		route->mtu = mnl_attr_get_u32(attr);
		route->mtu_of_route = route->mtu > 0;
	}
}

static void set_gateway(struct fb_route *route, uint16_t family, const void *address, size_t len)
{
	if ((family != AF_INET && family != AF_INET6) || len != fb_address_len(family))
		return;
	route->gateway_family = (uint8_t)family;
	memcpy(&route->gateway, address, len);
}

static void read_attribute(const struct nlattr *attr, uint8_t family, struct fb_route *route)
{
	const char *value = mnl_attr_get_payload(attr);
	size_t len = mnl_attr_get_payload_len(attr);
	uint16_t via;

	switch (mnl_attr_get_type(attr)) {
	case RTA_OIF:
		if (len >= sizeof(uint32_t))
			route->oif = mnl_attr_get_u32(attr);
		break;
	case RTA_TABLE:
		if (len >= sizeof(uint32_t))
			route->table = mnl_attr_get_u32(attr);
		break;
	case RTA_GATEWAY:
		set_gateway(route, family, value, len);
		break;
	case RTA_VIA:
		/* A gateway of the other family: its family, then its address. */
		if (len < sizeof(via))
			break;
		memcpy(&via, value, sizeof(via));
		set_gateway(route, via, value + sizeof(via), len - sizeof(via));
		break;
	case RTA_METRICS:
		read_metrics(attr, route);
		break;
	}
}

static enum fb_route_kind kind_of(uint8_t type, int *error)
{
	switch (type) {
	case RTN_UNICAST:
		return FB_ROUTE_FORWARD;
	case RTN_LOCAL:
		return FB_ROUTE_LOCAL;
	case RTN_BLACKHOLE:
		*error = -EINVAL;
		return FB_ROUTE_REFUSED;
	case RTN_UNREACHABLE:
		*error = -EHOSTUNREACH;
		return FB_ROUTE_REFUSED;
	case RTN_PROHIBIT:
		*error = -EACCES;
		return FB_ROUTE_REFUSED;
	case RTN_THROW:
		*error = -ENETUNREACH;
		return FB_ROUTE_REFUSED;
	}
	return FB_ROUTE_OTHER;
}

int fb_route_message(const struct nlmsghdr *nlh, struct fb_route *route)
{
	const struct rtmsg *rtm = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;

	memset(route, 0, sizeof(*route));
	if (nlh->nlmsg_len < mnl_nlmsg_size(sizeof(*rtm)))
		return -EINVAL;
	route->kind = kind_of(rtm->rtm_type, &route->error);
	route->table = rtm->rtm_table;
	mnl_attr_for_each(attr, nlh, sizeof(*rtm))
	{
		read_attribute(attr, rtm->rtm_family, route);
	}
	return 0;
}

static int on_route(const struct nlmsghdr *nlh, void *data)
{
	return fb_route_message(nlh, data);
}

static const struct fb_nl_handler handlers[] = { { RTM_NEWROUTE, on_route }, { 0, NULL } };

static bool has_ports(uint8_t proto)
{
	return proto == IPPROTO_TCP || proto == IPPROTO_UDP;
}

/* The kernel takes ports of TCP, UDP and ICMP only; those of ICMP are no part of any rule. */
static void fill_request(struct nlmsghdr *req, const struct fb_route_for *packet)
{
	const struct fb_tuple *t = &packet->tuple;
	struct rtmsg *rtm = mnl_nlmsg_put_extra_header(req, sizeof(*rtm));
	size_t len = fb_address_len(t->family);

	rtm->rtm_family = t->family;
	rtm->rtm_dst_len = (uint8_t)(8 * len);
	rtm->rtm_flags = RTM_F_LOOKUP_TABLE;
	mnl_attr_put(req, RTA_DST, len, &t->dst);
	if (!fb_address_any(t->family, &t->src)) {
		rtm->rtm_src_len = (uint8_t)(8 * len);
		mnl_attr_put(req, RTA_SRC, len, &t->src);
	}
	if (packet->iif)
		mnl_attr_put_u32(req, RTA_IIF, packet->iif);
	if (packet->mark)
		mnl_attr_put_u32(req, RTA_MARK, packet->mark);
	if (!has_ports(t->proto))
		return;
	mnl_attr_put_u8(req, RTA_IP_PROTO, t->proto);
	mnl_attr_put_u16(req, RTA_SPORT, htons(t->sport));
	mnl_attr_put_u16(req, RTA_DPORT, htons(t->dport));
}

int fb_route_read(const struct fb_route_for *packet, const struct fb_devices *ds,
		  struct fb_route *route, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = fb_nl_begin(buf, RTM_GETROUTE, 0);
	const struct fb_device *device;
	int ret, refused;

	memset(route, 0, sizeof(*route));
	fill_request(req, packet);
	ret = fb_nl_ask(NETLINK_ROUTE, req, handlers, route, &refused, "route", error);
	if (ret)
		return ret;
	if (refused) {
		route->kind = FB_ROUTE_REFUSED;
		route->error = refused;
	}
	device = ds && route->oif ? fb_device_by_index(ds, route->oif) : NULL;
	if (device && !route->mtu_of_route)
		route->mtu = device->mtu;
	return 0;
}
