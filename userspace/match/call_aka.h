/* SPDX-License-Identifier: GPL-2.0 */
/* The names that the calls of one recording can have in another. Pure: no I/O. */
#ifndef FB_MATCH_CALL_AKA_H
#define FB_MATCH_CALL_AKA_H

#include "lib/hash.h"
#include "match/call_class.h"
#include "tree/mapping.h"

/**
 * struct fb_call_aka - the names that a call of the first tree can have in the second
 * @name: the names, its own included
 * @nr: how many
 */
struct fb_call_aka {
	const char *name[FB_DIFF_NAMES_MAX];
	unsigned int nr;
};

/**
 * struct fb_call_akas - those of all calls of the first tree
 * @calls: the tree
 * @row: of each node, the index of its names in @list; 0 for a call that has its own name only
 * @list: names, each list once
 * @nr: how many
 * @room: for how many there is room
 * @found: where lists are found again
 */
struct fb_call_akas {
	const struct fb_normal *calls;
	uint32_t *row;
	struct fb_call_aka *list;
	uint32_t nr;
	uint32_t room;
	struct fb_hash found;
};

/**
 * fb_call_akas_build - look up the names
 * @t: receives them; fb_call_akas_free() it, after an error, too
 * @in: what is compared
 *
 * Return: 0 or -ENOMEM.
 */
int fb_call_akas_build(struct fb_call_akas *t, const struct fb_calldiff_in *in);

/**
 * fb_call_akas_of - the names of a call
 * @t: the names of all
 * @at: the call
 * @own: space for those of a call that has its own name only
 *
 * Return: the names, which may be in @own.
 */
static inline const struct fb_call_aka *fb_call_akas_of(const struct fb_call_akas *t, uint32_t at,
							struct fb_call_aka *own)
{
	if (t->row[at])
		return &t->list[t->row[at]];
	own->name[0] = t->calls->node[at].name;
	own->nr = 1;
	return own;
}

/** fb_call_akas_free - free what fb_call_akas_build() has put into @t */
void fb_call_akas_free(struct fb_call_akas *t);

#endif
