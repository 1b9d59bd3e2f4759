// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/name_set.h"
#include "lib/stem.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A name ends at any of @ends. */
static int parse(const char *text, size_t len, const char *ends, struct fb_nameset *set)
{
	size_t lines = 1, i;
	char *line, *rest;

	*set = (struct fb_nameset){ .nr = 0 };
	if (memchr(text, '\0', len))
		return -EINVAL;
	for (i = 0; i < len; i++)
		lines += text[i] == '\n';
	set->text = strndup(text, len);
	set->name = calloc(lines, sizeof(*set->name));
	if (!set->text || !set->name) {
		fb_nameset_free(set);
		return -ENOMEM;
	}
	for (rest = set->text; (line = strsep(&rest, "\n"));) {
		line[strcspn(line, ends)] = '\0';
		if (*line && *line != '#')
			set->name[set->nr++] = line;
	}
	qsort(set->name, set->nr, sizeof(*set->name), by_name);
	return 0;
}

int fb_nameset_parse_whole(const char *text, size_t len, struct fb_nameset *set)
{
	return parse(text, len, " \t\r", set);
}

int fb_nameset_parse(const char *text, size_t len, struct fb_nameset *set)
{
	int ret = parse(text, len, " \t\r.", set);
	size_t kept = 0, i;

	if (ret)
		return ret;
	for (i = 0; i < set->nr; i++)
		if (!kept || strcmp(set->name[i], set->name[kept - 1]))
			set->name[kept++] = set->name[i];
	set->nr = kept;
	return 0;
}

void fb_nameset_free(struct fb_nameset *set)
{
	free(set->name);
	free(set->text);
	*set = (struct fb_nameset){ .nr = 0 };
}

static int has(const struct fb_nameset *set, const char *name, size_t len)
{
	size_t low = 0, high = set->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int cmp = strncmp(set->name[mid], name, len);

		if (!cmp && !set->name[mid][len])
			return 1;
		if (cmp < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return 0;
}

int fb_nameset_has_whole(const struct fb_nameset *set, const char *name, size_t len)
{
	return has(set, name, len);
}

int fb_nameset_has(const struct fb_nameset *set, const char *name)
{
	return has(set, name, fb_stem(name));
}
