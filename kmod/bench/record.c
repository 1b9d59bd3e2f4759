// SPDX-License-Identifier: GPL-2.0
/*
 * Packets that one round keeps, so that others can send them: ciphertext that
 * the kernel itself has made, for one. What a receiver takes only once is sent
 * only once.
 *
 * There is one recording. It changes before and after a run, which there is
 * one of at a time; during a run packets are added to it, or it is only read.
 */
#include <linux/atomic.h>
#include <linux/if_ether.h>
#include <linux/mm.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "frame.h"
#include "record.h"
#include "tag.h"

/* What a path may put around a packet: an IPv6 header and ESP, and its tail. */
#define FB_RECORD_ROOM	128

static struct fb_record fb_recording;

/**
 * fb_record_alloc() - forget what was kept, make room for packets
 * @max: how many
 * @size: their frames' length when they are sent
 *
 * Return: the recording, or NULL if memory is short.
 * Context: process, may sleep; no run is on.
 */
struct fb_record *fb_record_alloc(unsigned int max, unsigned int size)
{
	struct fb_record *record = &fb_recording;
	u64 bytes;

	fb_record_free();
	record->stride = round_up(sizeof(struct fb_record_frame) + size +
				  FB_RECORD_ROOM, sizeof(u64));
	bytes = (u64)max * record->stride;
	if (bytes >> PAGE_SHIFT >= si_mem_available())
		return NULL;
	record->slots = __vmalloc(bytes, GFP_KERNEL | __GFP_NOWARN);
	if (!record->slots)
		return NULL;
	record->max = max;
	return record;
}

/**
 * fb_record_free() - forget what was kept
 *
 * Context: process, may sleep; no run is on.
 */
void fb_record_free(void)
{
	vfree(fb_recording.slots);
	memset(&fb_recording, 0, sizeof(fb_recording));
}

/**
 * fb_record_get() - what was kept
 *
 * Return: the recording; may be empty.
 */
struct fb_record *fb_record_get(void)
{
	return &fb_recording;
}

/**
 * fb_record_bytes() - memory that the recording takes
 *
 * Return: bytes.
 */
u64 fb_record_bytes(void)
{
	return (u64)fb_recording.max * fb_recording.stride;
}

/**
 * fb_record_left() - how many packets were kept and not sent yet
 *
 * Return: their number.
 */
unsigned int fb_record_left(void)
{
	unsigned int count = atomic_read(&fb_recording.count);

	return min(count, fb_recording.max) - fb_recording.next;
}

/**
 * fb_record_used() - packets were sent to where they are taken once
 * @count: how many, not more than were left
 */
void fb_record_used(unsigned int count)
{
	fb_recording.next += count;
}

/**
 * fb_record_packet() - keep a packet, if there is room for it
 * @record: the recording
 * @frame: says how the device that it is to be sent into is addressed
 * @skb: the packet
 *
 * What is too long stays out, and will be missed at the end.
 *
 * Context: bottom halves off, on any CPU.
 */
void fb_record_packet(struct fb_record *record, const struct fb_frame *frame,
		      const struct sk_buff *skb)
{
	int at = skb_network_offset(skb);
	unsigned int len = skb->len - at + ETH_HLEN;
	struct fb_record_frame *slot;
	struct ethhdr *eth;
	unsigned int i;

	if (sizeof(*slot) + len > record->stride)
		return;
	i = atomic_inc_return(&record->count) - 1;
	if (i >= record->max)
		return;

	slot = (struct fb_record_frame *)(record->slots + i * record->stride);
	slot->flow = fb_tag_flow(skb);
	slot->len = len;
	slot->protocol = skb->protocol;
	eth = (struct ethhdr *)slot->data;
	memcpy(eth, frame->image, sizeof(*eth));
	eth->h_proto = skb->protocol;
	/* Cannot fail: all of the packet is there. */
	skb_copy_bits(skb, at, slot->data + ETH_HLEN, len - ETH_HLEN);
	if (len > READ_ONCE(record->longest))
		WRITE_ONCE(record->longest, len);
}
