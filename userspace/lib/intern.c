// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "lib/intern.h"
#include "lib/arena.h"
#include "lib/vector.h"

struct name {
	const char *text;
	uint32_t len;
};

struct fb_intern {
	struct fb_texts texts;
	struct name *name;
	uint32_t nr;
	uint32_t room;
	struct fb_hash found; /* numbers of names, plus 1 */
};

struct fb_intern *fb_intern_new(void)
{
	return calloc(1, sizeof(struct fb_intern));
}

void fb_intern_free(struct fb_intern *in)
{
	if (!in)
		return;
	fb_arena_free(&in->texts);
	fb_hash_free(&in->found);
	free(in->name);
	free(in);
}

const char *fb_intern(struct fb_intern *in, const char *text, size_t len)
{
	uint32_t hash = fb_hash_bytes(text, len), pos = 0, at;
	const char *kept;

	while ((at = fb_hash_next(&in->found, hash, &pos)))
		if (in->name[at - 1].len == len && !memcmp(in->name[at - 1].text, text, len))
			return in->name[at - 1].text;
	if (len > UINT32_MAX || fb_vector_reserve(in->name, in->room, in->nr + 1))
		return NULL;
	kept = fb_arena_keep(&in->texts, text, len);
	if (!kept || fb_hash_add(&in->found, hash, in->nr + 1))
		return NULL;
	in->name[in->nr++] = (struct name){ kept, (uint32_t)len };
	return kept;
}
