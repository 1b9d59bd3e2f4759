/* SPDX-License-Identifier: GPL-2.0 */
/* Which lines were touched since the last packet began: each is new once. Pure. */
#ifndef FB_MODEL_CACHE_LINES_H
#define FB_MODEL_CACHE_LINES_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct fb_cache_lines - a set of numbers that forgets them all at once
 * @slot: number + 1, and the packet in which it was seen; of 0, none
 * @room: a power of two
 * @nr: slots in use
 * @packet: the packet that runs
 */
struct fb_cache_lines {
	struct fb_cache_lines_slot {
		uint64_t key;
		uint64_t packet;
	} *slot;
	uint64_t room;
	uint64_t nr;
	uint64_t packet;
};

/** fb_cache_lines_next - a packet begins: nothing was touched */
static inline void fb_cache_lines_next(struct fb_cache_lines *t)
{
	t->packet++;
}

/** fb_cache_lines_add - touch a number; Return: 1 if it is new in this packet, 0 if not, or -ENOMEM */
int fb_cache_lines_add(struct fb_cache_lines *t, uint64_t number);

/** fb_cache_lines_free - free it */
void fb_cache_lines_free(struct fb_cache_lines *t);

#endif
