// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/escape.h"
#include "lib/print.h"
#include "tree/side_by_side.h"

#define STATUS_WIDTH 13
#define WIDTH_LEAST  60
#define WIDTH_MOST   400
#define WIDTH_USUAL  160
#define CELL_MAX     512

static int columns_of(FILE *f)
{
	const char *env = getenv("COLUMNS");
	struct winsize ws;
	int width = 0;

	if (!ioctl(fileno(f), TIOCGWINSZ, &ws))
		width = ws.ws_col;
	if (!width && env)
		width = atoi(env);
	if (!width)
		width = WIDTH_USUAL;
	if (width < WIDTH_LEAST)
		width = WIDTH_LEAST;
	return width > WIDTH_MOST ? WIDTH_MOST : width;
}

struct fb_style fb_style_of(FILE *f)
{
	const char *no = getenv("NO_COLOR");

	return (struct fb_style){
		.width = columns_of(f),
		.colour = isatty(fileno(f)) && !(no && *no),
	};
}

static int column(const struct fb_style *style)
{
	return (style->width - STATUS_WIDTH - 1) / 2;
}

void fb_side_head(const char *left, const char *middle, const char *right,
		  const struct fb_style *style, FILE *f)
{
	int width = column(style);

	fb_print(f, "%-*.*s %-*s%s\n", width, width, left, STATUS_WIDTH, middle, right);
}

/* Writes a call in a column of @width: indented by its depth, and cut at the end with a "~". */
static void cell(const struct fb_normal_line *node, int width, char out[CELL_MAX])
{
	/* Deep calls keep a third of the column for their names. */
	int indent = node ? node->depth - 1 : 0, most = width * 2 / 3, n;
	char text[CELL_MAX];

	if (indent > most)
		indent = most;
	if (!node)
		text[0] = '\0';
	else if (node->kind == FB_NODE_MARK)
		snprintf(text, sizeof(text), "%*s/* %s */", indent, "",
			 node->text ? node->text : "");
	else if (node->kind == FB_NODE_IRQ)
		snprintf(text, sizeof(text), "%*s(interrupt)", indent, "");
	else
		snprintf(text, sizeof(text), "%*s%s%s%s%s", indent, "",
			 node->name ? node->name : "?", node->module ? " [" : "",
			 node->module ? node->module : "", node->module ? "]" : "");
	/* Before it is cut: what is replaced becomes shorter. */
	fb_make_shown(text);
	n = snprintf(out, CELL_MAX, "%-*.*s", width, width, text);
	if (node && strlen(text) > (size_t)width && n == width)
		out[width - 1] = '~';
}

void fb_side_line(const struct fb_normal_line *left, const char *status, const char *why,
		  const char *colour, const struct fb_normal_line *right,
		  const struct fb_style *style, FILE *f)
{
	int width = column(style), end;
	char l[CELL_MAX], r[CELL_MAX];

	cell(left, width, l);
	if (right || !why)
		cell(right, width, r);
	else
		snprintf(r, sizeof(r), "%-.*s", width, why);
	for (end = (int)strlen(r); end > 0 && r[end - 1] == ' '; end--)
		r[end - 1] = '\0';
	/* Colours are ours; all else may be anybody's. */
	fputs(style->colour ? colour : "", f);
	fb_print(f, "%s %-*s%s", l, STATUS_WIDTH, status, r);
	fputs(style->colour && *colour ? "\033[0m\n" : "\n", f);
}
