// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <stdbool.h>
#include <string.h>

#include "line/fgraph_line.h"
#include "line/fgraph_lenient.h"
#include "line/str.h"

#define ARROW_IN  "==========>"
#define ARROW_OUT "<=========="

/* Columns and task switches are shorter. The rest of a long line is not searched for each record. */
#define COLUMN_MAX 512

#define IDENT	   1u
#define DIGIT	   2u
#define MARK	   4u /* how long a call took, said by a sign before the duration */

/* clang-format off */
static const unsigned char class_of[256] = {
	['0' ... '9'] = IDENT | DIGIT,
	['a' ... 'z'] = IDENT,
	['A' ... 'Z'] = IDENT,
	['_'] = IDENT, ['.'] = IDENT, ['$'] = IDENT | MARK,
	['+'] = MARK, ['!'] = MARK, ['#'] = MARK, ['*'] = MARK, ['@'] = MARK,
};
/* clang-format on */

static bool is_digit(char c)
{
	return class_of[(unsigned char)c] & DIGIT;
}

static bool is_ident(char c)
{
	return class_of[(unsigned char)c] & IDENT;
}

static const char *idents(const char *p, const char *end)
{
	while (p < end && is_ident(*p))
		p++;
	return p;
}

/* What a module is called, or a value that was returned. */
static const char *plain(const char *p, const char *end)
{
	while (p < end && (is_ident(*p) || *p == '-'))
		p++;
	return p;
}

/* Indentation is most of a deep line: eight blanks at a time. */
static const char *indent(const char *p, const char *end)
{
	uint64_t eight;

	while (end - p >= 8) {
		memcpy(&eight, p, sizeof(eight));
		if (eight != 0x2020202020202020ull)
			break;
		p += 8;
	}
	return fb_fg_blanks(p, end);
}

/* A number of at most @max digits; NULL if there is none or a longer one. */
static const char *read_digits(const char *p, const char *end, int max, uint64_t *value)
{
	const char *start = p;

	*value = 0;
	while (p < end && is_digit(*p)) {
		if (p - start == max)
			return NULL;
		*value = *value * 10 + (uint64_t)(*p++ - '0');
	}
	return p > start ? p : NULL;
}

/* "+ 12.345 us" or nothing but blanks, then the bar. The position behind the bar, or NULL. */
static const char *duration(const char *p, const char *end, int64_t *ns)
{
	uint64_t whole, frac = 0;

	*ns = -1;
	p = indent(p, end);
	if (p < end && *p == '|')
		return p + 1;
	if (p < end && class_of[(unsigned char)*p] & MARK)
		p = fb_fg_blanks(p + 1, end);
	whole = 0;
	/* OP-TEE: ".736 us" */
	if (end - p < 2 || *p != '.' || !is_digit(p[1]))
		p = read_digits(p, end, 15, &whole);
	if (!p)
		return NULL;
	if (p < end && *p == '.') {
		uint64_t scale = 100;

		for (p++; p < end && is_digit(*p); p++, scale /= 10)
			frac += (uint64_t)(*p - '0') * scale;
	}
	p = fb_fg_blanks(p, end);
	if (end - p > 2 && p[0] == 'u' && p[1] == 's' && p[2] != 'e') {
		*ns = (int64_t)(whole * 1000 + frac);
		p += 2;
	} else {
		p = fb_odd_unit(p, end, whole, frac, ns);
		if (!p)
			return NULL;
	}
	p = fb_fg_blanks(p, end);
	if (p < end && *p == '|')
		return p + 1;
	*ns = -1;
	return NULL;
}

/* "ip_rcv+0x12/0x80", up to a blank. */
static struct fb_str caller(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && *q > ' ' && *q <= '~')
		q++;
	return fb_piece(p, q);
}

/*
 * The comment behind a call or a brace: name, "= value" or "ret=value", "<-caller". The position
 * behind it; @p if there is none, NULL if it has no end.
 */
static const char *tail(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = fb_fg_blanks(p, end), *close, *word, *from;

	if (!fb_starts(q, end, "/*"))
		return p;
	close = memmem(q + 2, (size_t)(end - q - 2), "*/", 2);
	if (!close)
		return NULL;
	q = fb_fg_blanks(q + 2, close);
	word = q;
	q = idents(q, close);
	if (q > word && ev->kind == FB_FG_EXIT && (q >= close || *q == ' '))
		ev->name = fb_piece(word, q);
	q = fb_fg_blanks(q, close);
	if (ev->name.len && ev->kind == FB_FG_EXIT && q < close && *q == '[') {
		from = q + 1;
		q = plain(from, close);
		if (q > from && q < close && *q == ']')
			ev->module = fb_piece(from, q);
	}
	q = memmem(word, (size_t)(close - word), "= ", 2);
	if (q)
		q += 2;
	else if ((q = memmem(word, (size_t)(close - word), "ret=", 4)))
		q += 4;
	if (q) {
		from = q;
		q = plain(from, close);
		if (q > from && (q == close || *q == ' '))
			ev->retval = fb_piece(from, q);
	}
	q = memmem(word, (size_t)(close - word), "<-", 2);
	if (q)
		ev->caller = caller(q + 2, close);
	return close + 2;
}

/* "(Overruns: 2)" or "(ret=-11)" behind a call or a brace; the position behind it, or @p. */
static const char *in_parentheses(const char *p, const char *end, struct fb_fg_event *ev)
{
	static const char overruns[] = "(Overruns: ", ret[] = "(ret=";
	const char *q = fb_fg_blanks(p, end), *from;

	if (fb_starts(q, end, overruns)) {
		q = read_digits(q + sizeof(overruns) - 1, end, 12, &ev->overruns);
		return q && q < end && *q == ')' ? q + 1 : p;
	}
	if (!fb_starts(q, end, ret))
		return p;
	from = q + sizeof(ret) - 1;
	q = plain(from, end);
	if (q == from || q >= end || *q != ')')
		return p;
	ev->retval = fb_piece(from, q);
	return q + 1;
}

/* What may stand behind a call or a brace. The position behind it, or NULL. */
static const char *behind(const char *p, const char *end, struct fb_fg_event *ev)
{
	p = tail(p, end, ev);
	return p ? in_parentheses(p, end, ev) : NULL;
}

static const char *odd_call(const char *p, const char *end, struct fb_fg_event *ev)
{
	p = fb_odd_name(p, end, ev);
	return p && p < end ? behind(p, end, ev) : p;
}

/* name [module](arguments) { or ; or NULL if this is neither. */
static const char *call(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = idents(p, end), *args;
	int depth = 0;

	if (q == p || is_digit(*p) ||
	    (q < end && *q != '(' && *q != ' ' && *q != '\t' && *q != '['))
		return odd_call(p, end, ev);
	ev->name.at = p;
	ev->name.len = (size_t)(q - p);
	p = fb_fg_blanks(q, end);
	if (p < end && *p == '[') {
		q = plain(++p, end);
		if (q == p || q >= end || *q != ']')
			return NULL;
		ev->module = fb_piece(p, q);
		p = fb_fg_blanks(q + 1, end);
	}
	if (p >= end || *p != '(')
		return NULL;
	args = p + 1;
	for (; p < end; p++) {
		if (*p == '(')
			depth++;
		else if (*p == ')' && !--depth)
			break;
	}
	if (p >= end || (p > args && memchr(args, '\0', (size_t)(p - args))))
		return NULL;
	ev->args = fb_piece(args, p);
	p = fb_fg_blanks(p + 1, end);
	/* An early form of arguments had no sign behind a leaf. Its duration says that it is one. */
	if (p >= end && ev->dur_ns >= 0) {
		ev->kind = FB_FG_LEAF;
		return end;
	}
	if (p >= end || (*p != '{' && *p != ';'))
		return NULL;
	ev->kind = *p == '{' ? FB_FG_ENTRY : FB_FG_LEAF;
	return p + 1 == end ? end : behind(p + 1, end, ev);
}

/* A trace event. Its text may hold the sign itself, so the last one of the line ends it. */
static const char *comment(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *close = NULL, *q;

	p = fb_fg_blanks(p + 2, end);
	for (q = end - 2; q >= p && !close; q--)
		if (q[0] == '*' && q[1] == '/')
			close = q;
	if (!close || memchr(p, '\0', (size_t)(close - p)))
		return NULL;
	ev->kind = FB_FG_COMMENT;
	ev->text = fb_piece(p, close);
	return close + 2;
}

/*
 * How far a call is indented: the kernel puts two blanks behind the bar, and two more for each level. Without
 * a bar it is not known where level 0 is, so the first one is not called that.
 */
static int32_t blanks_of(const char *p, const char *q, bool bar)
{
	ptrdiff_t blanks = q - p;

	if (blanks > INT32_MAX - 4 || memchr(p, '\t', (size_t)blanks))
		return -1;
	return (int32_t)blanks + (bar ? 0 : 4);
}

/* What stands behind the duration column, which may be missing. The position behind it, or NULL. */
static const char *body(const char *p, const char *end, struct fb_fg_event *ev, bool bar)
{
	const char *q = indent(p, end);

	ev->blanks = blanks_of(p, q, bar);
	p = q;
	if (p >= end)
		return NULL;
	if (*p == '}') {
		ev->kind = FB_FG_EXIT;
		return p + 1 == end ? end : behind(p + 1, end, ev);
	}
	if (fb_starts(p, end, "/*"))
		return comment(p, end, ev);
	return call(p, end, ev);
}

/* "==========> |" in the duration's place. The position behind the bar, or NULL. */
static const char *arrow(const char *p, const char *end, struct fb_fg_event *ev)
{
	p = fb_fg_blanks(p, end);
	if (fb_starts(p, end, ARROW_IN))
		ev->kind = FB_FG_IRQ_IN;
	else if (fb_starts(p, end, ARROW_OUT))
		ev->kind = FB_FG_IRQ_OUT;
	else
		return NULL;
	p = fb_fg_blanks(p + strlen(ARROW_IN), end);
	return p < end && *p == '|' ? p + 1 : NULL;
}

/* Does it end in a dash and a number, as a task's name and its id do? */
bool fb_fg_has_id(struct fb_str s)
{
	size_t digits = 0;

	while (digits < s.len && is_digit(s.at[s.len - 1 - digits]))
		digits++;
	return digits && digits < s.len && s.at[s.len - 1 - digits] == '-';
}

/*
 * "foo-12  =>  bar-13" between two rules: another task runs. A name may be anything, "a => b" or
 * "1.5 us | c();"; but no other line ends in a number behind a dash.
 */
static const char *task_switch(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *to, *dash;
	struct fb_str s;

	if (end - p > COLUMN_MAX)
		return NULL;
	p = fb_fg_blanks(p, end);
	s = fb_piece(p, end);
	if (!fb_fg_has_id(s) || memchr(p, '\0', s.len))
		return NULL;
	dash = memrchr(p, '-', s.len);
	for (to = p; (to = memmem(to, (size_t)(end - to), " => ", 4)); to++) {
		ev->name = fb_piece(p, to);
		ev->text = fb_piece(fb_fg_blanks(to + 4, end), p + s.len);
		/* The line ends in a dash and an id: so does what begins before that dash. */
		if (fb_fg_has_id(ev->name) && ev->text.at <= dash) {
			ev->kind = FB_FG_SWITCH;
			return end;
		}
	}
	ev->name.len = ev->text.len = 0;
	return NULL;
}

/*
 * Is [p, bar) a column that a setting of the tracer puts before the duration: the task
 * ("bash-123"), the latency flags ("d.h1.") or the relative time ("12 us")?
 */
static bool extra_column(const char *p, const char *bar, struct fb_fg_event *ev)
{
	struct fb_str s = fb_piece(fb_fg_blanks(p, bar), bar);
	size_t i;

	if (fb_fg_has_id(s)) {
		/* A heading that was flattened in front of the columns is in no task's name. */
		if (memchr(s.at, '\0', s.len) || memmem(s.at, s.len, "=>", 2) ||
		    memmem(s.at, s.len, "###", 3))
			return false;
		ev->task = s;
		return true;
	}
	for (i = 0; i < s.len && is_digit(s.at[i]); i++)
		;
	if (i && s.len == i + 3 && !memcmp(s.at + i, " us", 3))
		return true;
	for (i = 0; i < s.len; i++)
		if (!is_ident(s.at[i]) && s.at[i] != '#' && s.at[i] != '-')
			return false;
	return s.len >= 4 && s.len <= 8;
}

/* "12)" at @p: the position behind it, or NULL. */
static const char *cpu_column(const char *p, const char *end, int *cpu)
{
	uint64_t value;
	const char *q = read_digits(p, end, 5, &value);

	if (!q || q >= end || *q != ')')
		return NULL;
	*cpu = (int)value;
	return q + 1;
}

/* "1234.567890" in ns; -1 if that is not a time, or one of 300 years. */
int64_t fb_fg_seconds(const char **at, const char *end)
{
	uint64_t whole, frac = 0, scale = 100000000;
	const char *q = read_digits(*at, end, 10, &whole);

	/* A clock that counts since 1970 has ten digits. */
	if (!q || whole > 9000000000 || q >= end || *q != '.' || ++q >= end || !is_digit(*q))
		return -1;
	for (; q < end && is_digit(*q); q++, scale /= 10)
		frac += (uint64_t)(*q - '0') * scale;
	*at = q;
	return (int64_t)(whole * 1000000000 + frac);
}

/*
 * "1234.567890 |" before the CPU, or "12 us |", which is the time since the trace began. The position
 * behind the bar, or @p.
 */
static const char *time_column(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = p;
	int64_t ns = fb_fg_seconds(&q, end);
	bool relative = ns < 0;
	uint64_t us;
	int cpu;

	if (relative) {
		q = read_digits(p, end, 12, &us);
		q = q ? fb_fg_blanks(q, end) : NULL;
		if (!q || !fb_starts(q, end, "us"))
			return p;
		ns = (int64_t)us * 1000;
		q += 2;
	}
	q = fb_fg_blanks(q, end);
	if (q >= end || *q != '|')
		return p;
	q++;
	/* "12 us |" may be a duration. */
	if (relative && !cpu_column(fb_fg_blanks(q, end), end, &cpu))
		return p;
	ev->at_ns = ns;
	return q;
}

/* A line with columns of its own, or without the duration's. @known: that it is a record, by a column before @p. */
static const char *odd_record(const char *p, const char *end, struct fb_fg_event *ev, bool known)
{
	const char *q, *bar;
	int64_t ns;
	int i;

	for (i = 0; i < 4; i++) {
		/* Behind a time whose first digits are missing. */
		q = i ? cpu_column(fb_fg_blanks(p, end), end, &ev->cpu) : NULL;
		if (q)
			p = q;
		q = arrow(p, end, ev);
		if (q)
			return q;
		q = duration(p, end, &ns);
		if (q) {
			/* "12 us |" may be the relative time, with the duration behind it. */
			bar = duration(q, end, &ev->dur_ns);
			if (!bar)
				ev->dur_ns = ns;
			return body(bar ? bar : q, end, ev, true);
		}
		bar = memchr(p, '|', (size_t)(end - p < COLUMN_MAX ? end - p : COLUMN_MAX));
		if (!bar || !extra_column(p, bar, ev))
			break;
		p = bar + 1;
	}
	return known || ev->task.len ? body(p, end, ev, p[-1] == '|') : NULL;
}

const char *fb_fg_record(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = cpu_column(p, end, &ev->cpu), *d;

	if (!q) {
		d = time_column(p, end, ev);
		q = cpu_column(fb_fg_blanks(d, end), end, &ev->cpu);
		if (!q)
			return odd_record(d, end, ev, d > p);
	}
	d = task_switch(q, end, ev);
	if (d)
		return d;
	d = duration(q, end, &ev->dur_ns);
	if (d && (d = body(d, end, ev, true)))
		return d;
	ev->name.len = ev->module.len = ev->text.len = ev->retval.len = ev->args.len = 0;
	ev->caller.len = 0;
	return odd_record(q, end, ev, true);
}

const char *fb_fg_columns(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = duration(p, end, &ev->dur_ns);

	return q ? body(q, end, ev, true) : NULL;
}

const char *fb_fg_bare(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *bar = memchr(p, '|', (size_t)(end - p));

	/* "  d..1. | foo() {": the latency flags, and no other column. */
	if (bar && extra_column(p, bar, ev))
		return body(bar + 1, end, ev, true);
	return body(p, end, ev, false);
}

const char *fb_fg_overruns(const char *p, const char *end, uint64_t *overruns)
{
	struct fb_fg_event ev = { .overruns = 0 };
	const char *q = fb_starts(p, end, "(Overruns: ") ? in_parentheses(p, end, &ev) : p;

	*overruns = ev.overruns;
	return q > p ? q : NULL;
}

int fb_fg_record_at(const char *p, const char *end)
{
	int cpu;
	int64_t ns;
	const char *q = cpu_column(p, end, &cpu);

	return q && duration(q, end, &ns);
}

int fb_fg_signed_at(const char *p, const char *end)
{
	const char *q = fb_fg_blanks(p + 1, end);
	int64_t ns;

	if (q >= end || !is_digit(*q) || !duration(p, end, &ns))
		return 0;
	/* The kernel puts it before a call of more than a millisecond. */
	return *p != '#' || ns >= 1000000;
}

/* "54 ", or nothing where the kernel does not know how many: then one at least. */
static const char *how_many(const char *p, const char *end, uint64_t *lost)
{
	const char *start = p;

	/* Sums of twelve digits stay what readers of JSON take. */
	if (!read_digits(p, end, 12, lost))
		*lost = 1;
	while (p < end && is_digit(*p))
		p++;
	if (p == start)
		return p;
	return p < end && *p == ' ' ? p + 1 : NULL;
}

const char *fb_fg_lost(const char *p, const char *end, struct fb_fg_event *ev)
{
	static const char before[] = "[LOST ", events[] = "EVENTS]", dropped[] = "EVENTS DROPPED]";
	uint64_t cpu;
	const char *q = read_digits(p + 4, end, 5, &cpu), *behind;
	bool lost;

	q = q ? fb_fg_blanks(q, end) : end;
	lost = fb_starts(q, end, before);
	if (!lost && (q >= end || *q != '['))
		return NULL;
	q = how_many(q + (lost ? sizeof(before) - 1 : 1), end, &ev->lost);
	behind = lost ? events : dropped;
	if (!q || !fb_starts(q, end, behind))
		return NULL;
	ev->kind = FB_FG_LOST;
	ev->cpu = (int)cpu;
	return q + strlen(behind);
}

int fb_fg_cut(const char *p, const char *end, struct fb_fg_event *ev)
{
	static const char before[] = "# cut: ", between[] = " lines of other packets, ";
	uint64_t lines, whole, frac;
	const char *q;

	if (!fb_starts(p, end, before))
		return 0;
	q = read_digits(p + sizeof(before) - 1, end, 18, &lines);
	if (!q || !fb_starts(q, end, between))
		return 0;
	q = read_digits(q + sizeof(between) - 1, end, 15, &whole);
	if (!q || q >= end || *q != '.')
		return 0;
	q = read_digits(q + 1, end, 3, &frac);
	if (!q || !fb_starts(q, end, " us") || q + 3 != end)
		return 0;
	ev->kind = FB_FG_CUT;
	ev->dur_ns = (int64_t)(whole * 1000 + frac);
	ev->text = fb_piece(p, end);
	return 1;
}
