/* SPDX-License-Identifier: GPL-2.0 */
/* How stacks that were added up lie in memory: what export/flame.c fills, and export/flame_svg.c draws. */
#ifndef FB_EXPORT_FLAME_TREE_H
#define FB_EXPORT_FLAME_TREE_H

#include "export/flame.h"
#include "lib/intern.h"

/**
 * struct fb_flame_node - all calls of one name below the same callers
 * @parent: index of the caller, 0 for an outermost call
 * @child: index of the first that it called, 0 for none
 * @last: of the last
 * @next: index of the caller's next call
 * @depth: 1 for an outermost call
 * @name: the function
 * @self: what was spent in it itself
 */
struct fb_flame_node {
	uint32_t parent;
	uint32_t child;
	uint32_t last;
	uint32_t next;
	uint32_t depth;
	const char *name;
	uint64_t self;
};

/**
 * struct fb_flame - stacks added up
 * @node: the calls, callers before what they called; node 0 is around all
 * @nr: how many
 * @size: how many there is room for
 * @slot: where a call below a caller is found again, by hash
 * @slots: how many, a power of two
 * @names: the names
 */
struct fb_flame {
	struct fb_flame_node *node;
	uint32_t nr;
	uint32_t size;
	uint32_t *slot;
	uint32_t slots;
	struct fb_intern *names;
};

/** fb_flame_after - the next node of a walk through @top, callers first; 0 at its end */
uint32_t fb_flame_after(const struct fb_flame *fl, uint32_t at, uint32_t top);

#endif
