/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of a packet as one that only reads it sees: its first bytes in one piece, the rest
 * elsewhere. Written for these tests.
 */
#ifndef FUZZ_LINUX_SKBUFF_H
#define FUZZ_LINUX_SKBUFF_H

#include <linux/in.h>
#include <linux/types.h>
#include <string.h>

/* Constants where their arguments are, as in the kernel: they are labels of cases. */
#undef ntohs
#undef htons
#undef ntohl
#undef htonl
#define ntohs(x) ((u16)__builtin_bswap16((u16)(x)))
#define htons(x) ntohs(x)
#define ntohl(x) ((u32)__builtin_bswap32((u32)(x)))
#define htonl(x) ntohl(x)

/**
 * struct sk_buff - a packet
 * @protocol: of the link layer, network order
 * @data: its first @linear bytes
 * @linear: how many lie there
 * @rest: those behind
 * @len: of all
 */
struct sk_buff {
	__be16 protocol;
	const u8 *data;
	unsigned int linear;
	const u8 *rest;
	unsigned int len;
};

static inline u8 fuzz_byte(const struct sk_buff *skb, unsigned int at)
{
	return at < skb->linear ? skb->data[at] : skb->rest[at - skb->linear];
}

/* @len bytes from @offset on: where they lie, or copied to @buffer; NULL beyond the packet's end. */
static inline void *skb_header_pointer(const struct sk_buff *skb, int offset, int len, void *buffer)
{
	int i;

	if (offset < 0 || len < 0 || (long long)offset + len > skb->len)
		return NULL;
	if ((long long)offset + len <= skb->linear)
		return (void *)(skb->data + offset);
	for (i = 0; i < len; i++)
		((u8 *)buffer)[i] = fuzz_byte(skb, (unsigned int)(offset + i));
	return buffer;
}

#endif
