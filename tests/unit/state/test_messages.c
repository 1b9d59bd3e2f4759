// SPDX-License-Identifier: GPL-2.0
/* Messages of netlink: devices, routes, policies, SAs, counters and connections; and the texts of tuples. */
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/if_link.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_conntrack.h>
#include <linux/rtnetlink.h>
#include <linux/xfrm.h>
#include <net/if.h>

#include "state/connections.h"
#include "state/devices.h"
#include "state/link_events.h"
#include "state/netlink.h"
#include "state/nft_counters.h"
#include "state/nic_statistics.h"
#include "state/policies.h"
#include "state/route.h"
#include "state/ruleset_events.h"
#include "state/sa_packets.h"

/* As aligned as the largest struct that a test writes to it. */
static _Alignas(8) char buf[4096];

/* Begins a message with a header of the family, which is all 0. */
static void *begin(uint16_t type, size_t header)
{
	struct nlmsghdr *nlh;

	memset(buf, 0, sizeof(buf));
	nlh = mnl_nlmsg_put_header(buf);
	nlh->nlmsg_type = type;
	return mnl_nlmsg_put_extra_header(nlh, header);
}

static struct nlmsghdr *message(void)
{
	return (struct nlmsghdr *)buf;
}

/* Reads the message cut at each byte. The kernel, too, aligns the memory of a message to 4 bytes. */
static void each_length(int (*read_it)(const struct nlmsghdr *nlh))
{
	uint32_t all = message()->nlmsg_len, len;

	for (len = MNL_NLMSG_HDRLEN; len <= all; len++) {
		struct nlmsghdr *cut = calloc(1, MNL_ALIGN(len));

		assert_non_null(cut);
		memcpy(cut, buf, len);
		cut->nlmsg_len = len;
		read_it(cut);
		free(cut);
	}
}

static int read_device(const struct nlmsghdr *nlh)
{
	struct fb_device d;

	return fb_device_message(nlh, &d);
}

static void a_device(void **state)
{
	struct ifinfomsg *info = begin(RTM_NEWLINK, sizeof(*info));
	struct rtnl_link_stats64 stats = { .rx_packets = 1,
					   .tx_packets = 5000000000,
					   .rx_bytes = 2 };
	struct nlattr *outer, *inner;
	struct fb_device d;

	(void)state;
	assert_int_equal(read_device(message()), -EINVAL);
	info->ifi_index = 7;
	info->ifi_flags = IFF_UP;
	assert_int_equal(read_device(message()), -EINVAL);
	mnl_attr_put_strz(message(), IFLA_IFNAME, "out0.5");
	mnl_attr_put_u32(message(), IFLA_MTU, 1400);
	mnl_attr_put_u32(message(), IFLA_MASTER, 3);
	mnl_attr_put_u32(message(), IFLA_LINK, 4);
	mnl_attr_put_u32(message(), IFLA_LINK_NETNSID, 0);
	mnl_attr_put(message(), IFLA_ADDRESS, 6, "\x02\0\0\0\0\x09");
	outer = mnl_attr_nest_start(message(), IFLA_LINKINFO);
	mnl_attr_put_strz(message(), IFLA_INFO_KIND, "vlan");
	inner = mnl_attr_nest_start(message(), IFLA_INFO_DATA);
	mnl_attr_put_u16(message(), IFLA_VLAN_ID, 5);
	mnl_attr_put_u16(message(), IFLA_VLAN_PROTOCOL, htons(0x88a8));
	mnl_attr_nest_end(message(), inner);
	mnl_attr_nest_end(message(), outer);
	mnl_attr_put(message(), IFLA_STATS64, sizeof(stats), &stats);
	assert_int_equal(fb_device_message(message(), &d), 0);
	assert_int_equal(d.ifindex, 7);
	assert_string_equal(d.name, "out0.5");
	assert_string_equal(d.kind, "vlan");
	assert_int_equal(d.mtu, 1400);
	assert_int_equal(d.flags, IFF_UP);
	assert_int_equal(d.master, 3);
	assert_int_equal(d.link, 4);
	assert_true(d.link_elsewhere);
	assert_int_equal(d.vlan, 5);
	assert_int_equal(d.vlan_proto, 0x88a8);
	assert_int_equal(d.mac_len, 6);
	assert_int_equal(d.mac[5], 9);
	assert_int_equal(d.sent, 5000000000);
	each_length(read_device);
}

static void devices_are_found(void **state)
{
	struct fb_device list[] = { { .ifindex = 1, .name = "lo" }, { .ifindex = 9, .name = "x" } };
	struct fb_devices ds = { .device = list, .nr = 2 };

	(void)state;
	assert_ptr_equal(fb_device_by_index(&ds, 9), &list[1]);
	assert_ptr_equal(fb_device_by_name(&ds, "lo"), &list[0]);
	assert_null(fb_device_by_index(&ds, 2));
	assert_null(fb_device_by_name(&ds, "l"));
}

static int read_route(const struct nlmsghdr *nlh)
{
	struct fb_route r;

	return fb_route_message(nlh, &r);
}

static void a_route(void **state)
{
	struct rtmsg *rtm = begin(RTM_NEWROUTE, sizeof(*rtm));
	struct in_addr gateway = { htonl(0x0a000202) };
	uint8_t via[18] = { AF_INET6, 0, 0xfd };
	struct nlattr *metrics;
	struct fb_route r;

	(void)state;
	rtm->rtm_family = AF_INET;
	rtm->rtm_type = RTN_UNICAST;
	mnl_attr_put_u32(message(), RTA_OIF, 3);
	mnl_attr_put_u32(message(), RTA_TABLE, 254);
	mnl_attr_put(message(), RTA_GATEWAY, sizeof(gateway), &gateway);
	assert_int_equal(fb_route_message(message(), &r), 0);
	assert_false(r.mtu_of_route);
	metrics = mnl_attr_nest_start(message(), RTA_METRICS);
	mnl_attr_put_u32(message(), RTAX_MTU, 1280);
	mnl_attr_nest_end(message(), metrics);
	assert_int_equal(fb_route_message(message(), &r), 0);
	assert_int_equal(r.kind, FB_ROUTE_FORWARD);
	assert_int_equal(r.oif, 3);
	assert_int_equal(r.table, 254);
	assert_int_equal(r.mtu, 1280);
	assert_true(r.mtu_of_route);
	assert_int_equal(r.gateway_family, AF_INET);
	assert_int_equal(r.gateway.v4.s_addr, gateway.s_addr);
	via[17] = 2;
	mnl_attr_put(message(), RTA_VIA, sizeof(via), via);
	assert_int_equal(fb_route_message(message(), &r), 0);
	assert_int_equal(r.gateway_family, AF_INET6);
	assert_int_equal(r.gateway.v6.s6_addr[15], 2);
	each_length(read_route);
}

static void routes_that_refuse(void **state)
{
	static const struct {
		uint8_t type;
		enum fb_route_kind kind;
		int error;
	} types[] = {
		{ RTN_LOCAL, FB_ROUTE_LOCAL, 0 },
		{ RTN_BROADCAST, FB_ROUTE_OTHER, 0 },
		{ RTN_BLACKHOLE, FB_ROUTE_REFUSED, -EINVAL },
		{ RTN_UNREACHABLE, FB_ROUTE_REFUSED, -EHOSTUNREACH },
		{ RTN_PROHIBIT, FB_ROUTE_REFUSED, -EACCES },
		{ RTN_THROW, FB_ROUTE_REFUSED, -ENETUNREACH },
	};
	struct fb_route r;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct rtmsg *rtm = begin(RTM_NEWROUTE, sizeof(*rtm));

		rtm->rtm_type = types[i].type;
		assert_int_equal(fb_route_message(message(), &r), 0);
		assert_int_equal(r.kind, types[i].kind);
		assert_int_equal(r.error, types[i].error);
	}
}

static int read_policy(const struct nlmsghdr *nlh)
{
	struct fb_policy p;

	return fb_policy_message(nlh, &p);
}

static void a_policy(void **state)
{
	struct xfrm_userpolicy_info *info = begin(XFRM_MSG_NEWPOLICY, sizeof(*info));
	struct xfrm_user_tmpl tmpl[2] = { { .mode = XFRM_MODE_TRANSPORT },
					  { .mode = XFRM_MODE_TUNNEL } };
	struct xfrm_userpolicy_type type = { .type = XFRM_POLICY_TYPE_MAIN };
	struct xfrm_mark mark = { .v = 1, .m = 3 };
	struct fb_policy p;

	(void)state;
	info->sel.daddr.a4 = htonl(0x0a090000);
	info->sel.prefixlen_d = 16;
	info->sel.prefixlen_s = 200;
	info->sel.dport = htons(80);
	info->sel.dport_mask = 0xffff;
	info->sel.proto = IPPROTO_TCP;
	info->dir = XFRM_POLICY_OUT;
	info->action = XFRM_POLICY_ALLOW;
	info->priority = 100;
	info->index = 9;
	assert_int_equal(read_policy(message()), -EINVAL);
	info->sel.family = AF_INET;
	mnl_attr_put(message(), XFRMA_TMPL, sizeof(tmpl), tmpl);
	mnl_attr_put(message(), XFRMA_MARK, sizeof(mark), &mark);
	mnl_attr_put_u32(message(), XFRMA_IF_ID, 4);
	mnl_attr_put(message(), XFRMA_POLICY_TYPE, sizeof(type), &type);
	assert_int_equal(fb_policy_message(message(), &p), 0);
	assert_int_equal(p.dir, FB_POLICY_OUT);
	assert_false(p.blocks);
	assert_int_equal(p.transforms, 2);
	assert_true(p.tunnel);
	assert_int_equal(p.dst_len, 16);
	assert_int_equal(p.src_len, 32);
	assert_int_equal(p.dport, 80);
	assert_int_equal(p.mark_mask, 3);
	assert_int_equal(p.if_id, 4);
	each_length(read_policy);
	/* The policy of a socket, and one of type sub. */
	info->dir = 4;
	assert_int_equal(read_policy(message()), -ENOENT);
	info->dir = XFRM_POLICY_FWD;
	type.type = XFRM_POLICY_TYPE_SUB;
	mnl_attr_put(message(), XFRMA_POLICY_TYPE, sizeof(type), &type);
	assert_int_equal(read_policy(message()), -ENOENT);
}

static void put_tuple(uint16_t attr, uint32_t src, uint32_t dst, uint8_t proto, uint16_t sport,
		      uint16_t dport)
{
	struct nlattr *tuple = mnl_attr_nest_start(message(), attr), *part;

	part = mnl_attr_nest_start(message(), CTA_TUPLE_IP);
	mnl_attr_put_u32(message(), CTA_IP_V4_SRC, htonl(src));
	mnl_attr_put_u32(message(), CTA_IP_V4_DST, htonl(dst));
	mnl_attr_nest_end(message(), part);
	part = mnl_attr_nest_start(message(), CTA_TUPLE_PROTO);
	mnl_attr_put_u8(message(), CTA_PROTO_NUM, proto);
	if (proto == IPPROTO_ICMP) {
		mnl_attr_put_u16(message(), CTA_PROTO_ICMP_ID, htons(sport));
		mnl_attr_put_u8(message(), CTA_PROTO_ICMP_TYPE, (uint8_t)(dport >> 8));
		mnl_attr_put_u8(message(), CTA_PROTO_ICMP_CODE, (uint8_t)dport);
	} else {
		mnl_attr_put_u16(message(), CTA_PROTO_SRC_PORT, htons(sport));
		mnl_attr_put_u16(message(), CTA_PROTO_DST_PORT, htons(dport));
	}
	mnl_attr_nest_end(message(), part);
	mnl_attr_nest_end(message(), tuple);
}

static int read_connection(const struct nlmsghdr *nlh)
{
	struct fb_connection c;

	return fb_connection_message(nlh, &c);
}

static void begin_connection(void)
{
	struct nfgenmsg *nfg = begin(NFNL_SUBSYS_CTNETLINK << 8 | IPCTNL_MSG_CT_NEW, sizeof(*nfg));

	nfg->nfgen_family = AF_INET;
}

static void an_offloaded_connection(void **state)
{
	char text[FB_CT_STATUS_TEXT], tuple[FB_TUPLE_TEXT];
	struct nlattr *help, *count;
	struct fb_connection c;

	(void)state;
	begin_connection();
	put_tuple(CTA_TUPLE_ORIG, 0x0a000102, 0x0a000202, IPPROTO_TCP, 40000, 21);
	assert_int_equal(read_connection(message()), -EINVAL);
	put_tuple(CTA_TUPLE_REPLY, 0x0a000202, 0x0a000201, IPPROTO_TCP, 21, 1024);
	mnl_attr_put_u32(message(), CTA_STATUS,
			 htonl(FB_CT_OFFLOAD | FB_CT_ASSURED | FB_CT_SEEN_REPLY | FB_CT_SRC_NAT));
	mnl_attr_put_u32(message(), CTA_MARK, htonl(7));
	mnl_attr_put_u16(message(), CTA_ZONE, htons(5));
	mnl_attr_put_u32(message(), CTA_ID, htonl(77));
	help = mnl_attr_nest_start(message(), CTA_HELP);
	mnl_attr_put_strz(message(), CTA_HELP_NAME, "ftp");
	mnl_attr_nest_end(message(), help);
	count = mnl_attr_nest_start(message(), CTA_COUNTERS_ORIG);
	mnl_attr_put_u64(message(), CTA_COUNTERS_PACKETS, htobe64(12));
	mnl_attr_nest_end(message(), count);
	assert_int_equal(fb_connection_message(message(), &c), 0);
	assert_string_equal(fb_tuple_text(&c.tuple[FB_CT_ORIGINAL], tuple),
			    "tcp 10.0.1.2:40000 > 10.0.2.2:21");
	assert_string_equal(fb_tuple_text(&c.tuple[FB_CT_REPLY], tuple),
			    "tcp 10.0.2.2:21 > 10.0.2.1:1024");
	assert_string_equal(fb_ct_status_text(c.status, text),
			    "SEEN_REPLY ASSURED SRC_NAT OFFLOAD");
	assert_int_equal(c.mark, 7);
	assert_int_equal(c.id, 77);
	assert_int_equal(c.zone[FB_CT_ORIGINAL], 5);
	assert_int_equal(c.zone[FB_CT_REPLY], 5);
	assert_string_equal(c.helper, "ftp");
	assert_true(c.counted);
	assert_int_equal(c.packets[FB_CT_ORIGINAL], 12);
	/* The kernel leaves both out while the flow is in a flowtable. */
	assert_false(c.has_timeout);
	assert_false(c.has_tcp);
	each_length(read_connection);
}

static void a_connection_with_a_state(void **state)
{
	struct nlattr *info, *tcp;
	struct fb_connection c;

	(void)state;
	begin_connection();
	put_tuple(CTA_TUPLE_ORIG, 0x0a000102, 0x0a000202, IPPROTO_TCP, 40000, 80);
	put_tuple(CTA_TUPLE_REPLY, 0x0a000202, 0x0a000102, IPPROTO_TCP, 80, 40000);
	mnl_attr_put_u32(message(), CTA_TIMEOUT, htonl(431999));
	info = mnl_attr_nest_start(message(), CTA_PROTOINFO);
	tcp = mnl_attr_nest_start(message(), CTA_PROTOINFO_TCP);
	mnl_attr_put_u8(message(), CTA_PROTOINFO_TCP_STATE, 3);
	mnl_attr_nest_end(message(), tcp);
	mnl_attr_nest_end(message(), info);
	assert_int_equal(fb_connection_message(message(), &c), 0);
	assert_true(c.has_timeout && c.has_tcp);
	assert_false(c.counted);
	assert_int_equal(c.timeout, 431999);
	assert_string_equal(fb_ct_tcp_name(c.tcp), "ESTABLISHED");
	assert_string_equal(fb_ct_tcp_name(200), "?");
	assert_string_equal(c.helper, "");
}

static void a_ping(void **state)
{
	char tuple[FB_TUPLE_TEXT];
	struct fb_connection c;

	(void)state;
	begin_connection();
	put_tuple(CTA_TUPLE_ORIG, 0x0a000102, 0x0a000202, IPPROTO_ICMP, 7, 8 << 8);
	put_tuple(CTA_TUPLE_REPLY, 0x0a000202, 0x0a000102, IPPROTO_ICMP, 7, 0);
	assert_int_equal(fb_connection_message(message(), &c), 0);
	assert_string_equal(fb_tuple_text(&c.tuple[FB_CT_ORIGINAL], tuple),
			    "icmp 10.0.1.2 > 10.0.2.2 type 8 code 0 id 7");
	assert_string_equal(fb_tuple_text(&c.tuple[FB_CT_REPLY], tuple),
			    "icmp 10.0.2.2 > 10.0.1.2 type 0 code 0 id 7");
}

static void texts(void **state)
{
	struct fb_tuple t = { .family = AF_INET6, .proto = IPPROTO_UDP, .sport = 1, .dport = 2 }, u;
	char text[FB_TUPLE_TEXT], status[FB_CT_STATUS_TEXT];

	(void)state;
	memset(&t.src, 0xfe, sizeof(t.src));
	memset(&t.dst, 0xfd, sizeof(t.dst));
	assert_string_equal(fb_tuple_text(&t, text),
			    "udp [fefe:fefe:fefe:fefe:fefe:fefe:fefe:fefe]:1 > "
			    "[fdfd:fdfd:fdfd:fdfd:fdfd:fdfd:fdfd:fdfd]:2");
	u = t;
	assert_true(fb_tuple_equal(&t, &u));
	u.dst.v6.s6_addr[15] ^= 1;
	assert_false(fb_tuple_equal(&t, &u));
	t = (struct fb_tuple){ .family = AF_INET, .proto = 253 };
	assert_true(fb_address_any(AF_INET, &t.src));
	assert_string_equal(fb_tuple_text(&t, text), "proto 253 0.0.0.0 > 0.0.0.0");
	t.family = 0;
	assert_string_equal(fb_tuple_text(&t, text), "proto 253 ? > ?");
	/* All bits have room. */
	fb_ct_status_text(UINT32_MAX, status);
	assert_string_equal(status + strlen(status) - 18, "OFFLOAD HW_OFFLOAD");
	assert_string_equal(fb_ct_status_text(0, status), "");
}

static int take_change(struct fb_ruleset_events *e, int type)
{
	begin((uint16_t)(NFNL_SUBSYS_NFTABLES << 8 | type), sizeof(struct nfgenmsg));
	if (type == NFT_MSG_NEWGEN) {
		mnl_attr_put_u32(message(), NFTA_GEN_PROC_PID, htonl(812));
		mnl_attr_put_strz(message(), NFTA_GEN_PROC_NAME, "nft");
	}
	return fb_nl_message(fb_ruleset_handlers, message(), e);
}

static int read_change(const struct nlmsghdr *nlh)
{
	struct fb_ruleset_events e = { .pending = true };

	return fb_nl_message(fb_ruleset_handlers, nlh, &e);
}

static void a_deleted_flowtable(void **state)
{
	struct fb_ruleset_events e = { NULL };

	(void)state;
	/* A change that deletes no flowtable says nothing. */
	assert_int_equal(take_change(&e, NFT_MSG_DELRULE), 0);
	assert_int_equal(take_change(&e, NFT_MSG_NEWGEN), 0);
	assert_false(e.deleted);
	assert_int_equal(take_change(&e, NFT_MSG_DELFLOWTABLE), 0);
	assert_false(e.deleted);
	assert_int_equal(take_change(&e, NFT_MSG_NEWGEN), 0);
	assert_true(e.deleted);
	assert_int_equal(e.pid, 812);
	assert_string_equal(e.name, "nft");
	each_length(read_change);
	begin(NFNL_SUBSYS_CTNETLINK << 8 | NFT_MSG_DELFLOWTABLE, 0);
	assert_int_equal(fb_nl_message(fb_ruleset_handlers, message(), &e), 0);
	assert_false(e.pending);
	begin(NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_NEWGEN, 0);
	assert_int_equal(fb_nl_message(fb_ruleset_handlers, message(), &e), -EINVAL);
}

/* Takes a message about device 7. */
static int take_link(struct fb_link_events *e, uint16_t type, uint8_t family, uint32_t flags,
		     uint32_t change)
{
	struct ifinfomsg *link = begin(type, sizeof(*link));

	link->ifi_family = family;
	link->ifi_index = 7;
	link->ifi_flags = flags;
	link->ifi_change = change;
	return fb_nl_message(fb_link_handlers, message(), e);
}

static int read_link(const struct nlmsghdr *nlh)
{
	struct fb_link_events e = { NULL };

	return fb_nl_message(fb_link_handlers, nlh, &e);
}

static void a_device_goes_down(void **state)
{
	struct fb_link_events e = { NULL };

	(void)state;
	/* A device is made; it gets an address and a master before it is up; it comes up. */
	assert_int_equal(take_link(&e, RTM_NEWLINK, AF_UNSPEC, IFF_BROADCAST, ~0U), 0);
	assert_int_equal(take_link(&e, RTM_NEWLINK, AF_UNSPEC, IFF_BROADCAST, 0), 0);
	assert_int_equal(take_link(&e, RTM_NEWLINK, AF_UNSPEC, IFF_UP, IFF_UP), 0);
	/* Its bridge tells of it as a port, and lets it go. */
	assert_int_equal(take_link(&e, RTM_NEWLINK, AF_BRIDGE, IFF_BROADCAST, 0), 0);
	assert_int_equal(take_link(&e, RTM_DELLINK, AF_BRIDGE, IFF_UP, 0), 0);
	assert_false(fb_link_went_down(&e, 0));

	assert_int_equal(take_link(&e, RTM_NEWLINK, AF_UNSPEC, IFF_BROADCAST, IFF_UP), 0);
	assert_true(fb_link_went_down(&e, 7));
	assert_true(fb_link_went_down(&e, 0));
	assert_false(fb_link_went_down(&e, 8));

	e.nr = 0;
	assert_int_equal(take_link(&e, RTM_DELLINK, AF_UNSPEC, IFF_BROADCAST, ~0U), 0);
	assert_true(fb_link_went_down(&e, 7));
	each_length(read_link);
}

static int read_sa(const struct nlmsghdr *nlh)
{
	uint64_t packets;

	return fb_sa_message(nlh, &packets);
}

static void an_sa(void **state)
{
	struct xfrm_usersa_info *info = begin(XFRM_MSG_NEWSA, sizeof(*info));
	uint64_t packets = 0;

	(void)state;
	info->curlft.bytes = 1;
	info->curlft.packets = 5000000000;
	info->lft.hard_packet_limit = 3;
	mnl_attr_put_u32(message(), XFRMA_IF_ID, 4);
	assert_int_equal(fb_sa_message(message(), &packets), 0);
	assert_int_equal(packets, 5000000000);
	each_length(read_sa);
	begin(XFRM_MSG_NEWSA, sizeof(*info) - 8);
	assert_int_equal(read_sa(message()), -EINVAL);
}

static struct nlattr *begin_counter(uint32_t type)
{
	begin(NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_NEWOBJ, sizeof(struct nfgenmsg));
	mnl_attr_put_strz(message(), NFTA_OBJ_TABLE, "t");
	mnl_attr_put_strz(message(), NFTA_OBJ_NAME, "forwarded");
	mnl_attr_put_u32(message(), NFTA_OBJ_TYPE, htonl(type));
	return mnl_attr_nest_start(message(), NFTA_OBJ_DATA);
}

static int read_counter(const struct nlmsghdr *nlh)
{
	uint64_t packets;

	return fb_nft_counter_message(nlh, "forwarded", &packets);
}

static void a_counter(void **state)
{
	struct nlattr *data = begin_counter(NFT_OBJECT_COUNTER);
	uint64_t packets = 0;

	(void)state;
	mnl_attr_put_u64(message(), NFTA_COUNTER_BYTES, htobe64(84));
	mnl_attr_put_u64(message(), NFTA_COUNTER_PACKETS, htobe64(5000000000));
	mnl_attr_nest_end(message(), data);
	/* Newer kernels have attributes that this file does not know. */
	mnl_attr_put_u32(message(), NFTA_OBJ_MAX + 1, 0);
	assert_int_equal(fb_nft_counter_message(message(), "forwarded", &packets), 0);
	assert_int_equal(packets, 5000000000);
	assert_int_equal(fb_nft_counter_message(message(), "forward", &packets), -ENOENT);
	assert_int_equal(fb_nft_counter_message(message(), "forwarded2", &packets), -ENOENT);
	assert_int_equal(fb_nft_counter_message(message(), "", &packets), -ENOENT);
	each_length(read_counter);
}

static void objects_that_are_no_counters(void **state)
{
	struct nlattr *data = begin_counter(NFT_OBJECT_QUOTA);

	(void)state;
	mnl_attr_put_u64(message(), NFTA_QUOTA_BYTES, htobe64(84));
	mnl_attr_nest_end(message(), data);
	assert_int_equal(read_counter(message()), -ENOENT);
	/* A counter without packets, and with a number of 32 bits. */
	data = begin_counter(NFT_OBJECT_COUNTER);
	mnl_attr_put_u64(message(), NFTA_COUNTER_BYTES, htobe64(84));
	mnl_attr_nest_end(message(), data);
	assert_int_equal(read_counter(message()), -EINVAL);
	data = begin_counter(NFT_OBJECT_COUNTER);
	mnl_attr_put_u32(message(), NFTA_COUNTER_PACKETS, htonl(8));
	mnl_attr_nest_end(message(), data);
	assert_int_equal(read_counter(message()), -EINVAL);
	begin(NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_NEWOBJ, 0);
	assert_int_equal(read_counter(message()), -EINVAL);
}

static void statistics_of_a_nic(void **state)
{
	static const char full[] = "a_name_of_thirty_two_characters_";
	struct ethtool_gstrings *names = calloc(1, sizeof(*names) + 3 * (size_t)ETH_GSTRING_LEN);
	struct ethtool_stats *values = calloc(1, sizeof(*values) + 3 * sizeof(values->data[0]));
	uint64_t n = 0;

	(void)state;
	assert_non_null(names);
	assert_non_null(values);
	names->len = 3;
	values->n_stats = 3;
	strcpy((char *)names->data, "rx_a");
	memcpy(names->data + ETH_GSTRING_LEN, full, ETH_GSTRING_LEN);
	strcpy((char *)names->data + 2 * (size_t)ETH_GSTRING_LEN, "rx");
	values->data[1] = 7;
	values->data[2] = 5000000000;
	assert_int_equal(fb_nic_statistic_find(names, values, "rx", &n), 0);
	assert_int_equal(n, 5000000000);
	assert_int_equal(fb_nic_statistic_find(names, values, full, &n), 0);
	assert_int_equal(n, 7);
	assert_int_equal(fb_nic_statistic_find(names, values, "r", &n), -ENOENT);
	assert_int_equal(fb_nic_statistic_find(names, values, "a_name_of_thirty_two_characters_2",
					       &n),
			 -ENOENT);
	/* The number of queues changed between both questions, or before them. */
	values->n_stats = 2;
	assert_int_equal(fb_nic_statistic_find(names, values, "rx", &n), -EAGAIN);
	names->len = 0;
	values->n_stats = 0;
	assert_int_equal(fb_nic_statistic_find(names, values, "rx", &n), -EAGAIN);
	free(names);
	free(values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device),
		cmocka_unit_test(devices_are_found),
		cmocka_unit_test(a_route),
		cmocka_unit_test(routes_that_refuse),
		cmocka_unit_test(a_policy),
		cmocka_unit_test(an_sa),
		cmocka_unit_test(a_counter),
		cmocka_unit_test(objects_that_are_no_counters),
		cmocka_unit_test(statistics_of_a_nic),
		cmocka_unit_test(an_offloaded_connection),
		cmocka_unit_test(a_connection_with_a_state),
		cmocka_unit_test(a_ping),
		cmocka_unit_test(texts),
		cmocka_unit_test(a_deleted_flowtable),
		cmocka_unit_test(a_device_goes_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
