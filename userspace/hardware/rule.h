/* SPDX-License-Identifier: GPL-2.0 */
/* A rule of the module's hardware, as a line of its file "hardware/rules" has it. Pure: no I/O. */
#ifndef FB_HARDWARE_RULE_H
#define FB_HARDWARE_RULE_H

#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/words.h"

/** FB_HW_RULE_ACTIONS - most actions of a rule */
#define FB_HW_RULE_ACTIONS 32

/** FB_HW_RULE_TAGS - most VLAN tags of a rule's keys */
#define FB_HW_RULE_TAGS 2

/** enum fb_hw_act - what an action does */
enum fb_hw_act {
	FB_HW_ACT_MANGLE,
	FB_HW_ACT_CSUM,
	FB_HW_ACT_REDIRECT,
	FB_HW_ACT_VLAN_PUSH,
	FB_HW_ACT_VLAN_POP,
	FB_HW_ACT_PPPOE_PUSH,
	FB_HW_ACT_ACCEPT,
	FB_HW_ACT_CT,
	FB_HW_ACT_UNKNOWN,
};

/** enum fb_hw_base - which header the offset of a mangle counts from */
enum fb_hw_base {
	FB_HW_BASE_ETH,
	FB_HW_BASE_IP4,
	FB_HW_BASE_IP6,
	FB_HW_BASE_TCP,
	FB_HW_BASE_UDP,
	FB_HW_BASE_UNKNOWN,
};

/**
 * struct fb_hw_action - an action
 * @act: what it does
 * @base: of a mangle
 * @at: offset of a mangle; EtherType of a tag that is pushed; state of a connection (enum ip_conntrack_info)
 * @mask: of a mangle: the bits that stay, in the packet's order
 * @byte: of a mangle: the four bytes, in the packet's order
 * @value: flags of checksums, device, VLAN, session, mark of a connection, or the kernel's number of an unknown action
 */
struct fb_hw_action {
	enum fb_hw_act act;
	enum fb_hw_base base;
	uint32_t at;
	uint8_t mask[4];
	uint8_t byte[4];
	uint32_t value;
};

/**
 * struct fb_hw_tag - a VLAN tag of the keys
 * @there: the rule asks for it
 * @id: VLAN
 * @proto: its EtherType
 */
struct fb_hw_tag {
	bool there;
	uint32_t id;
	uint32_t proto;
};

/**
 * struct fb_hw_number - a key that is a number, and its mask
 * @key: the number
 * @mask: bits that count; 0: the rule does not ask for it
 */
struct fb_hw_number {
	uint32_t key;
	uint32_t mask;
};

/**
 * struct fb_hw_rule - a rule
 * @id: its number
 * @dev: device that it came for
 * @out: device that it sends to, or ""
 * @ms: age
 * @orphan: nobody will give it up: its block has gone
 * @error: negative errno with which it was refused, 0 if it was taken
 * @reason: why it was refused: a word of the module, or ""
 * @asked: "give", "destroy", or "stats" (to which nobody said anything), of a question that was observed; else ""
 * @taken: devices that said yes to it
 * @iif: index of the incoming device
 * @l4: protocol
 * @tag: VLAN tags
 * @family: 4, 6, or 0 if it has no addresses
 * @src: source address; IPv4 uses four bytes
 * @dst: destination address
 * @sport: source port
 * @dport: destination port
 * @tcp: flags of TCP
 * @packets: packets that it has forwarded
 * @bytes: their bytes
 * @nr: number of actions
 * @action: each of them
 */
struct fb_hw_rule {
	uint32_t id;
	char dev[IF_NAMESIZE];
	char out[IF_NAMESIZE];
	uint64_t ms;
	bool orphan;
	int error;
	char reason[16];
	char asked[8];
	uint32_t taken;
	struct fb_hw_number iif;
	struct fb_hw_number l4;
	struct fb_hw_tag tag[FB_HW_RULE_TAGS];
	uint32_t family;
	uint8_t src[16];
	uint8_t dst[16];
	struct fb_hw_number sport;
	struct fb_hw_number dport;
	struct fb_hw_number tcp;
	uint64_t packets;
	uint64_t bytes;
	uint32_t nr;
	struct fb_hw_action action[FB_HW_RULE_ACTIONS];
};

/**
 * fb_hw_rule_parse - read a line of the files "hardware/rules", "refused" and "observed"
 * @line: the line, which is cut into words
 * @rule: receives the rule
 * @error: receives what is wrong
 *
 * Return: 0, -E2BIG or -EINVAL.
 */
int fb_hw_rule_parse(char *line, struct fb_hw_rule *rule, struct fb_error *error);

/**
 * fb_hw_rule_is_of - whether a rule is one of the two of a connection
 * @rule: the rule
 * @proto: IPPROTO_TCP or IPPROTO_UDP
 * @end: one end of the connection, as the packets of this rule have it
 * @source: @end is the source of those packets; else it is their destination
 */
bool fb_hw_rule_is_of(const struct fb_hw_rule *rule, uint8_t proto, const union fb_sockaddr *end,
		      bool source);

#endif
