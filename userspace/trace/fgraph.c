// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"
#include "paste/strip_markup.h"
#include "paste/strip_prefix.h"
#include "trace/fgraph.h"
#include "line/fgraph_line.h"
#include "trace/parse_error.h"
#include "trace/indent.h"
#include "trace/input.h"
#include "paste/foreign_tools.h"
#include "line/report_line.h"
#include "line/str.h"
#include "paste/paste_marks.h"

/* Half of what a sum holds, so that nobody who adds up durations of a text has to look. */
#define TIME_MAX (INT64_MAX / 2)

/* How often something is taken off one line: a log's time, a number, a sign. */
#define OFF_MAX 4

/* A longer line is read as it is. */
#define CLEAN_MAX (1u << 20)

struct fb_fgraph {
	struct fb_input lines;
	bool rest; /* [at, end) is the rest of a line that holds several events */
	const char *at;
	const char *end;
	int cpu;
	bool probed;
	bool bare; /* the head says that there is no column for the duration */
	bool hashed; /* all records stand behind a "#" */
	bool patch; /* some lines begin with "-", and others do not */
	bool cat; /* "cat -A" has put "$" behind all lines */
	bool any; /* a call has come */
	bool events; /* an event has come */
	bool cleaned; /* [at, end) is in @clean */
	unsigned int off; /* how often something was taken off this line */
	struct fb_levels levels;
	int64_t time; /* sum of all durations */
	uint64_t nr; /* lines */
	uint64_t dollars; /* lines that end in "$" */
	uint64_t gap; /* the last line that says that lines were left out */
	const char *other; /* why there is no call: what the text is instead */
	uint64_t dressed[FB_DRESS_KINDS]; /* the last line of each kind */
	char *clean;
	uint32_t room;
	struct fb_fg_seen seen;
	struct fb_error why;
};

static struct fb_fgraph *new_reader(void)
{
	struct fb_fgraph *fg = calloc(1, sizeof(*fg));

	if (fg)
		fg->cpu = -1;
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
	free(fg->clean);
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

int32_t fb_fgraph_level(const struct fb_fgraph *fg)
{
	return fg->levels.least;
}

/* The text may just end in the middle of a line: the disk was full, or somebody took its first bytes. */
static int foreign(struct fb_fgraph *fg, const char *p)
{
	const struct fb_foreign line = { .lines = &fg->lines,
					 .at = fg->at,
					 .p = p,
					 .end = fg->end,
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
	const char *q = fb_fgraph_record_in(p, fg->end);

	if (!q)
		q = fg->end;
	ev->kind = FB_FG_HEADING;
	ev->text = (struct fb_str){ .at = p, .len = (size_t)(q - p) };
	while (ev->text.len && ev->text.at[ev->text.len - 1] == ' ')
		ev->text.len--;
	if (memchr(p, '\0', ev->text.len))
		return foreign(fg, p);
	fg->at = q;
	fg->rest = q < fg->end;
	return 1;
}

/* "# FUNCTION CALLS": a head that names no duration. */
static void read_head(struct fb_fgraph *fg, const char *p)
{
	size_t len = (size_t)(fg->end - p);

	if (memmem(p, len, "FUNCTION CALLS", 14))
		fg->bare = !memmem(p, len, "DURATION", 8);
	if (!fg->other && !fg->any)
		fg->other = fb_other_head(p, fg->end);
}

static int give(struct fb_fgraph *fg, const char *behind)
{
	fg->at = behind;
	fg->rest = behind < fg->end;
	return 1;
}

/* [p, end) as a remark, or as a gap. */
static int give_text(struct fb_fgraph *fg, const char *p, enum fb_fg_kind kind,
		     struct fb_fg_event *ev)
{
	if (memchr(p, '\0', (size_t)(fg->end - p)))
		return foreign(fg, p);
	ev->kind = kind;
	ev->text = (struct fb_str){ .at = p, .len = (size_t)(fg->end - p) };
	while (ev->text.len && (p[ev->text.len - 1] == ' ' || p[ev->text.len - 1] == '\t'))
		ev->text.len--;
	if (kind == FB_FG_GAP) {
		/* Three points below one another are one place. */
		fg->seen.gaps += fg->gap + 1 != fg->lines.first;
		fg->gap = fg->lines.first;
	}
	return give(fg, fg->end);
}

static int scan(struct fb_fgraph *fg, struct fb_fg_event *ev);

/* How many lines have lost something of this kind. A line that has lost it twice counts once. */
static void count_dress(struct fb_fgraph *fg, enum fb_dress kind)
{
	uint64_t *sum[FB_DRESS_KINDS] = {
		[FB_DRESS_LOG] = &fg->seen.logged,	  [FB_DRESS_NUMBER] = &fg->seen.numbered,
		[FB_DRESS_COMMENT] = &fg->seen.commented, [FB_DRESS_HASH] = &fg->seen.commented,
		[FB_DRESS_PLUS] = &fg->seen.patched,	  [FB_DRESS_MINUS] = &fg->seen.patched,
		[FB_DRESS_QUOTE] = &fg->seen.quoted,
	};

	if (fg->dressed[kind] != fg->lines.first)
		(*sum[kind])++;
	fg->dressed[kind] = fg->lines.first;
}

/* Returns 1 if the line is another one when it is clean, 0 if it is not, or -ENOMEM. */
static int clean(struct fb_fgraph *fg)
{
	size_t len = (size_t)(fg->end - fg->at), n = 0;

	if (fg->cleaned || fg->rest || !len || len > CLEAN_MAX)
		return 0;
	if (fb_vector_reserve(fg->clean, fg->room, len * FB_CLEAN_GROWS))
		return fb_error(&fg->why, -ENOMEM, "%s", strerror(ENOMEM));
	fb_clean_line(fg->at, fg->end, fg->clean, &n);
	if (n && fg->clean[n - 1] == '\\')
		n--;
	if (n == len && !memcmp(fg->clean, fg->at, len))
		return 0;
	fg->cleaned = true;
	fg->at = fg->clean;
	fg->end = fg->clean + n;
	fg->seen.cleaned++;
	return 1;
}

/* Reads a line again, without what logs, editors and terminals have put before and into it. */
static int again(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	enum fb_dress kind;
	const char *q = fg->off < OFF_MAX ? fb_dress_off(p, fg->end, &kind) : NULL;
	int ret;

	if (q && fg->patch && (kind == FB_DRESS_PLUS || kind == FB_DRESS_MINUS))
		return fb_error(
			&fg->why, -EINVAL,
			"line %llu: a patch that takes lines away: give both texts to flowbench diff",
			(unsigned long long)fg->lines.first);
	if (q) {
		count_dress(fg, kind);
		fg->off++;
		fg->at = q;
		return scan(fg, ev);
	}
	ret = clean(fg);
	if (ret)
		return ret < 0 ? ret : scan(fg, ev);
	return foreign(fg, p);
}

/* A line behind "#": a head, or a record in a text that is a comment as a whole. */
static int hash_line(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = fb_fg_blanks(p + 1, fg->end);

	if (fg->hashed && q < fg->end && fb_dress_begins(p + 1, fg->end))
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
	return fg->lines.torn && fg->events && !memchr(";{}/)", fg->end[-1], 5);
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
	const char *q = fb_report_line(p, fg->end, ev);
	size_t i;

	for (i = 0; q && i < ev->task.len; i++)
		if (!is_task_letter(ev->task.at[i]))
			q = NULL;
	if (q && ev->kind <= FB_FG_EXIT && ev->blanks >= 0 && !may_be_torn(fg))
		return q;
	clear(fg, ev);
	return NULL;
}

/* A whole line that is no record: what stands between records, and what tools and people add. */
static int odd_line(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = plain_report(fg, p, ev), *bar;
	enum fb_dress kind;
	uint64_t overruns;

	if (q)
		return give(fg, q);
	bar = memrchr(p, '|', (size_t)(fg->end - p));
	if (fg->lines.first == 1 && fb_surround_file(fg->at, fg->end))
		return foreign(fg, p);
	if (*p == '#')
		return hash_line(fg, p, ev);
	if (is_odd(p, fg->end) && clean(fg) > 0)
		return scan(fg, ev);
	if (fb_starts(p, fg->end, "------") || fb_surround_pager(p, fg->end) ||
	    fb_surround_tool(p, fg->end) || fb_clean_is_end(p, fg->end))
		return 0;
	if (fb_surround_gap(p, fg->end) || (bar && fb_surround_gap(bar + 1, fg->end)))
		return give_text(fg, bar ? fb_fg_blanks(bar + 1, fg->end) : p, FB_FG_GAP, ev);
	/* Behind the brace, as newer kernels print it. */
	if (fb_fg_overruns(p, fg->end, &overruns)) {
		count_overruns(fg, overruns);
		return 0;
	}
	if (fb_starts(p, fg->end, "=> "))
		return give_text(fg, p, FB_FG_COMMENT, ev);
	q = fb_report_line(p, fg->end, ev);
	if (q && may_be_torn(fg))
		return foreign(fg, p);
	/* "12:   bash-1 [000] ..." is a numbered line, and no task of this name. */
	if (q && fb_dress_off(p, fg->end, &kind))
		return again(fg, p, ev);
	if (q && ev->kind == FB_FG_COMMENT && !fg->other)
		fg->other = fb_other_event(p, &ev->text);
	if (!q && fg->bare)
		q = fb_fg_bare(fg->at, fg->end, ev);
	if (q)
		return give(fg, q);
	return fb_surround_prompt(p, fg->end) ? 0 : again(fg, p, ev);
}

/* Takes off what stands before the record. */
static const char *unwrap(struct fb_fgraph *fg, const char *p)
{
	const char *q = p;

	if (*p == '>') {
		fg->at = fb_surround_quotes(p, fg->end);
		q = fb_fg_blanks(fg->at, fg->end);
		fg->seen.quoted++;
	}
	if (q < fg->end && (*q == '[' || *q == '<')) {
		p = fb_surround_log(q, fg->end);
		if (p > q)
			count_dress(fg, FB_DRESS_LOG);
		q = fb_fg_blanks(p, fg->end);
	}
	return q;
}

/* An event out of [at, end), 0 if nothing but blanks or a head is there. */
static int scan(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	const char *p = fb_fg_blanks(fg->at, fg->end), *q;

	clear(fg, ev);
	/* A digit first, as in all but a few lines: the rest need not be looked at. */
	if (p < fg->end && !fg->rest && (*p == '>' || *p == '[' || *p == '<'))
		p = unwrap(fg, p);
	if (p >= fg->end) {
		fg->rest = false;
		return 0;
	}
	if (*p > '9' || *p < '0') {
		if (*p == '#' && fb_starts(p, fg->end, "###"))
			return heading(fg, p, ev);
		if (!fg->rest && fb_fg_cut(p, fg->end, ev)) {
			fg->at = fg->end;
			return 1;
		}
		/* "# 1234.567 us |" is a call of more than a millisecond, if no CPU is said. */
		if (!fg->rest && *p == '#' && !fb_fg_signed_at(p, fg->end))
			return odd_line(fg, p, ev);
		if (fb_starts(p, fg->end, "CPU:")) {
			q = fb_fg_lost(p, fg->end, ev);
			return q ? give(fg, q) : foreign(fg, p);
		}
	}
	q = fb_fg_record(p, fg->end, ev);
	if (!q) {
		clear(fg, ev);
		if (!fg->rest)
			return odd_line(fg, p, ev);
		if (fb_clean_is_end(p, fg->end)) {
			fg->seen.cleaned++;
			fg->rest = false;
			return 0;
		}
		/* A remark behind a call, unless it hides another call, or is what HTML has left. */
		if (fb_fgraph_record_in(p, fg->end) || fb_surround_entities(p, fg->end))
			return foreign(fg, p);
		return give_text(fg, p, FB_FG_COMMENT, ev);
	}
	/* Tabs: how far it is indented depends on what stands before them. */
	if (ev->blanks < 0 && ev->kind <= FB_FG_EXIT && clean(fg) > 0)
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
	int ret = fb_input_next(&fg->lines, &fg->at, &fg->end, &fg->why);

	fg->off = 0;
	fg->cleaned = false;
	if (ret <= 0)
		return ret;
	fg->nr++;
	if (fg->end > fg->at && fg->end[-1] == '$') {
		fg->dollars++;
		if (fg->cat)
			fg->end--;
		fg->seen.cleaned += fg->cat;
	}
	return ret;
}

/* Reads the window in advance: what indentation and signs before lines mean, and whether it is quoted-printable. */
static void probe(struct fb_fgraph *fg)
{
	struct fb_fgraph ahead = { .cpu = -1, .hashed = true };
	uint64_t plain = 0, hashes = 0, minus = 0;
	struct fb_indent indent;
	struct fb_fg_event ev;
	int ret = 0;

	fg->probed = true;
	fb_indent_begin(&indent);
	fb_input_ahead(&fg->lines, &ahead.lines);
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
		if (ahead.dressed[FB_DRESS_HASH] == ahead.lines.first)
			hashes++;
		else if (ahead.dressed[FB_DRESS_MINUS] == ahead.lines.first)
			minus++;
		else
			plain += ev.kind <= FB_FG_EXIT;
	}
	fb_input_close(&ahead.lines);
	free(ahead.clean);
	fg->levels = fb_indent_end(&indent);
	fg->hashed = hashes && !plain;
	fg->patch = minus && plain;
	fg->cat = ahead.nr && ahead.dollars == ahead.nr;
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
		if (ret > 0) {
			ev->level = fb_level(&fg->levels, ev);
			fg->any |= ev->kind <= FB_FG_EXIT;
			fg->events = true;
			count_overruns(fg, ev->overruns);
			fg->seen.unitless += ev->at_ns == FB_FG_NO_UNIT;
		}
		return ret < 0 ? ret : add_time(fg, ev->dur_ns);
	}
}
