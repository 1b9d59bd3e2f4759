// SPDX-License-Identifier: GPL-2.0
/*
 * skbs that are used again. References that a path left in an skb are dropped
 * when it comes back. All other members are reset when it is taken.
 */
#include <linux/atomic.h>
#include <linux/minmax.h>
#include <linux/netfilter.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/dst.h>

#include "bench.h"

static struct sk_buff *fb_skb_build(struct fb_pool *pool, gfp_t gfp)
{
	unsigned int size = pool->headroom + round_up(pool->frame, 8) +
			    FB_TAILROOM;
	struct sk_buff *skb;

	if (pool->nic.frame)
		skb = fb_nic_build();
	else
		skb = alloc_skb(size, gfp | __GFP_NOWARN);
	if (!skb)
		return NULL;

	/* The rest of the payload is never written, and must not leak memory. */
	if (!pool->nic.frame)
		memset(skb->head + pool->headroom, 0, pool->frame);
	pool->built++;
	return skb;
}

/*
 * Resets all that a path can change in an skb and in its shared info, but for the
 * references that it left. The caller is the only user of both.
 *
 * skb_gro_receive() sets nohdr and adds a bias to dataref: both go together, as a
 * clone of an skb with the bias alone never frees the buffer, and skb_cow_head()
 * takes its header for private. build_skb_around() resets as much, but takes buffers
 * of page fragments only: plain ones are from the slab, of which it warns since 6.2.
 */
static void fb_skb_reset(struct sk_buff *skb, unsigned int headroom)
{
	struct skb_shared_info *shinfo = skb_shinfo(skb);

	memset(skb, 0, offsetof(struct sk_buff, tail));
	memset(shinfo, 0, offsetof(struct skb_shared_info, dataref));
	atomic_set(&shinfo->dataref, 1);
	skb->data = skb->head + headroom;
	skb_reset_tail_pointer(skb);
	skb->mac_header = headroom;
	skb->transport_header = (typeof(skb->transport_header))~0U;
}

/**
 * fb_pool_fill() - allocate skbs until there are enough
 * @pool: of this CPU
 * @count: how many there are to be, FB_POOL_MAX at most
 *
 * Return: 0 or -ENOMEM.
 * Context: process, bottom halves on.
 */
int fb_pool_fill(struct fb_pool *pool, unsigned int count)
{
	struct sk_buff *skb;
	bool has_room;
	int err;

	err = fb_nic_fill(&pool->nic);
	if (err || !pool->recycle)
		return err;
	while (READ_ONCE(pool->count) < count) {
		skb = fb_skb_build(pool, GFP_KERNEL);
		if (!skb)
			return -ENOMEM;

		/* Packets may come back meanwhile. */
		local_bh_disable();
		has_room = pool->count < FB_POOL_MAX;
		if (has_room)
			pool->skb[pool->count++] = skb;
		local_bh_enable();
		if (!has_room)
			consume_skb(skb);
	}
	return 0;
}

/* Frees all skbs of a pool to which no packet returns any more. */
void fb_pool_drain(struct fb_pool *pool)
{
	while (pool->count)
		consume_skb(pool->skb[--pool->count]);
	fb_nic_drain(&pool->nic);
}

/**
 * fb_pool_take() - get an empty skb, its data where the frame begins
 * @pool: of this CPU
 *
 * Return: the skb, owned by the caller; NULL if there is none and memory is short.
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
		fb_skb_reset(skb, pool->headroom);
	return skb;
}

/*
 * Frees a packet that cannot be used again. Packets that GRO has merged into it are
 * detached first, and return to the pool. If other code holds a reference to them,
 * they stay in the list, and are counted as ended.
 */
static noinline void fb_pool_reject(struct fb_pool *pool, struct sk_buff *skb)
{
	struct fb_run *run = rcu_dereference_bh(fb_active);
	struct sk_buff *frag, *next;

	if (run)
		fb_nic_end_stolen(run, skb);
	if (!skb_has_frag_list(skb) || !run) {
		consume_skb(skb);
		return;
	}
	if (fb_frag_list_shared(skb)) {
		fb_frag_list_end(run, skb);
		consume_skb(skb);
		return;
	}
	for (frag = fb_frag_list_detach(run, skb); frag; frag = next) {
		next = frag->next;
		skb_mark_not_on_list(frag);
		fb_pool_put(pool, frag);
	}
	/* Stolen packets have been counted above. */
	skb_shinfo(skb)->gso_segs = 0;
	fb_pool_put(pool, skb);
}

/**
 * fb_pool_put() - take back an skb, or free it
 * @pool: of this CPU, or NULL if it has none
 * @skb: one of the run's packets; the caller's reference goes
 *
 * An skb can be used again if it is neither shared nor cloned, and if it has its
 * first buffer and no destructor: pskb_expand_head() allocates a buffer with
 * uninitialised bytes behind the data. Fragments are dropped. Packets that GRO has
 * merged into the skb are detached, counted and taken back as well.
 *
 * Context: bottom halves off.
 */
void fb_pool_put(struct fb_pool *pool, struct sk_buff *skb)
{
	struct fb_run *run;

	if (unlikely(!pool || !pool->recycle || pool->count >= FB_POOL_MAX ||
		     skb->hdr_len != FB_TAG_OWN_HEAD || skb_shared(skb) ||
		     skb_cloned(skb) || skb->destructor ||
		     skb_shinfo(skb)->frag_list)) {
		fb_pool_reject(pool, skb);
		return;
	}
	if (unlikely(skb->data_len)) {
		run = rcu_dereference_bh(fb_active);
		if (run)
			fb_nic_end_stolen(run, skb);
		fb_superpacket_drop_frags(skb);
	}

	skb_dst_drop(skb);
	nf_reset_ct(skb);
	skb_ext_reset(skb);
	pool->skb[pool->count++] = skb;
}
