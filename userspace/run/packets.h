/* SPDX-License-Identifier: GPL-2.0 */
/* The packets of a recording that nobody planned: which tree is whose. Pure: no I/O. */
#ifndef FB_RUN_PACKETS_H
#define FB_RUN_PACKETS_H

#include <stdint.h>

#include "run/segment.h"
#include "trace/call_tree.h"

/**
 * struct fb_packets_in - what to look for
 * @tree: the recording
 * @roots: names of the calls that a packet's tree may start at, separated by blanks: the outermost
 *	one of the first name that is there
 * @netns: only packets of the namespace with this inode, 0 for all
 * @dev: only packets from this device, NULL for all
 * @calls: 1 to take root calls that are no packet's, too (what a task sends), if neither @netns nor
 *	@dev is given: nothing in a trace says whose they are
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
 * @batch: how many of the packets found share @root
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
	struct fb_lines *cut;
	unsigned int nr_cut;
	uint64_t lines;
	uint32_t calls;
	int64_t dur_ns;
};

/**
 * struct fb_packets - what was found
 * @packet: in the order of the recording
 * @nr: how many
 * @others: packets that were not asked for
 * @rootless: packets that were asked for, but are in none of the roots
 * @silent: root calls that are no packet's
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
 * A packet's tree is its root without the subtrees in which only other packets are. A packet that
 * a softirq takes in while some task sends has nothing to do with what is sent: its tree begins at
 * the softirq, or within, and is cut from the sender's.
 * Return: 0 or -ENOMEM.
 */
int fb_packets_find(const struct fb_packets_in *in, struct fb_packets *list);

/** fb_packets_free - free what fb_packets_find() has put into @list */
void fb_packets_free(struct fb_packets *list);

#endif
