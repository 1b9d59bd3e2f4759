// SPDX-License-Identifier: GPL-2.0
/*
 * Records packets that arrive in one round, so that later rounds can send them:
 * ESP that the kernel itself has made, for example. Each is sent once, as a
 * receiver with replay protection takes it once.
 *
 * There is one recording. It is allocated and freed between runs. While a run is
 * active, packets are added to it or it is only read.
 */
#include <linux/atomic.h>
#include <linux/if_ether.h>
#include <linux/mm.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "bench.h"

/* Bytes that a path may put around a packet: an IPv6 header, ESP and its tail. */
#define FB_RECORD_ROOM	128

static struct fb_record fb_recording;

/**
 * fb_record_alloc() - free the recording, and make room for another one
 * @max: packets at most
 * @size: length of their frames when they are injected
 *
 * Return: the recording, freed with fb_record_free(); NULL if memory is short.
 * Context: process, may sleep; no run is active.
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
 * fb_record_free() - free the recording
 *
 * Context: process, may sleep; no run is active.
 */
void fb_record_free(void)
{
	vfree(fb_recording.slots);
	memset(&fb_recording, 0, sizeof(fb_recording));
}

/* Returns the recording, which may be empty. */
struct fb_record *fb_record_get(void)
{
	return &fb_recording;
}

/* Returns the memory of the recording, in bytes. */
u64 fb_record_bytes(void)
{
	return (u64)fb_recording.max * fb_recording.stride;
}

/* Returns the number of recorded packets that are not sent yet. */
unsigned int fb_record_left(void)
{
	unsigned int count = atomic_read(&fb_recording.count);

	return min(count, fb_recording.max) - fb_recording.next;
}

/* Marks @count recorded packets as sent, at most fb_record_left(). */
void fb_record_used(unsigned int count)
{
	fb_recording.next += count;
}

/**
 * fb_record_packet() - record a packet, if there is room for it
 * @record: the recording
 * @frame: template; its Ethernet header addresses the device to send into
 * @skb: the packet
 *
 * A packet that is too long is not recorded, and missing from the count at the end.
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
	/* Cannot fail: the range lies within the packet. */
	skb_copy_bits(skb, at, slot->data + ETH_HLEN, len - ETH_HLEN);
	if (len > READ_ONCE(record->longest))
		WRITE_ONCE(record->longest, len);
}
