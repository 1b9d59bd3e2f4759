// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/cache.h"

int fb_cache_make(struct fb_cache *c, uint32_t sets, uint32_t ways)
{
	*c = (struct fb_cache){ .sets = 0 };
	if (sets & (sets - 1) || ways > FB_CACHE_WAYS || (sets && !ways))
		return -EINVAL;
	c->key = calloc((size_t)sets * ways + 1, sizeof(*c->key));
	if (!c->key)
		return -ENOMEM;
	c->sets = sets;
	c->ways = ways;
	return 0;
}

void fb_cache_free(struct fb_cache *c)
{
	free(c->key);
	*c = (struct fb_cache){ .sets = 0 };
}

void fb_cache_empty(struct fb_cache *c)
{
	memset(c->key, 0, (size_t)c->sets * c->ways * sizeof(*c->key));
}

bool fb_cache_touch(struct fb_cache *c, uint64_t number)
{
	uint64_t key = number + 1, *set;
	uint32_t way = 0;
	bool found;

	if (!c->sets)
		return false;
	set = &c->key[(number & (c->sets - 1)) * c->ways];
	while (way < c->ways && set[way] != key)
		way++;
	found = way < c->ways;
	memmove(set + 1, set, (found ? way : c->ways - 1) * sizeof(*set));
	set[0] = key;
	return found;
}
