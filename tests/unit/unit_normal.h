/* SPDX-License-Identifier: GPL-2.0 */
/* Makes and writes normal forms, for unit tests and fuzzers. The program makes them of trees, and writes single lines. */
#ifndef FB_UNIT_NORMAL_H
#define FB_UNIT_NORMAL_H

#include "tree/normal.h"
#include "tree/normal_build.h"
#include "tree/phases.h"

/**
 * unit_normal_add - append a node in pre-order
 * @n: the forest
 * @in: kind, flags, depth, duration and name; the name is copied, the indices are set here
 *
 * Return: 0, -EINVAL if the depth jumps by more than one, or -ENOMEM.
 */
static inline int unit_normal_add(struct fb_normal *n, const struct fb_normal_node *in)
{
	const struct fb_normal_line line = {
		.kind = in->kind,
		.flags = in->flags,
		.depth = in->depth,
		.dur_ns = in->dur_ns,
		.name = in->name,
	};
	int ret = fb_normal_append(n, &line);

	fb_normal_close(n);
	return ret;
}

/** unit_normal_write - write a whole normal form, which fb_normal_read() reads back */
static inline void unit_normal_write(const struct fb_normal *n, FILE *f)
{
	struct fb_out out;
	uint32_t i;

	fb_out_begin(&out, f);
	fb_normal_write_heads(n, &out);
	for (i = 1; i < n->nr; i++) {
		const struct fb_normal_line line = fb_normal_line(n, i);

		fb_normal_write_node(&line, &out);
	}
	fb_out_flush(&out);
}

/** unit_phases_split - find the phases of a forest, and add the calls to each; Return: 0 or a negative errno */
static inline int unit_phases_split(const struct fb_tree *tree, struct fb_phases *ph)
{
	int ret = fb_phases_find_all(tree, ph);

	return ret ? ret : fb_phases_add_calls(tree, ph);
}

#endif
