/* SPDX-License-Identifier: GPL-2.0 */
/* What calls of a phase's tree returned, by whoever can say it. Pure: no I/O. */
#ifndef FB_RUN_RETURNED_H
#define FB_RUN_RETURNED_H

#include "run/segment.h"
#include "trace/call_tree.h"

/**
 * struct fb_returned_in - where return values may stand
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
 * fb_returned_name - the function that such an expectation is about
 * @text: "bpf_msg_redirect_hash 1 SK_PASS": a function, the number, a name for people
 * @name: receives the function, 128 bytes
 * @value: receives the number
 *
 * Return: 0, or -EINVAL if @text is not in this form.
 */
int fb_returned_name(const char *text, char name[128], long *value);

/**
 * fb_returned - did every call of a function in a phase's tree return a value
 * @in: where to look: the trace if it says it, else the module's hook
 * @text: as for fb_returned_name()
 *
 * The hook is believed if it has seen the calls of the tree, and all that it saw returned this.
 * Return: 1 if so, 0 if not or if there is no such call, -ENODATA if nothing says it, -EINVAL if
 * @text is not in its form.
 */
int fb_returned(const struct fb_returned_in *in, const char *text);

#endif
