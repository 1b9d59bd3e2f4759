/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's definitions that a reader of IPv4 headers needs (RFC 791). */
#ifndef FUZZ_NET_IP_H
#define FUZZ_NET_IP_H

#define IP_MF	  0x2000
#define IP_OFFSET 0x1fff

#endif
