/* SPDX-License-Identifier: GPL-2.0 */
/* What a reader of IPv4 headers wants of the kernel (RFC 791). */
#ifndef FUZZ_NET_IP_H
#define FUZZ_NET_IP_H

#define IP_OFFSET 0x1fff

#endif
