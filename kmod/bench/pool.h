/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_POOL_H
#define FB_POOL_H

#include <linux/build_bug.h>
#include <linux/skbuff.h>
#include <linux/types.h>

/* Never more skbs than this lie in a pool. */
#define FB_POOL_MAX	128

/*
 * Room in front of the frame, for what a path puts before it without moving it:
 * two Ethernet headers with tags, an IPv6 header, ESP with its IV, and UDP around
 * it. Behind the frame: padding and ICV of ESP.
 */
#define FB_HEADROOM	256
#define FB_TAILROOM	128

/**
 * struct fb_pool - skbs ready to be sent, last one back is first one out
 * @count: how many there are
 * @frame: bytes of a frame
 * @recycle: keep those that come back
 * @built: how many were built in all
 * @skb: the skbs; only the CPU that runs the generator looks at them, with
 *	 bottom halves off
 */
struct fb_pool {
	unsigned int count;
	unsigned int frame;
	bool recycle;
	u64 built;
	struct sk_buff *skb[FB_POOL_MAX];
};

/* Where the frame begins in the packet's buffer. */
static inline u8 *fb_skb_frame(const struct sk_buff *skb)
{
	return skb->head + FB_HEADROOM;
}

int fb_pool_fill(struct fb_pool *pool, unsigned int count);
void fb_pool_drain(struct fb_pool *pool);
struct sk_buff *fb_pool_take(struct fb_pool *pool);
void fb_pool_put(struct fb_pool *pool, struct sk_buff *skb);

#endif /* FB_POOL_H */
