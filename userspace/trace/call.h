/* SPDX-License-Identifier: GPL-2.0 */
/* What a node of a call tree is. */
#ifndef FB_TRACE_CALL_H
#define FB_TRACE_CALL_H

#include <stdint.h>

/**
 * enum fb_node_kind - the kinds of nodes
 * @FB_NODE_TOP: node 0 of a tree; the outermost calls are its children
 * @FB_NODE_CALL: a function call
 * @FB_NODE_MARK: a trace event or a heading: a leaf with text
 * @FB_NODE_IRQ: an interrupt; what ran in it are its children
 */
enum fb_node_kind {
	FB_NODE_TOP,
	FB_NODE_CALL,
	FB_NODE_MARK,
	FB_NODE_IRQ,
};

/** FB_NODE_HEAD_CUT - the opening line of the call is not in the text */
#define FB_NODE_HEAD_CUT 1u

/** FB_NODE_TAIL_CUT - the closing line of the call is not in the text */
#define FB_NODE_TAIL_CUT 2u

/** FB_NODE_UNCERTAIN - its own time is not certain: the text contradicts itself, or lines are missing in it */
#define FB_NODE_UNCERTAIN 32u

/** FB_NODE_LATE - an interrupt came when its end had been timed, and not yet written: it is shorter than what is in it */
#define FB_NODE_LATE 64u

/** FB_NODE_FLAGS - the flags of a node. A frame of trace/listener.h has them, too, and others */
#define FB_NODE_FLAGS (FB_NODE_HEAD_CUT | FB_NODE_TAIL_CUT | FB_NODE_UNCERTAIN | FB_NODE_LATE)

/**
 * fb_call_rounding - by how many ns may calls take more than the call around them for rounding alone?
 * @dur_ns: what the call around them took
 * @nr: how many durations were added up
 *
 * The kernel rounds to 1 ns, and above 1 ms to the seven digits that it prints (trace_print_graph_duration()).
 */
static inline int64_t fb_call_rounding(int64_t dur_ns, uint32_t nr)
{
	return (int64_t)nr + dur_ns / 10000;
}

#endif
