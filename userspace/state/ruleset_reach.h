/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Follows a ruleset from rule to rule: which `flow add` may a packet still come to? A condition of a rule is taken as
 * one that may hold, so "reachable" means that no verdict without a condition stands in between. Pure: no I/O.
 */
#ifndef FB_STATE_RULESET_REACH_H
#define FB_STATE_RULESET_REACH_H

#include "state/gateway.h"

/**
 * enum fb_flow_way - how a packet comes from one rule to a `flow add`
 * @FB_FLOW_NOWHERE: it does not come to one
 * @FB_FLOW_BEHIND: the rule with `flow add` stands behind it in the same chain
 * @FB_FLOW_JUMP: that rule stands in a chain that a rule behind it jumps or goes to
 * @FB_FLOW_RETURN: that rule comes after this chain has returned to the chain that jumped here
 */
enum fb_flow_way {
	FB_FLOW_NOWHERE,
	FB_FLOW_BEHIND,
	FB_FLOW_JUMP,
	FB_FLOW_RETURN,
};

/**
 * fb_flow_behind - find the next `flow add` that a packet may come to when @rule lets it go on
 * @rs: the ruleset
 * @rule: a rule; its own `flow add`, and the chains that it leads to, do not count
 * @found: receives the rule with `flow add`; may be NULL
 *
 * Return: how the packet comes there, or FB_FLOW_NOWHERE; the first that fits, in the order of enum fb_flow_way.
 * -ENOMEM without memory.
 */
int fb_flow_behind(const struct fb_ruleset *rs, const struct fb_rule *rule,
		   const struct fb_rule **found);

/**
 * fb_flow_first - find a rule with `flow add`, whether a packet comes to it or not
 * @rs: the ruleset
 * @flowtable: only rules that add to this one; NULL: to any
 *
 * Return: the rule, or NULL if there is none.
 */
const struct fb_rule *fb_flow_first(const struct fb_ruleset *rs,
				    const struct fb_flowtable *flowtable);

/**
 * fb_rule_hooks - find the base chains that a packet may come to a rule from
 * @rs: the ruleset
 * @rule: the rule
 * @found: receives the first @max of the base chains
 * @max: room in @found; may be 0
 *
 * Return: how many there are; 0 means that no jump reaches the rule. -ENOMEM without memory.
 */
int fb_rule_hooks(const struct fb_ruleset *rs, const struct fb_rule *rule,
		  const struct fb_chain *found[], unsigned int max);

#endif
