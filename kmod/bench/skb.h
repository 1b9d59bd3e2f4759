/* SPDX-License-Identifier: GPL-2.0 */
/* The packets of a run, as sk_buffs: how they are told from others, where they are kept. */
#ifndef FB_SKB_H
#define FB_SKB_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/mm_types.h>
#include <linux/mmzone.h>
#include <linux/skbuff.h>
#include <linux/stddef.h>
#include <linux/types.h>

#include "conf.h"

struct fb_frame;
struct fb_run;

/* pool.c */

/* A pool holds this many skbs at most. */
#define FB_POOL_MAX	128

/*
 * Room in front of the frame, for what a path puts before it without moving it:
 * two Ethernet headers with tags, an IPv6 header, ESP with its IV, and UDP around
 * it. Behind the frame: padding and ICV of ESP.
 */
#define FB_HEADROOM	256
#define FB_TAILROOM	128

/*
 * A packet as the driver of a NIC makes it: igb's with a copied header, virtio's is
 * alike. The head is a fragment of a page, with the headroom of napi_alloc_skb(). A
 * frame of at most FB_NIC_COPYBREAK bytes is copied into it. Of a longer one only
 * the headers are; the rest stays in receive buffers of FB_NIC_BUFFER bytes.
 */
#define FB_NIC_HEADROOM		(NET_SKB_PAD + NET_IP_ALIGN)
#define FB_NIC_COPYBREAK	256
#define FB_NIC_BUFFER		2048

/* Receive buffers of one packet, and packets that there are buffers for. */
#define FB_NIC_PIECES		DIV_ROUND_UP(FB_SIZE_MAX, FB_NIC_BUFFER)
#define FB_NIC_PACKETS		64

/**
 * struct fb_nic - receive buffers of a NIC
 * @frame: template of the frames; NULL if packets are plain ones
 * @pieces: buffers of one packet, 0 if its frame is copied
 * @count: buffers that are ready, a multiple of @pieces
 * @buffer: these buffers, fragments of pages; each packet's ones in their order
 */
struct fb_nic {
	const struct fb_frame *frame;
	unsigned int pieces;
	unsigned int count;
	void *buffer[FB_NIC_PACKETS * FB_NIC_PIECES];
};

/**
 * struct fb_pool - skbs ready to be sent; the last one back is the first one out
 * @count: how many there are
 * @headroom: bytes in front of a frame
 * @frame: bytes of a frame
 * @recycle: use skbs that come back again
 * @built: skbs allocated since the pool was first filled
 * @skb: the skbs; used only on the generator's CPU, with bottom halves off
 * @buffers: how many buffers there are for packets that are transmitted
 * @buffer: these buffers, fragments of pages; likewise
 * @nic: receive buffers; likewise
 */
struct fb_pool {
	unsigned int count;
	unsigned int headroom;
	unsigned int frame;
	bool recycle;
	u64 built;
	struct sk_buff *skb[FB_POOL_MAX];
	unsigned int buffers;
	void *buffer[FB_POOL_MAX];
	struct fb_nic nic;
};

int fb_pool_fill(struct fb_pool *pool, unsigned int count);
void fb_pool_drain(struct fb_pool *pool);
struct sk_buff *fb_pool_take(struct fb_pool *pool);
void fb_pool_put(struct fb_pool *pool, struct sk_buff *skb);

/* nic.c */

void fb_nic_setup(struct fb_pool *pool, const struct fb_frame *frame);
struct sk_buff *fb_nic_build(void);
int fb_nic_fill(struct fb_nic *nic);
void fb_nic_drain(struct fb_nic *nic);
void fb_nic_receive(struct fb_nic *nic, struct sk_buff *skb, u32 flow);

/* superpacket.c */

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
void fb_superpacket_init(const struct fb_frame *frame,
			 const struct fb_payload *payload,
			 struct sk_buff *skb);
void fb_superpacket_drop_frags(struct sk_buff *skb);
bool fb_frag_list_shared(const struct sk_buff *skb);
void fb_frag_list_end(struct fb_run *run, struct sk_buff *skb);
struct sk_buff *fb_frag_list_detach(struct fb_run *run, struct sk_buff *skb);

/* Returns the number of packets that GRO has merged into @skb. */
static inline unsigned int fb_frag_list_count(const struct sk_buff *skb)
{
	const struct sk_buff *frag;
	unsigned int nr = 0;

	skb_walk_frags(skb, frag)
		nr++;
	return nr;
}

/*
 * How a packet of the generator is told from any other one, and what it carries.
 *
 * A packet is the sk_buff that the generator handed over. It has an entry in the
 * run's table of tags. The entry holds the address of the sk_buff, and a stamp:
 * the index of the entry and how often the entry was used. The stamp also lies in
 * hwtstamps, in the shared info of the packet's buffer. A packet is one of the
 * run's if both agree with its entry. No address lies in the packet: a socket with
 * SOF_TIMESTAMPING_RAW_HARDWARE reads hwtstamps.
 *
 * In tskey lies the number of the packet, in destructor_arg its flow and when it
 * was injected. A forwarded packet uses none of these fields. No timestamp is
 * asked for (tx_flags), there is no socket, and no buffer of user space (flags).
 *
 * Every allocator of sk_buffs clears hwtstamps, so it may be read in any packet.
 * The other fields are read only after hwtstamps has matched. No byte in front
 * of the data is read, as the headroom of a packet may be uninitialised.
 *
 *	what the stack does	what becomes of the tag
 *	skb_orphan()		It stays. A destructor or a socket would go.
 *	skb_clone()		The clone shares the stamp, and has another
 *				address: it is not of the run.
 *	pskb_expand_head()	The stamp is copied with the shared info, and the
 *				sk_buff stays: it is still of the run. A clone
 *				with the old buffer is not, and a clone of that
 *				clone is not after the packet has ended: the
 *				entry has no address then.
 *	skb_copy(),		The copy has a shared info of its own, with
 *	pskb_copy(),		zeroes: it is not of the run.
 *	skb_segment()
 *	skb_realloc_headroom()	The new packet is a clone or a copy: not of the
 *				run. The caller frees the old one: consumed.
 *	skb_gro_receive()	The packets in the frag_list of the first one
 *				keep their sk_buff, buffer and tag. Those with
 *				a NIC's buffer are freed: what is left of them
 *				is a fragment of the first one, and the
 *				generator clears the tag. See nic.c.
 *	kfree_skb(),		Probes of the tracepoints clear the tag, if the
 *	consume_skb()		run has probes. A packet that is freed without
 *				them leaves its entry in use until the end of
 *				the run.
 *
 * A driver with XDP frees the sk_buff and keeps the buffer, as a frame. The entry
 * of a packet that is transmitted then holds the address of the buffer in place of
 * that of the sk_buff, and the other fields stay. A later user of the buffer has no
 * such stamp: the allocator of an sk_buff clears it, and another frame has another
 * address.
 *
 * So a packet ends once: at a sink, at ingress, or when its sk_buff is freed.
 * A capture, a mirror or a duplicate adds packets that are not of the run.
 *
 * The CPU of a generator gives an entry its address, and any CPU clears it. The
 * queue that brings the packet to that CPU orders the two. A CPU with a packet that
 * is not of the run may read any entry at the same time, so all accesses are marked.
 */

/* The lower bits of destructor_arg are the flow, the upper ones the time. */
#define FB_TAG_FLOW_BITS	20
#define FB_TAG_FLOW_MASK	((1UL << FB_TAG_FLOW_BITS) - 1)
static_assert(FB_FLOWS_MAX <= 1UL << FB_TAG_FLOW_BITS);
static_assert(sizeof(void *) == sizeof(u64));

/* Allocators clear what stands before dataref. */
static_assert(offsetofend(struct skb_shared_info, hwtstamps) <=
	      offsetof(struct skb_shared_info, dataref));

/* Value of skb->hdr_len while the packet has its first buffer. */
#define FB_TAG_OWN_HEAD	1

/* The lower bits of a stamp are the index of the entry, the upper ones its use. */
#define FB_TAG_INDEX_BITS	24
#define FB_TAG_INDEX_MASK	((1U << FB_TAG_INDEX_BITS) - 1)
#define FB_TAG_USE		BIT_ULL(FB_TAG_INDEX_BITS)

/* Entries of a generator: the most of its packets that can be in flight. */
#define FB_TAGS_MAX		65536
static_assert((u64)FB_TAGS_MAX * FB_CPUS_MAX <= FB_TAG_USE);

/* Added to the address of a buffer: the packet is an XDP frame now. */
#define FB_TAG_FRAME		1UL

/* Owner of a tag that a generator uses next; no address. */
#define FB_TAG_CACHED		2UL

/* The most tags that a generator takes between two calls of fb_tag_cache_fill(). */
#define FB_TAG_CACHE		64

/**
 * struct fb_tag - entry of the table of tags
 * @owner: address of the packet's sk_buff; that of its buffer and FB_TAG_FRAME, if
 *	   the packet is a frame; FB_TAG_CACHED; 0 if its packet has ended
 * @stamp: index of the entry, and how often it was used; lies in the packet as well
 */
struct fb_tag {
	unsigned long owner;
	u64 stamp;
};

/**
 * struct fb_tags - tags of all packets of a run
 * @tag: FB_TAGS_MAX entries a generator
 * @count: of all generators
 */
struct fb_tags {
	struct fb_tag *tag;
	u32 count;
};

/**
 * struct fb_tag_cache - tags that a generator may use
 * @used: entries of @free that were taken since they were filled
 * @next: index of the entry to look at next when one is to be found
 * @first: the generator's entries
 * @free: those that it uses next, behind the used ones
 */
struct fb_tag_cache {
	unsigned int used;
	u32 next;
	struct fb_tag *first;
	struct fb_tag *free[FB_TAG_CACHE];
};

int fb_tags_alloc(struct fb_tags *tags, unsigned int generators);
void fb_tags_free(struct fb_tags *tags);
void fb_tag_cache_init(struct fb_tag_cache *cache, const struct fb_tags *tags,
		       unsigned int generator);
int fb_tag_cache_fill(struct fb_tag_cache *cache);

/**
 * fb_tag_set() - make a packet one of ours
 * @cache: of the generator; has a tag that is not used
 * @skb: a packet from the pool
 *
 * pskb_expand_head() clears hdr_len. Else skb_clone_writable() alone reads it, and
 * takes 1 for what it takes 0 for: no header of a clone may be written.
 */
static inline void fb_tag_set(struct fb_tag_cache *cache, struct sk_buff *skb)
{
	struct fb_tag *tag = cache->free[cache->used++];
	u64 stamp = tag->stamp + FB_TAG_USE;

	skb->hdr_len = FB_TAG_OWN_HEAD;
	WRITE_ONCE(tag->stamp, stamp);
	WRITE_ONCE(tag->owner, (unsigned long)skb);
	WRITE_ONCE(skb_hwtstamps(skb)->hwtstamp, stamp);
}

/**
 * fb_tag_end_last() - end the packet that had its tag last
 * @cache: of the generator
 *
 * GRO has merged the packet into another one, and has freed its sk_buff.
 */
static inline void fb_tag_end_last(struct fb_tag_cache *cache)
{
	WRITE_ONCE(cache->free[cache->used - 1]->owner, 0);
}

/**
 * fb_tag_number() - say which packet it is
 * @skb: has its tag
 * @flow: number of its flow
 * @seq: number of the packet
 * @ticks: when it is injected, by get_cycles(); 0 if latency is not measured
 */
static inline void fb_tag_number(struct sk_buff *skb, u32 flow, u32 seq,
				 u64 ticks)
{
	struct skb_shared_info *shinfo = skb_shinfo(skb);

	shinfo->tskey = seq;
	shinfo->destructor_arg = (void *)(unsigned long)
				 (ticks << FB_TAG_FLOW_BITS | flow);
}

/* Returns the entry that a buffer has the stamp of, else NULL. */
static inline struct fb_tag *
fb_tag_stamped(const struct fb_tags *tags, const struct skb_shared_info *shinfo)
{
	u64 stamp = READ_ONCE(shinfo->hwtstamps.hwtstamp);
	u32 index = stamp & FB_TAG_INDEX_MASK;
	struct fb_tag *tag;

	if (!stamp || index >= tags->count)
		return NULL;
	tag = &tags->tag[index];
	return READ_ONCE(tag->stamp) == stamp ? tag : NULL;
}

/* Returns the entry whose stamp and owner are these, else NULL. */
static inline struct fb_tag *
fb_tag_find(const struct fb_tags *tags, const struct skb_shared_info *shinfo,
	    unsigned long owner)
{
	struct fb_tag *tag = fb_tag_stamped(tags, shinfo);

	return tag && READ_ONCE(tag->owner) == owner ? tag : NULL;
}

/**
 * fb_tag_end() - end a packet, if it is one of the run's
 * @tags: of the run
 * @skb: any packet
 *
 * Return: true if the generator has handed it over and it had not ended; it has now.
 */
static inline bool fb_tag_end(const struct fb_tags *tags, struct sk_buff *skb)
{
	struct skb_shared_info *shinfo = skb_shinfo(skb);
	struct fb_tag *tag = fb_tag_find(tags, shinfo, (unsigned long)skb);

	if (!tag)
		return false;
	WRITE_ONCE(shinfo->hwtstamps.hwtstamp, 0);
	WRITE_ONCE(tag->owner, 0);
	return true;
}

/**
 * fb_tag_to_frame() - note that the sk_buff of a packet ends, and its buffer may not
 * @tags: of the run
 * @skb: any packet
 *
 * Return: true if it is one of the run's packets.
 */
static inline bool fb_tag_to_frame(const struct fb_tags *tags,
				   const struct sk_buff *skb)
{
	struct fb_tag *tag = fb_tag_find(tags, skb_shinfo(skb),
					 (unsigned long)skb);

	if (!tag)
		return false;
	WRITE_ONCE(tag->owner, (unsigned long)skb->head | FB_TAG_FRAME);
	return true;
}

/**
 * fb_tag_end_frame() - end an XDP frame, if its buffer is one of the run's
 * @tags: of the run
 * @shinfo: shared info of the frame
 * @head: where its buffer begins
 *
 * Return: true if fb_tag_to_frame() has noted it; it has ended now.
 */
static inline bool fb_tag_end_frame(const struct fb_tags *tags,
				    struct skb_shared_info *shinfo,
				    const void *head)
{
	struct fb_tag *tag = fb_tag_find(tags, shinfo,
					 (unsigned long)head | FB_TAG_FRAME);

	if (!tag)
		return false;
	WRITE_ONCE(shinfo->hwtstamps.hwtstamp, 0);
	WRITE_ONCE(tag->owner, 0);
	return true;
}

/**
 * fb_tag_end_unseen() - end an XDP frame of a run without probes
 * @tags: of the run
 * @shinfo: shared info of the frame
 *
 * Nobody has noted that the sk_buff was freed, so the entry has its address still, and
 * the stamp alone tells the frame. It is of one use of one entry, and is cleared where
 * a packet ends.
 *
 * Return: true if the packet had not ended; it has ended now.
 */
static inline bool fb_tag_end_unseen(const struct fb_tags *tags,
				     struct skb_shared_info *shinfo)
{
	struct fb_tag *tag = fb_tag_stamped(tags, shinfo);

	if (!tag || READ_ONCE(tag->owner) <= FB_TAG_CACHED)
		return false;
	WRITE_ONCE(shinfo->hwtstamps.hwtstamp, 0);
	WRITE_ONCE(tag->owner, 0);
	return true;
}

/* Returns the flow of a packet that was one of the run's when it arrived. */
static inline u32 fb_tag_flow(const struct sk_buff *skb)
{
	return (unsigned long)skb_shinfo(skb)->destructor_arg &
	       FB_TAG_FLOW_MASK;
}

/* Returns the number of such a packet. */
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

#endif /* FB_SKB_H */
