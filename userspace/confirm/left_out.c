// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "confirm/left_out.h"
#include "lib/text_lines.h"
#include "profile/sections.h"

static int row_of(const struct fb_text_lines *t, struct fb_left_out *lo, const char *word)
{
	const char *c;
	unsigned int i;

	for (c = word; islower((unsigned char)*c); c++)
		;
	if (*c || c == word)
		return fb_text_bad(t, "'%.60s': expected a row, of lower case letters", word);
	for (i = 0; i < lo->nr_rows; i++)
		if (!strcmp(lo->row[i], word))
			return (int)i;
	if (lo->nr_rows == FB_ROWS_MAX)
		return fb_text_bad(t, "more than %d rows", FB_ROWS_MAX);
	lo->row[lo->nr_rows++] = word;
	return (int)i;
}

static int read_line(const struct fb_text_lines *t, char *line, struct fb_left_out *lo)
{
	struct fb_left_out_rule *r = &lo->rule[lo->nr];
	static const char blank[] = " \t\r";
	char *save, *pattern, *row;
	int ret;

	line[strcspn(line, "#")] = '\0';
	pattern = strtok_r(line, blank, &save);
	if (!pattern)
		return 0;
	row = strtok_r(NULL, blank, &save);
	if (!row || strtok_r(NULL, blank, &save))
		return fb_text_bad(t, "not \"PATTERN ROW\"");
	ret = fb_function_pattern(t, pattern, &r->pattern, &r->module);
	if (!ret)
		ret = row_of(t, lo, row);
	if (ret < 0)
		return ret;
	r->row = (unsigned int)ret;
	lo->nr++;
	return 0;
}

int fb_left_out_parse(const char *text, size_t len, const char *file, struct fb_left_out *lo,
		      struct fb_error *error)
{
	struct fb_text_lines t = { .file = file, .why = error };
	char *line;
	int ret = 0;

	memset(lo, 0, sizeof(*lo));
	lo->row[FB_ROW_PATH] = "path";
	lo->row[FB_ROW_OTHER] = "other";
	lo->nr_rows = FB_ROW_OTHER + 1;
	if (memchr(text, '\0', len))
		return fb_error(error, -EINVAL, "%s: not a text", file);
	lo->text = strndup(text, len);
	lo->rule = calloc(fb_text_count(text, len) + 1, sizeof(*lo->rule));
	if (!lo->text || !lo->rule)
		ret = -ENOMEM;
	t.rest = lo->text;
	while (!ret && (line = fb_text_next(&t)))
		ret = read_line(&t, line, lo);
	if (ret)
		fb_left_out_free(lo);
	return ret;
}

void fb_left_out_free(struct fb_left_out *lo)
{
	free(lo->rule);
	free(lo->text);
	memset(lo, 0, sizeof(*lo));
}

unsigned int fb_left_out_of(const struct fb_left_out *lo, const struct fb_function *fn)
{
	size_t i;

	for (i = 0; i < lo->nr; i++)
		if (fb_function_fits(fn, lo->rule[i].pattern, lo->rule[i].module))
			return lo->rule[i].row;
	return FB_ROW_NONE;
}
