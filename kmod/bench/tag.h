/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a packet of the generator is told from any other one, and what it carries.
 *
 * A packet is the sk_buff that the generator handed over. Its tag lies in the
 * shared info of its buffer: in hwtstamps the address of the sk_buff and the
 * magic of the run, one by exclusive or with the other; in tskey the number of
 * the packet; in destructor_arg its flow and when it was injected. A forwarded
 * packet uses none of these fields. No timestamp is asked for (tx_flags), there
 * is no socket, and no buffer of user space (flags).
 *
 * Every allocator of sk_buffs clears hwtstamps, so it may be read in any packet.
 * The other fields are read only after hwtstamps has matched. No byte in front
 * of the data is read: nobody has to write the headroom of a packet.
 *
 *	what the stack does	what becomes of the tag
 *	skb_orphan()		It stays. A destructor or a socket would go.
 *	skb_clone()		The clone shares the tag, and has another
 *				address: it is somebody else's packet.
 *	pskb_expand_head()	The tag is copied with the shared info, and the
 *				sk_buff stays: it is still our packet. A clone
 *				that keeps the old buffer still is not.
 *	skb_copy(),		The copy has a shared info of its own, with
 *	pskb_copy(),		zeroes: it is somebody else's packet.
 *	skb_segment()
 *	skb_realloc_headroom()	The new packet is a clone or a copy: somebody
 *				else's. The caller frees ours: consumed.
 *	skb_gro_receive()	The packets below the first one keep their
 *				sk_buff, buffer and tag.
 *	kfree_skb(),		The tracepoints tell, and the tag is cleared. A
 *	consume_skb()		packet that is freed without them takes its tag
 *				along: the next user's allocator clears it.
 *
 * A driver with XDP frees the sk_buff and keeps the buffer, as a frame. A run that
 * transmits its packets tags the buffer then: in hwtstamps stands the address of
 * the buffer in place of that of the sk_buff, and the other fields stay. A frame
 * in a buffer that somebody else has filled since has no such tag: the allocator
 * of an sk_buff clears it, and another frame has another address.
 *
 * So a packet ends once: at a sink, at ingress, or when its sk_buff is freed.
 * A capture, a mirror or a duplicate adds packets of others.
 */
#ifndef FB_TAG_H
#define FB_TAG_H

#include <linux/build_bug.h>
#include <linux/skbuff.h>
#include <linux/stddef.h>
#include <linux/types.h>

#include "conf.h"

/* The lower bits of destructor_arg are the flow, the upper ones the time. */
#define FB_TAG_FLOW_BITS	20
#define FB_TAG_FLOW_MASK	((1UL << FB_TAG_FLOW_BITS) - 1)
static_assert(FB_FLOWS_MAX <= 1UL << FB_TAG_FLOW_BITS);
static_assert(sizeof(void *) == sizeof(u64));

/* Allocators clear what stands before dataref. */
static_assert(offsetofend(struct skb_shared_info, hwtstamps) <=
	      offsetof(struct skb_shared_info, dataref));

/* Value of skb->hdr_len while the packet has the buffer that it was made with. */
#define FB_TAG_WHOLE	1

/**
 * fb_tag_set() - make a packet one of ours
 * @skb: a packet from the pool
 * @magic: of the run
 *
 * pskb_expand_head() clears hdr_len. Else skb_clone_writable() alone reads it, and
 * takes 1 for what it takes 0 for: no header of a clone may be written.
 */
static inline void fb_tag_set(struct sk_buff *skb, u64 magic)
{
	skb->hdr_len = FB_TAG_WHOLE;
	skb_hwtstamps(skb)->hwtstamp = magic ^ (unsigned long)skb;
}

/**
 * fb_tag_number() - say which packet it is
 * @skb: has its tag
 * @flow: number of its flow
 * @seq: number of the packet
 * @ticks: when it is injected, by get_cycles(); 0 if nobody asks
 */
static inline void fb_tag_number(struct sk_buff *skb, u32 flow, u32 seq,
				 u64 ticks)
{
	struct skb_shared_info *shinfo = skb_shinfo(skb);

	shinfo->tskey = seq;
	shinfo->destructor_arg = (void *)(unsigned long)
				 (ticks << FB_TAG_FLOW_BITS | flow);
}

/**
 * fb_tag_is() - check that a packet is one of the run's
 * @skb: any packet
 * @magic: of the run
 *
 * Return: true if the generator has handed it over and it has not ended.
 */
static inline bool fb_tag_is(const struct sk_buff *skb, u64 magic)
{
	return skb_hwtstamps((struct sk_buff *)skb)->hwtstamp ==
	       (magic ^ (unsigned long)skb);
}

/**
 * fb_tag_clear() - note that a packet has ended
 * @skb: one of the run's packets
 */
static inline void fb_tag_clear(struct sk_buff *skb)
{
	skb_hwtstamps(skb)->hwtstamp = 0;
}

/**
 * fb_tag_frame() - note that the sk_buff of a packet ends, and its buffer may not
 * @skb: one of the run's packets
 * @magic: of the run
 */
static inline void fb_tag_frame(struct sk_buff *skb, u64 magic)
{
	skb_hwtstamps(skb)->hwtstamp = magic ^ (unsigned long)skb->head;
}

/**
 * fb_tag_is_frame() - check that the buffer of an XDP frame is one of the run's
 * @shinfo: shared info of the frame
 * @head: where its buffer begins
 * @magic: of the run
 *
 * Return: true if it has the tag of fb_tag_frame().
 */
static inline bool fb_tag_is_frame(const struct skb_shared_info *shinfo,
				   const void *head, u64 magic)
{
	return shinfo->hwtstamps.hwtstamp == (magic ^ (unsigned long)head);
}

/**
 * fb_tag_flow() - flow of a packet
 * @skb: a packet that was one of the run's when it arrived
 *
 * Return: number of the flow.
 */
static inline u32 fb_tag_flow(const struct sk_buff *skb)
{
	return (unsigned long)skb_shinfo(skb)->destructor_arg &
	       FB_TAG_FLOW_MASK;
}

/**
 * fb_tag_seq() - number of a packet
 * @skb: a packet that was one of the run's when it arrived
 *
 * Return: number of the packet.
 */
static inline u32 fb_tag_seq(const struct sk_buff *skb)
{
	return skb_shinfo(skb)->tskey;
}

/**
 * fb_tag_age() - time since a packet was injected
 * @skb: a packet that was one of the run's when it arrived
 * @now: by get_cycles()
 *
 * Return: ticks of get_cycles(), less than 2^44.
 */
static inline u64 fb_tag_age(const struct sk_buff *skb, u64 now)
{
	u64 then = (unsigned long)skb_shinfo(skb)->destructor_arg >>
		   FB_TAG_FLOW_BITS;

	return (now - then) << FB_TAG_FLOW_BITS >> FB_TAG_FLOW_BITS;
}

#endif /* FB_TAG_H */
