/* SPDX-License-Identifier: GPL-2.0 */
/* Checks the return values of calls in a phase's tree, by the trace or by a hook. Pure: no I/O. */
#ifndef FB_SCENARIO_RETURNED_H
#define FB_SCENARIO_RETURNED_H

#include "scenario/segment.h"
#include "trace/call_tree.h"

/**
 * struct fb_returned_in - the sources of return values
 * @tree: the whole recording; with return values where the kernel's function_graph has them
 * @seg: the phase
 * @hooks: the module's file hooks after the same traffic, or NULL
 * @verdicts: its file verdicts then, or NULL
 */
struct fb_returned_in {
	const struct fb_tree *tree;
	const struct fb_segment *seg;
	const char *hooks;
	const char *verdicts;
};

/**
 * fb_returned_name - parse an expected return value
 * @text: "bpf_msg_redirect_hash 1 SK_PASS": a function, the number, a name for people
 * @name: receives the function, 128 bytes
 * @value: receives the number
 *
 * Return: 0, or -EINVAL if @text is not in this form.
 */
int fb_returned_name(const char *text, char name[128], long *value);

/**
 * fb_returned - check that every call of a function in a phase's tree returned a value
 * @in: the sources: the trace if it has return values, else the module's hook
 * @text: as for fb_returned_name()
 *
 * The hook is a proof if it has seen all calls of the tree, and all that it saw returned this value.
 * Return: 1 if all returned it; 0 if not, or if there is no such call; -ENODATA if no source has it;
 * -EINVAL if @text is malformed.
 */
int fb_returned(const struct fb_returned_in *in, const char *text);

#endif
