/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's definitions that a reader of IPv6 headers needs (RFC 8200, RFC 4302). */
#ifndef FUZZ_NET_IPV6_H
#define FUZZ_NET_IPV6_H

#include <linux/types.h>

#define NEXTHDR_HOP	 0
#define NEXTHDR_ROUTING	 43
#define NEXTHDR_FRAGMENT 44
#define NEXTHDR_AUTH	 51
#define NEXTHDR_DEST	 60

#define IP6_OFFSET	 0xfff8

struct frag_hdr {
	__u8 nexthdr;
	__u8 reserved;
	__be16 frag_off;
	__be32 identification;
};

/* The length is in units of 8 bytes minus one, of AH in units of 4 bytes minus two. */
#define ipv6_optlen(hdr)  (((hdr)->hdrlen + 1) * 8)
#define ipv6_authlen(hdr) (((hdr)->hdrlen + 2) * 4)

#endif
