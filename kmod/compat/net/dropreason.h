/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes for the tracepoints of freed packets, whose arguments differ from kernel
 * to kernel. 5.10 has no reasons for a drop.
 *
 * FB_KFREE_SKB_PROBE(name, fn) makes a probe that calls fn(skb, reason, location),
 * FB_CONSUME_SKB_PROBE(name, fn) one that calls fn(skb).
 */
#ifndef FB_COMPAT_NET_DROPREASON_H
#define FB_COMPAT_NET_DROPREASON_H

#include <linux/kernel.h>
#include <linux/skbuff.h>

#ifdef FB_KERNEL_HAS_DROP_REASON

#include_next <net/dropreason.h>

#define FB_REASON_NAME(_reason)	\
	[SKB_DROP_REASON_##_reason] = #_reason,
#define FB_REASON_LAST(_reason)	\
	[SKB_DROP_REASON_##_reason] = #_reason

/* Returns NULL for "not specified", and for reasons of subsystems. */
static inline const char *fb_drop_reason_name(unsigned int reason)
{
	static const char * const names[] = {
		DEFINE_DROP_REASON(FB_REASON_NAME, FB_REASON_LAST)
	};

	if (reason == SKB_DROP_REASON_NOT_SPECIFIED ||
	    reason >= ARRAY_SIZE(names))
		return NULL;
	return names[reason];
}

#ifdef FB_KERNEL_HAS_DROP_CONST_SOCKET
#define FB_DROP_CONST	const
#else
#define FB_DROP_CONST
#endif

#ifdef FB_KERNEL_HAS_DROP_SOCKET
#define FB_KFREE_SKB_PROBE(_name, _fn)					\
static void _name(void *data, struct sk_buff *skb, void *location,	\
		  enum skb_drop_reason reason,				\
		  FB_DROP_CONST struct sock *sk)			\
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

static inline const char *fb_drop_reason_name(unsigned int reason)
{
	return NULL;
}

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
