// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line/bare_line.h"
#include "line/fgraph_line.h"
#include "line/report_line.h"
#include "line/str.h"
#include "paste/foreign_tools.h"
#include "paste/paste_marks.h"
#include "paste/plain_line.h"
#include "paste/strip_markup.h"
#include "paste/strip_prefix.h"
#include "trace/fgraph.h"
#include "trace/indent.h"
#include "trace/input.h"
#include "trace/parse_error.h"

/* Half of what a sum holds, so that nobody who adds up durations of a text has to look. */
#define TIME_MAX (INT64_MAX / 2)

struct fb_fgraph {
	struct fb_input lines;
	struct fb_plain_line line;
	bool rest; /* @line is the rest of a line that holds several events */
	int cpu;
	bool probed;
	bool bare; /* the head says that there is no column for the duration */
	bool tree; /* the text is a tree without any column */
	bool any; /* a call has come */
	bool events; /* an event has come */
	struct fb_levels levels;
	int64_t time; /* sum of all durations */
	uint64_t left; /* events that may still be told */
	uint64_t gap; /* the last line that says that lines were left out */
	const char *other; /* why there is no call: what the text is instead */
	struct fb_fg_seen seen;
	struct fb_error why;
};

static struct fb_fgraph *new_reader(void)
{
	struct fb_fgraph *fg = calloc(1, sizeof(*fg));

	if (fg) {
		fg->cpu = -1;
		fg->left = UINT64_MAX;
		fg->line.seen = &fg->seen;
	}
	return fg;
}

int fb_fgraph_open(const char *path, struct fb_fgraph **fg)
{
	int ret;

	*fg = new_reader();
	if (!*fg)
		return -ENOMEM;
	ret = fb_input_open(&(*fg)->lines, path);
	if (ret) {
		free(*fg);
		*fg = NULL;
	}
	return ret;
}

int fb_fgraph_open_text(const char *text, size_t len, struct fb_fgraph **fg)
{
	*fg = new_reader();
	if (!*fg)
		return -ENOMEM;
	fb_input_text(&(*fg)->lines, text, len);
	return 0;
}

void fb_fgraph_close(struct fb_fgraph *fg)
{
	if (!fg)
		return;
	fb_input_close(&fg->lines);
	fb_plain_free(&fg->line);
	free(fg);
}

const struct fb_error *fb_fgraph_error(const struct fb_fgraph *fg)
{
	return &fg->why;
}

const struct fb_fg_seen *fb_fgraph_seen(struct fb_fgraph *fg)
{
	fg->seen.unbroken = fg->lines.printable;
	return &fg->seen;
}

uint64_t fb_fgraph_bytes(const struct fb_fgraph *fg)
{
	return fg->lines.bytes;
}

int fb_fgraph_none(const struct fb_fgraph *fg, struct fb_error *error)
{
	if (fg->any)
		return 0;
	return fb_error(error, -ENODATA, "no %s%s%s",
			fg->events ? "call in it" : "function_graph line", fg->other ? ": " : "",
			fg->other ? fg->other : "");
}

void fb_fgraph_stop_after(struct fb_fgraph *fg, uint64_t events)
{
	fg->left = events;
}

int32_t fb_fgraph_level(const struct fb_fgraph *fg)
{
	return fg->levels.least;
}

/* The text may just end in the middle of a line: the disk was full, or somebody took its first bytes. */
static int foreign(struct fb_fgraph *fg, const char *p)
{
	const struct fb_foreign line = { .lines = &fg->lines,
					 .at = fg->line.at,
					 .p = p,
					 .end = fg->line.end,
					 .rest = fg->rest,
					 .other = fg->any ? NULL : fg->other };

	if (fg->lines.torn && fg->events && !fg->rest) {
		fg->seen.torn = 1;
		return 0;
	}
	return fb_parse_error(&line, &fg->why);
}

/* --- events --------------------------------------------------------------- */

const char *fb_fgraph_record_in(const char *p, const char *end)
{
	/* A record's CPU stands behind a blank: look only there. */
	do {
		p = fb_fg_blanks(p, end);
		if (fb_fg_record_at(p, end))
			return p;
		p = memchr(p, ' ', (size_t)(end - p));
	} while (p);
	return NULL;
}

/* Headings between ### signs, up to the next record or the end of the line. */
static int heading(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = fb_fgraph_record_in(p, fg->line.end);

	if (!q)
		q = fg->line.end;
	ev->kind = FB_FG_HEADING;
	ev->text = (struct fb_str){ .at = p, .len = (size_t)(q - p) };
	while (ev->text.len && ev->text.at[ev->text.len - 1] == ' ')
		ev->text.len--;
	if (memchr(p, '\0', ev->text.len))
		return foreign(fg, p);
	fg->line.at = q;
	fg->rest = q < fg->line.end;
	return 1;
}

/* "# FUNCTION CALLS": a head that names no duration. */
static void read_head(struct fb_fgraph *fg, const char *p)
{
	size_t len = (size_t)(fg->line.end - p);

	if (memmem(p, len, "FUNCTION CALLS", 14))
		fg->bare = !memmem(p, len, "DURATION", 8);
	if (!fg->other && !fg->any)
		fg->other = fb_foreign_head(p, fg->line.end);
}

static int give(struct fb_fgraph *fg, const char *behind)
{
	fg->line.at = behind;
	fg->rest = behind < fg->line.end;
	return 1;
}

/* [p, end) as a remark, or as a gap. */
static int give_text(struct fb_fgraph *fg, const char *p, enum fb_fg_kind kind,
		     struct fb_fg_event *ev)
{
	if (memchr(p, '\0', (size_t)(fg->line.end - p)))
		return foreign(fg, p);
	ev->kind = kind;
	ev->text = (struct fb_str){ .at = p, .len = (size_t)(fg->line.end - p) };
	while (ev->text.len && (p[ev->text.len - 1] == ' ' || p[ev->text.len - 1] == '\t'))
		ev->text.len--;
	if (kind == FB_FG_GAP) {
		/* Three points below one another are one place. */
		fg->seen.gaps += fg->gap + 1 != fg->lines.first;
		fg->gap = fg->lines.first;
	}
	return give(fg, fg->line.end);
}

static int scan(struct fb_fgraph *fg, struct fb_fg_event *ev);

/* Reads a line again, without what logs, editors and terminals have put before and into it. */
static int again(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	int ret = fb_plain_strip(&fg->line, p, &fg->why);

	if (ret)
		return ret < 0 ? ret : scan(fg, ev);
	return foreign(fg, p);
}

/* A line behind "#": a head, or a record in a text that is a comment as a whole. */
static int hash_line(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = fb_fg_blanks(p + 1, fg->line.end);

	if (fg->line.hashed && q < fg->line.end && fb_line_begins(p + 1, fg->line.end))
		return again(fg, p, ev);
	read_head(fg, p);
	return 0;
}

/* Is there anything but letters and signs of ASCII? */
static bool is_odd(const char *p, const char *end)
{
	while (p < end && *p >= ' ' && *p <= '~')
		p++;
	return p < end;
}

/* Copying this is several times as fast as setting field by field what a line does not say. */
static const struct fb_fg_event no_event = {
	.level = FB_FG_NO_LEVEL, .blanks = -1, .dur_ns = -1, .at_ns = FB_FG_NO_TIME
};

static void clear(const struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	memcpy(ev, &no_event, sizeof(*ev));
	ev->cpu = fg->cpu;
	ev->line = fg->lines.first;
}

/* A task's count only grows: the largest is what one task has. */
static void count_overruns(struct fb_fgraph *fg, uint64_t overruns)
{
	if (overruns > fg->seen.overruns)
		fg->seen.overruns = overruns;
}

/*
 * A text may end in the middle of a number: "rettime=10" of "rettime=100". Only lines of trace-cmd end in one; a call
 * with columns ends in a sign.
 */
static bool may_be_torn(const struct fb_fgraph *fg)
{
	return fg->lines.torn && fg->events && !memchr(";{}/)", fg->line.end[-1], 5);
}

static bool is_task_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || fb_is_digit(c) ||
	       memchr("-_/.<>", c, 6);
}

/*
 * Calls as trace-cmd prints them, with nothing before and in them: nearly all lines of such a text. A name with
 * other signs may be something that stands before the line.
 */
static const char *plain_report(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = fb_report_line(p, fg->line.end, ev);
	size_t i;

	for (i = 0; q && i < ev->task.len; i++)
		if (!is_task_letter(ev->task.at[i]))
			q = NULL;
	if (q && ev->kind <= FB_FG_EXIT && ev->blanks >= 0 && !may_be_torn(fg))
		return q;
	clear(fg, ev);
	return NULL;
}

/* A line of a tree without columns. Tabs are made blanks, as they are indentation. */
static int tree_line(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q;

	if (fb_bare_gap(p, fg->line.end))
		return give_text(fg, p, FB_FG_GAP, ev);
	q = fb_bare_line(fg->line.at, fg->line.end, ev);
	if (!q)
		return foreign(fg, p);
	if (ev->blanks < 0 && fb_plain_clean(&fg->line, &fg->why) > 0) {
		clear(fg, ev);
		return scan(fg, ev);
	}
	return give(fg, q);
}

/* A whole line that is not a record: what stands between records, and what tools and people add. */
static int odd_line(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = plain_report(fg, p, ev), *bar;
	enum fb_prefix kind;
	uint64_t overruns;

	if (q)
		return give(fg, q);
	bar = memrchr(p, '|', (size_t)(fg->line.end - p));
	if (fg->lines.first == 1 && fb_paste_file(fg->line.at, fg->line.end))
		return foreign(fg, p);
	if (*p == '#')
		return hash_line(fg, p, ev);
	if (is_odd(p, fg->line.end) && fb_plain_clean(&fg->line, &fg->why) > 0)
		return scan(fg, ev);
	if (fb_starts(p, fg->line.end, "------") || fb_paste_pager(p, fg->line.end) ||
	    fb_paste_tool(p, fg->line.end) || fb_clean_is_end(p, fg->line.end))
		return 0;
	if (fb_paste_gap(p, fg->line.end) || (bar && fb_paste_gap(bar + 1, fg->line.end)))
		return give_text(fg, bar ? fb_fg_blanks(bar + 1, fg->line.end) : p, FB_FG_GAP, ev);
	/* Behind the brace, as newer kernels print it. */
	if (fb_fg_overruns(p, fg->line.end, &overruns)) {
		count_overruns(fg, overruns);
		return 0;
	}
	if (fb_starts(p, fg->line.end, "=> "))
		return give_text(fg, p, FB_FG_COMMENT, ev);
	q = fb_report_line(p, fg->line.end, ev);
	if (q && may_be_torn(fg))
		return foreign(fg, p);
	/* "12:   bash-1 [000] ..." is a numbered line, and no task of this name. */
	if (q && fb_prefix_off(p, fg->line.end, &kind))
		return again(fg, p, ev);
	if (q && ev->kind == FB_FG_COMMENT && !fg->other)
		fg->other = fb_foreign_event(p, &ev->text);
	if (!q && !fb_prefix_off(p, fg->line.end, &kind)) {
		clear(fg, ev);
		q = fb_report_rest(p, fg->line.end, ev);
	}
	if (!q && fg->bare)
		q = fb_fg_bare(fg->line.at, fg->line.end, ev);
	if (!q && fg->tree)
		return tree_line(fg, p, ev);
	if (q)
		return give(fg, q);
	return fb_paste_prompt(p, fg->line.end) ? 0 : again(fg, p, ev);
}

/* An event out of [at, end), 0 if nothing but blanks or a head is there. */
static int scan(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	const char *p = fb_fg_blanks(fg->line.at, fg->line.end), *q;

	clear(fg, ev);
	/* A digit first, as in all but a few lines: the rest need not be looked at. */
	if (p < fg->line.end && !fg->rest && (*p == '>' || *p == '[' || *p == '<'))
		p = fb_plain_unquote(&fg->line, p);
	if (p >= fg->line.end) {
		fg->rest = false;
		return 0;
	}
	if (*p > '9' || *p < '0') {
		if (*p == '#' && fb_starts(p, fg->line.end, "###"))
			return heading(fg, p, ev);
		if (!fg->rest && fb_fg_cut(p, fg->line.end, ev)) {
			fg->line.at = fg->line.end;
			return 1;
		}
		/* "# 1234.567 us |" is a call of more than a millisecond, if no CPU is said. */
		if (!fg->rest && *p == '#' && !fb_fg_signed_at(p, fg->line.end))
			return odd_line(fg, p, ev);
		if (fb_starts(p, fg->line.end, "CPU:")) {
			q = fb_fg_lost(p, fg->line.end, ev);
			return q ? give(fg, q) : foreign(fg, p);
		}
	}
	q = fb_fg_record(p, fg->line.end, ev);
	if (!q) {
		clear(fg, ev);
		if (!fg->rest)
			return odd_line(fg, p, ev);
		if (fb_clean_is_end(p, fg->line.end)) {
			fg->seen.cleaned++;
			fg->rest = false;
			return 0;
		}
		/* A remark behind a call, unless it hides another call, or is what HTML has left. */
		if (fb_fgraph_record_in(p, fg->line.end) || fb_paste_entities(p, fg->line.end))
			return foreign(fg, p);
		return give_text(fg, p, FB_FG_COMMENT, ev);
	}
	/* Tabs: how far it is indented depends on what stands before them. */
	if (ev->blanks < 0 && ev->kind <= FB_FG_EXIT && !fg->rest &&
	    fb_plain_clean(&fg->line, &fg->why) > 0)
		return scan(fg, ev);
	if (ev->kind != FB_FG_LOST)
		fg->cpu = ev->cpu;
	return give(fg, q);
}

static int add_time(struct fb_fgraph *fg, int64_t ns)
{
	fg->time += ns > 0 ? ns : 0;
	if (fg->time <= TIME_MAX)
		return 1;
	return fb_error(&fg->why, -EINVAL, "line %llu: the durations are 146 years in all",
			(unsigned long long)fg->lines.first);
}

/* --- looking ahead -------------------------------------------------------- */

static int next_line(struct fb_fgraph *fg)
{
	int ret = fb_input_next(&fg->lines, &fg->line.at, &fg->line.end, &fg->why);

	if (ret > 0)
		fb_plain_begin(&fg->line, fg->lines.first);
	return ret;
}

/* Reads the window in advance: what indentation and signs before lines mean, and whether it is quoted-printable. */
static void probe(struct fb_fgraph *fg)
{
	struct fb_fgraph ahead = { .cpu = -1, .line = { .hashed = true, .seen = &ahead.seen } };
	struct fb_indent indent;
	struct fb_fg_event ev;
	int ret = 0;

	fg->probed = true;
	fb_indent_begin(&indent);
	fb_input_ahead(&fg->lines, &ahead.lines);
	fg->tree = ahead.tree = fb_bare_is_tree(ahead.lines.buf, ahead.lines.tail);
	/* In no trace a number ends in D. */
	fg->lines.decode = ahead.lines.decode = ahead.lines.tail &&
						memmem(ahead.lines.buf, ahead.lines.tail, "=3D", 3);
	while (ret >= 0) {
		if (!ahead.rest && next_line(&ahead) <= 0)
			break;
		ret = scan(&ahead, &ev);
		if (ret <= 0)
			continue;
		fb_indent_add(&indent, &ev);
		fb_plain_learn(&ahead.line, ev.kind);
	}
	fb_input_close(&ahead.lines);
	fg->levels = fb_indent_end(&indent);
	fb_plain_habits(&fg->line, &ahead.line);
	fb_plain_free(&ahead.line);
}

int fb_fgraph_next(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	if (!fg->probed)
		probe(fg);
	for (;;) {
		int ret;

		if (!fg->rest) {
			ret = next_line(fg);
			if (ret <= 0)
				return ret;
		}
		ret = scan(fg, ev);
		if (!ret)
			continue;
		if (ret > 0 && !fg->left) {
			fg->seen.left = 1;
			return 0;
		}
		if (ret > 0) {
			fg->left--;
			ev->level = fb_level(&fg->levels, ev);
			fg->any |= ev->kind <= FB_FG_EXIT;
			fg->events = true;
			count_overruns(fg, ev->overruns);
			fg->seen.unitless += ev->at_ns == FB_FG_NO_UNIT;
		}
		return ret < 0 ? ret : add_time(fg, ev->dur_ns);
	}
}
