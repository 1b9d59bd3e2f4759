// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "lib/arena.h"

/* Each block is twice as large as the one before it, up to BLOCK_MOST. */
#define BLOCK_LEAST 1024
#define BLOCK_MOST  (256 * 1024)

struct fb_arena_block {
	struct fb_arena_block *before;
	size_t used;
	size_t size;
	char text[];
};

static struct fb_arena_block *add_block(struct fb_texts *t, size_t len)
{
	size_t size = t->last ? t->last->size * 2 : BLOCK_LEAST;
	struct fb_arena_block *b;

	if (size > BLOCK_MOST)
		size = BLOCK_MOST;
	if (size < len)
		size = len;
	b = malloc(sizeof(*b) + size);
	if (!b)
		return NULL;
	b->before = t->last;
	b->used = 0;
	b->size = size;
	t->last = b;
	return b;
}

/* Returns room for @len bytes, or NULL without memory. */
static char *room_for(struct fb_texts *t, size_t len)
{
	struct fb_arena_block *b = t->last;

	if (!b || b->size - b->used < len)
		b = add_block(t, len);
	if (!b)
		return NULL;
	b->used += len;
	return b->text + b->used - len;
}

const char *fb_arena_keep(struct fb_texts *t, const char *text, size_t len)
{
	char *copy = room_for(t, len + 1);

	if (!copy)
		return NULL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

void fb_arena_free(struct fb_texts *t)
{
	struct fb_arena_block *b, *before;

	for (b = t->last; b; b = before) {
		before = b->before;
		free(b);
	}
	t->last = NULL;
}
