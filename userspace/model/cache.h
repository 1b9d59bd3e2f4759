/* SPDX-License-Identifier: GPL-2.0 */
/* A cache of lines or pages that keeps what was used last: sets and ways, true LRU. Pure. */
#ifndef FB_MODEL_CACHE_H
#define FB_MODEL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/** FB_CACHE_WAYS - ways of a set at most; a cache of one set may have so many entries */
#define FB_CACHE_WAYS 64

/**
 * struct fb_cache - a cache
 * @sets: sets, a power of two; 0: there is no such cache, and all misses
 * @ways: of each set
 * @key: of each set its entries, the one that was used last first; 0 is an empty entry
 */
struct fb_cache {
	uint32_t sets;
	uint32_t ways;
	uint64_t *key;
};

/** fb_cache_make - a cache that is empty; Return: 0, -EINVAL if @sets is not a power of two or @ways too many, or -ENOMEM */
int fb_cache_make(struct fb_cache *c, uint32_t sets, uint32_t ways);

/** fb_cache_free - free it */
void fb_cache_free(struct fb_cache *c);

/** fb_cache_empty - forget all that is in it */
void fb_cache_empty(struct fb_cache *c);

/**
 * fb_cache_touch - use a line or page
 * @c: the cache
 * @number: which; its lower bits choose the set
 *
 * Return: true if it was there. It is now, in place of the one of its set that was not used for longest.
 */
bool fb_cache_touch(struct fb_cache *c, uint64_t number);

#endif
