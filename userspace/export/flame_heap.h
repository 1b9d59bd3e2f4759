/* SPDX-License-Identifier: GPL-2.0 */
/* The node with the largest own value below a node, found without a walk: a heap of nodes. */
#ifndef FB_EXPORT_FLAME_HEAP_H
#define FB_EXPORT_FLAME_HEAP_H

#include <stdint.h>

#include "export/flame_node.h"

struct fb_flame_heap;

/**
 * struct fb_flame_heaps - all heaps of some stacks
 * @heap: the heaps; a node knows the number of its heap
 * @nr: how many, heap 0 included, which nobody uses
 * @size: how many there is room for
 * @unused: the first heap that can be taken again, 0 for none
 */
struct fb_flame_heaps {
	struct fb_flame_heap *heap;
	uint32_t nr;
	uint32_t size;
	uint32_t unused;
};

/** fb_flame_heap_new - a heap without a node, for the nodes from @top on; 0 without memory */
uint32_t fb_flame_heap_new(struct fb_flame_heaps *hs, uint32_t top);

/** fb_flame_heap_top - returns the node that a heap was made for */
uint32_t fb_flame_heap_top(const struct fb_flame_heaps *hs, uint32_t heap);

/** fb_flame_heap_join - node @at, which has no heap, belongs to @heap; returns 0 or -ENOMEM */
int fb_flame_heap_join(struct fb_flame_heaps *hs, struct fb_flame_node *node, uint32_t at,
		       uint32_t heap);

/** fb_flame_heap_moved - the own value of node @at, which has a heap, has changed */
void fb_flame_heap_moved(struct fb_flame_heaps *hs, struct fb_flame_node *node, uint32_t at);

/** fb_flame_heap_most - returns the first node with the largest own value; 0 for none */
uint32_t fb_flame_heap_most(const struct fb_flame_heaps *hs, uint32_t heap);

/** fb_flame_heap_drop - empty a heap whose nodes know of it no more */
void fb_flame_heap_drop(struct fb_flame_heaps *hs, uint32_t heap);

/** fb_flame_heaps_free - free all heaps */
void fb_flame_heaps_free(struct fb_flame_heaps *hs);

#endif
