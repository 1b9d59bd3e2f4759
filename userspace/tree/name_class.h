/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Classes of names: a call can only be mapped to a call with a name of the same class. The pairs of a
 * mapping are therefore never more than the calls of each class on the side that has fewer of them.
 * Pure: no I/O.
 */
#ifndef FB_TREE_NAME_CLASS_H
#define FB_TREE_NAME_CLASS_H

#include <stdint.h>

#include "tree/exact.h"

/**
 * struct fb_name_classes - the classes of the names of two forests
 * @class: of each name, its class: the number of one of its names
 * @on_both: of each name, 1 if both sides have calls of its class
 * @nr: how many names
 */
struct fb_name_classes {
	uint32_t *class;
	uint8_t *on_both;
	uint32_t nr;
};

/**
 * fb_name_classes_build - join the names that fb_diff.names says can be mapped to each other
 * @c: receives the classes; fb_name_classes_free() it, after an error, too
 * @x: what is compared
 *
 * Return: 0 or -ENOMEM.
 */
int fb_name_classes_build(struct fb_name_classes *c, const struct fb_exact *x);

/**
 * fb_name_classes_unproven - count what a better mapping could have
 * @c: the classes
 * @x: what is compared, with its map
 * @unproven: receives the sum over all classes: unmapped calls of the side that has fewer of them;
 *	and the calls that are mapped to another name, though one of the two names occurs on both sides
 *
 * No mapping has more pairs, or more pairs of equal names, than this one and @unproven together.
 * Return: 0 or -ENOMEM.
 */
int fb_name_classes_unproven(const struct fb_name_classes *c, const struct fb_exact *x,
			     uint32_t *unproven);

/** fb_name_classes_free - free what fb_name_classes_build() has put into @c */
void fb_name_classes_free(struct fb_name_classes *c);

#endif
