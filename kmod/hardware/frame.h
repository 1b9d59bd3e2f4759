/* SPDX-License-Identifier: GPL-2.0 */
/* A packet as hardware sees it: the headers that a rule matches and changes, as bytes. */
#ifndef FB_HARDWARE_FRAME_H
#define FB_HARDWARE_FRAME_H

#include <linux/if_ether.h>
#include <linux/types.h>

struct fb_hw_half;
struct fb_hw_rule;
struct sk_buff;

/* VLAN tags of a packet. */
#define FB_HW_TAGS_MAX		4

/* Bytes of the network and transport headers that are read: IPv6 and TCP without options. */
#define FB_HW_HEADERS_MAX	60

/* Bytes of all headers of a packet that leaves: Ethernet, tags, PPPoE, network, transport. */
#define FB_HW_BYTES_MAX		(ETH_HLEN + 4 * FB_HW_TAGS_MAX + 8 + FB_HW_HEADERS_MAX)

/* Why hardware leaves a packet to software. */
enum fb_hw_pass {
	FB_HW_PASS_NONE,	/* hardware takes it */
	FB_HW_PASS_OTHER,	/* not IP, or neither TCP nor UDP; IPv6 with extension headers */
	FB_HW_PASS_FRAGMENT,
	FB_HW_PASS_OPTIONS,	/* of IPv4 */
	FB_HW_PASS_SESSION,	/* of PPPoE, which no key names */
	FB_HW_PASS_NO_RULE,	/* no rule has these keys */
	FB_HW_PASS_FLAGS,	/* a rule has them, but for the flags of TCP */
	FB_HW_PASS_VLAN,	/* likewise, but for the VLAN */
	FB_HW_PASS_TTL,		/* a rule has them; the TTL would become 0 */
	FB_HW_PASS_LENGTH,	/* likewise; it is longer than the MTU of the way out */
	FB_HW_PASS_ACTION,	/* likewise; an action cannot be done */
	FB_HW_PASS_COUNT
};

/**
 * struct fb_hw_tag - a VLAN tag
 * @proto: its EtherType, network order
 * @tci: VLAN and priority, host order
 */
struct fb_hw_tag {
	__be16 proto;
	u16 tci;
};

/**
 * struct fb_hw_frame - the headers of a packet
 * @eth: destination and source address
 * @tags: number of VLAN tags
 * @tag: each of them, the outer one first
 * @pppoe: it is in a session of PPPoE
 * @session: number of the session
 * @family: 4 or 6
 * @l4: IPPROTO_TCP or IPPROTO_UDP
 * @partial: the transport's checksum is that of the pseudo header only
 * @at: offset of the network header behind skb->data
 * @net_len: bytes of the network header
 * @l4_len: bytes of the transport header that were read
 * @net: the network header, and the transport header behind it
 * @own: where they are after fb_hw_frame_own()
 */
struct fb_hw_frame {
	u8 eth[2 * ETH_ALEN];
	unsigned int tags;
	struct fb_hw_tag tag[FB_HW_TAGS_MAX];
	bool pppoe;
	u16 session;
	u8 family;
	u8 l4;
	bool partial;
	unsigned int at;
	unsigned int net_len;
	unsigned int l4_len;
	u8 *net;
	u8 own[FB_HW_HEADERS_MAX];
};

enum fb_hw_pass fb_hw_frame_read(struct sk_buff *skb, struct fb_hw_frame *frame);
void fb_hw_frame_own(struct fb_hw_frame *frame);
void fb_hw_frame_keys(const struct fb_hw_frame *frame, struct fb_hw_half *keys);
unsigned int fb_hw_frame_sum(const struct fb_hw_frame *frame);
u8 fb_hw_frame_ttl(const struct fb_hw_frame *frame);
enum fb_hw_pass fb_hw_frame_apply(struct fb_hw_frame *frame, const struct fb_hw_rule *rule);
unsigned int fb_hw_frame_bytes(const struct fb_hw_frame *frame, unsigned int payload,
			       u8 to[FB_HW_BYTES_MAX]);

#endif /* FB_HARDWARE_FRAME_H */
