// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"

/* A power of two. */
#define FIRST_SLOTS 16

/* With more slots the table would be larger than what 32 bits can count. */
#define MOST_SLOTS (1u << 31)

uint32_t fb_hash_fnv(const char *text, size_t len)
{
	uint32_t hash = 2166136261u;

	while (len--)
		hash = (hash ^ (unsigned char)*text++) * 16777619u;
	return hash;
}

/* Puts an entry into a table that has an empty slot. */
static void put(struct fb_hash *t, struct fb_hash_slot entry)
{
	uint32_t at = entry.hash;

	while (t->slot[at & (t->slots - 1)].number)
		at++;
	t->slot[at & (t->slots - 1)] = entry;
	t->taken++;
}

/* Makes room for twice as many entries. */
static int grow(struct fb_hash *t)
{
	struct fb_hash more = { .slots = t->slots ? 2 * t->slots : FIRST_SLOTS };
	uint32_t i;

	if (t->slots >= MOST_SLOTS)
		return -ENOMEM;
	more.slot = calloc(more.slots, sizeof(*more.slot));
	if (!more.slot)
		return -ENOMEM;
	for (i = 0; i < t->slots; i++)
		if (t->slot[i].number)
			put(&more, t->slot[i]);
	free(t->slot);
	*t = more;
	return 0;
}

int fb_hash_add(struct fb_hash *t, uint32_t hash, uint32_t number)
{
	int ret = t->taken < t->slots / 2 ? 0 : grow(t);

	if (!ret)
		put(t, (struct fb_hash_slot){ hash, number });
	return ret;
}

/* Entries behind the one that goes move up, as far as the search for them passes the empty slot. */
void fb_hash_remove(struct fb_hash *t, uint32_t hash, uint32_t number)
{
	uint32_t mask = t->slots - 1, hole = hash & mask, i;

	while (t->slot[hole].number != number)
		hole = (hole + 1) & mask;
	for (i = (hole + 1) & mask; t->slot[i].number; i = (i + 1) & mask) {
		if (((i - t->slot[i].hash) & mask) < ((i - hole) & mask))
			continue;
		t->slot[hole] = t->slot[i];
		hole = i;
	}
	t->slot[hole].number = 0;
	t->taken--;
}

void fb_hash_free(struct fb_hash *t)
{
	free(t->slot);
	*t = (struct fb_hash){ .slots = 0 };
}
