// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"

#define SLOTS 16384

struct name {
	struct name *next;
	size_t len;
	char text[];
};

struct fb_intern {
	struct name *slot[SLOTS];
};

struct fb_intern *fb_intern_new(void)
{
	return calloc(1, sizeof(struct fb_intern));
}

void fb_intern_free(struct fb_intern *in)
{
	struct name *nm, *next;
	unsigned int i;

	for (i = 0; in && i < SLOTS; i++) {
		for (nm = in->slot[i]; nm; nm = next) {
			next = nm->next;
			free(nm);
		}
	}
	free(in);
}

const char *fb_intern(struct fb_intern *in, const char *text, size_t len)
{
	struct name *nm, **slot;
	uint32_t h = 2166136261u;
	size_t i;

	for (i = 0; i < len; i++)
		h = (h ^ (unsigned char)text[i]) * 16777619u;
	slot = &in->slot[h % SLOTS];
	for (nm = *slot; nm; nm = nm->next)
		if (nm->len == len && !memcmp(nm->text, text, len))
			return nm->text;
	nm = malloc(sizeof(*nm) + len + 1);
	if (!nm)
		return NULL;
	nm->len = len;
	memcpy(nm->text, text, len);
	nm->text[len] = '\0';
	nm->next = *slot;
	*slot = nm;
	return nm->text;
}
