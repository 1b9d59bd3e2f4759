/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls of a trace as a forest, in one array in the order of the text: 40 bytes a call, so that a trace of
 * 200 MB takes about 90 MB. What many calls have in common, their names, is kept once. Pure.
 */
#ifndef FB_TRACE_FOREST_H
#define FB_TRACE_FOREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"
#include "trace/call.h"
#include "line/event.h"
#include "trace/walk_odd.h"

/**
 * struct fb_node - one node
 * @kind: what it is
 * @flags: FB_NODE_FLAGS
 * @cpu: its CPU, -1 if unknown
 * @parent: index of the node around it (0: the top)
 * @child: index of its first child, 0 if it has none
 * @next: index of its next sibling, 0 if it is the last
 * @line: line of its opening, counted from 1
 * @end_line: line of its closing; @line for a leaf
 * @what: index of its names in the tree's @what
 * @values: index of its values in the tree's @values
 * @dur_ns: duration in ns as traced, -1 if unknown
 *
 * Where CPUs are interleaved the array is still in the order of the text, so a subtree need
 * not be contiguous: walk it by @child and @next.
 */
struct fb_node {
	uint8_t kind;
	uint8_t flags;
	int16_t cpu;
	uint32_t parent;
	uint32_t child;
	uint32_t next;
	uint32_t line;
	uint32_t end_line;
	uint32_t what;
	uint32_t values;
	int64_t dur_ns;
};

/**
 * struct fb_node_what - what nodes are called
 * @name: function, or NULL; equal names share one string within a tree
 * @module: module, or NULL
 * @text: of a mark, or NULL
 */
struct fb_node_what {
	const char *name;
	const char *module;
	const char *text;
};

/**
 * struct fb_node_values - values of one call
 * @retval: return value as printed, or NULL
 * @args: arguments as printed, or NULL
 * @caller: where the call was made, "ip_rcv+0x12/0x80", or NULL
 */
struct fb_node_values {
	const char *retval;
	const char *args;
	const char *caller;
};

/**
 * struct fb_tree - a forest
 * @node: the nodes; node 0 is the top
 * @nr: how many, the top included
 * @what: their names; row 0 is empty
 * @values: their values; row 0 is empty
 * @calls: how many of them are calls
 * @lost: events that the kernel says it lost
 * @odd_names: closing lines that name another call than the one that they close
 * @odd: where the text does not agree with itself
 * @seen: what was in the text beside calls
 * @odd_durations: calls shorter than the sum of what they called, by more than rounding
 */
struct fb_tree {
	struct fb_node *node;
	uint32_t nr;
	struct fb_node_what *what;
	struct fb_node_values *values;
	uint32_t calls;
	uint64_t lost;
	uint32_t odd_names;
	struct fb_walk_odd odd;
	struct fb_fg_seen seen;
	uint32_t odd_durations;
};

/** fb_node_name - returns the function of node @at, NULL if it has no name */
static inline const char *fb_node_name(const struct fb_tree *tree, uint32_t at)
{
	return tree->what[tree->node[at].what].name;
}

/** fb_node_text - returns the text of node @at, NULL if it is not a mark */
static inline const char *fb_node_text(const struct fb_tree *tree, uint32_t at)
{
	return tree->what[tree->node[at].what].text;
}

/** fb_node_retval - returns the return value of node @at as printed, or NULL */
static inline const char *fb_node_retval(const struct fb_tree *tree, uint32_t at)
{
	return tree->values[tree->node[at].values].retval;
}

/** fb_node_is_call - returns true for a call with a name */
static inline bool fb_node_is_call(const struct fb_tree *tree, uint32_t at)
{
	return tree->node[at].kind == FB_NODE_CALL && fb_node_name(tree, at);
}

/**
 * fb_tree_after - the next node of a walk through a subtree, children before siblings
 * @tree: the forest
 * @at: where the walk is
 * @top: where it began
 * @down: 0 passes over the children of @at
 *
 * Return: the next node's index, or 0 when the subtree of @top is done.
 */
uint32_t fb_tree_after(const struct fb_tree *tree, uint32_t at, uint32_t top, int down);

/** fb_tree_sort - put the children of each call into the order of their lines */
void fb_tree_sort(struct fb_tree *tree);

/**
 * fb_tree_check - look at a forest whether it can be true
 * @tree: the forest; its @odd_durations is counted
 * @error: receives the line of what cannot
 *
 * - Each node is the child of one node, and stands once.
 * - The children of a call are in the order of their lines, and these lie within those of the call. Only what an
 *   interrupt put before the call's own line stands above it (trace/walk.h).
 * - What stands in a call took no longer than the call, but for rounding, for an interrupt that came when its end had
 *   been timed (FB_NODE_LATE), and where the text contradicts itself (FB_NODE_UNCERTAIN).
 *
 * A text cannot break this: what is wrong is flowbench.
 *
 * Return: 0, or -EPROTO.
 */
int fb_tree_check(struct fb_tree *tree, struct fb_error *error);

#endif
