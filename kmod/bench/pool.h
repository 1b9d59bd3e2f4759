/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_POOL_H
#define FB_POOL_H

#include <linux/build_bug.h>
#include <linux/skbuff.h>
#include <linux/types.h>

/* A pool holds this many skbs at most. */
#define FB_POOL_MAX	128

/*
 * Room in front of the frame, for what a path puts before it without moving it:
 * two Ethernet headers with tags, an IPv6 header, ESP with its IV, and UDP around
 * it. Behind the frame: padding and ICV of ESP.
 */
#define FB_HEADROOM	256
#define FB_TAILROOM	128

/**
 * struct fb_pool - skbs ready to be sent; the last one back is the first one out
 * @count: how many there are
 * @frame: bytes of a frame
 * @recycle: use skbs that come back again
 * @built: skbs allocated since the pool was first filled
 * @skb: the skbs; used only on the generator's CPU, with bottom halves off
 * @buffers: how many buffers there are for packets that are transmitted
 * @buffer: these buffers, fragments of pages; likewise
 */
struct fb_pool {
	unsigned int count;
	unsigned int frame;
	bool recycle;
	u64 built;
	struct sk_buff *skb[FB_POOL_MAX];
	unsigned int buffers;
	void *buffer[FB_POOL_MAX];
};

/* Returns where the frame begins in the buffer of a packet. */
static inline u8 *fb_skb_frame(const struct sk_buff *skb)
{
	return skb->head + FB_HEADROOM;
}

int fb_pool_fill(struct fb_pool *pool, unsigned int count);
void fb_pool_drain(struct fb_pool *pool);
struct sk_buff *fb_pool_take(struct fb_pool *pool);
void fb_pool_put(struct fb_pool *pool, struct sk_buff *skb);

#endif /* FB_POOL_H */
