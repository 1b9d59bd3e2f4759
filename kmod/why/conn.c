// SPDX-License-Identifier: GPL-2.0
/*
 * Reads a connection of conntrack. It only reads members and calls inline
 * functions, so the module loads without nf_conntrack.
 */
#include <linux/in.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <net/netfilter/nf_conntrack.h>
#include <net/netfilter/nf_conntrack_extend.h>

#include "why.h"

static bool fb_has_ports(u8 proto)
{
	switch (proto) {
	case IPPROTO_TCP:
	case IPPROTO_UDP:
	case IPPROTO_UDPLITE:
	case IPPROTO_DCCP:
	case IPPROTO_SCTP:
		return true;
	default:
		return false;
	}
}

static void fb_read_tuple(const struct nf_conntrack_tuple *from,
			  struct fb_why_tuple *to)
{
	memcpy(to->src, &from->src.u3, sizeof(to->src));
	memcpy(to->dst, &from->dst.u3, sizeof(to->dst));
	if (!fb_has_ports(from->dst.protonum))
		return;
	to->sport = ntohs(from->src.u.all);
	to->dport = ntohs(from->dst.u.all);
}

/**
 * fb_why_conn_read() - read a connection
 * @ct: the connection, referenced or under RCU; NULL for none
 * @conn: all members are set
 *
 * Another CPU may change the connection at the same time: each member is right,
 * though not all at one moment.
 *
 * Context: any; allocates nothing, takes no lock.
 */
void fb_why_conn_read(const struct nf_conn *ct, struct fb_why_conn *conn)
{
	memset(conn, 0, sizeof(*conn));
	conn->tcp = FB_WHY_TCP_NONE;
	if (!ct)
		return;
	conn->family = nf_ct_l3num(ct) == NFPROTO_IPV6 ? 6 : 4;
	conn->proto = nf_ct_protonum(ct);
	conn->status = READ_ONCE(ct->status);
	/* An unconfirmed connection has a duration in place of a time. */
	conn->timeout = (nf_ct_is_confirmed(ct) ? nf_ct_expires(ct) :
						  READ_ONCE(ct->timeout)) / HZ;
	if (conn->proto == IPPROTO_TCP)
		conn->tcp = READ_ONCE(ct->proto.tcp.state);
	conn->helper = nf_ct_ext_exist(ct, NF_CT_EXT_HELPER);
	fb_read_tuple(&ct->tuplehash[IP_CT_DIR_ORIGINAL].tuple, &conn->orig);
	fb_read_tuple(&ct->tuplehash[IP_CT_DIR_REPLY].tuple, &conn->reply);
}
