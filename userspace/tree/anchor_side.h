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

/** FB_ANCHOR_SMALL - calls of a subtree whose sketch is one number, with four bits for each bucket */
#define FB_ANCHOR_SMALL 15

/** struct fb_anchor_sketch - how many calls of a subtree have a name of each bucket, at most 65534 */
struct fb_anchor_sketch {
	uint16_t nr[FB_ANCHOR_BUCKETS];
};

/**
 * struct fb_anchor_side - the subtrees of one forest
 * @f: the forest
 * @class: of each name, its class
 * @whole: of each call, a hash of its subtree; equal for names of one class
 * @sketch: of each call, the names in its subtree: as a number up to FB_ANCHOR_SMALL calls, else an
 *	index of @large
 * @large: the sketches of larger subtrees
 * @next: of each call, the next subtree of its region, or FB_CALL_NONE
 * @work: of each call, the sum of the sizes of all calls below it that are not the first that their
 *	caller calls: the exact mapping takes as many steps for each such step of the other side.
 *	UINT32_MAX if it is more.
 * @height: of each call, the calls on the longest way down from it, itself included
 */
struct fb_anchor_side {
	const struct fb_call_forest *f;
	const uint32_t *class;
	uint64_t *whole;
	uint64_t *sketch;
	struct fb_anchor_sketch *large;
	uint32_t *next;
	uint32_t *work;
	uint16_t *height;
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

/** fb_anchor_class - returns the class of the name of a call */
static inline uint32_t fb_anchor_class(const struct fb_anchor_side *s, uint32_t at)
{
	return s->class[s->f->name[at]];
}

/** fb_anchor_key - returns the hash of a call for a kind of key */
uint64_t fb_anchor_key(const struct fb_anchor_side *s, enum fb_anchor_key key, uint32_t at);

/** fb_anchor_shared - returns how many names two subtrees have in common, about */
uint32_t fb_anchor_shared(const struct fb_anchor_side *l, uint32_t left,
			  const struct fb_anchor_side *r, uint32_t right);

/** fb_anchor_sketch_add - adds the sketch of a subtree to sums */
void fb_anchor_sketch_add(const struct fb_anchor_side *s, uint32_t at,
			  uint64_t sum[FB_ANCHOR_BUCKETS]);

/**
 * fb_anchor_side_build - compute all that
 * @s: receives it; fb_anchor_side_free() it, after an error, too
 * @f: the forest; its parents are not needed any more
 * @class: of each name, its class; must stay
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
