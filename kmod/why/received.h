/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_RECEIVED_H
#define FB_WHY_RECEIVED_H

#include <linux/types.h>

#include "../packet_event.h"

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

/* What the event prints of a packet; see ../packet_event.h. */
#define FB_WHY_PACKET_ENTRY						\
	__field(unsigned int, mac)					\
	__field(u16, seg)						\
	__field(u16, segs)						\
	__field(u16, total)						\
	__field(u8, pkt)						\
	__field(u8, ttl)						\
	__field(u8, ihl)						\
	__field(u8, thl)						\
	__field(bool, opt)						\
	__field(bool, frag)						\
	__field(u8, bad)						\
	__field(u8, secpath)						\
	__array(char, encap, FB_WHY_ENCAP_SIZE)

#define FB_WHY_PACKET_ASSIGN(_wp)					\
	do {								\
		__entry->mac = (_wp)->mac;				\
		__entry->seg = (_wp)->seg;				\
		__entry->segs = (_wp)->segs;				\
		__entry->total = (_wp)->pkt.total;			\
		__entry->pkt = (_wp)->type;				\
		__entry->ttl = (_wp)->pkt.ttl;				\
		__entry->ihl = (_wp)->pkt.ihl;				\
		__entry->thl = (_wp)->pkt.thl;				\
		__entry->opt = (_wp)->pkt.options;			\
		__entry->frag = (_wp)->pkt.fragment;			\
		__entry->bad = (_wp)->fault;				\
		__entry->secpath = (_wp)->secpath;			\
		fb_why_encap_text(__entry->encap, _wp);			\
	} while (0)

#define FB_WHY_PACKET_FORMAT						\
	"mac=%u seg=%u segs=%u pkt=%s encap=%s ttl=%u ihl=%u thl=%u opt=%d frag=%d total=%u bad=%s secpath=%u"

#define FB_WHY_PACKET_PRINT						\
	__entry->mac, __entry->seg, __entry->segs,			\
	__print_symbolic(__entry->pkt,					\
			 { PACKET_HOST, "host" },			\
			 { PACKET_BROADCAST, "broadcast" },		\
			 { PACKET_MULTICAST, "multicast" },		\
			 { PACKET_OTHERHOST, "otherhost" },		\
			 { PACKET_OUTGOING, "outgoing" },		\
			 { PACKET_LOOPBACK, "loopback" }),		\
	__entry->encap, __entry->ttl, __entry->ihl, __entry->thl,	\
	__entry->opt, __entry->frag, __entry->total,			\
	__print_symbolic(__entry->bad,					\
			 { FB_WHY_FAULT_NONE, "-" },			\
			 { FB_WHY_FAULT_CUT, "cut" },			\
			 { FB_WHY_FAULT_VERSION, "version" },		\
			 { FB_WHY_FAULT_IHL, "ihl" },			\
			 { FB_WHY_FAULT_TOTAL, "length" },		\
			 { FB_WHY_FAULT_SUM, "checksum" }),		\
	__entry->secpath

#define FB_WHY_FAULT_ENUMS						\
	TRACE_DEFINE_ENUM(FB_WHY_FAULT_NONE);				\
	TRACE_DEFINE_ENUM(FB_WHY_FAULT_CUT);				\
	TRACE_DEFINE_ENUM(FB_WHY_FAULT_VERSION);			\
	TRACE_DEFINE_ENUM(FB_WHY_FAULT_IHL);				\
	TRACE_DEFINE_ENUM(FB_WHY_FAULT_TOTAL);				\
	TRACE_DEFINE_ENUM(FB_WHY_FAULT_SUM)

#endif /* FB_WHY_RECEIVED_H */
