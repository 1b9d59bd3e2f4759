// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "paste/plain_line.h"
#include "paste/strip_markup.h"

/* How often something is taken off one line: a log's time, a number, a sign. */
#define OFF_MAX 4

/* A longer line is read as it is. */
#define CLEAN_MAX (1u << 20)

void fb_plain_learn(struct fb_plain_line *l, enum fb_fg_kind kind)
{
	if (l->prefixed[FB_PREFIX_HASH] == l->nr)
		l->hashes++;
	else if (l->prefixed[FB_PREFIX_MINUS] == l->nr)
		l->minus++;
	else
		l->calls += kind <= FB_FG_EXIT;
}

void fb_plain_habits(struct fb_plain_line *l, const struct fb_plain_line *ahead)
{
	l->hashed = ahead->hashes && !ahead->calls;
	l->patch = ahead->minus && ahead->calls;
	l->cat = ahead->lines && ahead->dollars == ahead->lines;
}

/* How many lines have lost something of this kind. A line that has lost it twice counts once. */
static void count_prefix(struct fb_plain_line *l, enum fb_prefix kind)
{
	uint64_t *sum[FB_PREFIX_KINDS] = {
		[FB_PREFIX_LOG] = &l->seen->logged,	   [FB_PREFIX_NUMBER] = &l->seen->numbered,
		[FB_PREFIX_COMMENT] = &l->seen->commented, [FB_PREFIX_HASH] = &l->seen->commented,
		[FB_PREFIX_PLUS] = &l->seen->patched,	   [FB_PREFIX_MINUS] = &l->seen->patched,
		[FB_PREFIX_QUOTE] = &l->seen->quoted,
	};

	fb_plain_count(l, kind, sum[kind]);
}

int fb_plain_clean(struct fb_plain_line *l, struct fb_error *error)
{
	size_t len = (size_t)(l->end - l->at), n = 0;

	if (l->cleaned || !len || len > CLEAN_MAX)
		return 0;
	if (fb_vector_reserve(l->clean, l->room, len * FB_CLEAN_GROWS))
		return fb_error(error, -ENOMEM, "%s", strerror(ENOMEM));
	fb_clean_line(l->at, l->end, l->clean, &n);
	if (n && l->clean[n - 1] == '\\')
		n--;
	if (n == len && !memcmp(l->clean, l->at, len))
		return 0;
	l->cleaned = true;
	l->at = l->clean;
	l->end = l->clean + n;
	l->seen->cleaned++;
	return 1;
}

int fb_plain_strip(struct fb_plain_line *l, const char *p, struct fb_error *error)
{
	enum fb_prefix kind;
	const char *q = l->off < OFF_MAX ? fb_prefix_off(p, l->end, &kind) : NULL;

	if (!q)
		return fb_plain_clean(l, error);
	if (l->patch && (kind == FB_PREFIX_PLUS || kind == FB_PREFIX_MINUS))
		return fb_error(
			error, -EINVAL,
			"line %llu: a patch that takes lines away: give both texts to flowbench diff",
			(unsigned long long)l->nr);
	count_prefix(l, kind);
	l->off++;
	l->at = q;
	return 1;
}

void fb_plain_free(struct fb_plain_line *l)
{
	free(l->clean);
}
