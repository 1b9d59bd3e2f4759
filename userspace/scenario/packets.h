/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the packets of a recording without a scenario, and the tree of each. Pure: no I/O. */
#ifndef FB_SCENARIO_PACKETS_H
#define FB_SCENARIO_PACKETS_H

#include <stdint.h>

#include "scenario/segment.h"
#include "trace/call_tree.h"

/**
 * struct fb_packets_in - the packets to look for
 * @tree: the recording
 * @roots: names of the calls that a packet's tree may start at, separated by blanks: the outermost
 *	call of the first name that is found
 * @netns: only packets of the namespace with this inode, 0 for all
 * @dev: only packets from this device, NULL for all
 * @calls: 1 to find also root calls without a packet (a task's sends), if neither @netns nor @dev is
 *	given: a trace does not say to which namespace or device such a call belongs
 */
struct fb_packets_in {
	const struct fb_tree *tree;
	const char *roots;
	unsigned long netns;
	const char *dev;
	int calls;
};

/**
 * struct fb_packet_tree - one packet and its tree
 * @mark: node of the packet's mark, 0 for a call without a packet
 * @root: node of the call that the tree starts at
 * @batch: number of found packets that share @root
 * @cut: lines within @root that belong to other packets, ascending
 * @nr_cut: how many
 * @lines: lines that are left of @root
 * @calls: calls that are left of @root
 * @dur_ns: traced duration of @root in ns without what was cut, -1 if unknown
 */
struct fb_packet_tree {
	uint32_t mark;
	uint32_t root;
	unsigned int batch;
	struct fb_line_range *cut;
	unsigned int nr_cut;
	uint64_t lines;
	uint32_t calls;
	int64_t dur_ns;
};

/**
 * struct fb_packets - the packets that were found
 * @packet: in the order of the recording
 * @nr: how many
 * @others: number of packets that were not asked for
 * @rootless: number of packets that were asked for, but are in none of the roots
 * @silent: number of root calls without a packet
 */
struct fb_packets {
	struct fb_packet_tree *packet;
	unsigned int nr;
	unsigned int others;
	unsigned int rootless;
	unsigned int silent;
};

/**
 * fb_packets_find - find packets and their trees
 * @in: what to look for
 * @list: receives them; fb_packets_free() it, after an error, too
 *
 * A packet's tree is its root without the subtrees that have only other packets. A softirq may receive
 * a packet while a task sends. That packet does not belong to the send: its tree begins at the softirq
 * or within, and is cut from the sender's tree.
 * Return: 0 or -ENOMEM.
 */
int fb_packets_find(const struct fb_packets_in *in, struct fb_packets *list);

/** fb_packets_free - frees what fb_packets_find() has put into @list */
void fb_packets_free(struct fb_packets *list);

#endif
