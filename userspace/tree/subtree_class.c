// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tree/subtree_class.h"

/* A power of two. */
#define FIRST_SLOTS 16

/* --- rows ----------------------------------------------------------------- */

static uint32_t hash_of(const unsigned char *row, size_t size)
{
	uint64_t h = size, some;

	for (; size; row += sizeof(some), size -= sizeof(some)) {
		some = 0;
		if (size < sizeof(some)) {
			memcpy(&some, row, size);
			size = sizeof(some);
		} else {
			memcpy(&some, row, sizeof(some));
		}
		h = (h ^ some) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	return (uint32_t)(h >> 32);
}

static uint32_t *slot_of(const struct fb_rows *rows, const void *row)
{
	uint32_t i = hash_of(row, rows->size);

	for (;; i++) {
		uint32_t *slot = &rows->slot[i & (rows->slots - 1)];

		if (!*slot || !memcmp(rows->row + (*slot - 1) * rows->size, row, rows->size))
			return slot;
	}
}

/* Makes room for twice as many rows. The slots are at most half full. */
static int grow(struct fb_rows *rows)
{
	uint32_t slots = rows->slots ? 2 * rows->slots : FIRST_SLOTS, i;
	uint32_t *slot = calloc(slots, sizeof(*slot));
	unsigned char *row;

	if (!slot)
		return -ENOMEM;
	row = realloc(rows->row, slots / 2 * rows->size + 1);
	if (!row) {
		free(slot);
		return -ENOMEM;
	}
	free(rows->slot);
	rows->row = row;
	rows->slot = slot;
	rows->slots = slots;
	for (i = 0; i < rows->nr; i++)
		*slot_of(rows, rows->row + i * rows->size) = i + 1;
	return 0;
}

int fb_rows_add(struct fb_rows *rows, const void *row, uint32_t *at)
{
	uint32_t *slot;
	int ret = 0;

	if (2 * (rows->nr + 1) > rows->slots)
		ret = grow(rows);
	if (ret)
		return ret;
	slot = slot_of(rows, row);
	if (!*slot) {
		memcpy(rows->row + rows->nr * rows->size, row, rows->size);
		*slot = ++rows->nr;
	}
	*at = *slot - 1;
	return 0;
}

void *fb_rows_end(struct fb_rows *rows)
{
	free(rows->slot);
	rows->slot = NULL;
	return rows->row;
}

/* --- subtrees ------------------------------------------------------------- */

/* The list of no subtrees. Others are a shorter list and one subtree more, and have a number, too. */
#define EMPTY UINT32_MAX

/*
 * @all: subtrees as (what, caller, list of children), and lists as (list, subtree, EMPTY - 1): no call
 *	has such a list
 * @open: the subtrees that have no caller yet, from the left to the right
 */
struct classes {
	struct fb_rows all;
	uint32_t *open;
	uint32_t nr_open;
};

/* The list of the children of call @at: they are open, and are not before its leftmost leaf. */
static int children(struct classes *c, uint32_t at, const uint32_t *leftmost,
		    const uint32_t *number, uint32_t *list)
{
	uint32_t from = c->nr_open, k;
	int ret = 0;

	while (from && c->open[from - 1] >= leftmost[at])
		from--;
	*list = EMPTY;
	for (k = from; !ret && k < c->nr_open; k++) {
		const uint32_t row[3] = { *list, number[c->open[k]], EMPTY - 1 };

		ret = fb_rows_add(&c->all, row, list);
	}
	c->nr_open = from;
	return ret;
}

/* Numbers without those of lists. */
static int renumber(uint32_t nr, uint32_t all, uint32_t *class, uint32_t *classes)
{
	uint32_t *now = calloc((size_t)all + 1, sizeof(*now)), i;

	if (!now)
		return -ENOMEM;
	*classes = 0;
	for (i = 1; i <= nr; i++) {
		if (!now[class[i]])
			now[class[i]] = ++*classes;
		class[i] = now[class[i]] - 1;
	}
	free(now);
	return 0;
}

int fb_subtree_classes(uint32_t nr, const uint32_t *leftmost, const uint32_t *what,
		       const uint32_t *caller, uint32_t *class, uint32_t *classes)
{
	struct classes c = { .all = { .size = 3 * sizeof(uint32_t) } };
	uint32_t i, list;
	int ret;

	c.open = calloc((size_t)nr + 1, sizeof(*c.open));
	ret = c.open ? 0 : -ENOMEM;
	for (i = 1; !ret && i <= nr; i++) {
		ret = children(&c, i, leftmost, class, &list);
		if (!ret) {
			const uint32_t row[3] = { what[i], caller[i], list };

			ret = fb_rows_add(&c.all, row, &class[i]);
			c.open[c.nr_open++] = i;
		}
	}
	if (!ret)
		ret = renumber(nr, c.all.nr, class, classes);
	free(c.open);
	free(fb_rows_end(&c.all));
	return ret;
}
