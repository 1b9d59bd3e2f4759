/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls of a normal form as numbers: without marks and interrupts, and with a number for each
 * name. Two forests that are compared share their names. Pure: no I/O.
 */
#ifndef FB_TREE_CALL_FOREST_H
#define FB_TREE_CALL_FOREST_H

#include <stdint.h>

#include "lib/hash.h"
#include "tree/normal.h"

/** FB_CALL_NONE - no call, or no name */
#define FB_CALL_NONE UINT32_MAX

/** struct fb_call_name - a name where a forest has it, and its number */
struct fb_call_name {
	const char *name;
	uint32_t number;
};

/**
 * struct fb_call_names - the names of two forests
 * @name: the names, sorted by their stems; each stem once
 * @nr: how many
 * @seen: each address of a name, and the number of the name: a forest has equal names at one address
 * @nr_seen: how many
 * @found: where addresses are found again: their indices, plus 1
 */
struct fb_call_names {
	const char **name;
	uint32_t nr;
	struct fb_call_name *seen;
	uint32_t nr_seen;
	struct fb_hash found;
};

/**
 * struct fb_call_forest - the calls of one forest in pre-order
 * @nr: how many, the top included; the top is call 0
 * @node: of each call, its index in the normal form
 * @parent: of each call, the call around it; 0 for the outermost
 * @end: of each call, the index after the last call of its subtree
 * @name: of each call, the number of its name; the top has the number fb_call_names.nr
 * @caller: of each call, the number of its caller's name, even if the caller was dropped
 */
struct fb_call_forest {
	uint32_t nr;
	uint32_t *node;
	uint32_t *parent;
	uint32_t *end;
	uint32_t *name;
	uint32_t *caller;
};

/** fb_call_names_build - collect the names of two forests; Return: 0 or -ENOMEM */
int fb_call_names_build(struct fb_call_names *names, const struct fb_normal *l,
			const struct fb_normal *r);

/** fb_call_names_find - returns the number of the name with the stem of @name, or FB_CALL_NONE */
uint32_t fb_call_names_find(const struct fb_call_names *names, const char *name);

/** fb_call_names_of - returns the number of a name that one of the two forests has, by its address */
uint32_t fb_call_names_of(const struct fb_call_names *names, const char *name);

/** fb_call_names_free - free what fb_call_names_build() has put into @names */
void fb_call_names_free(struct fb_call_names *names);

/** fb_call_forest_build - number the calls of a normal form; Return: 0 or -ENOMEM */
int fb_call_forest_build(struct fb_call_forest *f, const struct fb_normal *n,
			 const struct fb_call_names *names);

/**
 * fb_call_forest_drop - drop calls by their names; what they call takes their place
 * @f: the forest
 * @keep: for each name, 0 if its calls are dropped
 *
 * Return: 0 or -ENOMEM.
 */
int fb_call_forest_drop(struct fb_call_forest *f, const uint8_t *keep);

/** fb_call_forest_forget_parents - free @f->parent, which is not read any more; it is NULL from then on */
void fb_call_forest_forget_parents(struct fb_call_forest *f);

/** fb_call_forest_free - free what fb_call_forest_build() has put into @f */
void fb_call_forest_free(struct fb_call_forest *f);

#endif
