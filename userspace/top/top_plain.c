// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "lib/print.h"
#include "top/top_plain.h"

void fb_top_plain_notes(const struct fb_top_view *view, FILE *to)
{
	const char *note;
	unsigned int i;

	for (i = 0; (note = fb_top_line_note(view, i)); i++)
		fb_print(to, "# %s\n", note);
}

void fb_top_plain(const struct fb_top_view *view, const struct fb_top_stat *st, FILE *to)
{
	char line[FB_TOP_LINE], ways[FB_TOP_LINE];
	unsigned int i;

	fb_top_line_head(line, view, st);
	fb_print(to, "%s\n", line);
	fb_top_line_share(line, st);
	fb_top_line_ways(ways, st);
	fb_print(to, "fast path %s: %s\n", line, ways);
	fb_top_line_flows(line, st);
	fb_print(to, "%s\n", line);
	fb_top_line_columns(line, view);
	fb_print(to, "%s\n", line);
	for (i = 0; i < st->nr; i++) {
		fb_top_line_hook(line, &st->hook[i], FB_TOP_LINE - 1);
		fb_print(to, "%s\n", line);
	}
	if (view->why)
		fputs(view->why, to);
	fputc('\n', to);
}
