// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/intern.h"

/* A power of two. Most traces have a few hundred names, and some texts have none. */
#define FIRST_SLOTS 256

/* With fewer slots only every fourth is taken, which is faster. Larger tables save memory. */
#define SPARSE_SLOTS 65536

struct name {
	struct name *next;
	uint32_t len;
	uint32_t hash;
	char text[];
};

struct fb_intern {
	struct name **slot;
	size_t slots; /* a power of two */
	size_t names;
};

struct fb_intern *fb_intern_new(void)
{
	struct fb_intern *in = malloc(sizeof(*in));

	if (!in)
		return NULL;
	in->slots = FIRST_SLOTS;
	in->names = 0;
	in->slot = calloc(in->slots, sizeof(in->slot[0]));
	if (!in->slot) {
		free(in);
		return NULL;
	}
	return in;
}

void fb_intern_free(struct fb_intern *in)
{
	struct name *nm, *next;
	size_t i;

	if (!in)
		return;
	for (i = 0; i < in->slots; i++) {
		for (nm = in->slot[i]; nm; nm = next) {
			next = nm->next;
			free(nm);
		}
	}
	free(in->slot);
	free(in);
}

/* Eight bytes at a time: names are looked up more often than anything else is done. */
static uint32_t hash_of(const char *text, size_t len)
{
	uint64_t h = len, eight;

	for (; len >= sizeof(eight); text += sizeof(eight), len -= sizeof(eight)) {
		memcpy(&eight, text, sizeof(eight));
		h = (h ^ eight) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	for (eight = 0; len; len--)
		eight = eight << 8 | (unsigned char)*text++;
	h = (h ^ eight) * 0x9e3779b97f4a7c15u;
	return (uint32_t)(h >> 32);
}

/* Doubles the slots. Without memory the table stays as it is, which is slower but correct. */
static void grow(struct fb_intern *in)
{
	size_t slots = in->slots * 2, i;
	struct name **slot = calloc(slots, sizeof(slot[0])), *nm, *next, **to;

	if (!slot)
		return;
	for (i = 0; i < in->slots; i++) {
		for (nm = in->slot[i]; nm; nm = next) {
			next = nm->next;
			to = &slot[nm->hash & (slots - 1)];
			nm->next = *to;
			*to = nm;
		}
	}
	free(in->slot);
	in->slot = slot;
	in->slots = slots;
}

const char *fb_intern(struct fb_intern *in, const char *text, size_t len)
{
	uint32_t hash = hash_of(text, len);
	struct name *nm, **slot;

	for (nm = in->slot[hash & (in->slots - 1)]; nm; nm = nm->next)
		if (nm->hash == hash && nm->len == len && !memcmp(nm->text, text, len))
			return nm->text;
	nm = len < UINT32_MAX ? malloc(sizeof(*nm) + len + 1) : NULL;
	if (!nm)
		return NULL;
	/* Few names share a slot. */
	if (in->names * (in->slots < SPARSE_SLOTS ? 4 : 1) >= in->slots)
		grow(in);
	nm->len = (uint32_t)len;
	nm->hash = hash;
	memcpy(nm->text, text, len);
	nm->text[len] = '\0';
	slot = &in->slot[hash & (in->slots - 1)];
	nm->next = *slot;
	*slot = nm;
	in->names++;
	return nm->text;
}
