// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "export/flame_heap.h"
#include "lib/vector.h"

#define NOBODY UINT32_MAX

/**
 * struct fb_flame_heap - nodes, the one with the largest own value first
 * @at: the nodes; nodes with nothing spent in them are not among them
 * @nr: how many
 * @size: how many there is room for: all nodes that belong to the heap
 * @members: how many nodes belong to it
 * @top: what it was made for; of an unused heap the next unused one
 */
struct fb_flame_heap {
	uint32_t *at;
	uint32_t nr;
	uint32_t size;
	uint32_t members;
	uint32_t top;
};

static uint32_t depth_of(const struct fb_flame_node *node, uint32_t at)
{
	uint32_t depth = 0;

	for (; at && at != NOBODY; at = node[at].parent)
		depth++;
	return depth;
}

/* Does node @a come before node @b, callers first? */
static bool is_before(const struct fb_flame_node *node, uint32_t a, uint32_t b)
{
	uint32_t deep_a, deep_b;

	if (node[a].parent == node[b].parent)
		return node[a].order < node[b].order;
	deep_a = depth_of(node, a);
	deep_b = depth_of(node, b);
	for (; deep_a > deep_b; deep_a--) {
		a = node[a].parent;
		if (a == b)
			return false;
	}
	for (; deep_b > deep_a; deep_b--) {
		b = node[b].parent;
		if (a == b)
			return true;
	}
	while (node[a].parent != node[b].parent) {
		a = node[a].parent;
		b = node[b].parent;
	}
	return node[a].order < node[b].order;
}

static bool is_more(const struct fb_flame_node *node, uint32_t a, uint32_t b)
{
	if (node[a].self != node[b].self)
		return node[a].self > node[b].self;
	return is_before(node, a, b);
}

static void put_node(struct fb_flame_heap *h, struct fb_flame_node *node, uint32_t i, uint32_t at)
{
	h->at[i] = at;
	node[at].place = i + 1;
}

/* Towards the first node. */
static void rise(struct fb_flame_heap *h, struct fb_flame_node *node, uint32_t i)
{
	uint32_t at = h->at[i];

	for (; i && is_more(node, at, h->at[(i - 1) / 2]); i = (i - 1) / 2)
		put_node(h, node, i, h->at[(i - 1) / 2]);
	put_node(h, node, i, at);
}

static void sink(struct fb_flame_heap *h, struct fb_flame_node *node, uint32_t i)
{
	uint32_t at = h->at[i], down;

	while ((down = 2 * i + 1) < h->nr) {
		if (down + 1 < h->nr && is_more(node, h->at[down + 1], h->at[down]))
			down++;
		if (!is_more(node, h->at[down], at))
			break;
		put_node(h, node, i, h->at[down]);
		i = down;
	}
	put_node(h, node, i, at);
}

uint32_t fb_flame_heap_new(struct fb_flame_heaps *hs, uint32_t top)
{
	uint32_t heap = hs->unused;

	if (heap) {
		hs->unused = hs->heap[heap].top;
	} else {
		/* Heap 0 stands for none. */
		if (fb_vector_reserve(hs->heap, hs->size, hs->nr + 2))
			return 0;
		if (!hs->nr)
			hs->heap[hs->nr++] = (struct fb_flame_heap){ .nr = 0 };
		heap = hs->nr++;
	}
	hs->heap[heap] = (struct fb_flame_heap){ .top = top };
	return heap;
}

uint32_t fb_flame_heap_top(const struct fb_flame_heaps *hs, uint32_t heap)
{
	return hs->heap[heap].top;
}

int fb_flame_heap_join(struct fb_flame_heaps *hs, struct fb_flame_node *node, uint32_t at,
		       uint32_t heap)
{
	struct fb_flame_heap *h = &hs->heap[heap];

	if (fb_vector_reserve(h->at, h->size, h->members + 1))
		return -ENOMEM;
	h->members++;
	node[at].heap = heap;
	node[at].place = 0;
	fb_flame_heap_moved(hs, node, at);
	return 0;
}

void fb_flame_heap_moved(struct fb_flame_heaps *hs, struct fb_flame_node *node, uint32_t at)
{
	struct fb_flame_heap *h = &hs->heap[node[at].heap];
	uint32_t i = node[at].place, last;

	if (!i && !node[at].self)
		return;
	if (!i) {
		h->at[h->nr++] = at;
		rise(h, node, h->nr - 1);
	} else if (node[at].self) {
		rise(h, node, i - 1);
		sink(h, node, node[at].place - 1);
	} else {
		last = h->at[--h->nr];
		node[at].place = 0;
		if (last == at)
			return;
		put_node(h, node, i - 1, last);
		rise(h, node, i - 1);
		sink(h, node, node[last].place - 1);
	}
}

uint32_t fb_flame_heap_most(const struct fb_flame_heaps *hs, uint32_t heap)
{
	return hs->heap[heap].nr ? hs->heap[heap].at[0] : 0;
}

void fb_flame_heap_drop(struct fb_flame_heaps *hs, uint32_t heap)
{
	free(hs->heap[heap].at);
	hs->heap[heap] = (struct fb_flame_heap){ .top = hs->unused };
	hs->unused = heap;
}

void fb_flame_heaps_free(struct fb_flame_heaps *hs)
{
	uint32_t i;

	for (i = 1; i < hs->nr; i++)
		free(hs->heap[i].at);
	free(hs->heap);
	*hs = (struct fb_flame_heaps){ .nr = 0 };
}
