// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include "line/fgraph_line.h"
#include "trace/parse_error.h"
#include "paste/foreign_tools.h"
#include "line/report_line.h"
#include "paste/paste_marks.h"

#define SHOWN 64

/* Is the line whole with the one behind it? */
static bool is_wrapped(const struct fb_foreign *line)
{
	const struct fb_input *lines = line->lines;
	const char *next = lines->buf + lines->head, *last = lines->buf + lines->tail, *nl;
	struct fb_fg_event ev = { .cpu = -1 };
	char whole[1024];
	size_t len = (size_t)(line->end - line->p), more;

	nl = next < last ? memchr(next, '\n', (size_t)(last - next)) : NULL;
	next = fb_fg_blanks(next, nl ? nl : last);
	more = (size_t)((nl ? nl : last) - next);
	if (!more || len + 1 + more > sizeof(whole) || lines->whole == line->at)
		return false;
	memcpy(whole, line->p, len);
	whole[len] = ' ';
	memcpy(whole + len + 1, next, more);
	len += 1 + more;
	return fb_fg_record(whole, whole + len, &ev) == whole + len ||
	       (fb_report_line(whole, whole + len, &ev) && ev.kind != FB_FG_COMMENT);
}

static const char *cause_of(const struct fb_foreign *line)
{
	const char *cause = fb_paste_cause(line->p, line->end);

	if (!cause)
		cause = line->other;
	if (!cause)
		cause = fb_foreign_text(line->p, line->end);
	return cause ? cause : fb_paste_half(line->p, line->end);
}

/* What stood there goes to a terminal: only printable characters, and not many of them. */
int fb_parse_error(const struct fb_foreign *line, struct fb_error *error)
{
	const char *file = fb_paste_file(line->at, line->end), *cause = cause_of(line);
	unsigned long long nr = line->lines->first;
	char shown[SHOWN];
	size_t n;

	if (nr == 1 && file)
		return fb_error(error, -EINVAL, "%s", file);
	for (n = 0; line->p + n < line->end && n < SHOWN - 1; n++)
		shown[n] = line->p[n] >= ' ' && line->p[n] <= '~' ? line->p[n] : '?';
	shown[n] = '\0';
	if (!line->rest && (fb_report_is_columns(line->p, line->end) || is_wrapped(line)))
		return fb_error(
			error, -EINVAL,
			"line %llu: wrapped by a mail program at column %zu: join the lines: '%s'",
			nr, (size_t)(line->end - line->at), shown);
	return fb_error(error, -EINVAL, "line %llu: not function_graph text%s%s: '%s'", nr,
			cause ? ": " : "", cause ? cause : "", shown);
}
