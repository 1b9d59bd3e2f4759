// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/flame.h"
#include "export/flame_heap.h"
#include "lib/escape.h"
#include "lib/hash.h"
#include "lib/vector.h"

/* The parent of a node that no stack has. */
#define NOWHERE UINT32_MAX

/**
 * struct fb_flame - stacks added up
 * @node: the calls
 * @nr: how many
 * @size: how many there is room for
 * @unused: the first of the nodes that can be taken again, chained by @next; 0 for none
 * @found: where a call below a caller is found again
 * @order: of the last node that was put below a caller
 * @heaps: of the nodes that something was taken from
 * @names: the names
 * @own: the names, if they are freed with the stacks
 */
struct fb_flame {
	struct fb_flame_node *node;
	uint32_t nr;
	uint32_t size;
	uint32_t unused;
	struct fb_hash found;
	uint32_t order;
	struct fb_flame_heaps heaps;
	struct fb_intern *names;
	struct fb_intern *own;
};

struct fb_flame *fb_flame_new(struct fb_intern *names)
{
	struct fb_flame *fl = calloc(1, sizeof(*fl));

	if (!fl)
		return NULL;
	fl->own = names ? NULL : fb_intern_new();
	fl->names = names ? names : fl->own;
	fl->size = 256;
	fl->node = calloc(fl->size, sizeof(*fl->node));
	if (!fl->names || !fl->node) {
		fb_flame_free(fl);
		return NULL;
	}
	fl->nr = 1;
	return fl;
}

void fb_flame_free(struct fb_flame *fl)
{
	if (!fl)
		return;
	fb_intern_free(fl->own);
	fb_flame_heaps_free(&fl->heaps);
	free(fl->node);
	fb_hash_free(&fl->found);
	free(fl);
}

/* @name is one of the kept ones. */
static uint32_t hash_of(uint32_t parent, const char *name)
{
	return (uint32_t)fb_hash_mix(parent, (uintptr_t)name);
}

/* Returns the call of a name below @parent, or 0. */
static uint32_t find(const struct fb_flame *fl, uint32_t parent, const char *name)
{
	uint32_t hash = hash_of(parent, name), pos = 0, at;

	while ((at = fb_hash_next(&fl->found, hash, &pos)))
		if (fl->node[at].parent == parent && fl->node[at].name == name)
			break;
	return at;
}

static int keep(struct fb_flame *fl, uint32_t at)
{
	return fb_hash_add(&fl->found, hash_of(fl->node[at].parent, fl->node[at].name), at);
}

static void forget(struct fb_flame *fl, uint32_t at)
{
	fb_hash_remove(&fl->found, hash_of(fl->node[at].parent, fl->node[at].name), at);
}

/* A node of nobody's, or 0 without memory. */
static uint32_t new_node(struct fb_flame *fl)
{
	uint32_t at = fl->unused;

	if (at) {
		fl->unused = fl->node[at].next;
	} else {
		if (fb_vector_reserve(fl->node, fl->size, fl->nr + 1))
			return 0;
		at = fl->nr++;
	}
	fl->node[at] = (struct fb_flame_node){ .parent = NOWHERE };
	return at;
}

static void drop_node(struct fb_flame *fl, uint32_t at)
{
	fl->node[at] = (struct fb_flame_node){ .parent = NOWHERE, .next = fl->unused };
	fl->unused = at;
}

/* Puts a node behind the last one that @parent called. */
static void append(struct fb_flame *fl, uint32_t parent, uint32_t at)
{
	struct fb_flame_node *node = fl->node;

	node[at].parent = parent;
	node[at].order = ++fl->order;
	node[at].next = 0;
	if (node[parent].last)
		node[node[parent].last].next = at;
	else
		node[parent].child = at;
	node[parent].last = at;
}

uint32_t fb_flame_known(struct fb_flame *fl, uint32_t parent, const char *name)
{
	uint32_t at;

	if (fl->node[parent].depth >= FB_FLAME_DEPTH)
		return 0;
	at = find(fl, parent, name);
	if (at)
		return at;
	at = new_node(fl);
	if (!at)
		return 0;
	fl->node[at].parent = parent;
	fl->node[at].name = name;
	fl->node[at].depth = fl->node[parent].depth + 1;
	if (keep(fl, at)) {
		drop_node(fl, at);
		return 0;
	}
	if (fl->node[parent].heap &&
	    fb_flame_heap_join(&fl->heaps, fl->node, at, fl->node[parent].heap)) {
		forget(fl, at);
		drop_node(fl, at);
		return 0;
	}
	append(fl, parent, at);
	return at;
}

uint32_t fb_flame_call(struct fb_flame *fl, uint32_t parent, const char *name, size_t len)
{
	const char *kept = fb_intern(fl->names, name, len);

	return kept ? fb_flame_known(fl, parent, kept) : 0;
}

uint32_t fb_flame_apart(struct fb_flame *fl)
{
	return new_node(fl);
}

/* What is below @top, which is new in it, belongs to the heap. */
static int join_heap(struct fb_flame *fl, uint32_t top, uint32_t heap)
{
	uint32_t at = top;
	int ret;

	do {
		ret = fl->node[at].heap ? -EBUSY
					: fb_flame_heap_join(&fl->heaps, fl->node, at, heap);
		at = fb_flame_after(fl, at, top);
	} while (!ret && at);
	return ret;
}

/* The nodes of a heap belong to none. */
static void leave_heap(struct fb_flame *fl, uint32_t heap)
{
	uint32_t top = fb_flame_heap_top(&fl->heaps, heap), at = top;

	do {
		if (fl->node[at].heap == heap)
			fl->node[at].heap = fl->node[at].place = 0;
		at = fb_flame_after(fl, at, top);
	} while (at);
	fb_flame_heap_drop(&fl->heaps, heap);
}

/* A call of @to is the same call as @at, or @at becomes a call of @to. */
static int join_call(struct fb_flame *fl, uint32_t at, uint32_t to)
{
	uint32_t same = find(fl, to, fl->node[at].name);
	int ret;

	forget(fl, at);
	if (same) {
		fb_flame_add(fl, same, fl->node[at].self);
		return fb_flame_join(fl, at, same);
	}
	append(fl, to, at);
	ret = keep(fl, at);
	if (ret)
		return ret;
	return fl->node[to].heap ? join_heap(fl, at, fl->node[to].heap) : 0;
}

int fb_flame_join(struct fb_flame *fl, uint32_t apart, uint32_t to)
{
	uint32_t at = fl->node[apart].child, next;
	int ret = 0;

	if (fl->node[apart].heap)
		leave_heap(fl, fl->node[apart].heap);
	for (; !ret && at; at = next) {
		next = fl->node[at].next;
		ret = join_call(fl, at, to);
	}
	drop_node(fl, apart);
	return ret;
}

int fb_flame_tidy(struct fb_flame *fl)
{
	struct fb_flame_node *tidy = calloc(fl->size, sizeof(*tidy));
	uint32_t *moved = calloc(fl->size, sizeof(*moved)), at = 0, nr = 1;
	int ret = tidy && moved ? 0 : -ENOMEM;

	fb_flame_heaps_free(&fl->heaps);
	while (!ret && (at = fb_flame_after(fl, at, 0))) {
		tidy[nr] = fl->node[at];
		tidy[nr].heap = tidy[nr].place = 0;
		tidy[nr].parent = moved[fl->node[at].parent];
		tidy[nr].child = tidy[nr].last = tidy[nr].next = 0;
		tidy[nr].depth = tidy[tidy[nr].parent].depth + 1;
		if (tidy[nr].depth > FB_FLAME_DEPTH)
			ret = -E2BIG;
		moved[at] = nr++;
	}
	free(moved);
	if (ret) {
		free(tidy);
		return ret;
	}
	tidy[0].self = fl->node[0].self;
	free(fl->node);
	fl->node = tidy;
	fl->nr = nr;
	fl->unused = 0;
	fb_hash_free(&fl->found);
	for (at = 1; !ret && at < nr; at++) {
		append(fl, tidy[at].parent, at);
		ret = keep(fl, at);
	}
	return ret;
}

void fb_flame_add(struct fb_flame *fl, uint32_t at, uint64_t value)
{
	fl->node[at].self += value;
	if (fl->node[at].heap)
		fb_flame_heap_moved(&fl->heaps, fl->node, at);
}

const struct fb_flame_node *fb_flame_nodes(const struct fb_flame *fl)
{
	return fl->node;
}

uint32_t fb_flame_nr(const struct fb_flame *fl)
{
	return fl->nr;
}

uint32_t fb_flame_after(const struct fb_flame *fl, uint32_t at, uint32_t top)
{
	if (fl->node[at].child)
		return fl->node[at].child;
	for (; at != top; at = fl->node[at].parent)
		if (fl->node[at].next)
			return fl->node[at].next;
	return 0;
}

/* The node with the largest own value from @top on, found by a walk. */
static uint32_t most_of(const struct fb_flame *fl, uint32_t top)
{
	uint32_t at = top, most = top;

	while ((at = fb_flame_after(fl, at, top)))
		if (fl->node[at].self > fl->node[most].self)
			most = at;
	return most;
}

/* The heap of @top, which is made if need be; 0 if it has none, and cannot have one. */
static uint32_t heap_of(struct fb_flame *fl, uint32_t top)
{
	uint32_t heap = fl->node[top].heap;

	if (heap)
		return fb_flame_heap_top(&fl->heaps, heap) == top ? heap : 0;
	heap = fb_flame_heap_new(&fl->heaps, top);
	if (heap && join_heap(fl, top, heap)) {
		leave_heap(fl, heap);
		heap = 0;
	}
	return heap;
}

uint64_t fb_flame_take(struct fb_flame *fl, uint32_t top, uint64_t value)
{
	uint32_t heap = value ? heap_of(fl, top) : 0, most;
	uint64_t part;

	while (value) {
		most = heap ? fb_flame_heap_most(&fl->heaps, heap) : most_of(fl, top);
		part = fl->node[most].self < value ? fl->node[most].self : value;
		if (!part || (heap && !most))
			break;
		fl->node[most].self -= part;
		if (fl->node[most].heap)
			fb_flame_heap_moved(&fl->heaps, fl->node, most);
		value -= part;
	}
	return value;
}

int fb_flame_stack(struct fb_flame *fl, const char *const *name, unsigned int nr, uint64_t value)
{
	uint32_t at = 0;
	unsigned int i;

	if (nr > FB_FLAME_DEPTH)
		return -E2BIG;
	for (i = 0; i < nr; i++) {
		at = fb_flame_call(fl, at, name[i], strlen(name[i]));
		if (!at)
			return -ENOMEM;
	}
	fb_flame_add(fl, at, value);
	return 0;
}

void fb_flame_folded(const struct fb_flame *fl, struct fb_out *out)
{
	uint32_t path[FB_FLAME_DEPTH], at = 0, up;

	while ((at = fb_flame_after(fl, at, 0))) {
		const struct fb_flame_node *node = &fl->node[at];
		uint32_t i = node->depth;

		if (!node->self)
			continue;
		for (up = at; up; up = fl->node[up].parent)
			path[--i] = up;
		for (; i < node->depth; i++) {
			if (i)
				fb_out_char(out, ';');
			fb_put_folded(out, fl->node[path[i]].name, strlen(fl->node[path[i]].name));
		}
		fb_out_printf(out, " %llu\n", (unsigned long long)node->self);
	}
}
