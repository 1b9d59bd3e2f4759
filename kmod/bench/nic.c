// SPDX-License-Identifier: GPL-2.0
/*
 * Packets as the driver of a NIC makes them. A head of a page fragment has less
 * headroom than a plain one, GRO merges its bytes without a copy of the sk_buff,
 * and the payload of a long frame lies in page fragments, which a path that writes
 * to it has to walk. The fragments go back to the allocator with each packet, and
 * new ones are made outside of what is measured.
 */
#include <linux/errno.h>
#include <linux/hash.h>
#include <linux/if_ether.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/timex.h>

#include "bench.h"

#define FB_NIC_HEAD							\
	(SKB_DATA_ALIGN(FB_NIC_HEADROOM + FB_NIC_COPYBREAK) +		\
	 SKB_DATA_ALIGN(sizeof(struct skb_shared_info)))

/**
 * fb_nic_setup() - let a pool make packets as a NIC's driver does
 * @pool: zero, but for what plain packets need
 * @frame: template of the frames; stays until fb_nic_drain()
 */
void fb_nic_setup(struct fb_pool *pool, const struct fb_frame *frame)
{
	pool->headroom = FB_NIC_HEADROOM;
	pool->nic.frame = frame;
	if (frame->head < frame->len)
		pool->nic.pieces = DIV_ROUND_UP(frame->len, FB_NIC_BUFFER);
}

/**
 * fb_nic_build() - allocate an skb with its head in a page fragment
 *
 * GRO gives merged sk_buffs to the cache of NAPI, from which a driver takes them.
 *
 * Return: the skb, or NULL if memory is short.
 * Context: process or softirq.
 */
struct sk_buff *fb_nic_build(void)
{
	struct sk_buff *skb = NULL;
	void *head;

	local_bh_disable();
	head = napi_alloc_frag(FB_NIC_HEAD);
	if (head)
		skb = napi_build_skb(head, FB_NIC_HEAD);
	if (head && !skb)
		skb_free_frag(head);
	local_bh_enable();
	/* A frame that is shorter than the head must not leak memory. */
	if (skb)
		memset(head, 0, FB_NIC_HEADROOM + FB_NIC_COPYBREAK);
	return skb;
}

/* Writes piece number @piece of the frame, as the device does. */
static void fb_nic_write_piece(const struct fb_frame *frame, unsigned int piece,
			       void *data)
{
	unsigned int at = piece * FB_NIC_BUFFER;

	memcpy(data, frame->image + at,
	       min_t(unsigned int, frame->len - at, FB_NIC_BUFFER));
}

/**
 * fb_nic_fill() - make receive buffers ready for a chunk of packets
 * @nic: of this CPU; nothing is done for plain packets, and if frames are copied
 *
 * Return: 0 or -ENOMEM.
 * Context: process, bottom halves on.
 */
int fb_nic_fill(struct fb_nic *nic)
{
	void *data;
	int err = 0;

	local_bh_disable();
	while (!err && nic->count < nic->pieces * FB_NIC_PACKETS) {
		data = napi_alloc_frag(FB_NIC_BUFFER);
		if (data) {
			fb_nic_write_piece(nic->frame, nic->count % nic->pieces, data);
			nic->buffer[nic->count++] = data;
		} else {
			err = -ENOMEM;
		}
	}
	local_bh_enable();
	return err;
}

/* Frees all receive buffers; no packet is received any more. */
void fb_nic_drain(struct fb_nic *nic)
{
	while (nic->count)
		skb_free_frag(nic->buffer[--nic->count]);
}

/* Adds the payload of the next frame. The marker is the packet's own, and in its head. */
static void fb_nic_add_payload(struct fb_nic *nic, struct sk_buff *skb)
{
	const struct fb_frame *frame = nic->frame;
	unsigned int i, from = frame->head, end;
	struct page *page;
	void *data;

	nic->count -= nic->pieces;
	memcpy(nic->buffer[nic->count] + from, skb_tail_pointer(skb),
	       frame->words * sizeof(u64) - from);
	for (i = 0; i < nic->pieces; i++, from = 0) {
		data = nic->buffer[nic->count + i];
		end = min_t(unsigned int, frame->len - i * FB_NIC_BUFFER, FB_NIC_BUFFER);
		page = virt_to_head_page(data);
		skb_add_rx_frag(skb, i, page, data - page_address(page) + from,
				end - from, FB_NIC_BUFFER);
	}
}

/**
 * fb_nic_receive() - make a packet look as a NIC's driver hands it over
 * @nic: has receive buffers for it, by fb_nic_fill() before the chunk
 * @skb: from fb_nic_build(); its head is written; from fb_generator_init_skb()
 * @flow: number of its flow, of which the device has a hash
 */
void fb_nic_receive(struct fb_nic *nic, struct sk_buff *skb, u32 flow)
{
	skb->head_frag = 1;
	fb_skb_set_alloc_cpu(skb);
	skb_record_rx_queue(skb, 0);
	/* Is not 0, which stands for no hash. */
	skb_set_hash(skb, hash_32(flow + 1, 32), PKT_HASH_TYPE_L4);
	if (nic->pieces)
		fb_nic_add_payload(nic, skb);
}

/**
 * fb_nic_end_stolen() - count packets that reached their end as fragments of another
 * @run: the active run
 * @skb: a packet of the run, which has ended
 *
 * Their tags were cleared when GRO freed them. Each has the latency of @skb.
 *
 * Context: bottom halves off.
 */
void fb_nic_end_stolen(struct fb_run *run, struct sk_buff *skb)
{
	struct fb_counters *counters = this_cpu_ptr(run->counters);
	unsigned int i, stolen = fb_nic_stolen(run, skb);

	if (run->latency)
		for (i = 0; i < stolen; i++)
			fb_histogram_add(run->latency, fb_tag_age(skb, get_cycles()));
	if (run->sink) {
		counters->arrived += stolen;
		counters->merged += stolen;
	} else {
		counters->returned += stolen;
	}
}
