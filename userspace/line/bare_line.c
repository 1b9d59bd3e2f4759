// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "line/bare_line.h"
#include "line/fgraph_line.h"
#include "line/str.h"

/* Words of C and of shells that stand before parentheses. */
static const char *const words[] = { "if",     "for", "while", "switch", "return",
				     "sizeof", "do",  "else",  "main",	 "function" };

static bool is_word(const struct fb_str *name)
{
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fb_str_is(name, words[i]))
			return true;
	return false;
}

const char *fb_bare_line(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = fb_fg_bare(p, end, ev), *rest;

	if (!q || ev->kind > FB_FG_EXIT || memchr(p, '|', (size_t)(q - p)))
		return NULL;
	if (ev->kind != FB_FG_EXIT && (ev->args.len || is_word(&ev->name)))
		return NULL;
	rest = fb_fg_blanks(q, end);
	if (rest >= end)
		return end;
	/* "****", "// here", "# here", "<-- here" */
	return memchr("*/#<", *rest, 4) && !memchr(rest, '\0', (size_t)(end - rest)) ? q : NULL;
}

bool fb_bare_gap(const char *p, const char *end)
{
	static const char point[] = "\xe3\x80\x82";
	int nr = 0;

	p = fb_fg_blanks(p, end);
	for (; fb_starts(p, end, point); p += sizeof(point) - 1)
		nr++;
	return nr >= 3 && fb_fg_blanks(p, end) == end;
}

/* "...", "[...]", "# a remark", "```": lines that do not belong to the tree and may stand in it */
static bool is_between(const char *p, const char *end)
{
	return p >= end || *p == '#' || fb_starts(p, end, "...") || fb_starts(p, end, "[...]") ||
	       fb_starts(p, end, "```") || fb_bare_gap(p, end);
}

/* Blanks before a line; a tab goes to the next column of eight. */
static size_t column_of(const char *p, const char *end)
{
	size_t at = 0;

	for (; p < end && (*p == ' ' || *p == '\t'); p++)
		at = *p == '\t' ? (at | 7) + 1 : at + 1;
	return at;
}

bool fb_bare_is_tree(const char *text, size_t len)
{
	const char *end = text + len, *nl;
	size_t column, before = 0, nested = 0;
	bool open = false;

	for (; text < end; text = nl + 1) {
		struct fb_fg_event ev = { .dur_ns = -1 };
		const char *to, *p;

		nl = memchr(text, '\n', (size_t)(end - text));
		if (!nl)
			nl = end;
		to = nl > text && nl[-1] == '\r' ? nl - 1 : nl;
		p = fb_fg_blanks(text, to);
		if (is_between(p, to))
			continue;
		if (!fb_bare_line(text, to, &ev))
			return false;
		column = column_of(text, to);
		nested += open && ev.kind != FB_FG_EXIT && column > before;
		open = ev.kind == FB_FG_ENTRY;
		before = column;
	}
	return nested;
}
