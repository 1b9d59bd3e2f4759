// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <libnetfilter_conntrack/libnetfilter_conntrack.h>
#include <linux/netfilter/nfnetlink.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "state/connections.h"
#include "state/netlink.h"

/* This file exists if connection tracking is loaded. */
#define LOADED "/proc/sys/net/netfilter/nf_conntrack_max"

/* The attributes of libnetfilter_conntrack for each direction. */
static const struct {
	enum nf_conntrack_attr src4, dst4, src6, dst6, l3, l4, sport, dport, zone, packets;
} attrs[FB_CT_DIRS] = {
	{ ATTR_ORIG_IPV4_SRC, ATTR_ORIG_IPV4_DST, ATTR_ORIG_IPV6_SRC, ATTR_ORIG_IPV6_DST,
	  ATTR_ORIG_L3PROTO, ATTR_ORIG_L4PROTO, ATTR_ORIG_PORT_SRC, ATTR_ORIG_PORT_DST,
	  ATTR_ORIG_ZONE, ATTR_ORIG_COUNTER_PACKETS },
	{ ATTR_REPL_IPV4_SRC, ATTR_REPL_IPV4_DST, ATTR_REPL_IPV6_SRC, ATTR_REPL_IPV6_DST,
	  ATTR_REPL_L3PROTO, ATTR_REPL_L4PROTO, ATTR_REPL_PORT_SRC, ATTR_REPL_PORT_DST,
	  ATTR_REPL_ZONE, ATTR_REPL_COUNTER_PACKETS },
};

static bool is_icmp(uint8_t proto)
{
	return proto == IPPROTO_ICMP || proto == IPPROTO_ICMPV6;
}

/* Returns the ICMP type that answers this one. */
static uint8_t answering(uint8_t type)
{
	static const struct {
		uint8_t asks;
		uint8_t answers;
	} types[] = { { 8, 0 }, { 13, 14 }, { 15, 16 }, { 17, 18 }, { 128, 129 }, { 139, 140 } };
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (type == types[i].asks)
			return types[i].answers;
		if (type == types[i].answers)
			return types[i].asks;
	}
	return type;
}

static void read_ports(const struct nf_conntrack *ct, enum fb_ct_dir dir, struct fb_tuple *t)
{
	uint8_t type;

	if (!is_icmp(t->proto)) {
		t->sport = ntohs(nfct_get_attr_u16(ct, attrs[dir].sport));
		t->dport = ntohs(nfct_get_attr_u16(ct, attrs[dir].dport));
		return;
	}
	type = nfct_get_attr_u8(ct, ATTR_ICMP_TYPE);
	if (dir == FB_CT_REPLY)
		type = answering(type);
	t->sport = ntohs(nfct_get_attr_u16(ct, ATTR_ICMP_ID));
	t->dport = (uint16_t)(type << 8 | nfct_get_attr_u8(ct, ATTR_ICMP_CODE));
}

static int read_tuple(const struct nf_conntrack *ct, enum fb_ct_dir dir, struct fb_tuple *t)
{
	const void *src, *dst;
	size_t len;

	t->family = nfct_get_attr_u8(ct, attrs[dir].l3);
	t->proto = nfct_get_attr_u8(ct, attrs[dir].l4);
	len = fb_address_len(t->family);
	src = nfct_get_attr(ct, t->family == AF_INET6 ? attrs[dir].src6 : attrs[dir].src4);
	dst = nfct_get_attr(ct, t->family == AF_INET6 ? attrs[dir].dst6 : attrs[dir].dst4);
	if (!src || !dst || (t->family != AF_INET && t->family != AF_INET6))
		return -EINVAL;
	memcpy(&t->src, src, len);
	memcpy(&t->dst, dst, len);
	read_ports(ct, dir, t);
	return 0;
}

static int read_connection(const struct nf_conntrack *ct, struct fb_connection *c)
{
	const char *helper = nfct_get_attr(ct, ATTR_HELPER_NAME);
	unsigned int dir;

	for (dir = 0; dir < FB_CT_DIRS; dir++) {
		if (read_tuple(ct, dir, &c->tuple[dir]))
			return -EINVAL;
		c->zone[dir] = nfct_get_attr_u16(ct, ATTR_ZONE);
		if (nfct_attr_is_set(ct, attrs[dir].zone) > 0)
			c->zone[dir] = nfct_get_attr_u16(ct, attrs[dir].zone);
		c->packets[dir] = nfct_get_attr_u64(ct, attrs[dir].packets);
	}
	c->counted = nfct_attr_is_set(ct, ATTR_ORIG_COUNTER_PACKETS) > 0;
	c->status = nfct_get_attr_u32(ct, ATTR_STATUS);
	c->mark = nfct_get_attr_u32(ct, ATTR_MARK);
	c->id = nfct_get_attr_u32(ct, ATTR_ID);
	c->has_timeout = nfct_attr_is_set(ct, ATTR_TIMEOUT) > 0;
	c->timeout = nfct_get_attr_u32(ct, ATTR_TIMEOUT);
	c->has_tcp = nfct_attr_is_set(ct, ATTR_TCP_STATE) > 0;
	c->tcp = nfct_get_attr_u8(ct, ATTR_TCP_STATE);
	if (helper)
		snprintf(c->helper, sizeof(c->helper), "%s", helper);
	return 0;
}

int fb_connection_message(const struct nlmsghdr *nlh, struct fb_connection *c)
{
	struct nf_conntrack *ct;
	int ret = -EINVAL;

	memset(c, 0, sizeof(*c));
	if (nlh->nlmsg_len < mnl_nlmsg_size(sizeof(struct nfgenmsg)))
		return -EINVAL;
	ct = nfct_new();
	if (!ct)
		return -ENOMEM;
	if (!nfct_nlmsg_parse(nlh, ct))
		ret = read_connection(ct, c);
	nfct_destroy(ct);
	return ret;
}

/* What the reader of messages needs: the callback, and what it returned. */
struct stream {
	fb_connection_fn *each;
	void *data;
	int ret;
};

static int on_connection(const struct nlmsghdr *nlh, void *data)
{
	struct stream *s = data;
	struct fb_connection c;
	int ret = fb_connection_message(nlh, &c);

	/* A connection of another family is skipped. */
	if (ret == -EINVAL)
		return 0;
	s->ret = ret ? ret : s->each(&c, s->data);
	return s->ret ? 1 : 0;
}

static const struct fb_nl_handler handlers[] = {
	{ NFNL_SUBSYS_CTNETLINK << 8 | IPCTNL_MSG_CT_NEW, on_connection },
	{ 0, NULL },
};

static struct nlmsghdr *begin_message(void *buf, uint16_t flags, uint8_t family)
{
	struct nlmsghdr *req =
		fb_nl_begin(buf, NFNL_SUBSYS_CTNETLINK << 8 | IPCTNL_MSG_CT_GET, flags);
	struct nfgenmsg *nfg = mnl_nlmsg_put_extra_header(req, sizeof(*nfg));

	nfg->nfgen_family = family;
	nfg->version = NFNETLINK_V0;
	return req;
}

int fb_connections_each(fb_connection_fn *each, void *data, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct stream s = { .each = each, .data = data };
	int ret;

	if (access(LOADED, F_OK))
		return 0;
	ret = fb_nl_ask(NETLINK_NETFILTER, begin_message(buf, NLM_F_DUMP, AF_UNSPEC), handlers, &s,
			NULL, "connections", error);
	return ret ? ret : s.ret;
}

static void fill_tuple(struct nf_conntrack *ct, const struct fb_tuple *t, uint16_t zone)
{
	bool v6 = t->family == AF_INET6;

	nfct_set_attr_u8(ct, ATTR_L3PROTO, t->family);
	nfct_set_attr_u8(ct, ATTR_L4PROTO, t->proto);
	nfct_set_attr(ct, v6 ? ATTR_IPV6_SRC : ATTR_IPV4_SRC, &t->src);
	nfct_set_attr(ct, v6 ? ATTR_IPV6_DST : ATTR_IPV4_DST, &t->dst);
	if (is_icmp(t->proto)) {
		nfct_set_attr_u16(ct, ATTR_ICMP_ID, htons(t->sport));
		nfct_set_attr_u8(ct, ATTR_ICMP_TYPE, (uint8_t)(t->dport >> 8));
		nfct_set_attr_u8(ct, ATTR_ICMP_CODE, (uint8_t)t->dport);
	} else {
		nfct_set_attr_u16(ct, ATTR_PORT_SRC, htons(t->sport));
		nfct_set_attr_u16(ct, ATTR_PORT_DST, htons(t->dport));
	}
	if (zone)
		nfct_set_attr_u16(ct, ATTR_ZONE, zone);
}

static int keep_connection(const struct fb_connection *c, void *data)
{
	*(struct fb_connection *)data = *c;
	return 0;
}

int fb_connection_find(const struct fb_tuple *tuple, uint16_t zone, struct fb_connection *c,
		       struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = begin_message(buf, 0, tuple->family);
	struct stream s = { .each = keep_connection, .data = c };
	struct nf_conntrack *ct;
	int ret, refused;

	if (access(LOADED, F_OK))
		return -ENOENT;
	ct = nfct_new();
	if (!ct)
		return -ENOMEM;
	/* The kernel looks for the tuple in both directions. */
	fill_tuple(ct, tuple, zone);
	ret = nfct_nlmsg_build(req, ct) ? -EINVAL : 0;
	nfct_destroy(ct);
	memset(c, 0, sizeof(*c));
	if (ret)
		return fb_error(error, ret, "connection: its tuple cannot be asked for");
	ret = fb_nl_ask(NETLINK_NETFILTER, req, handlers, &s, &refused, "connection", error);
	if (ret || s.ret)
		return ret ? ret : s.ret;
	if (refused && refused != -ENOENT)
		return fb_error_errno(error, refused, "connection cannot be read");
	return refused;
}

const char *fb_ct_status_text(uint32_t status, char buf[FB_CT_STATUS_TEXT])
{
	static const char *const names[] = {
		"EXPECTED",	"SEEN_REPLY", "ASSURED",       "CONFIRMED",
		"SRC_NAT",	"DST_NAT",    "SEQ_ADJUST",    "SRC_NAT_DONE",
		"DST_NAT_DONE", "DYING",      "FIXED_TIMEOUT", "TEMPLATE",
		"NAT_CLASH",	"HELPER",     "OFFLOAD",       "HW_OFFLOAD",
	};
	size_t i, used = 0;

	*buf = '\0';
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (status >> i & 1)
			used += (size_t)snprintf(buf + used, FB_CT_STATUS_TEXT - used, "%s%s",
						 used ? " " : "", names[i]);
	return buf;
}

const char *fb_ct_tcp_name(uint8_t state)
{
	static const char *const names[] = { "NONE",	 "SYN_SENT",   "SYN_RECV", "ESTABLISHED",
					     "FIN_WAIT", "CLOSE_WAIT", "LAST_ACK", "TIME_WAIT",
					     "CLOSE",	 "SYN_SENT2" };

	return state < sizeof(names) / sizeof(names[0]) ? names[state] : "?";
}
