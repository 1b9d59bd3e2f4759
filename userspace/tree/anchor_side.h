/* SPDX-License-Identifier: GPL-2.0 */
/* What the search for anchors knows of the subtrees of one forest. Pure: no I/O. */
#ifndef FB_TREE_ANCHOR_SIDE_H
#define FB_TREE_ANCHOR_SIDE_H

#include <stdint.h>

#include "tree/call_forest.h"

/**
 * enum fb_anchor_key - what must be equal for an anchor
 * @FB_ANCHOR_WHOLE: the subtree
 * @FB_ANCHOR_NEAR: the call, the calls that it calls, and those that they call
 * @FB_ANCHOR_NAME: the name of the call
 */
enum fb_anchor_key {
	FB_ANCHOR_WHOLE,
	FB_ANCHOR_NEAR,
	FB_ANCHOR_NAME,
	FB_ANCHOR_KEYS,
};

/** FB_ANCHOR_BUCKETS - numbers that the names of a subtree are counted in */
#define FB_ANCHOR_BUCKETS 16

/** struct fb_anchor_sketch - how many calls of a subtree have a name of each bucket, at most 65535 */
struct fb_anchor_sketch {
	uint16_t nr[FB_ANCHOR_BUCKETS];
};

/**
 * struct fb_anchor_side - the subtrees of one forest
 * @f: the forest
 * @key: of each call, a hash for each kind of key; equal for names of one class
 * @sketch: of each call, the names in its subtree
 * @next: of each call, the next subtree of its region, or FB_CALL_NONE
 * @height: of each call, the calls on the longest way down from it, itself included
 * @work: of each call, the sum of the sizes of all earlier calls that are not the first that their
 *	caller calls: the exact mapping takes as many steps for each such step of the other side
 */
struct fb_anchor_side {
	const struct fb_call_forest *f;
	uint64_t *key[FB_ANCHOR_KEYS];
	struct fb_anchor_sketch *sketch;
	uint32_t *next;
	uint32_t *height;
	uint64_t *work;
};

/** fb_anchor_size - returns how many calls the subtree of a call has */
static inline uint32_t fb_anchor_size(const struct fb_anchor_side *s, uint32_t at)
{
	return s->f->end[at] - at;
}

/** fb_anchor_child - returns the first call that a call calls, or FB_CALL_NONE */
static inline uint32_t fb_anchor_child(const struct fb_anchor_side *s, uint32_t at)
{
	return s->f->end[at] > at + 1 ? at + 1 : FB_CALL_NONE;
}

/**
 * fb_anchor_side_build - compute all that
 * @s: receives it; fb_anchor_side_free() it, after an error, too
 * @f: the forest
 * @class: of each name, its class
 *
 * Return: 0 or -ENOMEM.
 */
int fb_anchor_side_build(struct fb_anchor_side *s, const struct fb_call_forest *f,
			 const uint32_t *class);

/** fb_anchor_side_free - free what fb_anchor_side_build() has put into @s */
void fb_anchor_side_free(struct fb_anchor_side *s);

/**
 * fb_anchor_work - the steps that the exact mapping takes for a list of subtrees, for each step of
 * the other side
 * @s: the side
 * @root: their outermost calls
 * @nr: how many
 * @calls: receives how many calls they have in all
 */
uint64_t fb_anchor_work(const struct fb_anchor_side *s, const uint32_t *root, uint32_t nr,
			uint64_t *calls);

#endif
