/* SPDX-License-Identifier: GPL-2.0 */
/* Finds equal rows, and equal subtrees. Pure: no I/O. */
#ifndef FB_TREE_SUBTREE_CLASS_H
#define FB_TREE_SUBTREE_CLASS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/hash.h"

/**
 * struct fb_rows - rows of bytes, each once
 * @size: bytes of a row
 * @row: the rows
 * @nr: how many
 * @room: for how many bytes there is room
 * @found: where rows are found again: their indices, plus 1
 */
struct fb_rows {
	size_t size;
	unsigned char *row;
	uint32_t nr;
	uint32_t room;
	struct fb_hash found;
};

/** fb_rows_add - add a row; @at receives its index, or that of an equal one; Return: 0 or -ENOMEM */
int fb_rows_add(struct fb_rows *rows, const void *row, uint32_t *at);

/** fb_rows_end - returns the rows, which the caller frees, or NULL; frees all else */
void *fb_rows_end(struct fb_rows *rows);

/**
 * fb_subtree_classes - number the subtrees of a tree, equal ones alike
 * @nr: calls, in post-order, counted from 1
 * @leftmost: of each call, its leftmost leaf
 * @what: of each call, what must be equal
 * @caller: the same
 * @class: receives the class of each call
 * @classes: receives how many there are
 *
 * Return: 0 or -ENOMEM.
 */
int fb_subtree_classes(uint32_t nr, const uint32_t *leftmost, const uint32_t *what,
		       const uint32_t *caller, uint32_t *class, uint32_t *classes);

#endif
