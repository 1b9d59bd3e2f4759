/* SPDX-License-Identifier: GPL-2.0 */
/* Cut a call forest into the phases of a scenario. Pure: no I/O. */
#ifndef FB_SCENARIO_SEGMENT_H
#define FB_SCENARIO_SEGMENT_H

#include <stdint.h>

#include "lib/error.h"
#include "scenario/scenario.h"
#include "trace/call_tree.h"

#define FB_CUTS_MAX 256

/** fb_is_packet - returns true if node @at is the mark of a packet */
bool fb_is_packet(const struct fb_tree *tree, uint32_t at);

/**
 * struct fb_line_range - a range of input lines, both ends included
 * @first: the first, counted from 1
 * @last: the last
 * @dur_ns: traced duration in ns of these lines' call, -1 if unknown
 */
struct fb_line_range {
	uint64_t first;
	uint64_t last;
	int64_t dur_ns;
};

/**
 * struct fb_segment - the place of one phase in a trace
 * @def: the phase
 * @proof: the phase whose path and expectations apply: @def, or the one that it names in "alone"
 * @mark: node of the packet's mark; for a call of the traffic itself, node of the call
 * @root: node of the call that the phase's tree starts at
 * @lead: index of the first phase of the batch, its own index if it is alone or first
 * @position: 1 for the first packet of the batch, 2 for the second
 * @cut: lines within @root that belong to other packets, ascending
 * @nr_cut: how many
 * @lines: lines that are left of @root
 * @dur_ns: traced duration of @root in ns without what was cut, -1 if unknown
 * @holds: set by fb_results_judge(): for each expectation of @proof 1 if it holds, 0 if not, -EINVAL if it
 *	is malformed, or -ENODATA if nothing says what a call returned
 */
struct fb_segment {
	const struct fb_phase_def *def;
	const struct fb_phase_def *proof;
	uint32_t mark;
	uint32_t root;
	unsigned int lead;
	unsigned int position;
	struct fb_line_range cut[FB_CUTS_MAX];
	unsigned int nr_cut;
	uint64_t lines;
	int64_t dur_ns;
	int holds[FB_EXPECT_MAX];
};

/**
 * fb_segment_find - find the packet and the tree of every phase
 * @tree: the whole recording
 * @sc: the scenario, with every $NAME replaced
 * @netns: inode of the namespace whose packets are followed
 * @batches: 1 if a phase with a batch must be in the same tree as the phase that it names; 0 if the
 *	device delivers packets one by one: then the phase may have its own tree
 * @seg: receives one segment for each phase, sc->nr_phases in all
 * @error: receives one line that names the phase which could not be found
 *
 * The packets are searched in the order of the phases, each after the previous one. A phase that is a
 * call of the traffic itself is the next outermost call with the name of its root.
 * Subtrees of other packets within a root (another NIC's poll in the same softirq) are cut.
 *
 * Return: 0, -ENODATA if a packet or root is not found, -E2BIG for more than FB_CUTS_MAX cuts.
 */
int fb_segment_find(const struct fb_tree *tree, const struct fb_scenario *sc, unsigned long netns,
		    int batches, struct fb_segment *seg, struct fb_error *error);

/**
 * fb_segment_expect - check that a phase's tree has a chain of calls
 * @tree: the whole recording
 * @seg: the phase
 * @chain: "outer > inner|other", with "2 x " before it for at least so many outer calls
 *
 * The second packet of a batch needs the chain twice in the shared tree, and so on. A name matches with
 * any compiler suffix (.isra.0, .part.0, .constprop.0).
 * Return: 1 if the tree has the chain, 0 if not, -EINVAL if @chain is malformed.
 */
int fb_segment_expect(const struct fb_tree *tree, const struct fb_segment *seg, const char *chain);

#endif
