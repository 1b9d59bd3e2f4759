// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "line/fgraph_line.h"
#include "line/report_line.h"
#include "line/str.h"

/* The next word; [p, end) begins behind it after that. */
static struct fb_str word(const char **p, const char *end)
{
	const char *from = fb_fg_blanks(*p, end), *to = from;

	while (to < end && *to != ' ' && *to != '\t')
		to++;
	*p = to;
	return (struct fb_str){ .at = from, .len = (size_t)(to - from) };
}

/*
 * What stands behind "[001]": a blank, or "-0x1", which are the flags as trace-cmd report -R prints them, or the time of a
 * clock that counts. The position behind it, or NULL.
 */
static const char *behind_cpu(const char *p, const char *end)
{
	if (p < end && (*p == ' ' || fb_is_digit(*p)))
		return p;
	if (!fb_starts(p, end, "-0x"))
		return NULL;
	for (p += 3; p < end && (fb_is_digit(*p) || (*p >= 'a' && *p <= 'f')); p++)
		;
	return p < end && *p == ' ' ? p : NULL;
}

/* "[001]" behind a blank: the position behind it, with the CPU and what stands before it; or NULL. */
static const char *task_and_cpu(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *open = p, *q;
	int cpu;

	while ((open = memchr(open, '[', (size_t)(end - open)))) {
		for (q = open + 1, cpu = 0; q < end && fb_is_digit(*q) && q - open <= 5; q++)
			cpu = cpu * 10 + (*q - '0');
		if (q > open + 1 && q < end && *q == ']' && open > p && open[-1] == ' ' &&
		    (q = behind_cpu(q + 1, end))) {
			ev->task = fb_piece(p, open);
			ev->cpu = cpu;
			return q;
		}
		open++;
	}
	return NULL;
}

/* "server-4101    3d..2.  102.000100:", of `trace-cmd report -l`: the CPU and the flags in one word. */
static const char *task_cpu_and_flags(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = p, *from, *at;
	struct fb_str w;
	int cpu;

	while (q < end) {
		w = word(&q, end);
		from = w.at;
		for (at = from, cpu = 0; at < q && fb_is_digit(*at) && at - from < 5; at++)
			cpu = cpu * 10 + (*at - '0');
		/* Four flags at least, the first of which is a letter or a point. */
		if (at == from || q - at < 4 || q - at > 7 || from == p || fb_is_digit(*at) ||
		    (*at != '.' && (*at < 'A' || *at > 'z')))
			continue;
		ev->task = fb_piece(p, from);
		ev->cpu = cpu;
		return fb_fg_has_id(ev->task) ? q : NULL;
	}
	return NULL;
}

/*
 * "  37us : " or "  37us+: ", the time since the trace began, as latency tracers print it. The position behind it, or
 * NULL.
 */
static const char *latency_time(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = p = fb_fg_blanks(p, end);
	int64_t us = 0;

	for (; q < end && fb_is_digit(*q) && q - p < 12; q++)
		us = us * 10 + (*q - '0');
	if (q == p || !fb_starts(q, end, "us") || end - q < 4 || q[3] != ':' ||
	    !memchr(" +!#*@$", q[2], 7))
		return NULL;
	ev->at_ns = us * 1000;
	return q + 4;
}

/* "d..2. 102.000100:" or "102.000100:" or, of a clock that counts, "102:". The position behind it, or NULL. */
static const char *flags_and_time(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = p, *at;
	struct fb_str w = word(&q, end);

	if (w.len && w.len <= 8 && w.at[w.len - 1] != ':')
		w = word(&q, end);
	if (w.len < 2 || w.at[w.len - 1] != ':' || !fb_is_digit(*w.at))
		return NULL;
	at = w.at;
	ev->at_ns = fb_fg_seconds(&at, q);
	if (ev->at_ns < 0) {
		ev->at_ns = FB_FG_NO_UNIT;
		while (at < q && fb_is_digit(*at))
			at++;
	}
	return at == q - 1 ? q : NULL;
}

/* The number behind "key:" or "key=", of a base as strtoll() takes it; -1 if that is not there. */
static int64_t field(const char *p, const char *end, const char *key, int base, struct fb_str *text)
{
	size_t len = strlen(key);
	char number[32];

	while (p < end) {
		struct fb_str w = word(&p, end);

		if (w.len <= len + 1 || memcmp(w.at, key, len) ||
		    (w.at[len] != ':' && w.at[len] != '='))
			continue;
		*text = (struct fb_str){ .at = w.at + len + 1, .len = w.len - len - 1 };
		if (text->len >= sizeof(number) || (!base && !fb_is_digit(*text->at)))
			return -1;
		memcpy(number, text->at, text->len);
		number[text->len] = '\0';
		return strtoll(number, NULL, base);
	}
	return -1;
}

/*
 * "func:0xffffffff81000010 depth:1 overrun:0 calltime:0x5 rettime:0x10", or as trace-cmd 3 has it
 * "func=ip_output (0xffffffff81b04e34) depth=1 overrun=0 calltime=5 rettime=10", where these times are hexadecimal too.
 */
static const char *fields(const char *p, const char *end, struct fb_fg_event *ev)
{
	struct fb_str text = { .len = 0 };
	int64_t depth = field(p, end, "depth", 0, &text), from, to, missed;
	int base = 0;

	if (depth < 0 || depth > INT32_MAX / 4)
		return NULL;
	/* As many as the tracer puts before it. */
	ev->blanks = (int32_t)depth * 2 + 2;
	text.len = 0;
	field(p, end, "func", 0, &text);
	if (!text.len)
		return NULL;
	if (text.at[-1] == '=')
		base = 16;
	ev->name = text;
	ev->args = (struct fb_str){ .at = p };
	if (ev->kind != FB_FG_EXIT)
		return end;
	from = field(p, end, "calltime", base, &text);
	to = field(p, end, "rettime", base, &text);
	/* Not longer than the longest that a column may say. */
	if (from >= 0 && to >= from && to - from < 1000000000000000000)
		ev->dur_ns = to - from;
	missed = field(p, end, "overrun", 0, &text);
	ev->overruns = missed > 0 ? (uint64_t)missed : 0;
	return end;
}

/* The columns of a line: task, CPU, flags, time. The position behind them, or NULL. */
static const char *columns(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = task_and_cpu(p, end, ev), *time;

	if (q)
		q = flags_and_time(q, end, ev);
	if (!q) {
		/* What was taken for a CPU may be a priority: "swapper/1:0 [120] R". */
		q = task_cpu_and_flags(p, end, ev);
		time = q ? latency_time(q, end, ev) : NULL;
		if (q)
			q = time ? time : flags_and_time(q, end, ev);
	}
	if (!q || !fb_fg_has_id(ev->task) || memmem(ev->task.at, ev->task.len, "=>", 2))
		return NULL;
	return fb_fg_blanks(q, end);
}

bool fb_report_is_columns(const char *p, const char *end)
{
	struct fb_fg_event ev = { .cpu = -1 };

	return columns(p, end, &ev) == end;
}

bool fb_report_is_latency(const char *p, const char *end)
{
	struct fb_fg_event ev;
	const char *q = task_cpu_and_flags(p, end, &ev);

	return q && latency_time(q, end, &ev);
}

/* "1.667 us |  rcu_all_qs();" where the name of the event was cut off; NULL leaves nothing in @ev */
static const char *cut_record(const char *p, const char *end, struct fb_fg_event *ev)
{
	struct fb_fg_event cut = *ev;
	const char *q = fb_fg_columns(p, end, &cut);

	if (q && cut.kind <= FB_FG_EXIT)
		*ev = cut;
	else
		q = NULL;
	return q;
}

const char *fb_report_line(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = columns(p, end, ev), *colon;
	struct fb_str name;

	if (!q || memchr(p, '\0', (size_t)(end - p)))
		return NULL;
	colon = memchr(q, ':', (size_t)(end - q));
	if (colon && end - colon > 1 && colon[1] != ' ')
		colon = memchr(colon + 1, ':', (size_t)(end - colon - 1));
	name = fb_piece(q, colon ? colon : q);
	if (fb_starts(name.at, name.at + name.len, "ftrace:"))
		name = fb_piece(name.at + 7, colon);
	if (fb_str_is(&name, "funcgraph_entry") || fb_str_is(&name, "funcgraph_exit")) {
		ev->kind = fb_str_is(&name, "funcgraph_exit") ? FB_FG_EXIT : FB_FG_ENTRY;
		p = fb_fg_columns(colon + 1, end, ev);
		return p ? p : fields(colon + 1, end, ev);
	}
	p = cut_record(q, end, ev);
	if (p)
		return p;
	ev->kind = FB_FG_COMMENT;
	ev->text = fb_piece(q, end);
	return ev->text.len ? end : NULL;
}

/* How many bytes task, CPU, flags and time take at most. */
#define COLUMNS_MAX 80

const char *fb_report_rest(const char *p, const char *end, struct fb_fg_event *ev)
{
	static const char entry[] = "funcgraph_entry:", leave[] = "funcgraph_exit:";
	size_t len = (size_t)(end - p < COLUMNS_MAX ? end - p : COLUMNS_MAX);
	const char *q = memmem(p, len, entry, sizeof(entry) - 1), *bar;

	if (q) {
		q += sizeof(entry) - 1;
	} else {
		q = memmem(p, len, leave, sizeof(leave) - 1);
		q = q ? q + sizeof(leave) - 1 : NULL;
	}
	bar = q ? memchr(p, '|', (size_t)(q - p)) : NULL;
	if (!q || bar || memchr(p, '\0', (size_t)(end - p)))
		return NULL;
	q = cut_record(q, end, ev);
	/* It is not known whose call this is: sums over calls of several tasks are nobody's. */
	ev->dur_ns = -1;
	return q;
}
