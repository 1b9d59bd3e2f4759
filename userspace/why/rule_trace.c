// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <stdio.h>
#include <string.h>

#include "state/netlink.h"
#include "why/rule_trace.h"

#define WHAT "traces of nftables"

int fb_rule_traces_open(struct fb_rule_traces *t, struct fb_error *error)
{
	memset(t, 0, sizeof(*t));
	return fb_listen_open(&t->socket, NETLINK_NETFILTER, NFNLGRP_NFTRACE, WHAT, error);
}

void fb_rule_traces_reset(struct fb_rule_traces *t)
{
	memset(t->trace, 0, sizeof(t->trace));
	t->next = 0;
	t->lost = false;
}

struct attributes {
	const struct nlattr *at[NFTA_TRACE_MAX + 1];
};

static int keep_attribute(const struct nlattr *attr, void *data)
{
	struct attributes *a = data;

	if (mnl_attr_type_valid(attr, NFTA_TRACE_MAX) > 0)
		a->at[mnl_attr_get_type(attr)] = attr;
	return MNL_CB_OK;
}

static uint32_t be32(const struct nlattr *attr)
{
	return attr && mnl_attr_get_payload_len(attr) >= 4 ? ntohl(mnl_attr_get_u32(attr)) : 0;
}

/* Writes "10.0.1.2:4000>10.0.2.2:5000" of the headers that a report holds. */
static void put_tuple(const struct attributes *a, char *tuple)
{
	const struct nlattr *net = a->at[NFTA_TRACE_NETWORK_HEADER];
	const struct nlattr *transport = a->at[NFTA_TRACE_TRANSPORT_HEADER];
	const uint8_t *ip = net ? mnl_attr_get_payload(net) : NULL;
	size_t len = net ? mnl_attr_get_payload_len(net) : 0;
	char src[INET6_ADDRSTRLEN], dst[INET6_ADDRSTRLEN];
	bool v6 = ip && len && ip[0] >> 4 == 6;
	uint16_t port[2];
	uint8_t proto;

	if (!ip || len < (v6 ? sizeof(struct ip6_hdr) : sizeof(struct iphdr)))
		return;
	proto = ip[v6 ? 6 : 9];
	inet_ntop(v6 ? AF_INET6 : AF_INET, ip + (v6 ? 8 : 12), src, sizeof(src));
	inet_ntop(v6 ? AF_INET6 : AF_INET, ip + (v6 ? 24 : 16), dst, sizeof(dst));
	if ((proto != IPPROTO_TCP && proto != IPPROTO_UDP) || !transport ||
	    mnl_attr_get_payload_len(transport) < sizeof(port)) {
		snprintf(tuple, FB_WHY_TUPLE, "%s>%s", src, dst);
		return;
	}
	memcpy(port, mnl_attr_get_payload(transport), sizeof(port));
	snprintf(tuple, FB_WHY_TUPLE, v6 ? "[%s]:%u>[%s]:%u" : "%s:%u>%s:%u", src, ntohs(port[0]),
		 dst, ntohs(port[1]));
}

static struct fb_rule_trace *trace_of(struct fb_rule_traces *t, uint32_t id)
{
	unsigned int i, at;

	for (i = 1; i <= FB_RULE_TRACES; i++) {
		at = (t->next + FB_RULE_TRACES - i) % FB_RULE_TRACES;
		if (t->trace[at].id == id && t->trace[at].tuple[0])
			return &t->trace[at];
	}
	return NULL;
}

static uint32_t verdict_of(const struct nlattr *nest)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest) if (mnl_attr_get_type(attr) ==
						 NFTA_VERDICT_CODE) return be32(attr);
	return NFT_CONTINUE;
}

static void keep_name(const struct nlattr *attr, char *to, size_t size)
{
	if (attr && mnl_attr_validate(attr, MNL_TYPE_NUL_STRING) >= 0)
		snprintf(to, size, "%s", mnl_attr_get_str(attr));
}

/* A verdict that lets a packet go on in the same chain, or in another one, decides nothing. */
static void keep_verdict(struct fb_rule_trace *trace, const struct attributes *a, uint8_t family)
{
	uint32_t type = be32(a->at[NFTA_TRACE_TYPE]), verdict = NFT_CONTINUE;
	const struct nlattr *handle = a->at[NFTA_TRACE_RULE_HANDLE];
	struct fb_rule_verdict *v;

	if (type == NFT_TRACETYPE_POLICY)
		verdict = be32(a->at[NFTA_TRACE_POLICY]);
	else if (type == NFT_TRACETYPE_RULE && a->at[NFTA_TRACE_VERDICT])
		verdict = verdict_of(a->at[NFTA_TRACE_VERDICT]);
	if ((verdict != NF_ACCEPT && verdict != NF_DROP) || trace->nr == FB_RULE_VERDICTS)
		return;
	v = &trace->verdict[trace->nr++];
	memset(v, 0, sizeof(*v));
	v->family = family;
	v->drop = verdict == NF_DROP;
	if (handle && mnl_attr_get_payload_len(handle) >= sizeof(uint64_t))
		v->handle = be64toh(mnl_attr_get_u64(handle));
	keep_name(a->at[NFTA_TRACE_TABLE], v->table, sizeof(v->table));
	keep_name(a->at[NFTA_TRACE_CHAIN], v->chain, sizeof(v->chain));
}

int fb_rule_trace_message(struct fb_rule_traces *t, const struct nlmsghdr *nlh)
{
	const struct nfgenmsg *msg = mnl_nlmsg_get_payload(nlh);
	struct attributes a = { { NULL } };
	struct fb_rule_trace *trace;
	uint32_t id;

	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(*msg) ||
	    mnl_attr_parse(nlh, sizeof(*msg), keep_attribute, &a) < 0)
		return -EINVAL;
	id = be32(a.at[NFTA_TRACE_ID]);
	trace = trace_of(t, id);
	if (!trace && a.at[NFTA_TRACE_NETWORK_HEADER]) {
		trace = &t->trace[t->next];
		t->next = (t->next + 1) % FB_RULE_TRACES;
		t->lost = t->lost || trace->tuple[0];
		memset(trace, 0, sizeof(*trace));
		trace->id = id;
		put_tuple(&a, trace->tuple);
	}
	if (trace)
		keep_verdict(trace, &a, msg->nfgen_family);
	return 0;
}

static int take_trace(const struct nlmsghdr *nlh, void *data)
{
	return fb_rule_trace_message(data, nlh);
}

static const struct fb_nl_handler handlers[] = {
	{ NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_TRACE, take_trace },
	{ 0, NULL },
};

int fb_rule_traces_read(struct fb_rule_traces *t, struct fb_error *error)
{
	return fb_listen_read(t->socket, handlers, t, &t->lost, WHAT, error);
}

const struct fb_rule_trace *fb_rule_trace_find(const struct fb_rule_traces *t, const char *tuple)
{
	unsigned int i, at;

	for (i = 1; i <= FB_RULE_TRACES; i++) {
		at = (t->next + FB_RULE_TRACES - i) % FB_RULE_TRACES;
		if (t->trace[at].nr && !strcmp(t->trace[at].tuple, tuple))
			return &t->trace[at];
	}
	return NULL;
}
