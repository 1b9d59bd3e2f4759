// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the rule of a packet, under RCU: rules that name addresses, protocol and ports in full are
 * in a bucket of their flow, others are tried one after the other.
 */
#include <linux/errno.h>
#include <linux/jhash.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hardware.h"

#define FB_HW_FLOW_BITS	12

/* Written with fb_hw_lock held. */
static struct hlist_head *fb_hw_flows;
static HLIST_HEAD(fb_hw_partial);

static struct hlist_head *fb_hw_flow(const struct fb_hw_half *keys)
{
	u32 ports = (__force u16)keys->sport << 16 | (__force u16)keys->dport;
	u32 hash = jhash(keys->src, sizeof(keys->src) + sizeof(keys->dst), ports + keys->l4);

	return &fb_hw_flows[hash >> (32 - FB_HW_FLOW_BITS)];
}

/* Returns whether a rule names addresses, protocol and ports in full. */
static bool fb_hw_rule_is_whole(const struct fb_hw_rule *rule)
{
	const struct fb_hw_half *mask = &rule->mask;
	size_t len = rule->family == 6 ? 16 : 4;

	return rule->family && mask->l4 == 0xff && (__force u16)mask->sport == 0xffff &&
	       (__force u16)mask->dport == 0xffff && !memchr_inv(mask->src, 0xff, len) &&
	       !memchr_inv(mask->dst, 0xff, len);
}

/**
 * fb_hw_match_add() - let packets find a rule
 * @rule: the rule; one of act_ct, which sends nothing, is found by no packet
 *
 * Context: process, fb_hw_lock held.
 */
void fb_hw_match_add(struct fb_hw_rule *rule)
{
	if (!rule->oif) {
		INIT_HLIST_NODE(&rule->by_flow);
		return;
	}
	hlist_add_head_rcu(&rule->by_flow, fb_hw_rule_is_whole(rule) ? fb_hw_flow(&rule->key) :
								       &fb_hw_partial);
}

/* No further packet finds the rule, which is freed by RCU. */
void fb_hw_match_del(struct fb_hw_rule *rule)
{
	if (!hlist_unhashed(&rule->by_flow))
		hlist_del_rcu(&rule->by_flow);
}

/* Returns 0 or -ENOMEM. */
int fb_hw_match_start(void)
{
	fb_hw_flows = kvcalloc(1 << FB_HW_FLOW_BITS, sizeof(*fb_hw_flows), GFP_KERNEL);
	return fb_hw_flows ? 0 : -ENOMEM;
}

/* There is no rule, and no packet is matched. */
void fb_hw_match_stop(void)
{
	kvfree(fb_hw_flows);
	fb_hw_flows = NULL;
}

/* Returns the bytes that the buckets take. */
size_t fb_hw_match_memory(void)
{
	return sizeof(*fb_hw_flows) << FB_HW_FLOW_BITS;
}

/* Returns whether the tags of a packet are those of a rule. A rule that names none takes all. */
static bool fb_hw_tags_fit(const struct fb_hw_rule *rule, const struct fb_hw_frame *frame)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rule->vlan); i++) {
		const struct fb_hw_vlan *vlan = &rule->vlan[i];
		const struct fb_hw_tag *tag = &frame->tag[i];

		if (!vlan->id_mask && !vlan->proto_mask)
			continue;
		if (frame->tags <= i || ((tag->tci ^ vlan->id) & vlan->id_mask) ||
		    ((tag->proto ^ vlan->proto) & vlan->proto_mask))
			return false;
	}
	return true;
}

static bool fb_hw_bytes_fit(const u8 *a, const u8 *b, const u8 *mask, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		if ((a[i] ^ b[i]) & mask[i])
			return false;
	return true;
}

/* Returns why a rule does not fit a packet. */
static enum fb_hw_pass fb_hw_fits(const struct fb_hw_rule *rule, int iif,
				  const struct fb_hw_half *keys, const struct fb_hw_frame *frame)
{
	const struct fb_hw_half *key = &rule->key, *mask = &rule->mask;

	if (rule->dev != iif || ((keys->l3 ^ key->l3) & mask->l3) ||
	    ((keys->l4 ^ key->l4) & mask->l4) || ((keys->sport ^ key->sport) & mask->sport) ||
	    ((keys->dport ^ key->dport) & mask->dport) ||
	    !fb_hw_bytes_fit(keys->src, key->src, mask->src, sizeof(mask->src)) ||
	    !fb_hw_bytes_fit(keys->dst, key->dst, mask->dst, sizeof(mask->dst)))
		return FB_HW_PASS_NO_RULE;
	if (!fb_hw_tags_fit(rule, frame))
		return FB_HW_PASS_VLAN;
	if ((keys->tcp ^ key->tcp) & mask->tcp)
		return FB_HW_PASS_FLAGS;
	/* No key names a session: what is in one is another EtherType than the rule's. */
	return frame->pppoe && mask->l3 ? FB_HW_PASS_SESSION : FB_HW_PASS_NONE;
}

/* Looks in a bucket. Returns the best reason: the one that comes last in enum fb_hw_pass. */
static enum fb_hw_pass fb_hw_look(const struct hlist_head *head, int iif,
				  const struct fb_hw_half *keys, const struct fb_hw_frame *frame,
				  struct fb_hw_rule **found)
{
	enum fb_hw_pass pass, best = FB_HW_PASS_NO_RULE;
	struct fb_hw_rule *rule;

	hlist_for_each_entry_rcu(rule, head, by_flow) {
		pass = fb_hw_fits(rule, iif, keys, frame);
		if (!pass) {
			*found = rule;
			return pass;
		}
		best = pass == FB_HW_PASS_NO_RULE ? best : pass;
	}
	return best;
}

/**
 * fb_hw_rules_match() - find the rule of a packet
 * @iif: device that it came in by
 * @frame: its headers
 * @found: receives the rule, which stays as long as RCU is held
 *
 * Return: FB_HW_PASS_NONE, or why there is none.
 * Context: softirq, under RCU.
 */
enum fb_hw_pass fb_hw_rules_match(int iif, const struct fb_hw_frame *frame,
				  struct fb_hw_rule **found)
{
	struct fb_hw_half keys;
	enum fb_hw_pass pass;

	fb_hw_frame_keys(frame, &keys);
	pass = fb_hw_look(fb_hw_flow(&keys), iif, &keys, frame, found);
	if (pass && !hlist_empty(&fb_hw_partial))
		pass = fb_hw_look(&fb_hw_partial, iif, &keys, frame, found) ? pass :
		       FB_HW_PASS_NONE;
	return pass;
}
