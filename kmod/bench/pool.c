// SPDX-License-Identifier: GPL-2.0
/*
 * skbs that are used again and again. What a path has hung on one is dropped
 * when it comes back; that it is as good as new is seen to when it is taken.
 */
#include <linux/minmax.h>
#include <linux/netfilter.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/dst.h>

#include "pool.h"
#include "tag.h"

static struct sk_buff *fb_skb_build(struct fb_pool *pool, gfp_t gfp)
{
	unsigned int size = FB_HEADROOM + round_up(pool->frame, 8) +
			    FB_TAILROOM;
	struct sk_buff *skb;

	skb = alloc_skb(size, gfp | __GFP_NOWARN);
	if (!skb)
		return NULL;

	/* What is not written for each packet must not be somebody's memory. */
	memset(fb_skb_frame(skb), 0, pool->frame);
	pool->built++;
	return skb;
}

/* All that a path can change, but for what it has to give back. */
static void fb_skb_renew(struct sk_buff *skb)
{
	struct skb_shared_info *shinfo = skb_shinfo(skb);

	memset(skb, 0, offsetof(struct sk_buff, tail));
	memset(shinfo, 0, offsetof(struct skb_shared_info, dataref));
	skb->data = fb_skb_frame(skb);
	skb_reset_tail_pointer(skb);
	skb->mac_header = FB_HEADROOM;
	skb->transport_header = (typeof(skb->transport_header))~0U;
}

/**
 * fb_pool_fill() - see to it that there are enough skbs
 * @pool: of this CPU
 * @count: how many there should be, FB_POOL_MAX at most
 *
 * Return: 0 or -ENOMEM.
 * Context: process, bottom halves on.
 */
int fb_pool_fill(struct fb_pool *pool, unsigned int count)
{
	struct sk_buff *skb;
	bool kept;

	if (!pool->recycle)
		return 0;
	while (READ_ONCE(pool->count) < count) {
		skb = fb_skb_build(pool, GFP_KERNEL);
		if (!skb)
			return -ENOMEM;

		/* Late ones may come back while we are here. */
		local_bh_disable();
		kept = pool->count < FB_POOL_MAX;
		if (kept)
			pool->skb[pool->count++] = skb;
		local_bh_enable();
		if (!kept)
			consume_skb(skb);
	}
	return 0;
}

/**
 * fb_pool_drain() - free what is there
 * @pool: one that nothing comes back to any more
 */
void fb_pool_drain(struct fb_pool *pool)
{
	while (pool->count)
		consume_skb(pool->skb[--pool->count]);
}

/**
 * fb_pool_take() - get an skb, empty, that points to its frame
 * @pool: of this CPU
 *
 * Return: an skb, or NULL if there is none and memory is short.
 * Context: bottom halves off.
 */
struct sk_buff *fb_pool_take(struct fb_pool *pool)
{
	struct sk_buff *skb;

	if (likely(pool->count))
		skb = pool->skb[--pool->count];
	else
		skb = fb_skb_build(pool, GFP_ATOMIC);
	if (likely(skb))
		fb_skb_renew(skb);
	return skb;
}

/**
 * fb_pool_put() - an skb has come back
 * @pool: of this CPU, or NULL if it has none
 * @skb: owned by us now
 *
 * One that is not what it was is freed: a clone, one with another buffer or
 * with fragments, one that somebody else holds or wants to hear of.
 *
 * Context: bottom halves off.
 */
void fb_pool_put(struct fb_pool *pool, struct sk_buff *skb)
{
	if (unlikely(!pool || !pool->recycle || pool->count >= FB_POOL_MAX ||
		     skb->hdr_len != FB_TAG_WHOLE || skb_shared(skb) ||
		     skb_cloned(skb) || skb->destructor || skb->data_len ||
		     skb_shinfo(skb)->frag_list)) {
		consume_skb(skb);
		return;
	}

	skb_dst_drop(skb);
	nf_reset_ct(skb);
	skb_ext_reset(skb);
	pool->skb[pool->count++] = skb;
}
