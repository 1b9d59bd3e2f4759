// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fgraph.h"

#define WINDOW		(1024 * 1024)
#define WINDOW_MAX	(64u * 1024 * 1024)

struct fb_fgraph {
	int fd;
	bool eof;
	bool seen;		/* a graph line has been read: prompts are no longer welcome */
	bool rest;		/* [at, end) is the rest of a line that holds several events */
	char *buf;
	size_t size;
	size_t head;
	size_t tail;
	const char *at;
	const char *end;
	int cpu;
	uint64_t line;
	char why[240];
};

static int open_common(struct fb_fgraph **fg, int fd)
{
	*fg = calloc(1, sizeof(**fg));
	if (!*fg)
		return -ENOMEM;
	(*fg)->fd = fd;
	(*fg)->cpu = -1;
	return 0;
}

int fb_fgraph_open(const char *path, struct fb_fgraph **fg)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = open_common(fg, fd);
	if (ret) {
		close(fd);
		return ret;
	}
	(*fg)->size = WINDOW;
	(*fg)->buf = malloc(WINDOW);
	if (!(*fg)->buf) {
		fb_fgraph_close(*fg);
		return -ENOMEM;
	}
	return 0;
}

int fb_fgraph_open_text(const char *text, size_t len, struct fb_fgraph **fg)
{
	int ret = open_common(fg, -1);

	if (ret)
		return ret;
	/* Never written to: with eof set there is no refill. */
	(*fg)->buf = (char *)text;
	(*fg)->size = (*fg)->tail = len;
	(*fg)->eof = true;
	return 0;
}

void fb_fgraph_close(struct fb_fgraph *fg)
{
	if (!fg)
		return;
	if (fg->fd >= 0) {
		close(fg->fd);
		free(fg->buf);
	}
	free(fg);
}

const char *fb_fgraph_why(const struct fb_fgraph *fg)
{
	return fg->why;
}

/* Move what is unread to the front and read on; a full window grows. */
static int refill(struct fb_fgraph *fg)
{
	ssize_t n;

	if (fg->head) {
		memmove(fg->buf, fg->buf + fg->head, fg->tail - fg->head);
		fg->tail -= fg->head;
		fg->head = 0;
	}
	if (fg->tail == fg->size) {
		char *grown;

		if (fg->size >= WINDOW_MAX)
			return -EFBIG;
		grown = realloc(fg->buf, fg->size * 2);
		if (!grown)
			return -ENOMEM;
		fg->buf = grown;
		fg->size *= 2;
	}
	do {
		n = read(fg->fd, fg->buf + fg->tail, fg->size - fg->tail);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	fg->tail += (size_t)n;
	fg->eof = !n;
	return 0;
}

/* The next line into [at, end), without its end; 1, 0 at the end of the input, or an error. */
static int next_line(struct fb_fgraph *fg)
{
	size_t scanned = 0;

	for (;;) {
		char *start = fg->buf + fg->head;
		size_t len = fg->tail - fg->head;
		char *nl = len > scanned ? memchr(start + scanned, '\n', len - scanned) : NULL;
		int ret;

		if (nl || (fg->eof && len)) {
			fg->at = start;
			fg->end = nl ? nl : start + len;
			fg->head += (size_t)(fg->end - start) + !!nl;
			fg->line++;
			if (fg->end > fg->at && fg->end[-1] == '\r')
				fg->end--;
			return 1;
		}
		if (fg->eof)
			return 0;
		scanned = len;
		ret = refill(fg);
		if (ret) {
			snprintf(fg->why, sizeof(fg->why), "line %llu: %s",
				 (unsigned long long)fg->line + 1,
				 ret == -EFBIG ? "longer than 64 MiB" : strerror(-ret));
			return ret;
		}
	}
}

/* What stood there goes to a terminal: only printable characters, and not many of them. */
static int foreign(struct fb_fgraph *fg, const char *p)
{
	char shown[64];
	size_t n = 0;

	while (p < fg->end && n < sizeof(shown) - 1) {
		shown[n++] = *p >= ' ' && *p <= '~' ? *p : '?';
		p++;
	}
	shown[n] = '\0';
	snprintf(fg->why, sizeof(fg->why), "line %llu: not function_graph text: '%s'",
		 (unsigned long long)fg->line, shown);
	return -EINVAL;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

static const char *digits(const char *p, const char *end)
{
	while (p < end && is_digit(*p))
		p++;
	return p;
}

static bool starts(const char *p, const char *end, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(end - p) >= len && !memcmp(p, word, len);
}

static const char *find(const char *p, const char *end, const char *word)
{
	return p < end ? memmem(p, (size_t)(end - p), word, strlen(word)) : NULL;
}

static void set_str(struct fb_str *s, const char *from, const char *to)
{
	s->at = from;
	s->len = (size_t)(to - from);
}

/*
 * The duration column: "+ 12.345 us |", "|", "0.5 us |" or "==========> |". The position behind
 * the bar, or NULL if this is another column.
 */
static const char *duration(const char *p, const char *end, struct fb_fg_event *ev)
{
	int64_t whole = 0, frac = 0, unit = 1000;
	const char *start;

	ev->dur_ns = -1;
	p = blanks(p, end);
	if (p < end && *p == '|')
		return p + 1;
	if (p < end && strchr("+!#*@$", *p))
		p = blanks(p + 1, end);
	start = p;
	while (p < end && is_digit(*p) && p - start < 15)
		whole = whole * 10 + (*p++ - '0');
	if (p == start)
		return NULL;
	if (p < end && *p == '.') {
		int64_t scale = 100;

		for (p++; p < end && is_digit(*p); p++, scale /= 10)
			frac += (*p - '0') * scale;
	}
	p = blanks(p, end);
	if (!starts(p, end, "us"))
		return NULL;
	p = blanks(p + 2, end);
	if (p >= end || *p != '|')
		return NULL;
	ev->dur_ns = whole * unit + frac;
	return p + 1;
}

static bool ident(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
	       c == '.' || c == '$';
}

/* The comment behind a call or a brace: "= 0x1", "name", "name = 0x1". What it returns is kept. */
static const char *tail_comment(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q, *eq, *close;

	q = blanks(p, end);
	if (!starts(q, end, "/*"))
		return p;
	close = find(q + 2, end, "*/");
	if (!close)
		return NULL;
	q = blanks(q + 2, close);
	eq = q;
	while (eq < close && ident(*eq))
		eq++;
	if (eq > q && !ev->name.len && ev->kind == FB_FG_EXIT)
		set_str(&ev->name, q, eq);
	eq = find(q, close, "= ");
	if (eq) {
		const char *last = eq + 2;

		while (last < close && *last != ' ')
			last++;
		set_str(&ev->retval, eq + 2, last);
	}
	return close + 2;
}

/* name [module](args) { or ; — @p is at the name. NULL if it is neither. */
static const char *call(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = p;
	int depth = 0;

	while (q < end && ident(*q))
		q++;
	if (q == p)
		return NULL;
	set_str(&ev->name, p, q);
	p = blanks(q, end);
	if (p < end && *p == '[') {
		q = memchr(p, ']', (size_t)(end - p));
		if (!q)
			return NULL;
		set_str(&ev->module, p + 1, q);
		p = blanks(q + 1, end);
	}
	if (p >= end || *p != '(')
		return NULL;
	for (; p < end; p++) {
		if (*p == '(')
			depth++;
		else if (*p == ')' && !--depth)
			break;
	}
	if (p >= end)
		return NULL;
	p = blanks(p + 1, end);
	/* A comment with the caller stands before the brace, or behind the semicolon. */
	if (starts(p, end, "/*")) {
		p = tail_comment(p, end, ev);
		if (!p)
			return NULL;
		p = blanks(p, end);
	}
	if (p >= end || (*p != '{' && *p != ';'))
		return NULL;
	ev->kind = *p == '{' ? FB_FG_ENTRY : FB_FG_LEAF;
	return tail_comment(p + 1, end, ev);
}

/* What stands behind the duration column. The position behind it, or NULL. */
static const char *body(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q;

	p = blanks(p, end);
	if (p >= end)
		return NULL;
	if (*p == '}') {
		ev->kind = FB_FG_EXIT;
		return tail_comment(p + 1, end, ev);
	}
	if (starts(p, end, "/*")) {
		ev->kind = FB_FG_COMMENT;
		p = blanks(p + 2, end);
		q = find(p, end, "*/");
		/* A trace event's text may itself hold the sign: take the last one of the line. */
		for (const char *r = q; r; r = find(r + 2, end, "*/"))
			q = r;
		if (!q)
			return NULL;
		set_str(&ev->text, p, q);
		while (ev->text.len && ev->text.at[ev->text.len - 1] == ' ')
			ev->text.len--;
		return q + 2;
	}
	return call(p, end, ev);
}

/* Does a record "N) … |" begin at @p? */
static bool record_at(const char *p, const char *end)
{
	const char *q = digits(p, end);
	struct fb_fg_event ev;

	return q > p && q < end && *q == ')' && duration(q + 1, end, &ev);
}

/* Headings between ### signs, up to the next record or the end of the line. */
static int heading(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q;

	for (q = p; q < fg->end; q++)
		if (is_digit(*q) && q > p && q[-1] == ' ' && record_at(q, fg->end))
			break;
	ev->kind = FB_FG_HEADING;
	set_str(&ev->text, p, q);
	while (ev->text.len && ev->text.at[ev->text.len - 1] == ' ')
		ev->text.len--;
	fg->at = q;
	fg->rest = q < fg->end;
	return 1;
}

/* "CPU:2 [LOST 54 EVENTS]" */
static int lost(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = digits(p + 4, fg->end);

	if (q == p + 4)
		return foreign(fg, p);
	ev->cpu = atoi(p + 4);
	q = find(q, fg->end, "[LOST ");
	if (!q)
		return foreign(fg, p);
	ev->kind = FB_FG_LOST;
	ev->lost = strtoull(q + 6, NULL, 10);
	fg->rest = false;
	return 1;
}

/*
 * Columns that a setting of the tracer adds before the duration: absolute time and task with
 * latency flags. Each ends with a bar.
 */
static const char *columns(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = duration(p, end, ev);
	int i;

	for (i = 0; !q && i < 2; i++) {
		const char *bar = p < end ? memchr(p, '|', (size_t)(end - p)) : NULL;

		if (!bar)
			return NULL;
		p = bar + 1;
		q = duration(p, end, ev);
	}
	return q;
}

static bool prompt(const char *p, const char *end)
{
	static const char *const said[] = { "Tracing \"", "Ending tracing", "# ", "$ " };
	size_t i;

	for (i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		if (find(p, end < p + 120 ? end : p + 120, said[i]))
			return true;
	return false;
}

/* A line without duration and call: an interrupt's arrow, or a task switch. */
static int separator(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	if (find(p, fg->end, "==========>"))
		ev->kind = FB_FG_IRQ_IN;
	else if (find(p, fg->end, "<=========="))
		ev->kind = FB_FG_IRQ_OUT;
	else if (find(p, fg->end, "=>"))
		ev->kind = FB_FG_SWITCH;
	else
		return -EINVAL;
	fg->rest = false;
	return 1;
}

/* One record that begins at @p, with its CPU column. */
static int record(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *end = fg->end;
	const char *q = digits(p, end), *r;

	/* "1234.567890 |  0)  …": the absolute time stands before the CPU. */
	if (q > p && q < end && *q == '.') {
		r = memchr(q, '|', (size_t)(end - q));
		if (r && blanks(digits(q + 1, end), end) == r) {
			p = blanks(r + 1, end);
			q = digits(p, end);
		}
	}
	if (q > p && q < end && *q == ')') {
		fg->cpu = atoi(p);
		p = q + 1;
	}
	ev->cpu = fg->cpu;
	q = columns(p, end, ev);
	if (!q)
		return separator(fg, p, ev);
	p = body(q, end, ev);
	if (!p)
		return -EINVAL;
	fg->at = p;
	fg->rest = blanks(p, end) < end;
	return 1;
}

/* An event out of [at, end), 0 if nothing but blanks or a head is there. */
static int scan(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	const char *p = blanks(fg->at, fg->end);
	int ret;

	*ev = (struct fb_fg_event){ .cpu = fg->cpu, .line = fg->line, .dur_ns = -1 };
	if (p >= fg->end) {
		fg->rest = false;
		return 0;
	}
	if (starts(p, fg->end, "###"))
		return heading(fg, p, ev);
	if (!fg->rest && (*p == '#' || starts(p, fg->end, "------")))
		return 0;
	if (starts(p, fg->end, "CPU:"))
		return lost(fg, p, ev);
	ret = record(fg, p, ev);
	if (ret > 0) {
		fg->seen = true;
		return ret;
	}
	if (!fg->rest && prompt(p, fg->end))
		return 0;
	return foreign(fg, p);
}

int fb_fgraph_next(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	for (;;) {
		int ret;

		if (!fg->rest) {
			ret = next_line(fg);
			if (ret <= 0)
				return ret;
		}
		ret = scan(fg, ev);
		if (ret)
			return ret;
	}
}
