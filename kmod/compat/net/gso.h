/* SPDX-License-Identifier: GPL-2.0 */
/* Before 6.5, linux/skbuff.h declared what is in this header. */
#ifndef FB_COMPAT_NET_GSO_H
#define FB_COMPAT_NET_GSO_H

#ifdef FB_KERNEL_HAS_NET_GSO
#include_next <net/gso.h>
#else
#include <linux/skbuff.h>
#endif

#endif /* FB_COMPAT_NET_GSO_H */
