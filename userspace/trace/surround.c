// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <string.h>

#include "trace/fgraph_line.h"
#include "trace/str.h"
#include "trace/surround.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

static bool has(const char *p, const char *end, const char *word)
{
	return memmem(p, (size_t)(end - p), word, strlen(word));
}

/* strchr() finds NUL in any set. */
static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static const char *digits(const char *p, const char *end)
{
	while (p < end && fb_is_digit(*p))
		p++;
	return p;
}

const char *fb_surround_quotes(const char *p, const char *end)
{
	const char *q = fb_fg_blanks(p, end);

	while (q < end && *q == '>') {
		p = ++q;
		q = fb_fg_blanks(q, end);
	}
	return p;
}

const char *fb_surround_log(const char *p, const char *end)
{
	const char *q = p;

	if (q < end && *q == '<') {
		q = digits(q + 1, end);
		if (q >= end || *q++ != '>')
			return p;
	}
	if (q >= end || *q != '[')
		return p;
	q = fb_fg_blanks(q + 1, end);
	if (fb_fg_seconds(&q, end) < 0)
		return p;
	return q < end && *q == ']' ? q + 1 : p;
}

bool fb_surround_gap(const char *p, const char *end)
{
	static const char *const words[] = { "..",	     "...",  "....", ".....",
					     "\xe2\x80\xa6", "snip", "cut" };
	size_t i;

	p = fb_fg_blanks(p, end);
	while (p < end && is_one_of(*p, "[(<- "))
		p++;
	while (p < end && is_one_of(end[-1], "])>- \t"))
		end--;
	for (i = 0; i < SIZE(words); i++)
		if ((size_t)(end - p) == strlen(words[i]) && fb_starts(p, end, words[i]))
			return true;
	return false;
}

bool fb_surround_pager(const char *p, const char *end)
{
	while (p < end && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return (end - p == 1 && *p == ':') || fb_starts(p, end, "(END)") ||
	       fb_starts(p, end, "--More--");
}

bool fb_surround_tool(const char *p, const char *end)
{
	if (fb_starts(p, end, "cpus="))
		return digits(p + 5, end) == end && end > p + 5;
	if (!fb_starts(p, end, "CPU "))
		return false;
	p = digits(p + 4, end);
	return fb_starts(p, end, " is empty");
}

/* "user@host:~# command", "[root@host dir]$ command", "sh # command" */
static bool shell_prompt(const char *p, const char *end)
{
	const char *stop = end - p > 80 ? p + 80 : end, *q;
	int words = 1;

	for (q = p; q < stop; q++) {
		if (*q < ' ' || *q > '~')
			return false;
		words += *q == ' ';
		if ((*q == '#' || *q == '$') && q > p && (q + 1 == end || q[1] == ' '))
			return words <= 2;
	}
	return false;
}

bool fb_surround_prompt(const char *p, const char *end)
{
	static const char *const said[] = { "Tracing \"", "Ending tracing", "^C" };
	size_t i;

	for (i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		if (fb_starts(p, end, said[i]))
			return true;
	return shell_prompt(p, end);
}

/* A record behind one of these signs. */
static bool in_comment(const char *p, const char *end)
{
	const char *q;

	for (q = p; q < end && is_one_of(*q, " \t*/;#"); q++)
		;
	return q > p && q < end && memchr(p, '*', (size_t)(q - p)) && fb_fg_record_at(q, end);
}

/* The beginning of a call or the end of one, and nothing before or behind it. */
static bool half(const char *p, const char *end)
{
	while (p < end && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return end > p &&
	       (end[-1] == ';' || end[-1] == '{' || end[-1] == '}' || fb_starts(p, end, "/*") ||
		(end - p > 1 && end[-1] == '/' && end[-2] == '*'));
}

bool fb_surround_entities(const char *p, const char *end)
{
	static const char *const entities[] = { "&gt;", "&lt;", "&amp;", "&nbsp;", "&#", "&quot;" };
	size_t i;

	for (i = 0; i < SIZE(entities); i++)
		if (has(p, end, entities[i]))
			return true;
	return false;
}

const char *fb_surround_cause(const char *p, const char *end)
{
	if (fb_surround_entities(p, end))
		return "HTML entities: save the page as text";
	if (fb_starts(p, end, "<") &&
	    (has(p, end, "</") || has(p, end, "<br") || fb_starts(p, end, "<!DOCTYPE") ||
	     fb_starts(p, end, "<html") || fb_starts(p, end, "<pre")))
		return "HTML: save the page as text";
	if (in_comment(p, end))
		return "columns inside C comments: take the comment's stars off";
	if (has(p, end, "\xc2\xa0"))
		return "blanks that do not break (U+00A0): replace them by plain ones";
	if (half(p, end) && !memchr(p, '|', (size_t)(end - p)))
		return "half a line: wrapped by a mail program or a terminal; join it with the one before it";
	return NULL;
}

const char *fb_surround_file(const char *p, const char *end)
{
	static const struct {
		const char *magic;
		size_t len;
		const char *says;
	} files[] = {
		{ "PERFILE2", 8, "perf.data: give the text of 'perf script'" },
		{ "\x17\x08\x44tracing", 10,
		  "trace.dat in a pipe: give its name, or redirect standard input from it" },
		{ "\x1f\x8b", 2, "compressed by gzip: unpack it" },
		{ "\xfd"
		  "7zXZ",
		  5, "compressed by xz: unpack it" },
		{ "\x28\xb5\x2f\xfd", 4, "compressed by zstd: unpack it" },
		{ "BZh", 3, "compressed by bzip2: unpack it" },
		{ "PK\x03\x04", 4, "a zip archive: unpack it" },
		{ "%PDF", 4, "PDF: copy its text" },
		{ "\x7f"
		  "ELF",
		  4, "a program" },
		{ "\x89PNG", 4, "a picture" },
		{ "\xff\xfe", 2, "UTF-16: convert it with iconv -f UTF-16" },
	};
	size_t i;

	for (i = 0; i < SIZE(files); i++)
		if ((size_t)(end - p) >= files[i].len && !memcmp(p, files[i].magic, files[i].len))
			return files[i].says;
	return NULL;
}
