/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_RECORD_H
#define FB_RECORD_H

#include <linux/atomic.h>
#include <linux/skbuff.h>
#include <linux/types.h>

struct fb_frame;

/**
 * struct fb_record_frame - one packet, as it arrived
 * @flow: number of the flow of the packet
 * @len: length with the Ethernet header
 * @protocol: EtherType
 * @data: the frame, from the Ethernet header on
 */
struct fb_record_frame {
	u32 flow;
	u16 len;
	__be16 protocol;
	u8 data[];
};

/**
 * struct fb_record - recorded packets, and which of them were sent
 * @slots: the frames, one behind the other
 * @stride: bytes from one frame to the next
 * @max: frames that there is room for
 * @count: frames that came; more than @max if there was no room for some
 * @longest: length of the longest frame
 * @next: index of the first frame that is not sent yet
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
 * fb_record_next() - get a frame that is not sent yet
 * @record: the recording; has more than @ahead such frames
 * @ahead: how many of them come before it
 *
 * Return: the frame.
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
