// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fgraph.h"
#include "trace/fgraph_line.h"
#include "trace/input.h"
#include "trace/report_line.h"
#include "trace/str.h"
#include "trace/surround.h"

/* Half of what a sum holds, so that nobody who adds up durations of a text has to look. */
#define TIME_MAX (INT64_MAX / 2)

struct fb_fgraph {
	struct fb_input lines;
	bool rest; /* [at, end) is the rest of a line that holds several events */
	const char *at;
	const char *end;
	int cpu;
	bool probed;
	bool flat; /* indentation does not say how deep calls are */
	bool bare; /* the head says that there is no column for the duration */
	int32_t level; /* the least one */
	int64_t time; /* sum of all durations */
	bool any; /* there was an event */
	struct fb_fg_seen seen;
	struct fb_why why;
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
	free(fg);
}

const struct fb_why *fb_fgraph_why(const struct fb_fgraph *fg)
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

int32_t fb_fgraph_level(const struct fb_fgraph *fg)
{
	return fg->level;
}

/* --- what cannot be read -------------------------------------------------- */

/* Is the line whole with the one behind it? */
static bool is_wrapped(const struct fb_fgraph *fg, const char *p)
{
	const char *next = fg->lines.buf + fg->lines.head, *last = fg->lines.buf + fg->lines.tail,
		   *nl;
	struct fb_fg_event ev = { .cpu = -1 };
	char whole[1024];
	size_t len = (size_t)(fg->end - p), more;

	nl = next < last ? memchr(next, '\n', (size_t)(last - next)) : NULL;
	next = fb_fg_blanks(next, nl ? nl : last);
	more = (size_t)((nl ? nl : last) - next);
	if (!more || len + 1 + more > sizeof(whole) || fg->lines.whole == fg->at)
		return false;
	memcpy(whole, p, len);
	whole[len] = ' ';
	memcpy(whole + len + 1, next, more);
	return fb_fg_record(whole, whole + len + 1 + more, &ev) == whole + len + 1 + more;
}

/*
 * What stood there goes to a terminal: only printable characters, and not many of them. The text may just end in the
 * middle of a line: the disk was full, or somebody took its first bytes.
 */
static int foreign(struct fb_fgraph *fg, const char *p)
{
	const char *cause = fb_surround_cause(p, fg->end);
	char shown[64];
	size_t n = 0;

	if (fg->lines.torn && fg->any && !fg->rest) {
		fg->seen.torn = 1;
		return 0;
	}
	if (fg->lines.first == 1 && fb_surround_file(fg->at, fg->end))
		return fb_why(&fg->why, -EINVAL, "%s", fb_surround_file(fg->at, fg->end));
	while (p + n < fg->end && n < sizeof(shown) - 1) {
		shown[n] = p[n] >= ' ' && p[n] <= '~' ? p[n] : '?';
		n++;
	}
	shown[n] = '\0';
	if (!fg->rest && is_wrapped(fg, p))
		return fb_why(
			&fg->why, -EINVAL,
			"line %llu: wrapped by a mail program at column %zu: join the lines: '%s'",
			(unsigned long long)fg->lines.first, (size_t)(fg->end - fg->at), shown);
	return fb_why(&fg->why, -EINVAL, "line %llu: not function_graph text%s%s: '%s'",
		      (unsigned long long)fg->lines.first, cause ? ": " : "", cause ? cause : "",
		      shown);
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
	fg->seen.gaps += kind == FB_FG_GAP;
	return give(fg, fg->end);
}

/* A whole line that is no record: what stands between records, and what tools and people add. */
static int odd_line(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *bar = memrchr(p, '|', (size_t)(fg->end - p)), *q;

	if (*p == '#') {
		read_head(fg, p);
		return 0;
	}
	if (fb_starts(p, fg->end, "------") || fb_surround_pager(p, fg->end) ||
	    fb_surround_tool(p, fg->end))
		return 0;
	if (fb_surround_gap(p, fg->end) || (bar && fb_surround_gap(bar + 1, fg->end)))
		return give_text(fg, bar ? fb_fg_blanks(bar + 1, fg->end) : p, FB_FG_GAP, ev);
	if (fb_starts(p, fg->end, "=> "))
		return give_text(fg, p, FB_FG_COMMENT, ev);
	q = fb_report_line(p, fg->end, ev);
	if (!q && fg->bare)
		q = fb_fg_bare(fg->at, fg->end, ev);
	if (q)
		return give(fg, q);
	return fb_surround_prompt(p, fg->end) ? 0 : foreign(fg, p);
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
		fg->seen.logged += p > q;
		q = fb_fg_blanks(p, fg->end);
	}
	return q;
}

/* Copying this is several times as fast as setting field by field what a line does not say. */
static const struct fb_fg_event no_event = { .level = FB_FG_NO_LEVEL,
					     .dur_ns = -1,
					     .at_ns = FB_FG_NO_TIME };

static void clear(const struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	memcpy(ev, &no_event, sizeof(*ev));
	ev->cpu = fg->cpu;
	ev->line = fg->lines.first;
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
		/* A remark behind a call, unless it hides another call, or is what HTML has left. */
		if (fb_fgraph_record_in(p, fg->end) || fb_surround_entities(p, fg->end))
			return foreign(fg, p);
		return give_text(fg, p, FB_FG_COMMENT, ev);
	}
	if (ev->kind != FB_FG_LOST)
		fg->cpu = ev->cpu;
	return give(fg, q);
}

static int add_time(struct fb_fgraph *fg, int64_t ns)
{
	fg->time += ns > 0 ? ns : 0;
	if (fg->time <= TIME_MAX)
		return 1;
	return fb_why(&fg->why, -EINVAL, "line %llu: the durations are 146 years in all",
		      (unsigned long long)fg->lines.first);
}

/* --- looking ahead -------------------------------------------------------- */

/* What the window tells of the text. */
struct probe {
	struct fb_fg_event last;
	bool any;
	int32_t least;
	unsigned int deeper;
	unsigned int odd;
};

/*
 * Behind "a() {" comes a call that is one level deeper. In a text that has lost its indentation it is as deep as that, and
 * in one with another indentation deeper. (Where lines are missing it may be anything.)
 */
static void probe_event(struct probe *p, const struct fb_fg_event *ev)
{
	bool call = ev->kind == FB_FG_ENTRY || ev->kind == FB_FG_LEAF || ev->kind == FB_FG_EXIT;

	if (call && ev->level != FB_FG_NO_LEVEL) {
		if (!p->any || ev->level < p->least)
			p->least = ev->level;
		p->any = true;
		if (p->last.kind == FB_FG_ENTRY && p->last.cpu == ev->cpu &&
		    p->last.level != FB_FG_NO_LEVEL) {
			if (ev->level == p->last.level + 1)
				p->deeper++;
			else if (ev->level >= p->last.level && ev->kind != FB_FG_EXIT)
				p->odd++;
		}
	}
	p->last = *ev;
}

/* Reads the window in advance: is there indentation, where does it begin, and is it quoted-printable? */
static void probe(struct fb_fgraph *fg)
{
	struct probe p = { .last = { .kind = FB_FG_LOST } };
	struct fb_fgraph ahead = { .cpu = -1 };
	struct fb_fg_event ev;
	int ret = 0;

	fg->probed = true;
	fb_input_ahead(&fg->lines, &ahead.lines);
	/* In no trace a number ends in D. */
	fg->lines.decode = ahead.lines.decode = ahead.lines.tail &&
						memmem(ahead.lines.buf, ahead.lines.tail, "=3D", 3);
	while (ret >= 0) {
		if (!ahead.rest &&
		    fb_input_next(&ahead.lines, &ahead.at, &ahead.end, &ahead.why) <= 0)
			break;
		ret = scan(&ahead, &ev);
		if (ret > 0)
			probe_event(&p, &ev);
	}
	fb_input_close(&ahead.lines);
	/* One such place may be one where lines are missing. */
	fg->flat = p.odd > p.deeper + 1;
	fg->level = p.any && !fg->flat ? p.least : 0;
}

int fb_fgraph_next(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	if (!fg->probed)
		probe(fg);
	for (;;) {
		int ret;

		if (!fg->rest) {
			ret = fb_input_next(&fg->lines, &fg->at, &fg->end, &fg->why);
			if (ret <= 0)
				return ret;
		}
		ret = scan(fg, ev);
		if (fg->flat)
			ev->level = FB_FG_NO_LEVEL;
		if (!ret)
			continue;
		fg->any = true;
		if (ret > 0) {
			fg->seen.overruns += ev->overruns;
			fg->seen.unitless += ev->at_ns == FB_FG_NO_UNIT;
		}
		return ret < 0 ? ret : add_time(fg, ev->dur_ns);
	}
}
