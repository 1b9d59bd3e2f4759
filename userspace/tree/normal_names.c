// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "lib/intern.h"
#include "lib/arena.h"
#include "lib/vector.h"
#include "tree/normal_names.h"

#define FIRST 4

/*
 * @is: what others see of it; must be first
 * @nr: how many rows
 * @size: for how many there is room
 * @found: where rows without a return value are found again
 * @names: what is kept once
 * @values: return values
 * @copy: space for a text that is made printable
 * @room: how much
 */
struct names {
	struct fb_normal_names is;
	uint32_t nr;
	uint32_t size;
	struct fb_hash found;
	struct fb_intern *names;
	struct fb_texts values;
	char *copy;
	uint32_t room;
};

struct fb_normal_names *fb_normal_names_new(void)
{
	struct names *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->is.users = 1;
	t->nr = 1;
	t->size = FIRST;
	t->is.more = calloc(t->size, sizeof(*t->is.more));
	t->names = fb_intern_new();
	if (t->is.more && t->names)
		return &t->is;
	fb_normal_names_put(&t->is);
	/* cppcheck-suppress memleak ; freed with its first member */
	return NULL;
}

void fb_normal_names_put(struct fb_normal_names *of)
{
	struct names *t = (struct names *)of;

	if (!t || --t->is.users)
		return;
	free(t->is.more);
	fb_hash_free(&t->found);
	free(t->copy);
	fb_intern_free(t->names);
	fb_arena_free(&t->values);
	free(t);
}

static bool printable(char c)
{
	return c >= ' ' && c <= '~';
}

/* Returns @text if it is printable, else a copy that is good until the next call, or NULL. */
static const char *shown(struct names *t, const char *text, size_t *len)
{
	size_t i = 0;

	while (printable(text[i]))
		i++;
	*len = i;
	if (!text[i])
		return text;
	*len = strlen(text);
	if (fb_vector_reserve(t->copy, t->room, *len + 1))
		return NULL;
	for (i = 0; text[i]; i++)
		t->copy[i] = printable(text[i]) ? text[i] : '?';
	return t->copy;
}

const char *fb_normal_names_keep(struct fb_normal_names *of, const char *text)
{
	struct names *t = (struct names *)of;
	size_t len;

	text = shown(t, text, &len);
	return text ? fb_intern(t->names, text, len) : NULL;
}

/* --- rows ----------------------------------------------------------------- */

static int add_row(struct names *t, const struct fb_normal_more *row, uint32_t *at)
{
	if (fb_vector_reserve(t->is.more, t->size, t->nr + 1))
		return -ENOMEM;
	t->is.more[t->nr] = *row;
	*at = t->nr++;
	return 0;
}

/* Return values are many, and few of them are equal. */
static const char *keep_value(struct names *t, const char *text)
{
	size_t len;

	text = shown(t, text, &len);
	return text ? fb_arena_keep(&t->values, text, len) : NULL;
}

int fb_normal_names_more(struct fb_normal_names *of, const struct fb_normal_more *in, uint32_t *at)
{
	struct names *t = (struct names *)of;
	const struct fb_normal_more row = {
		.module = in->module ? fb_normal_names_keep(of, in->module) : NULL,
		.text = in->text ? fb_normal_names_keep(of, in->text) : NULL,
		.retval = in->retval ? keep_value(t, in->retval) : NULL,
	};
	uint32_t hash, pos = 0;
	int ret;

	*at = 0;
	if (!in->module != !row.module || !in->text != !row.text || !in->retval != !row.retval)
		return -ENOMEM;
	if (row.retval)
		return add_row(t, &row, at);
	if (!row.module && !row.text)
		return 0;
	/* Equal texts have the same address. */
	hash = fb_hash_addresses(row.module, row.text);
	while ((*at = fb_hash_next(&t->found, hash, &pos)))
		if (t->is.more[*at].module == row.module && t->is.more[*at].text == row.text)
			return 0;
	ret = add_row(t, &row, at);
	return ret ? ret : fb_hash_add(&t->found, hash, *at);
}
