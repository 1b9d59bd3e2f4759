/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_RECEIVED_H
#define FB_WHY_RECEIVED_H

#include <linux/types.h>

#include "../packet.h"

struct sk_buff;

/* Headers between Ethernet and IP to follow; the flowtable follows two. */
#define FB_WHY_ENCAP_MAX	4

enum fb_why_encap_kind {
	FB_WHY_ENCAP_VLAN,
	FB_WHY_ENCAP_PPPOE,
};

/**
 * struct fb_why_encap - a header between Ethernet and IP
 * @id: VLAN, or session of PPPoE
 * @kind: one of enum fb_why_encap_kind
 */
struct fb_why_encap {
	u16 id;
	u8 kind;
};

/**
 * enum fb_why_fault - what is wrong with an IP header, so that IP drops the
 * packet before connection tracking sees it
 */
enum fb_why_fault {
	FB_WHY_FAULT_NONE,
	FB_WHY_FAULT_CUT,	/* it is not all there */
	FB_WHY_FAULT_VERSION,
	FB_WHY_FAULT_IHL,	/* its own length is wrong */
	FB_WHY_FAULT_TOTAL,	/* the packet is shorter than it says */
	FB_WHY_FAULT_SUM,
};

/**
 * struct fb_why_packet - what decides at ingress about a packet
 * @pkt: its IP header and the one behind
 * @mac: bytes of the link layer's header in front of the data
 * @seg: bytes of a segment of a superpacket, else 0
 * @segs: segments of a superpacket, else 0
 * @secpath: transformations of IPsec that it has been through
 * @type: PACKET_HOST and others
 * @fault: one of enum fb_why_fault
 * @encaps: headers in @encap
 * @encap: from outer to inner, with the tag that the device took off
 */
struct fb_why_packet {
	struct fb_packet pkt;
	unsigned int mac;
	u16 seg;
	u16 segs;
	u8 secpath;
	u8 type;
	u8 fault;
	u8 encaps;
	struct fb_why_encap encap[FB_WHY_ENCAP_MAX];
};

void fb_why_packet_parse(const struct sk_buff *skb, struct fb_why_packet *wp);
void fb_why_encap_text(char *text, const struct fb_why_packet *wp);

/* Bytes of the longest text of the headers between Ethernet and IP, with NUL. */
#define FB_WHY_ENCAP_SIZE	48

#endif /* FB_WHY_RECEIVED_H */
