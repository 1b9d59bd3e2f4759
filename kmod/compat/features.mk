# SPDX-License-Identifier: GPL-2.0
#
# Defines FB_KERNEL_HAS_* for what the headers of the kernel offer. They are
# searched, as distributions backport parts of newer kernels: a version number
# says nothing.

fb_kernel_has = $(shell grep -qs '$(2)' $(srctree)/include/linux/$(1) && echo y)

# fprobe handlers with data per call (mainline 6.4) and today's arguments (6.6)
fb-feature-$(call fb_kernel_has,fprobe.h,unsigned long ret_ip) += FPROBE_RET_IP

# fprobe on function_graph instead of rethook: other registers, no pool (6.14)
fb-feature-$(call fb_kernel_has,fprobe.h,struct ftrace_regs) += FPROBE_FREGS

# get_kretprobe(), in mainline since the lockless kretprobes of 5.11
fb-feature-$(call fb_kernel_has,kprobes.h,get_kretprobe.struct) += GET_KRETPROBE

# reason of a drop (5.17), and socket of the packet (6.11), a pointer to const by 7.2
fb-feature-$(call fb_kernel_has,../trace/events/skb.h,enum skb_drop_reason reason) += DROP_REASON
fb-feature-$(call fb_kernel_has,../trace/events/skb.h,rx_sk) += DROP_SOCKET
fb-feature-$(call fb_kernel_has,../trace/events/skb.h,const struct sock .rx_sk) += DROP_CONST_SOCKET

# location that consumes a packet (6.3)
fb-feature-$(call fb_kernel_has,../trace/events/skb.h,sk_buff .skb. void .location..$$) += CONSUME_LOCATION

# LLTX as a flag of the device, not as one of its features (6.12)
fb-feature-$(call fb_kernel_has,netdevice.h,lltx:1) += LLTX

# netif_napi_add() without a weight (6.1)
fb-feature-$(call fb_kernel_has,netdevice.h,netif_napi_add_weight) += NAPI_WEIGHT

# skb of an XDP frame (5.12), and frames of several buffers (5.18)
fb-feature-$(call fb_kernel_has,../net/xdp.h,[ *]xdp_build_skb_from_frame) += XDP_BUILD_SKB
fb-feature-$(call fb_kernel_has,../net/xdp.h,xdp_get_frame_len) += XDP_FRAME_LEN

# what a device can do with XDP (6.3)
fb-feature-$(call fb_kernel_has,../net/xdp.h,xdp_set_features_flag) += XDP_FEATURES

# do_xdp_generic() may replace the packet (6.9)
fb-feature-$(call fb_kernel_has,netdevice.h,int do_xdp_generic.*struct sk_buff \*\*) += XDP_REPLACES

# sk_buffs from the cache of NAPI (5.12), and the CPU that allocated one (5.19)
fb-feature-$(call fb_kernel_has,skbuff.h,napi_build_skb) += NAPI_BUILD_SKB
fb-feature-$(call fb_kernel_has,skbuff.h,alloc_cpu;) += ALLOC_CPU

# flowtables push the header of PPPoE (5.13)
fb-feature-$(call fb_kernel_has,../net/flow_offload.h,FLOW_ACTION_PPPOE_PUSH) += FLOW_PPPOE_PUSH

# callbacks of a flowtable's block in its header (6.8)
fb-feature-$(call fb_kernel_has,../net/netfilter/nf_flow_table.h,flow_block_cb_lookup) += FLOW_TABLE_CB_INLINE

# what segments packets has a header of its own (6.5)
fb-feature-$(call fb_kernel_has,../net/gso.h,skb_gso_validate_network_len) += NET_GSO

ccflags-y += $(addprefix -DFB_KERNEL_HAS_,$(fb-feature-y))
