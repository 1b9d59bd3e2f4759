/* SPDX-License-Identifier: GPL-2.0 */
/* The frames of a run, as bytes: built from a template, or recorded. */
#ifndef FB_FRAME_H
#define FB_FRAME_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/if_ether.h>
#include <linux/in6.h>
#include <linux/skbuff.h>
#include <linux/stddef.h>
#include <linux/tcp.h>
#include <linux/types.h>
#include <net/checksum.h>

#include "conf.h"

/* frame.c */

/* Bytes of the longest headers: Ethernet, IPv6, TCP. */
#define FB_HEADERS_MAX	(ETH_HLEN + 40 + 20)

#define FB_MARKER_MAGIC	0x666c6f77	/* "flow" */

/**
 * struct fb_marker - begins the payload of a frame that has room for it
 * @magic: FB_MARKER_MAGIC
 * @flow: number of the flow
 * @seq: number of the packet
 */
struct fb_marker {
	__be32 magic;
	__be32 flow;
	__be32 seq;
};

/* First TCP sequence numbers of both ends; they are those of the SYNs. */
#define FB_SEQ_CLIENT	1000
#define FB_SEQ_SERVER	5000

/**
 * struct fb_tuple - addresses and ports of a flow
 * @src: source address; an IPv4 address takes the first four bytes
 * @dst: destination address, likewise
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
 * struct fb_segment - what a single frame has beside addresses and ports
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
 * struct fb_flow - the fields in which the frames of one flow differ from others
 * @sum: sum over the TCP or UDP header, its pseudo header and the payload, but
 *	 for the number of the packet in the payload
 * @saddr: last 32 bits of the source address
 * @daddr: last 32 bits of the destination address
 * @sport: source port
 * @ip: checksum of the IPv4 header
 */
struct fb_flow {
	__wsum sum;
	__be32 saddr;
	__be32 daddr;
	__be16 sport;
	__sum16 ip;
};

/**
 * struct fb_frame - template of the frames of a run
 * @image: a whole frame, with room to the next multiple of 8 bytes
 * @len: length of a frame, without a VLAN tag
 * @head: of those, bytes in the linear part of the skb
 * @words: words of 8 bytes, from the first one, that are written for each packet
 * @l3: offset of the network header
 * @l4: offset of the TCP or UDP header
 * @saddr: offset of the last 32 bits of the source address
 * @daddr: offset of the last 32 bits of the destination address
 * @ipsum: offset of the checksum of the IPv4 header, 0 for IPv6
 * @l4sum: offset of the TCP or UDP checksum
 * @marker: offset of the marker, 0 if there is no room for it
 * @payload: bytes behind the TCP or UDP header
 * @protocol: EtherType of IP
 * @outer: EtherType of the frame: that of IP, of @inner_vlan or of @pppoe
 * @vlan: VLAN tag beside the frame, 0 for none
 * @inner_vlan: VLAN tag in the frame, 0 for none
 * @pppoe: session whose header is in the frame, 0 for none
 * @gso: payload of a segment, 0 if frames are single packets
 * @segments: segments of a superpacket, else 1
 * @stream: the packets of a flow follow one another
 * @udp: UDP, not TCP
 * @family: 4 or 6
 */
struct fb_frame {
	u8 *image;
	unsigned int len;
	unsigned int head;
	unsigned int words;
	unsigned int l3;
	unsigned int l4;
	unsigned int saddr;
	unsigned int daddr;
	unsigned int ipsum;
	unsigned int l4sum;
	unsigned int marker;
	unsigned int payload;
	__be16 protocol;
	__be16 outer;
	u16 vlan;
	u16 inner_vlan;
	u16 pppoe;
	u16 gso;
	u16 segments;
	bool stream;
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
 * fb_frame_write() - write the headers of one packet
 * @frame: template
 * @flow: fields of its flow
 * @index: number of the flow
 * @seq: number of the packet
 * @data: its Ethernet header, aligned to 8 bytes
 *
 * The payload behind the marker stays as it is. A path that encrypts in place
 * leaves its own bytes there. No gateway looks at them, and writing them again
 * would cost as much as a short path.
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
		/* Too few words for a call of memcpy(). */
		barrier();
	}

	*(__be32 *)(data + frame->saddr) = flow->saddr;
	*(__be32 *)(data + frame->daddr) = flow->daddr;
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

/**
 * fb_frame_follow() - make a TCP packet follow those before it in its flow
 * @frame: template
 * @before: how many there are since its first sequence number
 * @data: the Ethernet header of a written frame
 */
static inline void fb_frame_follow(const struct fb_frame *frame, u32 before,
				   u8 *data)
{
	struct tcphdr *th = (struct tcphdr *)(data + frame->l4);
	__be32 seq = htonl(ntohl(th->seq) + before * frame->payload);

	csum_replace4(&th->check, th->seq, seq);
	th->seq = seq;
}

/* record.c */

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

#endif /* FB_FRAME_H */
