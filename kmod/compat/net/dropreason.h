/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mainline's reasons for a drop, and probes for the tracepoints of freed packets, for all kernels.
 *
 * FB_KFREE_SKB_PROBE(name, fn) makes a probe that calls fn(skb, reason, location),
 * FB_CONSUME_SKB_PROBE(name, fn) one that calls fn(skb). They stay macros: fb_attach() compares the
 * arguments of a probe with those of the kernel's tracepoint, and these differ between kernels.
 */
#ifndef FB_COMPAT_NET_DROPREASON_H
#define FB_COMPAT_NET_DROPREASON_H

#include <linux/kernel.h>
#include <linux/skbuff.h>

#ifdef FB_KERNEL_HAS_DROP_REASON

#include_next <net/dropreason.h>

#ifdef FB_KERNEL_HAS_DROP_CONST_SOCKET
#define FB_SOCK_CONST	const
#else
#define FB_SOCK_CONST
#endif

#ifdef FB_KERNEL_HAS_DROP_SOCKET
#define FB_KFREE_SKB_PROBE(_name, _fn)					\
static void _name(void *data, struct sk_buff *skb, void *location,	\
		  enum skb_drop_reason reason,			\
		  FB_SOCK_CONST struct sock *sk)			\
{									\
	_fn(skb, reason, location);					\
}
#else
#define FB_KFREE_SKB_PROBE(_name, _fn)					\
static void _name(void *data, struct sk_buff *skb, void *location,	\
		  enum skb_drop_reason reason)				\
{									\
	_fn(skb, reason, location);					\
}
#endif /* FB_KERNEL_HAS_DROP_SOCKET */

#else /* !FB_KERNEL_HAS_DROP_REASON */

/* Before 5.17 the kernel gave no reason. */
enum skb_drop_reason {
	SKB_DROP_REASON_NOT_SPECIFIED,
};

#define DEFINE_DROP_REASON(...)	NULL

#define FB_KFREE_SKB_PROBE(_name, _fn)					\
static void _name(void *data, struct sk_buff *skb, void *location)	\
{									\
	_fn(skb, 0, location);						\
}

#endif /* FB_KERNEL_HAS_DROP_REASON */

#if defined(FB_KERNEL_HAS_DROP_REASON) && \
	defined(FB_KERNEL_HAS_CONSUME_LOCATION)
#define FB_CONSUME_SKB_PROBE(_name, _fn)				\
static void _name(void *data, struct sk_buff *skb, void *location)	\
{									\
	_fn(skb);							\
}
#else
#define FB_CONSUME_SKB_PROBE(_name, _fn)				\
static void _name(void *data, struct sk_buff *skb)			\
{									\
	_fn(skb);							\
}
#endif

#endif /* FB_COMPAT_NET_DROPREASON_H */
