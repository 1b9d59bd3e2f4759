// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "model/cache_lines.h"

static struct fb_cache_lines_slot *find_slot(const struct fb_cache_lines *t, uint64_t key)
{
	uint64_t at = fb_hash_mix(0, key);

	for (;; at++) {
		struct fb_cache_lines_slot *slot = &t->slot[at & (t->room - 1)];

		if (!slot->key || slot->key == key)
			return slot;
	}
}

static int grow(struct fb_cache_lines *t)
{
	struct fb_cache_lines more = { .room = t->room ? 2 * t->room : 1024,
				       .nr = t->nr,
				       .packet = t->packet };
	uint64_t i;

	more.slot = calloc(more.room, sizeof(*more.slot));
	if (!more.slot)
		return -ENOMEM;
	for (i = 0; i < t->room; i++)
		if (t->slot[i].key)
			*find_slot(&more, t->slot[i].key) = t->slot[i];
	free(t->slot);
	*t = more;
	return 0;
}

int fb_cache_lines_add(struct fb_cache_lines *t, uint64_t number)
{
	struct fb_cache_lines_slot *slot;
	int ret;

	if (2 * t->nr >= t->room) {
		ret = grow(t);
		if (ret)
			return ret;
	}
	slot = find_slot(t, number + 1);
	if (slot->key && slot->packet == t->packet)
		return 0;
	t->nr += !slot->key;
	*slot = (struct fb_cache_lines_slot){ number + 1, t->packet };
	return 1;
}

void fb_cache_lines_free(struct fb_cache_lines *t)
{
	free(t->slot);
	memset(t, 0, sizeof(*t));
}
