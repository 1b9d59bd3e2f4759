// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "tree/subtree_class.h"

/* --- rows ----------------------------------------------------------------- */

int fb_rows_add(struct fb_rows *rows, const void *row, uint32_t *at)
{
	uint32_t hash = fb_hash_bytes(row, rows->size), pos = 0, number;
	size_t end = ((size_t)rows->nr + 1) * rows->size;

	while ((number = fb_hash_next(&rows->found, hash, &pos))) {
		*at = number - 1;
		if (!memcmp(rows->row + *at * rows->size, row, rows->size))
			return 0;
	}
	/* One byte more: rows may have none. */
	if (fb_vector_reserve(rows->row, rows->room, end + 1) ||
	    fb_hash_add(&rows->found, hash, rows->nr + 1))
		return -ENOMEM;
	memcpy(rows->row + rows->nr * rows->size, row, rows->size);
	*at = rows->nr++;
	return 0;
}

void *fb_rows_end(struct fb_rows *rows)
{
	fb_hash_free(&rows->found);
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
