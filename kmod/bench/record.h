/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_RECORD_H
#define FB_RECORD_H

#include <linux/atomic.h>
#include <linux/skbuff.h>
#include <linux/types.h>

struct fb_frame;

/**
 * struct fb_record_frame - one packet, as it was when it arrived
 * @flow: number of the flow that it was sent for
 * @len: with its Ethernet header
 * @protocol: of its network header
 * @data: the frame, from the Ethernet header on
 */
struct fb_record_frame {
	u32 flow;
	u16 len;
	__be16 protocol;
	u8 data[];
};

/**
 * struct fb_record - what one round has kept, and how much of it was sent
 * @slots: the frames, one behind the other
 * @stride: from one to the next
 * @max: how many there is room for
 * @count: how many there are; may have counted on behind @max
 * @longest: length of the longest
 * @next: the first that was not sent yet
 */
struct fb_record {
	u8 *slots;
	size_t stride;
	unsigned int max;
	atomic_t count;
	unsigned int longest;
	unsigned int next;
};

/**
 * fb_record_next() - a frame that was not sent yet
 * @record: the recording
 * @ahead: how many of them come before it
 *
 * Return: it; there must be so many.
 */
static inline const struct fb_record_frame *
fb_record_next(const struct fb_record *record, unsigned int ahead)
{
	return (const struct fb_record_frame *)
	       (record->slots + (record->next + ahead) * record->stride);
}

struct fb_record *fb_record_alloc(unsigned int max, unsigned int size);
void fb_record_free(void);
struct fb_record *fb_record_get(void);
u64 fb_record_bytes(void);
unsigned int fb_record_left(void);
void fb_record_used(unsigned int count);
void fb_record_packet(struct fb_record *record, const struct fb_frame *frame,
		      const struct sk_buff *skb);

#endif /* FB_RECORD_H */
