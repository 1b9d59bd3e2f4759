/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Decides why the flowtable did not take a packet: what the module saw of the packet, held against what the state of the
 * namespace says. Pure: no I/O.
 */
#ifndef FB_WHY_JUDGE_H
#define FB_WHY_JUDGE_H

#include "why/event.h"
#include "state/policies.h"
#include "why/reason.h"

/**
 * struct fb_why_sample - all that the module reported about one packet
 * @seen: bit i is set if stage i was reported
 * @cut: events of it may have got lost
 * @was_down: a flow of this connection was taken down, and has not come back
 * @down: that teardown
 */
struct fb_why_sample {
	uint64_t id;
	unsigned int seen;
	bool cut;
	bool was_down;
	struct fb_why_teardown down;
	struct fb_why_packet packet;
	struct fb_why_ct ct;
	struct fb_why_add add;
	struct fb_why_forward forward;
};

/** enum fb_why_rule - what became of the packet in the rules of nftables */
enum fb_why_rule {
	FB_WHY_RULE_UNKNOWN,
	FB_WHY_RULE_ACCEPTED,
	FB_WHY_RULE_DROPPED,
};

/**
 * struct fb_packet_state - what the state of the namespace says about a packet
 * @flowtables: number of flowtables
 * @in_flowtable: the device that the packet came in at is in a flowtable, of any family
 * @in_family: likewise, and the flowtable is for the packet's IP version
 * @out_known: the route of the packet is known
 * @unrouted: why the packet has no route, "" if it has one or that is not known: "no route to 10.0.1.2"
 * @out: name of that device
 * @mtu: of the packet's route; 0 if it is not known
 * @reply_device: device that the other direction's route leads to, which is where the packet should come in; "" if that
 *	is not known
 * @reply_listed: that device itself, and no other one, is in a flowtable
 * @same_device: the packet came in there, or at a lower device of it
 * @in_down: the device that the packet came in at is down, or went down a while ago
 * @out_down: likewise, the one that it leaves through
 * @any_down: a device went down or away a while ago
 * @flow_add: a rule with `flow add` exists
 * @flow_rule: its name, as in @where
 * @tracked: the connection is in the table of connection tracking
 * @status: bits of enum fb_ct_status
 * @tcp: its TCP state, "" if it is not known; later than the one that the module saw
 * @helper: name of its helper, "" for none
 * @no_track: a rule with notrack exists
 * @rule: what nftables made of the packet
 * @rules_lost: reports of rules got lost
 * @where: the rule or chain that decided: "rule 12 of inet fw forward"
 * @flow_behind: a rule with `flow add` stands behind it
 * @policy: IPsec policy that refuses the packet as it came in: "10.0.1.0/24 to 10.0.2.0/24, index 9"; "" if none does
 * @deleter: who deleted a flowtable, and when: "by nft, process 812, at 12:03:44"; "" if nobody was seen
 */
struct fb_packet_state {
	unsigned int flowtables;
	bool in_flowtable;
	bool in_family;
	bool out_known;
	char unrouted[80];
	char out[16];
	unsigned int mtu;
	char reply_device[16];
	bool reply_listed;
	bool same_device;
	bool in_down;
	bool out_down;
	bool any_down;
	bool flow_add;
	char flow_rule[96];
	bool tracked;
	uint32_t status;
	char tcp[16];
	char helper[20];
	bool no_track;
	enum fb_why_rule rule;
	bool rules_lost;
	char where[96];
	bool flow_behind;
	char policy[FB_POLICY_TEXT];
	char deleter[64];
};

/** FB_WHY_DETAIL - bytes of the detail of a reason, with its NUL */
#define FB_WHY_DETAIL 128

/**
 * struct fb_why_answer - why
 * @id: the reason; FB_REASON_UNKNOWN if the module and the state do not agree
 * @detail: what stands for %s in the reason's text; for an unknown one, what was seen
 */
struct fb_why_answer {
	enum fb_reason_id id;
	char detail[FB_WHY_DETAIL];
};

/**
 * fb_why_judge - decide
 * @sample: what the module saw
 * @hooks: names of the ingress hooks of the packet's device, as the module lists them
 * @facts: what the state says
 * @answer: receives it
 */
void fb_why_judge(const struct fb_why_sample *sample, const char *hooks,
		  const struct fb_packet_state *facts, struct fb_why_answer *answer);

#endif
