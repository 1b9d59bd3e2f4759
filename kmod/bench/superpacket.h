/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_SUPERPACKET_H
#define FB_SUPERPACKET_H

#include <linux/kernel.h>
#include <linux/mm_types.h>
#include <linux/mmzone.h>
#include <linux/skbuff.h>
#include <linux/types.h>

#include "../flowbench_uapi.h"

struct fb_frame;
struct fb_run;

/* Payload lies in blocks of 32 KiB, as that of a TCP sender or of a tap device. */
#define FB_PAYLOAD_ORDER	PAGE_ALLOC_COSTLY_ORDER
#define FB_PAYLOAD_BLOCK	(PAGE_SIZE << FB_PAYLOAD_ORDER)
#define FB_PAYLOAD_BLOCKS	DIV_ROUND_UP(FB_SIZE_GSO_MAX, FB_PAYLOAD_BLOCK)

/**
 * struct fb_payload - what superpackets of a generator carry in fragments
 * @block: compound pages; all superpackets have the same, and a reference each
 */
struct fb_payload {
	struct page *block[FB_PAYLOAD_BLOCKS];
};

int fb_payload_alloc(struct fb_payload *payload, const struct fb_frame *frame);
void fb_payload_free(struct fb_payload *payload);
void fb_superpacket_dress(const struct fb_frame *frame,
			  const struct fb_payload *payload,
			  struct sk_buff *skb);
void fb_superpacket_strip(struct sk_buff *skb);
bool fb_superpacket_shared(const struct sk_buff *skb);
void fb_superpacket_ended(struct fb_run *run, struct sk_buff *skb);
struct sk_buff *fb_superpacket_apart(struct fb_run *run, struct sk_buff *skb);

/**
 * fb_superpacket_below() - count what GRO has merged into a packet
 * @skb: any packet
 *
 * Return: packets below it.
 */
static inline unsigned int fb_superpacket_below(const struct sk_buff *skb)
{
	const struct sk_buff *below;
	unsigned int nr = 0;

	skb_walk_frags(skb, below)
		nr++;
	return nr;
}

#endif /* FB_SUPERPACKET_H */
