// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "trace/fgraph_line.h"
#include "trace/report_line.h"
#include "trace/str.h"

/* The next word; [p, end) begins behind it after that. */
static struct fb_str word(const char **p, const char *end)
{
	const char *from = fb_fg_blanks(*p, end), *to = from;

	while (to < end && *to != ' ' && *to != '\t')
		to++;
	*p = to;
	return (struct fb_str){ .at = from, .len = (size_t)(to - from) };
}

/* "[001]" behind a blank: the position behind it, with the CPU and what stands before it; or NULL. */
static const char *task_and_cpu(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *open = p, *q;
	int cpu;

	while ((open = memchr(open, '[', (size_t)(end - open)))) {
		for (q = open + 1, cpu = 0; q < end && fb_is_digit(*q) && q - open <= 5; q++)
			cpu = cpu * 10 + (*q - '0');
		if (q > open + 1 && q + 1 < end && *q == ']' && q[1] == ' ' && open > p &&
		    open[-1] == ' ') {
			ev->task = fb_piece(p, open);
			ev->cpu = cpu;
			return q + 1;
		}
		open++;
	}
	return NULL;
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

/* The number behind "key:" or "key="; -1 if that is not there. */
static int64_t field(const char *p, const char *end, const char *key, struct fb_str *text)
{
	size_t len = strlen(key);
	char number[32];

	while (p < end) {
		struct fb_str w = word(&p, end);

		if (w.len <= len + 1 || memcmp(w.at, key, len) ||
		    (w.at[len] != ':' && w.at[len] != '='))
			continue;
		*text = (struct fb_str){ .at = w.at + len + 1, .len = w.len - len - 1 };
		if (text->len >= sizeof(number) || !fb_is_digit(*text->at))
			return -1;
		memcpy(number, text->at, text->len);
		number[text->len] = '\0';
		return strtoll(number, NULL, 0);
	}
	return -1;
}

/* "func:0xffffffff81000010 depth:1 overrun:0 calltime:0x5 rettime:0x10" */
static const char *fields(const char *p, const char *end, struct fb_fg_event *ev)
{
	struct fb_str text = { .len = 0 };
	int64_t depth = field(p, end, "depth", &text), from, to, missed;

	if (depth < 0 || depth > INT32_MAX)
		return NULL;
	ev->level = (int32_t)depth;
	text.len = 0;
	field(p, end, "func", &text);
	if (!text.len)
		return NULL;
	ev->name = text;
	if (ev->kind != FB_FG_EXIT)
		return end;
	from = field(p, end, "calltime", &text);
	to = field(p, end, "rettime", &text);
	/* Not longer than the longest that a column may say. */
	if (from >= 0 && to >= from && to - from < 1000000000000000000)
		ev->dur_ns = to - from;
	missed = field(p, end, "overrun", &text);
	ev->overruns = missed > 0 ? (uint64_t)missed : 0;
	return end;
}

const char *fb_report_line(const char *p, const char *end, struct fb_fg_event *ev)
{
	const char *q = task_and_cpu(p, end, ev), *colon;
	struct fb_str name;

	if (q)
		q = flags_and_time(q, end, ev);
	if (!q || !fb_fg_has_id(ev->task) || memmem(ev->task.at, ev->task.len, "=>", 2) ||
	    memchr(p, '\0', (size_t)(end - p)))
		return NULL;
	q = fb_fg_blanks(q, end);
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
	ev->kind = FB_FG_COMMENT;
	ev->text = fb_piece(q, end);
	return ev->text.len ? end : NULL;
}
