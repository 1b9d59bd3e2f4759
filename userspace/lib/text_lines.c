// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text_lines.h"

char *fb_text_raw(struct fb_text_lines *t)
{
	char *row = strsep(&t->rest, "\n");

	t->line += !!row;
	return row;
}

char *fb_text_next(struct fb_text_lines *t)
{
	char *row;

	while ((row = fb_text_raw(t))) {
		row = fb_text_trim(row);
		if (*row && *row != '#')
			break;
	}
	return row;
}

int fb_text_bad(const struct fb_text_lines *t, const char *fmt, ...)
{
	struct fb_error what;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what.text, sizeof(what.text), fmt, ap);
	va_end(ap);
	fb_error(t->why, -EINVAL, "%s", what.text);
	return t->file ? fb_error_prefix(t->why, -EINVAL, "%s:%u", t->file, t->line)
		       : fb_error_prefix(t->why, -EINVAL, "line %u", t->line);
}

char *fb_text_trim(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return s;
}

size_t fb_text_count(const char *text, size_t len)
{
	size_t i, lines = 1;

	for (i = 0; i < len; i++)
		lines += text[i] == '\n';
	return lines;
}

int fb_text_pair(const struct fb_text_lines *t, char *row, char **key, char **value)
{
	char *eq = strchr(row, '=');

	if (!eq)
		return fb_text_bad(t, "not 'key = value': '%.40s'", row);
	*eq = '\0';
	*key = fb_text_trim(row);
	*value = fb_text_trim(eq + 1);
	return **value ? 0 : fb_text_bad(t, "'%.40s' has no value", *key);
}

char **fb_text_slot(const void *base, const struct fb_text_key *key)
{
	return (char **)((char *)base + key->offset);
}

/* Returns the key of that name among @nr of them, or NULL. */
static const struct fb_text_key *find_key(const struct fb_text_key *keys, size_t nr,
					  const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

int fb_text_set(const struct fb_text_lines *t, void *base, const struct fb_text_key *keys,
		size_t nr, const char *name, const char *value)
{
	const struct fb_text_key *key = find_key(keys, nr, name);
	char **slot;

	if (!key)
		return fb_text_bad(t, "unknown key '%.40s'", name);
	slot = fb_text_slot(base, key);
	if (*slot)
		return fb_text_bad(t, "'%.40s' stands here twice", name);
	*slot = strdup(value);
	return *slot ? 0 : -ENOMEM;
}

const char *fb_text_missing(const void *base, const struct fb_text_key *keys, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!keys[i].optional && !*fb_text_slot(base, &keys[i]))
			return keys[i].name;
	return NULL;
}

void fb_text_free(void *base, const struct fb_text_key *keys, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		free(*fb_text_slot(base, &keys[i]));
}
