/* SPDX-License-Identifier: GPL-2.0 */
/* Mainline's sk_buffs, for older kernels. */
#ifndef FB_COMPAT_LINUX_SKBUFF_H
#define FB_COMPAT_LINUX_SKBUFF_H

#include_next <linux/skbuff.h>
#include <linux/smp.h>

/* Before 5.12 NAPI kept no freed sk_buffs. */
#ifndef FB_KERNEL_HAS_NAPI_BUILD_SKB
#define napi_build_skb(_data, _size)	build_skb(_data, _size)
#endif

/*
 * Without this folder, write skb->alloc_cpu = raw_smp_processor_id(): no header can add the member,
 * which came with 5.19.
 */
static inline void fb_skb_set_alloc_cpu(struct sk_buff *skb)
{
#ifdef FB_KERNEL_HAS_ALLOC_CPU
	skb->alloc_cpu = raw_smp_processor_id();
#endif
}

#endif /* FB_COMPAT_LINUX_SKBUFF_H */
