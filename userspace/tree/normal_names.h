/* SPDX-License-Identifier: GPL-2.0 */
/* The texts of normal forms, each once. Forms that are read together share them. Pure: no I/O. */
#ifndef FB_TREE_NORMAL_NAMES_H
#define FB_TREE_NORMAL_NAMES_H

#include <stdint.h>

/**
 * struct fb_normal_more - what few nodes have beside a name
 * @module: module, or NULL
 * @text: of a mark, else NULL
 * @retval: return value as printed, or NULL
 */
struct fb_normal_more {
	const char *module;
	const char *text;
	const char *retval;
};

/**
 * struct fb_normal_names - names, and rows of what else nodes have
 * @more: the rows; row 0 is empty, equal rows without a return value are one
 * @users: forms that have them
 */
struct fb_normal_names {
	struct fb_normal_more *more;
	uint32_t users;
};

/** fb_normal_names_new - returns an empty set with one user, or NULL without memory */
struct fb_normal_names *fb_normal_names_new(void);

/** fb_normal_names_put - one user less; frees the set with its last one; NULL is fine */
void fb_normal_names_put(struct fb_normal_names *of);

/**
 * fb_normal_names_keep - keep a text once, as printable ASCII with "?" for anything else
 *
 * Return: the same address for equal texts, or NULL without memory. Safe in a line, in JSON and on a
 * terminal.
 */
const char *fb_normal_names_keep(struct fb_normal_names *of, const char *text);

/**
 * fb_normal_names_more - keep what a node has beside its name
 * @of: the set
 * @in: the texts, which are copied as fb_normal_names_keep() does
 * @at: receives the row's index; 0 if the node has none of them
 *
 * Return: 0 or -ENOMEM.
 */
int fb_normal_names_more(struct fb_normal_names *of, const struct fb_normal_more *in, uint32_t *at);

#endif
