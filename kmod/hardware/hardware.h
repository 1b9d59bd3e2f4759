/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interfaces between the files of this folder: a model of a NIC that takes the rules of
 * flowtables with "flags offload".
 *
 * Locks, outer ones first:
 *	(the kernel's)	pernet_ops_rwsem
 *	fb_hw_control	starts, stops and sets; never taken by a callback of the kernel
 *	rtnl		devices and their hooks
 *	(the kernel's)	flow_indr_block_lock, flow_block_lock
 *	fb_hw_lock	rules, blocks and counters
 */
#ifndef FB_HARDWARE_H
#define FB_HARDWARE_H

#include <linux/atomic.h>
#include <linux/fs.h>
#include <linux/if.h>
#include <linux/if_vlan.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/types.h>
#include <net/flow_offload.h>

#include "flowbench.h"
#include "frame.h"

/* Devices that one piece of hardware has. */
#define FB_HW_DEVICES_MAX	8

/* Actions of one rule. The longest one of a flowtable has 24 (NF_FLOW_RULE_ACTION_MAX). */
#define FB_HW_ACTIONS_MAX	32

/* knobs.c */

/**
 * struct fb_hw_knobs - what can be set while the hardware is on
 * @table: most rules
 * @refuse: each Nth rule is refused; 0: none
 * @error: index in fb_hw_errors of the error that refuses
 * @sleep: ms that a call takes
 * @mode: enum fb_hw_mode
 * @as: enum fb_hw_as
 * @stats: enum fb_hw_stats
 * @delay: ms by which statistics are late, with FB_HW_STATS_DELAYED
 * @forget: each Nth rule that is taken is forgotten; 0: none
 * @keep: ms for which a device that goes is still referenced
 *
 * Written by fb_hw_knobs_apply(), read by callbacks with READ_ONCE().
 */
struct fb_hw_knobs {
	unsigned int table;
	unsigned int refuse;
	unsigned int error;
	unsigned int sleep;
	unsigned int mode;
	unsigned int as;
	unsigned int stats;
	unsigned int delay;
	unsigned int forget;
	unsigned int keep;
};

/* What hardware does with packets. */
enum fb_hw_mode {
	FB_HW_FORWARD,	/* forwards by its rules */
	FB_HW_HOLD,	/* keeps rules, and sees no packet */
	FB_HW_SHADOW,	/* compares what software makes of packets with its rules */
};

/* Which hardware it is like. */
enum fb_hw_as {
	FB_HW_AS_ANY,	/* does what it can */
	FB_HW_AS_MTK,	/* no NAT of IPv6, two tags at most, 802.1Q only, -EEXIST */
	FB_HW_AS_TINY,	/* 16 rules */
	FB_HW_AS_SLOW,	/* sleeps in each call */
};

/* How statistics are. */
enum fb_hw_stats {
	FB_HW_STATS_EXACT,
	FB_HW_STATS_DELAYED,
	FB_HW_STATS_STUCK,	/* none */
};

void fb_hw_knobs_defaults(struct fb_hw_knobs *knobs);
int fb_hw_knobs_set(struct fb_hw_knobs *knobs, const char *word);
void fb_hw_knobs_apply(const struct fb_hw_knobs *knobs);
int fb_hw_knobs_errno(unsigned int error);
void fb_hw_knobs_show(struct seq_file *m, const struct fb_hw_knobs *knobs);

/* Set by the control file. */
extern struct fb_hw_knobs fb_hw_knobs;

/* personality.c */

struct fb_hw_rule;

int fb_hw_as_refuses(unsigned int as, const struct fb_hw_rule *rule, unsigned int rules,
		     const char **reason);
unsigned int fb_hw_as_sleeps(unsigned int as);

/* rule.c */

/**
 * struct fb_hw_vlan - a VLAN tag of a rule's keys
 * @id: VLAN, host order
 * @id_mask: likewise
 * @proto: EtherType of the tag, network order
 * @proto_mask: likewise
 */
struct fb_hw_vlan {
	u16 id;
	u16 id_mask;
	__be16 proto;
	__be16 proto_mask;
};

/**
 * struct fb_hw_half - the keys of a rule, or their masks
 * @iif: incoming device
 * @l3: EtherType behind the tags, network order
 * @l4: protocol
 * @src: source address; IPv4 uses the first four bytes
 * @dst: destination address
 * @sport: source port, network order
 * @dport: destination port, network order
 * @tcp: flags of TCP, network order
 */
struct fb_hw_half {
	u32 iif;
	__be16 l3;
	u8 l4;
	u8 src[16];
	u8 dst[16];
	__be16 sport;
	__be16 dport;
	__be16 tcp;
};

/**
 * struct fb_hw_action - an action of a rule
 * @id: enum flow_action_id
 * @base: enum flow_action_mangle_base, of FLOW_ACTION_MANGLE
 * @at: offset, of FLOW_ACTION_MANGLE; EtherType in network order, of FLOW_ACTION_VLAN_PUSH; enum
 *	ip_conntrack_info, of FLOW_ACTION_CT_METADATA
 * @mask: of FLOW_ACTION_MANGLE: bits that stay
 * @value: of FLOW_ACTION_MANGLE; else device, flags of checksums, VLAN, session, or mark (of
 *	FLOW_ACTION_CT_METADATA)
 */
struct fb_hw_action {
	u16 id;
	u16 base;
	u32 at;
	u32 mask;
	u32 value;
};

/**
 * struct fb_hw_seen - what a rule has forwarded until some time
 * @packets: packets
 * @bytes: their bytes
 * @used_at: jiffies when the last one came
 */
struct fb_hw_seen {
	u64 packets;
	u64 bytes;
	unsigned long used_at;
};

/**
 * struct fb_hw_rule - a rule that the hardware holds
 * @by_cookie: in its bucket
 * @by_flow: in the bucket of its addresses and ports, or among those without
 * @list: in fb_hw_rules, in the order of their coming
 * @rcu: frees it
 * @cookie: what the kernel calls it: an address, never shown
 * @block: number of the block that it came by
 * @dev: ifindex of the block's device
 * @in: name of that device when the rule came
 * @out: name of the device that it redirects to, or ""
 * @id: number that is shown
 * @err: with what it was refused, or 0
 * @reason: why it was refused
 * @ns: when it came, by ktime_get_ns()
 * @used: dissector's used_keys
 * @orphan: its block has gone
 * @family: 4, 6, or 0
 * @key: its keys
 * @mask: their masks
 * @vlan: tags of its keys, the outer one first
 * @oif: device that it redirects to, or 0
 * @packets: packets that it has forwarded; a superpacket counts by its segments
 * @bytes: their bytes
 * @used_at: jiffies when the last one came
 * @told: what was reported last
 * @late: what will be reported next, with FB_HW_STATS_DELAYED
 * @late_at: jiffies when @late was made
 * @actions: their number
 * @action: each of them
 */
struct fb_hw_rule {
	struct hlist_node by_cookie;
	struct hlist_node by_flow;
	struct list_head list;
	struct rcu_head rcu;
	unsigned long cookie;
	u32 block;
	int dev;
	char in[IFNAMSIZ];
	char out[IFNAMSIZ];
	u32 id;
	int err;
	const char *reason;
	u64 ns;
	u64 used;
	bool orphan;
	u8 family;
	struct fb_hw_half key;
	struct fb_hw_half mask;
	struct fb_hw_vlan vlan[2];
	int oif;
	atomic64_t packets;
	atomic64_t bytes;
	unsigned long used_at;
	struct fb_hw_seen told;
	struct fb_hw_seen late;
	unsigned long late_at;
	unsigned int actions;
	struct fb_hw_action action[FB_HW_ACTIONS_MAX];
};

int fb_hw_rule_read(struct fb_hw_rule *rule, const struct flow_rule *from);
void fb_hw_rule_show(struct seq_file *m, const struct fb_hw_rule *rule);

/* rules.c */

/**
 * struct fb_hw_counts - what the kernel has asked for
 * @replace: rules that were given, once for each block
 * @foreign: of those, for another device than that of the block
 * @taken: rules that were taken
 * @again: of those, in place of a rule of the same cookie
 * @refused: rules that were refused by @refuse, the table's end, or as they cannot be done
 * @forgotten: of those taken, rules that hardware has forgotten
 * @destroy: rules that were given up, and were there
 * @stats: rules that were asked about
 * @orphans: rules whose block went before they did
 * @most: most rules at once
 * @turn: rules that the knob refuse has counted
 * @lost: rules that the knob forget has counted
 * @spent: time in the callback of flowtables, by local_clock(); the rest of a worker's call is the
 *	kernel's
 */
struct fb_hw_counts {
	u64 replace;
	u64 foreign;
	u64 taken;
	u64 again;
	u64 refused;
	u64 forgotten;
	u64 destroy;
	u64 stats;
	u64 orphans;
	u64 most;
	u64 turn;
	u64 lost;
	atomic64_t spent;
};

extern struct mutex fb_hw_lock;

/**
 * struct fb_hw_block - a block of a device
 * @list: in a list of blocks.c
 * @id: its number
 * @dev: the device; not referenced, compared only
 * @ifindex: of the device
 * @name: of the device when the block was bound
 * @data: the kernel's name of it
 * @call: what the kernel calls
 * @any: its rules are of any device, as those of act_ct are
 */
struct fb_hw_block {
	struct list_head list;
	u32 id;
	const struct net_device *dev;
	int ifindex;
	char name[IFNAMSIZ];
	const void *data;
	flow_setup_cb_t *call;
	bool any;
};

u32 fb_hw_block_id(void);
void fb_hw_spent(u64 since);
int fb_hw_rules_call(const struct fb_hw_block *block, struct flow_cls_offload *f);
void fb_hw_rules_orphan(u32 block);
void fb_hw_rules_flush(u32 block);
int fb_hw_rules_start(void);
void fb_hw_rules_stop(void);
void fb_hw_rules_show(struct seq_file *m, bool refused);
void fb_hw_counts_show(struct seq_file *m);

/* match.c */

int fb_hw_match_start(void);
void fb_hw_match_stop(void);
void fb_hw_match_add(struct fb_hw_rule *rule);
void fb_hw_match_del(struct fb_hw_rule *rule);
size_t fb_hw_match_memory(void);
enum fb_hw_pass fb_hw_rules_match(int iif, const struct fb_hw_frame *frame,
				  struct fb_hw_rule **found);

/* packets.c */

/**
 * struct fb_hw_packets - packets, on one CPU
 * @in: that came in by our devices
 * @forwarded: that hardware sent on
 * @dropped: that hardware could not send on
 * @passed: that it left to software, by reason
 * @compared: packets of software that are as the rule would have made them
 * @different: packets of software that are not
 * @unseen: packets with a rule that software did not send by the same device, or by another packet
 * @slow: packets with a rule that took the slow path
 */
struct fb_hw_packets {
	u64 in;
	u64 forwarded;
	u64 dropped;
	u64 passed[FB_HW_PASS_COUNT];
	u64 compared;
	u64 different;
	u64 unseen;
	u64 slow;
};

DECLARE_PER_CPU(struct fb_hw_packets, fb_hw_packets);

void fb_hw_packets_reset(void);
void fb_hw_packets_show(struct seq_file *m);

/* forward.c */

unsigned int fb_hw_ingress_first(void *priv, struct sk_buff *skb,
				 const struct nf_hook_state *state);

/* shadow.c */

void fb_hw_shadow_forget(void);
void fb_hw_shadow_expect(const struct sk_buff *skb, struct fb_hw_frame *frame,
			 const struct fb_hw_rule *rule);
unsigned int fb_hw_ingress_last(void *priv, struct sk_buff *skb,
				const struct nf_hook_state *state);
int fb_hw_shadow_set(bool on);
void fb_hw_shadow_setup(void);
void fb_hw_shadow_show(struct seq_file *m);

/* observe.c */

/* Questions that are kept; the oldest one goes first. */
#define FB_HW_ASKED_MAX		256

extern const struct file_operations fb_hw_observed_fops;

void fb_hw_observe_stop(void);

/* pipelines.c */

int fb_hw_pipelines_call(enum tc_setup_type type, void *type_data, void *cb_priv);
void fb_hw_pipelines_forget(const struct fb_hw_block *dev);

/* blocks.c */

int fb_hw_blocks_start(void);
void fb_hw_blocks_stop(void);
void fb_hw_blocks_show(struct seq_file *m);

/* devices.c */

int fb_hw_devices_start(struct net *net, char *names);
void fb_hw_devices_stop(void);
bool fb_hw_devices_has(const struct net_device *dev);
bool fb_hw_devices_in(const struct net *net);
void fb_hw_devices_show(struct seq_file *m);
int fb_hw_devices_setup(void);
void fb_hw_devices_teardown(void);

#endif /* FB_HARDWARE_H */
