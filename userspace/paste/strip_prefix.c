// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <string.h>

#include "paste/strip_prefix.h"
#include "line/fgraph_line.h"
#include "line/report_line.h"
#include "line/str.h"
#include "paste/paste_marks.h"

#define TASK_MAX  26 /* 15 letters, a dash and a number */
#define STAMP_MAX 64 /* no stamp of a log is longer */
#define TAG_WORDS 6 /* host, ids, priority and name before the colon */

/* Logs within logs put no more times before a line. */
#define STAMPS_MAX 16

static const char *word(const char *p, const char *end)
{
	while (p < end && *p != ' ' && *p != '\t')
		p++;
	return p;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool fb_line_begins(const char *p, const char *end)
{
	struct fb_fg_event ev = { .cpu = -1 };
	const char *from = p, *q;
	uint64_t overruns;

	p = fb_fg_blanks(p, end);
	if (p >= end || *p == '#' || fb_starts(p, end, "------") || fb_fg_record_at(p, end))
		return true;
	if (fb_fg_columns(p, end, &ev) || fb_paste_tool(p, end) || fb_paste_gap(p, end) ||
	    fb_fg_overruns(p, end, &overruns) || fb_starts(p, end, "CPU:"))
		return true;
	/* An interrupt's arrow. */
	if ((*p == '=' || *p == '<') && fb_fg_record(p, end, &ev))
		return true;
	/* Blanks fill the column of its task, whose name is not "gw kernel: bash". */
	if (p > from && fb_report_line(p, end, &ev) && ev.task.len <= TASK_MAX &&
	    !memmem(ev.task.at, ev.task.len, ": ", 2))
		return true;
	/* "1) bash-123 | " and "77.100001 | ": a column before the bar. */
	q = fb_digits(p, end);
	if (q == p || q - p > 10 || q >= end || (*q != ')' && *q != '.'))
		return false;
	return fb_fg_record(p, end, &ev);
}

/* --- logs ----------------------------------------------------------------- */

/* "01:02" or "01:02:03.004", of a word. */
static bool is_clock(const char *p, const char *end)
{
	const char *q = fb_digits(p, end);

	if (q - p != 2 || q >= end || *q != ':' || fb_digits(q + 1, end) - q < 3)
		return false;
	for (q++; q < end; q++)
		if (!fb_is_digit(*q) && !memchr(":.,+-Z", *q, 6))
			return false;
	return true;
}

/* "2026-11-26", "11-26", "2026-11-26T01:02:03,000001+00:00" */
static bool is_date(const char *p, const char *end)
{
	const char *q = fb_digits(p, end);

	if (q == p || q >= end || (*q != '-' && *q != '/') || fb_digits(q + 1, end) - q != 3)
		return false;
	for (; q < end; q++)
		if (!fb_is_digit(*q) && !memchr(":.,+-/TZ", *q, 8))
			return false;
	return true;
}

static bool is_month(const char *p, const char *end)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	size_t i;

	for (i = 0; i < sizeof(months) - 1 && end - p == 3; i += 3)
		if (!memcmp(p, months + i, 3))
			return true;
	return false;
}

/* What stands between brackets: "   77.100001", "  +0.000010", "Thu Nov 26 01:02:03 2026", "    T123". */
static bool is_stamp(const char *p, const char *end)
{
	const char *q;
	bool clock = false;

	if (end - p > STAMP_MAX)
		return false;
	p = fb_fg_blanks(p, end);
	if (p < end && (*p == 'T' || *p == 'C') && fb_digits(p + 1, end) == end)
		return end > p + 1;
	q = p + (p < end && *p == '+');
	if (fb_fg_seconds(&q, end) >= 0)
		return q == end || (*q == ' ' && end[-1] == '>');
	for (; p < end; p = fb_fg_blanks(q, end)) {
		q = word(p, end);
		clock |= is_clock(p, q);
		if (!is_letter(*p) && !fb_is_digit(*p) && *p != '<')
			return false;
	}
	return clock;
}

/* "[   77.100001]", "<4>[   77.1]", "[   77.1][    T1]"; @p if none of these is there. */
static const char *bracketed(const char *p, const char *end)
{
	const char *q = p, *close;

	if (q < end && *q == '<') {
		q = fb_digits(q + 1, end);
		if (q >= end || *q != '>')
			return p;
		q = fb_fg_blanks(q + 1, end);
	}
	if (q >= end || *q != '[')
		return p;
	close = memchr(q, ']', (size_t)(end - q));
	return close && is_stamp(q + 1, close) ? close + 1 : p;
}

/* Behind a date: host, ids and name, up to a word that ends in a colon. @p if there is none. */
static const char *tag(const char *p, const char *end)
{
	const char *from = p, *q;
	int i;

	for (i = 0; i < TAG_WORDS; i++) {
		from = fb_fg_blanks(from, end);
		q = word(from, end);
		if (q == from || memchr(from, '|', (size_t)(q - from)) ||
		    memchr(from, ')', (size_t)(q - from)) || fb_starts(from, q, "/*"))
			return p;
		if (q[-1] == ':')
			return q;
		from = q;
	}
	return p;
}

/* "Nov 26 01:02:03", "2026-11-26 01:02:03", "01:02:03.004" and the name behind it; @p if no time is there. */
static const char *dated(const char *p, const char *end)
{
	const char *q = word(p, end), *at = p;
	bool date = false, clock = false;

	if (is_month(p, q)) {
		at = fb_fg_blanks(q, end);
		q = fb_digits(at, end);
		if (q == at)
			return p;
		at = fb_fg_blanks(q, end);
		q = word(at, end);
		date = true;
	} else if (is_date(p, q)) {
		clock = memchr(p, ':', (size_t)(q - p));
		date = true;
		at = clock ? q : fb_fg_blanks(q, end);
		q = word(at, end);
	}
	if (!clock && !is_clock(at, q))
		return p;
	if (!clock)
		at = q;
	return date && !fb_line_begins(at, end) ? tag(at, end) : at;
}

/* "kern  :info  : ", as dmesg -x says it */
static const char *facility(const char *p, const char *end)
{
	const char *q = p;
	int i;

	if (!fb_starts(p, end, "kern ") && !fb_starts(p, end, "user ") &&
	    !fb_starts(p, end, "daemon"))
		return p;
	for (i = 0; i < 2; i++) {
		while (q < end && is_letter(*q))
			q++;
		q = fb_fg_blanks(q, end);
		if (q >= end || *q++ != ':')
			return p;
	}
	return q;
}

/* "(2)[1:init] ", behind the time of some phones: the CPU and the task that wrote the line */
static const char *writer(const char *p, const char *end)
{
	const char *q = fb_fg_blanks(p, end), *close;

	if (q >= end || *q != '(')
		return p;
	q = fb_digits(q + 1, end);
	if (end - q < 3 || q[0] != ')' || q[1] != '[' || !fb_is_digit(q[2]))
		return p;
	close = memchr(q, ']', (size_t)(end - q));
	return close && fb_line_begins(close + 1, end) ? close + 1 : p;
}

static const char *logged(const char *p, const char *end)
{
	const char *from = p, *q = p, *at;
	int64_t ns;
	int i = 0;

	do {
		from = fb_fg_blanks(q, end);
		q = bracketed(from, end);
		if (q == from)
			q = facility(from, end);
		if (q == from)
			q = dated(from, end);
	} while (q > from && ++i < STAMPS_MAX);
	from = q;
	q = writer(from, end);
	/* Seconds since 1970, or since the log began. */
	at = q;
	ns = fb_fg_seconds(&at, end);
	if (ns >= 0 && q == p && at < end && *at == ' ' && fb_line_begins(at, end) &&
	    !fb_starts(fb_fg_blanks(at, end), end, "|"))
		q = at;
	return q;
}

/* --- numbers, signs ------------------------------------------------------- */

/* "12:", "12-", "12 |", "12  ", "a.txt:", "a.txt:12:", "a.txt-12-"; @p if none of these is there. */
static const char *numbered(const char *p, const char *end)
{
	const char *q = fb_digits(p, end), *name;

	if (q == p) {
		for (name = p; q < end && *q > ' ' && *q <= '~' && *q != ':' && *q != '('; q++)
			;
		/* A file's name, and nothing that is a word. */
		if (q >= end || *q != ':' || !memchr(name, '.', (size_t)(q - name)))
			return p;
		name = fb_digits(++q, end);
		if (name > q && name < end && *name == ':')
			q = name + 1;
		return fb_line_begins(q, end) ? q : p;
	}
	if (q - p > 7)
		return p;
	if (q < end && (*q == ':' || *q == '-'))
		return fb_line_begins(q + 1, end) ? q + 1 : p;
	q = fb_fg_blanks(q, end);
	if (q < end && *q == '|' && fb_line_begins(q + 1, end))
		return q + 1;
	name = fb_digits(p, end);
	return (q == end || q > name) && fb_line_begins(name, end) ? name : p;
}

/* " * ", "// ", "; ", "% ": @p if none of these is there. */
static const char *commented(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && *q && strchr("*/;%", *q))
		q++;
	return q > p && fb_line_begins(q, end) ? q : p;
}

/* "anna> ", "| 1) "; @p if none of these is there. */
static const char *quoted(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && is_letter(*q))
		q++;
	if (q > p && q < end && *q == '>' && fb_line_begins(q + 1, end))
		return q + 1;
	if (q > p || *q != '|')
		return p;
	q = fb_fg_blanks(q + 1, end);
	return (q >= end || fb_is_digit(*q) || *q == '-') && fb_line_begins(q, end) ? q : p;
}

const char *fb_prefix_off(const char *p, const char *end, enum fb_prefix *kind)
{
	const char *q;

	if (p >= end)
		return NULL;
	if ((*p == '+' || *p == '-' || *p == '#') && fb_line_begins(p + 1, end)) {
		*kind = *p == '+' ? FB_PREFIX_PLUS : *p == '-' ? FB_PREFIX_MINUS : FB_PREFIX_HASH;
		return p + 1;
	}
	*kind = FB_PREFIX_LOG;
	q = logged(p, end);
	if (q == p) {
		*kind = FB_PREFIX_NUMBER;
		q = numbered(p, end);
	}
	if (q == p) {
		*kind = FB_PREFIX_COMMENT;
		q = commented(p, end);
	}
	if (q == p) {
		*kind = FB_PREFIX_QUOTE;
		q = quoted(p, end);
	}
	return q > p ? q : NULL;
}
