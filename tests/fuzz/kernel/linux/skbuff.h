/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A packet as a reader sees it: its first bytes are linear, the rest is elsewhere. Written for these
 * tests.
 */
#ifndef FUZZ_LINUX_SKBUFF_H
#define FUZZ_LINUX_SKBUFF_H

#include <linux/in.h>
#include <linux/types.h>
#include <string.h>

/* Constant for constant arguments, as in the kernel: they are used as case labels. */
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
 * @linear: the number of linear bytes
 * @rest: the bytes after them
 * @len: the length of the packet
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

/* Returns @len bytes from @offset: a pointer into the packet or a copy in @buffer; NULL beyond the end. */
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
