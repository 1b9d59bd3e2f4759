// SPDX-License-Identifier: GPL-2.0
/*
 * Reads a connection of conntrack. It only reads members and calls inline
 * functions, so the module loads without nf_conntrack.
 */
#include <linux/in.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <net/netfilter/nf_conntrack.h>
#include <net/netfilter/nf_conntrack_extend.h>

#include "../packet_text.h"
#include "conn.h"

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
	if (!ct)
		return;
	conn->family = nf_ct_l3num(ct) == NFPROTO_IPV6 ? 6 : 4;
	conn->proto = nf_ct_protonum(ct);
	conn->status = READ_ONCE(ct->status);
	/* Of a connection that is not confirmed, the timeout is a duration. */
	conn->timeout = (nf_ct_is_confirmed(ct) ? nf_ct_expires(ct) :
						  READ_ONCE(ct->timeout)) / HZ;
	if (conn->proto == IPPROTO_TCP)
		conn->tcp = READ_ONCE(ct->proto.tcp.state);
	conn->helper = nf_ct_ext_exist(ct, NF_CT_EXT_HELPER);
	fb_read_tuple(&ct->tuplehash[IP_CT_DIR_ORIGINAL].tuple, &conn->orig);
	fb_read_tuple(&ct->tuplehash[IP_CT_DIR_REPLY].tuple, &conn->reply);
}

static void fb_put_tuple(struct trace_seq *p, const struct fb_why_conn *conn,
			 const struct fb_why_tuple *tuple)
{
	if (fb_has_ports(conn->proto))
		fb_put_ports(p, conn->family, tuple->src, tuple->sport,
			     tuple->dst, tuple->dport);
	else
		fb_put_addrs(p, conn->family, tuple->src, tuple->dst);
}

/**
 * fb_why_conn_text() - print protocol and tuples of a connection
 * @p: scratch sequence of the event's print function
 * @conn: the connection
 *
 * Return: text within @p, valid until the caller has printed it.
 * Context: a reader of the trace; never the packet path.
 */
const char *fb_why_conn_text(struct trace_seq *p,
			     const struct fb_why_conn *conn)
{
	const char *text = trace_seq_buffer_ptr(p);

	if (!conn->family) {
		trace_seq_puts(p, "proto=- orig=- reply=-");
	} else {
		if (conn->proto == IPPROTO_TCP)
			trace_seq_puts(p, "proto=tcp orig=");
		else if (conn->proto == IPPROTO_UDP)
			trace_seq_puts(p, "proto=udp orig=");
		else
			trace_seq_printf(p, "proto=%u orig=", conn->proto);
		fb_put_tuple(p, conn, &conn->orig);
		trace_seq_puts(p, " reply=");
		fb_put_tuple(p, conn, &conn->reply);
	}
	trace_seq_putc(p, '\0');
	return text;
}

/**
 * fb_why_tcp_text() - name the state of TCP
 * @conn: a connection
 *
 * Return: static text, "-" if it is not TCP.
 */
const char *fb_why_tcp_text(const struct fb_why_conn *conn)
{
	static const char * const names[] = {
		[TCP_CONNTRACK_NONE] = "NONE",
		[TCP_CONNTRACK_SYN_SENT] = "SYN_SENT",
		[TCP_CONNTRACK_SYN_RECV] = "SYN_RECV",
		[TCP_CONNTRACK_ESTABLISHED] = "ESTABLISHED",
		[TCP_CONNTRACK_FIN_WAIT] = "FIN_WAIT",
		[TCP_CONNTRACK_CLOSE_WAIT] = "CLOSE_WAIT",
		[TCP_CONNTRACK_LAST_ACK] = "LAST_ACK",
		[TCP_CONNTRACK_TIME_WAIT] = "TIME_WAIT",
		[TCP_CONNTRACK_CLOSE] = "CLOSE",
		[TCP_CONNTRACK_SYN_SENT2] = "SYN_SENT2",
	};

	if (!conn->family || conn->proto != IPPROTO_TCP)
		return "-";
	return conn->tcp < ARRAY_SIZE(names) ? names[conn->tcp] : "?";
}

/**
 * fb_why_ctinfo_text() - name what a packet is to its connection
 * @ctinfo: one of enum ip_conntrack_info, or FB_WHY_CTINFO_NONE
 *
 * Return: static text.
 */
const char *fb_why_ctinfo_text(u8 ctinfo)
{
	switch (ctinfo) {
	case IP_CT_NEW:
		return "new";
	case IP_CT_ESTABLISHED:
		return "established";
	case IP_CT_RELATED:
		return "related";
	case IP_CT_ESTABLISHED_REPLY:
		return "reply";
	case IP_CT_RELATED_REPLY:
		return "related_reply";
	case IP_CT_UNTRACKED:
		return "untracked";
	default:
		return "none";
	}
}
