/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_CONN_H
#define FB_WHY_CONN_H

#include <linux/types.h>

struct nf_conn;

/**
 * struct fb_why_tuple - the addresses of one direction
 * @src: source address in network order; IPv4 uses the first four bytes
 * @dst: destination address, likewise
 * @sport: source port, host order
 * @dport: destination port, host order
 */
struct fb_why_tuple {
	u8 src[16];
	u8 dst[16];
	u16 sport;
	u16 dport;
};

/**
 * struct fb_why_conn - what decides about a connection
 * @orig: original direction
 * @reply: reply direction
 * @status: its IPS_* bits
 * @timeout: seconds until conntrack forgets it
 * @family: 4 or 6, 0 if there is no connection
 * @proto: protocol number
 * @tcp: state of TCP, FB_WHY_TCP_NONE for other protocols
 * @helper: it has the extension of a helper
 */
struct fb_why_conn {
	struct fb_why_tuple orig;
	struct fb_why_tuple reply;
	u32 status;
	s32 timeout;
	u8 family;
	u8 proto;
	u8 tcp;
	u8 helper;
};

void fb_why_conn_read(const struct nf_conn *ct, struct fb_why_conn *conn);

/* In place of a ctinfo: the packet has none. */
#define FB_WHY_CTINFO_NONE	0xff

/* In place of a state of TCP: it is not TCP. */
#define FB_WHY_TCP_NONE		0xff

/* In place of a protocol: there is no connection. */
#define FB_WHY_PROTO_NONE	0x100

static inline u16 fb_why_conn_proto(const struct fb_why_conn *conn)
{
	return conn->family ? conn->proto : FB_WHY_PROTO_NONE;
}

#endif /* FB_WHY_CONN_H */
