/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words that flowbench reproduce has for a trace, and the calls that prove each. A word is one entry of the table in
 * words.c. Pure: no I/O.
 *
 * A proof is a list of alternatives, separated by blanks. Each one is a call, and where that call must stand:
 *
 *	ip_forward                      the call
 *	udp_packet[nf_conntrack]        the call, of this module if the trace names one
 *	start_xmit[virtio_net=]         the call, and the trace names its module
 *	udp_rcv>vxlan_rcv               vxlan_rcv within udp_rcv, at any depth
 *	ip_local_out^iptunnel_xmit      not within iptunnel_xmit
 *	udp_rcv!vxlan_rcv               with no vxlan_rcv in it
 */
#ifndef FB_REPRODUCE_WORD_H
#define FB_REPRODUCE_WORD_H

/**
 * enum fb_word_group - what a word is about
 * @FB_WORD_PATH: what becomes of the packet
 * @FB_WORD_PART: a part of a path, which does not say where the packet came from or where it goes
 * @FB_WORD_FAMILY: IPv4 or IPv6
 * @FB_WORD_PROTOCOL: TCP, UDP, ICMP
 * @FB_WORD_FILTER: connection tracking, NAT, rules
 * @FB_WORD_TUNNEL: what is put around packets, or taken off
 * @FB_WORD_DEVICE: drivers and devices
 * @FB_WORD_DETAIL: what else is seen
 * @FB_WORD_OTHER: the work of another part of the kernel
 */
enum fb_word_group {
	FB_WORD_PATH,
	FB_WORD_PART,
	FB_WORD_FAMILY,
	FB_WORD_PROTOCOL,
	FB_WORD_FILTER,
	FB_WORD_TUNNEL,
	FB_WORD_DEVICE,
	FB_WORD_DETAIL,
	FB_WORD_OTHER,
	FB_WORD_GROUPS,
};

/**
 * struct fb_word - one word
 * @name: the word
 * @group: what it is about
 * @says: what it says of the trace, as one clause
 * @proof: the calls that prove it
 * @unless: words that say more, separated by blanks: where one of these holds, this one is left out; or NULL
 */
struct fb_word {
	const char *name;
	enum fb_word_group group;
	const char *says;
	const char *proof;
	const char *unless;
};

/** fb_words - the words; the last one has no name */
extern const struct fb_word fb_words[];

/** FB_WORD_ROWS - there are at most so many words */
#define FB_WORD_ROWS 160

/** fb_word_find - returns the index of a word, or -ENOENT */
int fb_word_find(const char *name);

#endif
