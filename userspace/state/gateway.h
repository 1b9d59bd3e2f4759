/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of a gateway that decides whether a connection takes the flowtable: devices and ruleset, and look-up
 * functions on them. Pure: no I/O. devices.h and ruleset.h fill these structs.
 */
#ifndef FB_STATE_GATEWAY_H
#define FB_STATE_GATEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/intern.h"

/** FB_NONE - an index or a number that is not there */
#define FB_NONE UINT32_MAX

/** FB_DEVICE_NAME - room for the name of a device */
#define FB_DEVICE_NAME 16

/**
 * struct fb_device - one network device
 * @ifindex: its number
 * @name: its name
 * @kind: "veth", "vlan", "bridge", …; empty for hardware
 * @mtu: its MTU in bytes
 * @flags: IFF_UP, IFF_RUNNING, IFF_POINTOPOINT, …
 * @master: number of the bridge, bond, VRF or team above it; 0 if there is none
 * @link: number of the device below it, such as a VLAN's; 0 if there is none
 * @link_elsewhere: true if @link is a number of another network namespace
 * @vlan: VLAN ID of a device of kind "vlan", else 0
 * @vlan_proto: Ethernet type of this VLAN's tag: 0x8100 or 0x88a8
 * @mac_len: bytes of @mac
 * @mac: its link-layer address
 * @sent: packets that it sent
 */
struct fb_device {
	uint32_t ifindex;
	char name[FB_DEVICE_NAME];
	char kind[16];
	uint32_t mtu;
	uint32_t flags;
	uint32_t master;
	uint32_t link;
	bool link_elsewhere;
	uint16_t vlan;
	uint16_t vlan_proto;
	uint8_t mac_len;
	uint8_t mac[32];
	uint64_t sent;
};

/** struct fb_devices - the devices of a network namespace, in the kernel's order; all 0 when empty */
struct fb_devices {
	struct fb_device *device;
	unsigned int nr;
};

/** fb_device_by_index - returns the device with this number, or NULL */
const struct fb_device *fb_device_by_index(const struct fb_devices *ds, uint32_t ifindex);

/** fb_device_by_name - returns the device with this name, or NULL */
const struct fb_device *fb_device_by_name(const struct fb_devices *ds, const char *name);

/** fb_devices_free - free the content of @ds, and make it all zero */
void fb_devices_free(struct fb_devices *ds);

/** FB_FLOWTABLE_OFFLOAD, FB_FLOWTABLE_COUNTER - flags of a flowtable: hardware offload, and counters */
#define FB_FLOWTABLE_OFFLOAD 1
#define FB_FLOWTABLE_COUNTER 2

/** struct fb_dev_names - names of devices as a ruleset lists them: "eth0", or a wildcard "eth*" */
struct fb_dev_names {
	const char **name;
	unsigned int nr;
};

/**
 * struct fb_flowtable - one flowtable
 * @family: family of its table: NFPROTO_INET, NFPROTO_IPV4 or NFPROTO_IPV6
 * @table: name of its table
 * @name: its name
 * @handle: its handle
 * @priority: priority of its ingress hook; a lower one comes first
 * @flags: FB_FLOWTABLE_OFFLOAD and so on; JSON of nft has none, so fb_ruleset_text() sets them
 * @devices: its devices
 */
struct fb_flowtable {
	uint8_t family;
	const char *table;
	const char *name;
	uint64_t handle;
	int priority;
	unsigned int flags;
	struct fb_dev_names devices;
};

/**
 * struct fb_chain - one chain
 * @family: family of its table: NFPROTO_INET, NFPROTO_IPV4, NFPROTO_BRIDGE, …
 * @table: name of its table
 * @name: its name
 * @handle: its handle
 * @type: "filter", "nat" or "route" of a base chain; NULL for a chain that only jumps reach
 * @hook: "forward", "ingress", …; NULL likewise
 * @priority: priority of its hook; a lower one comes first
 * @policy: "accept" or "drop" of a base chain, or NULL
 * @devices: the devices of an ingress or egress chain
 * @first: index of its first rule in fb_ruleset.rule
 * @nr: number of its rules
 */
struct fb_chain {
	uint8_t family;
	const char *table;
	const char *name;
	uint64_t handle;
	const char *type;
	const char *hook;
	int priority;
	const char *policy;
	struct fb_dev_names devices;
	uint32_t first;
	uint32_t nr;
};

/**
 * enum fb_rule_end - what a rule does with a packet that it matches
 * @FB_RULE_GOES_ON: the next rule is evaluated
 * @FB_RULE_ACCEPT: accept; the packet leaves this base chain
 * @FB_RULE_DROP: drop
 * @FB_RULE_REJECT: drop, and answer
 * @FB_RULE_QUEUE: hand the packet to a program
 * @FB_RULE_RETURN: go back to the chain that jumped here
 * @FB_RULE_JUMP: evaluate another chain, then the next rule
 * @FB_RULE_GOTO: evaluate another chain, and do not come back
 * @FB_RULE_MAP: as the element of a verdict map says
 * @FB_RULE_OTHER: a statement that ends the evaluation otherwise: snat, tproxy, synproxy, fwd, a target of iptables
 */
enum fb_rule_end {
	FB_RULE_GOES_ON,
	FB_RULE_ACCEPT,
	FB_RULE_DROP,
	FB_RULE_REJECT,
	FB_RULE_QUEUE,
	FB_RULE_RETURN,
	FB_RULE_JUMP,
	FB_RULE_GOTO,
	FB_RULE_MAP,
	FB_RULE_OTHER,
};

/**
 * struct fb_target - a chain that a rule, or an element of a verdict map, may lead to
 * @chain: name of the chain; NULL if @map is set
 * @map: name of the verdict map whose targets count in place of @chain, or NULL
 * @to: index of the chain in fb_ruleset.chain, or of the map in fb_ruleset.map; FB_NONE if there is none
 * @go_to: true for goto, false for jump
 */
struct fb_target {
	const char *chain;
	const char *map;
	uint32_t to;
	bool go_to;
};

/** struct fb_targets - a list of targets */
struct fb_targets {
	struct fb_target *target;
	unsigned int nr;
};

/**
 * struct fb_rule - one rule
 * @chain: index of its chain in fb_ruleset.chain
 * @position: number of the rule in its chain, from 1
 * @handle: its handle, unique within its table
 * @end: what it does with a packet that it matches
 * @always: true if it matches every packet
 * @flowtable: name of the flowtable of its `flow add`, or NULL
 * @comment: its comment, or NULL
 * @text: the rule as nft writes it, in one line; NULL before fb_ruleset_text()
 * @targets: chains that it may lead to
 */
struct fb_rule {
	uint32_t chain;
	uint32_t position;
	uint64_t handle;
	enum fb_rule_end end;
	bool always;
	const char *flowtable;
	const char *comment;
	const char *text;
	struct fb_targets targets;
};

/** struct fb_verdict_map - a named map whose elements are verdicts */
struct fb_verdict_map {
	uint8_t family;
	const char *table;
	const char *name;
	struct fb_targets targets;
};

/**
 * struct fb_ruleset - the ruleset of a network namespace; all 0 when empty
 * @generation: number of the ruleset's generation in the kernel; 0 if it is not known
 * @flowtable: the flowtables, in nft's order
 * @chain: the chains, sorted by family, table and name
 * @rule: the rules, chain by chain, each chain's in their order
 * @map: the verdict maps, sorted by family, table and name
 * @names: owns all names and texts
 */
struct fb_ruleset {
	uint32_t generation;
	struct fb_flowtable *flowtable;
	unsigned int nr_flowtables;
	struct fb_chain *chain;
	unsigned int nr_chains;
	struct fb_rule *rule;
	unsigned int nr_rules;
	struct fb_verdict_map *map;
	unsigned int nr_maps;
	struct fb_intern *names;
};

/** fb_ruleset_free - free the content of @rs, and make it all zero */
void fb_ruleset_free(struct fb_ruleset *rs);

/** fb_nf_family_name - returns nft's name of a family: "inet", "ip", …, or "?" */
const char *fb_nf_family_name(uint8_t family);

/** fb_nf_family - returns the family that nft calls @name, or 0 (NFPROTO_UNSPEC) */
uint8_t fb_nf_family(const char *name);

/** fb_dev_names_has - returns true if the list has the device's name, or a wildcard that fits it */
bool fb_dev_names_has(const struct fb_dev_names *names, const char *device);

/**
 * fb_flowtables_of - find the flowtables that hold a device
 * @rs: the ruleset
 * @device: name of the device
 * @af: AF_INET or AF_INET6: only flowtables that take such packets; AF_UNSPEC: all
 * @found: receives the first @max of them, in the order in which a packet meets them
 * @max: room in @found; may be 0
 *
 * Return: how many there are.
 */
unsigned int fb_flowtables_of(const struct fb_ruleset *rs, const char *device, int af,
			      const struct fb_flowtable *found[], unsigned int max);

/** fb_flowtable_find - returns the flowtable of this table and name, or NULL */
const struct fb_flowtable *fb_flowtable_find(const struct fb_ruleset *rs, uint8_t family,
					     const char *table, const char *name);

/** fb_flowtable_of_rule - returns the flowtable of a rule's `flow add`; NULL if the rule has none */
const struct fb_flowtable *fb_flowtable_of_rule(const struct fb_ruleset *rs,
						const struct fb_rule *rule);

/** fb_chain_find - returns the chain of this table and name, or NULL */
const struct fb_chain *fb_chain_find(const struct fb_ruleset *rs, uint8_t family, const char *table,
				     const char *name);

/** fb_verdict_map_find - returns the verdict map of this table and name, or NULL */
const struct fb_verdict_map *fb_verdict_map_find(const struct fb_ruleset *rs, uint8_t family,
						 const char *table, const char *name);

/** fb_rule_find - returns the rule of this table with this handle, or NULL */
const struct fb_rule *fb_rule_find(const struct fb_ruleset *rs, uint8_t family, const char *table,
				   uint64_t handle);

/** fb_rule_name - write "rule 12 of inet fw forward"; Return: @buf */
const char *fb_rule_name(const struct fb_ruleset *rs, const struct fb_rule *rule, char *buf,
			 size_t size);

#endif
