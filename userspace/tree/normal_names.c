// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/intern.h"
#include "lib/arena.h"
#include "tree/normal_names.h"

#define FIRST 4

/*
 * @is: what others see of it; must be first
 * @nr: how many rows
 * @size: for how many there is room
 * @slot: where rows are found again: their indices by hash, 0 for none
 * @slots: how many, a power of two, at least twice @taken
 * @taken: how many are not 0
 * @names: what is kept once
 * @values: return values
 * @copy: space for a text that is made printable
 * @room: how much
 */
struct names {
	struct fb_normal_names is;
	uint32_t nr;
	uint32_t size;
	uint32_t *slot;
	uint32_t slots;
	uint32_t taken;
	struct fb_intern *names;
	struct fb_texts values;
	char *copy;
	size_t room;
};

struct fb_normal_names *fb_normal_names_new(void)
{
	struct names *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->is.users = 1;
	t->nr = 1;
	t->size = FIRST;
	t->slots = FIRST;
	t->is.more = calloc(t->size, sizeof(*t->is.more));
	t->slot = calloc(t->slots, sizeof(*t->slot));
	t->names = fb_intern_new();
	if (t->is.more && t->slot && t->names)
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
	free(t->slot);
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
	char *grown;

	while (printable(text[i]))
		i++;
	*len = i;
	if (!text[i])
		return text;
	*len = strlen(text);
	if (*len >= t->room) {
		grown = realloc(t->copy, 2 * *len + 1);
		if (!grown)
			return NULL;
		t->copy = grown;
		t->room = 2 * *len + 1;
	}
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

/* Where a row without a return value is, or would be put. Equal texts have the same address. */
static uint32_t *slot_of(const struct names *t, const struct fb_normal_more *row)
{
	uint64_t h = ((uint64_t)(uintptr_t)row->module ^ (uint64_t)(uintptr_t)row->text << 20) *
		     0x9e3779b97f4a7c15u;
	uint32_t i = (uint32_t)(h >> 32);

	for (;; i++) {
		uint32_t *slot = &t->slot[i & (t->slots - 1)];
		const struct fb_normal_more *is = &t->is.more[*slot];

		if (!*slot || (is->module == row->module && is->text == row->text))
			return slot;
	}
}

/* Keeps the slots at most half full, with one more. */
static int more_slots(struct names *t)
{
	uint32_t *slot, i;

	if ((t->taken + 1) * 2 <= t->slots)
		return 0;
	slot = calloc(2 * (size_t)t->slots, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(t->slot);
	t->slot = slot;
	t->slots *= 2;
	for (i = 1; i < t->nr; i++)
		if (!t->is.more[i].retval)
			*slot_of(t, &t->is.more[i]) = i;
	return 0;
}

static int add_row(struct names *t, const struct fb_normal_more *row, uint32_t *at)
{
	if (t->nr == t->size) {
		struct fb_normal_more *grown = NULL;

		if (t->size <= UINT32_MAX / 2)
			grown = realloc(t->is.more, 2 * (size_t)t->size * sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		t->is.more = grown;
		t->size *= 2;
	}
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
	uint32_t *slot;
	int ret;

	*at = 0;
	if (!in->module != !row.module || !in->text != !row.text || !in->retval != !row.retval)
		return -ENOMEM;
	if (row.retval)
		return add_row(t, &row, at);
	if (!row.module && !row.text)
		return 0;
	ret = more_slots(t);
	if (ret)
		return ret;
	slot = slot_of(t, &row);
	if (!*slot) {
		ret = add_row(t, &row, slot);
		t->taken += !ret;
	}
	*at = *slot;
	return ret;
}
