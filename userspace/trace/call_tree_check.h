/* SPDX-License-Identifier: GPL-2.0 */
/* What holds for each forest of calls, whatever the text. Pure. */
#ifndef FB_TRACE_CALL_TREE_CHECK_H
#define FB_TRACE_CALL_TREE_CHECK_H

#include "trace/call_tree.h"

/** fb_tree_sort - put the children of each call into the order of their lines */
void fb_tree_sort(struct fb_tree *tree);

/**
 * fb_tree_check - look at a forest whether it can be true
 * @tree: the forest; its @odd_durations is counted
 * @why: receives the line of what cannot
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
int fb_tree_check(struct fb_tree *tree, struct fb_why *why);

#endif
