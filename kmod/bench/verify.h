/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_VERIFY_H
#define FB_VERIFY_H

#include <linux/types.h>

struct fb_run;
struct sk_buff;

/**
 * struct fb_verify - verdicts of one CPU on packets that arrived
 * @ok: packets that were as they should be
 * @bad: packets that were not
 * @first: what was wrong with the first bad packet, static text
 * @flow: flow of the first bad packet
 * @seq: number of the first bad packet
 * @esp_seq: ESP sequence number of the packet before
 * @esp_seen: there was a packet before
 */
struct fb_verify {
	u64 ok;
	u64 bad;
	const char *first;
	u32 flow;
	u32 seq;
	u32 esp_seq;
	bool esp_seen;
};

void fb_verify_packet(const struct fb_run *run, struct fb_verify *verify,
		      struct sk_buff *skb);

#endif /* FB_VERIFY_H */
