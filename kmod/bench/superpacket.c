// SPDX-License-Identifier: GPL-2.0
/*
 * Superpackets: one skb with the payload of several segments, as GRO or a local
 * TCP makes it. The payload lies in the linear part or in page fragments.
 */
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/skbuff.h>
#include <linux/timex.h>

#include "bench.h"

/**
 * fb_payload_alloc() - allocate the fragments of a generator's superpackets
 * @payload: zero
 * @frame: template
 *
 * Return: 0 or -ENOMEM; the caller calls fb_payload_free() in any case.
 * Context: process, may sleep.
 */
int fb_payload_alloc(struct fb_payload *payload, const struct fb_frame *frame)
{
	unsigned int i, left = frame->len - frame->head;

	for (i = 0; left; i++) {
		payload->block[i] = alloc_pages(GFP_KERNEL | __GFP_COMP |
						__GFP_ZERO | __GFP_NOWARN,
						FB_PAYLOAD_ORDER);
		if (!payload->block[i])
			return -ENOMEM;
		left -= min_t(unsigned int, left, FB_PAYLOAD_BLOCK);
	}
	return 0;
}

/**
 * fb_payload_free() - drop the generator's references to its fragments
 * @payload: may be all zero
 *
 * Packets that are still in a queue have references of their own.
 */
void fb_payload_free(struct fb_payload *payload)
{
	unsigned int i;

	for (i = 0; i < FB_PAYLOAD_BLOCKS; i++) {
		if (payload->block[i])
			put_page(payload->block[i]);
		payload->block[i] = NULL;
	}
}

/* Each packet has a reference to each fragment, which goes when it is freed. */
static void fb_attach_payload(const struct fb_frame *frame,
			      const struct fb_payload *payload,
			      struct sk_buff *skb)
{
	unsigned int i, left = frame->len - frame->head, size;

	for (i = 0; left; i++) {
		size = min_t(unsigned int, left, FB_PAYLOAD_BLOCK);
		get_page(payload->block[i]);
		skb_fill_page_desc(skb, i, payload->block[i], 0, size);
		skb->truesize += FB_PAYLOAD_BLOCK;
		skb->data_len += size;
		skb->len += size;
		left -= size;
	}
}

/**
 * fb_superpacket_init() - make a packet a superpacket
 * @frame: template
 * @payload: the generator's
 * @skb: has the linear part of the frame; from fb_generator_init_skb()
 *
 * Its checksum is partial, as that of a packet from a local TCP or from GRO. A packet
 * with one segment has no GSO fields.
 */
void fb_superpacket_init(const struct fb_frame *frame,
			 const struct fb_payload *payload,
			 struct sk_buff *skb)
{
	struct skb_shared_info *shinfo = skb_shinfo(skb);

	if (frame->head < frame->len)
		fb_attach_payload(frame, payload, skb);
	/* GRO and virtio set it, and the transmit path relies on it. */
	skb->transport_header = FB_HEADROOM + frame->l4;
	skb->ip_summed = CHECKSUM_PARTIAL;
	skb->csum_start = FB_HEADROOM + frame->l4;
	skb->csum_offset = frame->l4sum - frame->l4;
	if (frame->segments < 2)
		return;
	shinfo->gso_size = frame->gso;
	shinfo->gso_segs = frame->segments;
	if (frame->udp)
		shinfo->gso_type = SKB_GSO_UDP_L4;
	else
		shinfo->gso_type = frame->family == 4 ? SKB_GSO_TCPV4 :
							SKB_GSO_TCPV6;
}

/**
 * fb_superpacket_drop_frags() - drop the fragments of a packet
 * @skb: the only user of its buffer, without a frag_list; its fragments are not
 *	 those of a page pool
 *
 * The skb is as it was when the pool made it: its linear part can be used again.
 */
void fb_superpacket_drop_frags(struct sk_buff *skb)
{
	unsigned int i;

	for (i = 0; i < skb_shinfo(skb)->nr_frags; i++)
		put_page(skb_frag_page(&skb_shinfo(skb)->frags[i]));
	skb_shinfo(skb)->nr_frags = 0;
	skb->len -= skb->data_len;
	skb->data_len = 0;
	skb->truesize = SKB_TRUESIZE(skb_end_offset(skb));
}

/* Counts a packet from a frag_list as ended, if it is one of the run's. */
static bool fb_frag_end(struct fb_run *run, struct fb_counters *counters,
			struct sk_buff *skb)
{
	if (!fb_tag_end(&run->tags, skb))
		return false;
	if (run->latency)
		fb_histogram_add(run->latency, fb_tag_age(skb, get_cycles()));
	if (run->sink) {
		counters->arrived++;
		counters->merged++;
	} else {
		counters->returned++;
	}
	return true;
}

/**
 * fb_frag_list_shared() - check for other references to a packet or its frag_list
 * @skb: the packet, with a frag_list
 *
 * pskb_expand_head() gives a cloned packet a buffer of its own. Both buffers share the
 * frag_list, whose packets have a reference from each.
 *
 * Return: true if the packet is shared or cloned, or a packet of its frag_list is shared.
 */
bool fb_frag_list_shared(const struct sk_buff *skb)
{
	const struct sk_buff *frag;

	if (skb_shared(skb) || skb_cloned(skb))
		return true;
	skb_walk_frags(skb, frag)
		if (skb_shared(frag))
			return true;
	return false;
}

/**
 * fb_frag_list_end() - count the packets of a frag_list as ended
 * @run: the active run
 * @skb: packet with that list, which has ended
 *
 * Context: bottom halves off.
 */
void fb_frag_list_end(struct fb_run *run, struct sk_buff *skb)
{
	struct fb_counters *counters = this_cpu_ptr(run->counters);
	struct sk_buff *frag;

	skb_walk_frags(skb, frag)
		fb_frag_end(run, counters, frag);
}

/**
 * fb_frag_list_detach() - detach the packets of a frag_list
 * @run: the active run
 * @skb: packet with that list, which has ended; not fb_frag_list_shared()
 *
 * Packets of the run are counted as ended, others are freed.
 *
 * Return: the packets of the run, a list by skb->next that the caller owns.
 * Context: bottom halves off.
 */
struct sk_buff *fb_frag_list_detach(struct fb_run *run, struct sk_buff *skb)
{
	struct sk_buff *frag = skb_shinfo(skb)->frag_list, *ours = NULL, *next;
	struct fb_counters *counters = this_cpu_ptr(run->counters);

	skb_shinfo(skb)->frag_list = NULL;
	for (; frag; frag = next) {
		next = frag->next;
		skb->len -= frag->len;
		skb->data_len -= frag->len;
		skb->truesize -= frag->truesize;
		if (!fb_frag_end(run, counters, frag)) {
			skb_mark_not_on_list(frag);
			consume_skb(frag);
			continue;
		}
		frag->next = ours;
		ours = frag;
	}
	return ours;
}
