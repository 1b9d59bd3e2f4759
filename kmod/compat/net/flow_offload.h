/* SPDX-License-Identifier: GPL-2.0 */
/* Actions of mainline's rules, for older kernels. */
#ifndef FB_COMPAT_NET_FLOW_OFFLOAD_H
#define FB_COMPAT_NET_FLOW_OFFLOAD_H

#include_next <net/flow_offload.h>

/*
 * Without this folder, write entry->pppoe.sid: no header can add the member, which came with 5.13.
 * Before, no rule had the action.
 */
#ifdef FB_KERNEL_HAS_FLOW_PPPOE_PUSH
static inline u16 fb_flow_pppoe_sid(const struct flow_action_entry *entry)
{
	return entry->pppoe.sid;
}
#else
#define FLOW_ACTION_PPPOE_PUSH	(NUM_FLOW_ACTIONS + 1)

static inline u16 fb_flow_pppoe_sid(const struct flow_action_entry *entry)
{
	return 0;
}
#endif

#endif /* FB_COMPAT_NET_FLOW_OFFLOAD_H */
