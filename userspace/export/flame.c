// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/flame.h"
#include "lib/escape.h"
#include "lib/intern.h"

/**
 * struct fb_flame - stacks added up
 * @node: the calls
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

struct fb_flame *fb_flame_new(void)
{
	struct fb_flame *fl = calloc(1, sizeof(*fl));

	if (!fl)
		return NULL;
	fl->names = fb_intern_new();
	fl->size = 256;
	fl->node = calloc(fl->size, sizeof(*fl->node));
	fl->slots = 1024;
	fl->slot = calloc(fl->slots, sizeof(*fl->slot));
	if (!fl->names || !fl->node || !fl->slot) {
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
	fb_intern_free(fl->names);
	free(fl->node);
	free(fl->slot);
	free(fl);
}

/* Where a call below @parent is, or would be put. @name is one of the kept ones. */
static uint32_t *slot_of(const struct fb_flame *fl, uint32_t parent, const char *name)
{
	uint64_t h = ((uint64_t)(uintptr_t)name ^ (uint64_t)parent << 40) * 0x9e3779b97f4a7c15ull;
	uint32_t mask = fl->slots - 1, i = (uint32_t)(h >> 32) & mask;

	for (; fl->slot[i]; i = (i + 1) & mask) {
		const struct fb_flame_node *node = &fl->node[fl->slot[i]];

		if (node->parent == parent && node->name == name)
			break;
	}
	return &fl->slot[i];
}

/* Room for one more node, and slots that are at most half full. */
static int grow(struct fb_flame *fl)
{
	struct fb_flame_node *grown;
	uint32_t *slot, at;

	if (fl->nr == fl->size) {
		grown = realloc(fl->node, fl->size * 2 * sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		fl->node = grown;
		fl->size *= 2;
	}
	if (fl->nr * 2 < fl->slots)
		return 0;
	slot = calloc(fl->slots * 2, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(fl->slot);
	fl->slot = slot;
	fl->slots *= 2;
	for (at = 1; at < fl->nr; at++)
		*slot_of(fl, fl->node[at].parent, fl->node[at].name) = at;
	return 0;
}

uint32_t fb_flame_call(struct fb_flame *fl, uint32_t parent, const char *name, size_t len)
{
	struct fb_flame_node *node;
	const char *kept = fb_intern(fl->names, name, len);
	uint32_t *slot, at;

	if (!kept || fl->node[parent].depth >= FB_FLAME_DEPTH)
		return 0;
	at = *slot_of(fl, parent, kept);
	if (at)
		return at;
	if (grow(fl))
		return 0;
	at = fl->nr++;
	slot = slot_of(fl, parent, kept);
	*slot = at;
	node = fl->node;
	node[at] = (struct fb_flame_node){ .parent = parent,
					   .depth = node[parent].depth + 1,
					   .name = kept };
	if (node[parent].last)
		node[node[parent].last].next = at;
	else
		node[parent].child = at;
	node[parent].last = at;
	return at;
}

void fb_flame_add(struct fb_flame *fl, uint32_t at, uint64_t value)
{
	fl->node[at].self += value;
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

uint64_t fb_flame_take(struct fb_flame *fl, uint32_t top, uint64_t value)
{
	while (value) {
		uint32_t at = top, most = top;
		uint64_t part;

		while ((at = fb_flame_after(fl, at, top)))
			if (fl->node[at].self > fl->node[most].self)
				most = at;
		part = fl->node[most].self < value ? fl->node[most].self : value;
		if (!part)
			break;
		fl->node[most].self -= part;
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

uint64_t fb_flame_total(const struct fb_flame *fl)
{
	uint64_t sum = 0;
	uint32_t at;

	for (at = 0; at < fl->nr; at++)
		sum += fl->node[at].self;
	return sum;
}

uint32_t fb_flame_stacks(const struct fb_flame *fl)
{
	uint32_t at, nr = 0;

	for (at = 1; at < fl->nr; at++)
		nr += !!fl->node[at].self;
	return nr;
}

void fb_flame_folded(const struct fb_flame *fl, FILE *f)
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
				fputc(';', f);
			fb_put_folded(f, fl->node[path[i]].name, strlen(fl->node[path[i]].name));
		}
		fprintf(f, " %llu\n", (unsigned long long)node->self);
	}
}
