/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_FRAME_H
#define FB_FRAME_H

#include <linux/compiler.h>
#include <linux/if_ether.h>
#include <linux/in6.h>
#include <linux/skbuff.h>
#include <linux/types.h>
#include <net/checksum.h>

#include "conf.h"

/* What stands in the payload, where there is room for it. */
#define FB_MARKER_MAGIC	0x666c6f77	/* "flow" */

struct fb_marker {
	__be32 magic;
	__be32 flow;
	__be32 seq;
};

/* Both ends' first sequence numbers; SYN takes one of them. */
#define FB_SEQ_CLIENT	1000
#define FB_SEQ_SERVER	5000

/**
 * struct fb_tuple - both ends of a flow
 * @src: source; an IPv4 address takes the first four bytes
 * @dst: destination
 * @sport: source port
 * @dport: destination port
 */
struct fb_tuple {
	struct in6_addr src;
	struct in6_addr dst;
	__be16 sport;
	__be16 dport;
};

/**
 * struct fb_segment - what a single frame has that its flow does not say
 * @seq: TCP sequence number
 * @ack: TCP acknowledgment number
 * @flags: TCP flags, from FIN to CWR
 * @payload: bytes of payload
 */
struct fb_segment {
	u32 seq;
	u32 ack;
	u8 flags;
	unsigned int payload;
};

#define FB_TCP_SYN	0x02
#define FB_TCP_PSH	0x08
#define FB_TCP_ACK	0x10

/**
 * struct fb_flow - what the frames of one flow have for themselves
 * @sum: over the upper header, its pseudo header and the payload, but for the
 *	 sequence number in the payload
 * @saddr: the last 32 bits of the source address
 * @sport: source port
 * @ip: checksum of the IPv4 header
 */
struct fb_flow {
	__wsum sum;
	__be32 saddr;
	__be16 sport;
	__sum16 ip;
};

/**
 * struct fb_frame - what all frames of a round have in common
 * @image: a whole frame, with room to the next multiple of 8
 * @len: of a frame, without a VLAN tag
 * @words: how many 8 byte words from its start are written for each packet
 * @l3: offset of the network header
 * @l4: offset of the upper header
 * @saddr: offset of the last 32 bits of the source address
 * @ipsum: offset of the IPv4 header's checksum, 0 if there is none
 * @l4sum: offset of the upper checksum
 * @marker: offset of the marker, 0 if it does not fit
 * @payload: bytes after the upper header
 * @protocol: of the network header
 * @vlan: tag beside the frame, 0 for none
 * @gso: length of a segment, 0 if frames are single packets
 * @udp: UDP, not TCP
 * @family: 4 or 6
 */
struct fb_frame {
	u8 *image;
	unsigned int len;
	unsigned int words;
	unsigned int l3;
	unsigned int l4;
	unsigned int saddr;
	unsigned int ipsum;
	unsigned int l4sum;
	unsigned int marker;
	unsigned int payload;
	__be16 protocol;
	u16 vlan;
	u16 gso;
	bool udp;
	u8 family;
};

int fb_frame_init(struct fb_frame *frame, const struct fb_benchconf *conf,
		  const u8 *mac);
void fb_frame_free(struct fb_frame *frame);
struct fb_flow *fb_flows_alloc(const struct fb_frame *frame,
			       const struct fb_benchconf *conf);
void fb_flow_tuple(const struct fb_benchconf *conf, u32 index,
		   struct fb_tuple *tuple);
unsigned int fb_frame_build(const struct fb_frame *frame, u8 *data,
			    const struct fb_tuple *tuple,
			    const struct fb_segment *segment, const u8 *mac);

/**
 * fb_frame_write() - the headers of one packet
 * @frame: what is common
 * @flow: what is of its flow
 * @index: number of the flow
 * @seq: number of the packet
 * @data: where its Ethernet header begins, aligned to 8 bytes
 *
 * The payload behind the marker is left as it is. A path that encrypts in
 * place leaves something else there than @frame has; no gateway looks at it,
 * and to write it anew would cost as much as a short path.
 */
static inline void fb_frame_write(const struct fb_frame *frame,
				  const struct fb_flow *flow, u32 index,
				  u32 seq, u8 *data)
{
	const u64 *from = (const u64 *)frame->image;
	unsigned int i, words = frame->words;
	__wsum sum = flow->sum;
	u64 *to = (u64 *)data;
	__sum16 check;

	for (i = 0; i < words; i++) {
		to[i] = from[i];
		/* No memcpy() of this: it is a handful of words. */
		barrier();
	}

	*(__be32 *)(data + frame->saddr) = flow->saddr;
	*(__be16 *)(data + frame->l4) = flow->sport;
	if (frame->ipsum)
		*(__sum16 *)(data + frame->ipsum) = flow->ip;

	if (frame->marker) {
		struct fb_marker *m = (struct fb_marker *)(data + frame->marker);

		m->flow = htonl(index);
		m->seq = htonl(seq);
		if (!frame->gso)
			sum = csum_add(sum, (__force __wsum)htonl(seq));
	}

	check = csum_fold(sum);
	if (frame->gso)
		check = ~check;
	else if (frame->udp && !check)
		check = CSUM_MANGLED_0;
	*(__sum16 *)(data + frame->l4sum) = check;
}

#endif /* FB_FRAME_H */
