/* SPDX-License-Identifier: GPL-2.0 */
/* A node of added-up stacks: export/flame.h owns the nodes, export/flame_heap.h keeps them in order. */
#ifndef FB_EXPORT_FLAME_NODE_H
#define FB_EXPORT_FLAME_NODE_H

#include <stdint.h>

/**
 * struct fb_flame_node - all calls of one name below the same callers
 * @parent: index of the caller, 0 for an outermost call
 * @child: index of the first that it called, 0 for none
 * @last: of the last
 * @next: index of the caller's next call
 * @depth: 1 for an outermost call; from fb_flame_join() to fb_flame_tidy() unknown
 * @order: grows from one call of a caller to its next one
 * @heap: the heap that it belongs to (export/flame_heap.h), 0 for none
 * @place: its place in there, from 1; 0 if nothing was spent in it
 * @name: the function
 * @self: what was spent in it itself
 */
struct fb_flame_node {
	uint32_t parent;
	uint32_t child;
	uint32_t last;
	uint32_t next;
	uint32_t depth;
	uint32_t order;
	uint32_t heap;
	uint32_t place;
	const char *name;
	uint64_t self;
};

#endif
