// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <string.h>

#include "line/fgraph_line.h"
#include "line/str.h"
#include "paste/paste_marks.h"

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

const char *fb_paste_quotes(const char *p, const char *end)
{
	const char *q = fb_fg_blanks(p, end);

	while (q < end && *q == '>') {
		p = ++q;
		q = fb_fg_blanks(q, end);
	}
	return p;
}

const char *fb_paste_log(const char *p, const char *end)
{
	const char *q = p;

	if (q < end && *q == '<') {
		q = fb_digits(q + 1, end);
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

/* "... tick handler ...", "... 20 lines ...": a few words between dots, and nothing of a trace. */
static bool dotted(const char *p, const char *end)
{
	static const char ellipsis[] = "\xe2\x80\xa6";
	bool dots = fb_starts(p, end, "...") || fb_starts(p, end, ellipsis);

	return dots && end - p < 80 && !memchr(p, '|', (size_t)(end - p)) &&
	       !memchr(p, '(', (size_t)(end - p)) &&
	       (end[-1] == '.' || (end - p > 3 && !memcmp(end - 3, ellipsis, 3)));
}

bool fb_paste_gap(const char *p, const char *end)
{
	static const char *const words[] = { ".",	"..",	   "...",
					     "....",	".....",   "\xe2\x80\xa6",
					     "snip",	"snipped", "cut",
					     "skipped", "omitted", "truncated",
					     "8<",	"8",	   "\xe2\x8b\xae" };
	const char *from;
	size_t i;

	from = p = fb_fg_blanks(p, end);
	/* One star alone is a comment's sign, one dash that of a patch. */
	while (fb_starts(p, end, "/*") || fb_starts(p, end, "**") || fb_starts(p, end, "--"))
		p++;
	while (p < end && (is_one_of(*p, "[(< =>") || (is_one_of(*p, "*-") && p > from)))
		p++;
	while (p < end && is_one_of(end[-1], "])>- \t*=/<"))
		end--;
	for (i = 0; i < SIZE(words); i++)
		if ((size_t)(end - p) == strlen(words[i]) && fb_starts(p, end, words[i]))
			return true;
	return end > p && dotted(p, end);
}

bool fb_paste_pager(const char *p, const char *end)
{
	while (p < end && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return (end - p == 1 && *p == ':') || fb_starts(p, end, "(END)") ||
	       fb_starts(p, end, "--More--") || fb_starts(p, end, "```") ||
	       fb_starts(p, end, "~~~");
}

bool fb_paste_tool(const char *p, const char *end)
{
	static const char *const said[] = { "plugin '", "Hit Ctrl^C to stop recording",
					    "version = " };
	const char *q = fb_digits(p, end);
	size_t i;

	for (i = 0; i < SIZE(said); i++)
		if (fb_starts(p, end, said[i]))
			return true;
	if (q > p)
		return fb_starts(q, end, " bytes in size");
	if (fb_starts(p, end, "cpus="))
		return fb_digits(p + 5, end) == end && end > p + 5;
	if (fb_starts(p, end, "CPU") &&
	    fb_starts(fb_digits(p + 3, end), end, " data recorded at offset="))
		return true;
	if (!fb_starts(p, end, "CPU "))
		return false;
	p = fb_digits(p + 4, end);
	return fb_starts(p, end, " is empty");
}

/* "$ command", "user@host:~# command", "[root@host dir]$ command", "sh # command" */
static bool shell_prompt(const char *p, const char *end)
{
	const char *stop = end - p > 80 ? p + 80 : end, *q = fb_digits(p, end);
	int words = 1;

	/* "1) # 1234.567 us", and something in it that cannot be read. */
	if (q > p && q < end && *q == ')')
		return false;
	/* "$ cat trace", where "$ 12345678 us |" is a call. */
	if (end - p > 2 && *p == '$' && p[1] == ' ' && !fb_is_digit(p[2]) && p[2] != ' ')
		return true;
	for (q = p; q < stop; q++) {
		if (*q < ' ' || *q > '~')
			return false;
		words += *q == ' ';
		if ((*q == '#' || *q == '$') && q > p && (q + 1 == end || q[1] == ' ')) {
			/* "12: # 1234.567 us" is not a command. */
			q = fb_fg_blanks(q + 1, end);
			return words <= 2 && (q == end || !fb_is_digit(*q));
		}
	}
	return false;
}

bool fb_paste_prompt(const char *p, const char *end)
{
	static const char *const said[] = { "Tracing \"", "Ending tracing", "^C" };
	size_t i;

	for (i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		if (fb_starts(p, end, said[i]))
			return true;
	return shell_prompt(p, end);
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

bool fb_paste_entities(const char *p, const char *end)
{
	static const char *const entities[] = { "&gt;", "&lt;", "&amp;", "&nbsp;", "&#", "&quot;" };
	size_t i;

	for (i = 0; i < SIZE(entities); i++)
		if (has(p, end, entities[i]))
			return true;
	return false;
}

/* The columns stand in a comment of C, the calls behind it: somebody has made code of the trace. */
static bool columns_in_comment(const char *p, const char *end)
{
	const char *close = fb_starts(p, end, "/*") ? memmem(p, (size_t)(end - p), "*/", 2) : NULL;
	struct fb_fg_event ev = { .cpu = -1 };

	if (!close || memchr(p, '|', (size_t)(end - p)))
		return false;
	p = fb_fg_blanks(close + 2, end);
	return p < end && fb_fg_bare(p, end, &ev);
}

const char *fb_paste_cause(const char *p, const char *end)
{
	if (columns_in_comment(p, end))
		return "columns in C comments: take the comment signs off, and put a bar behind the columns";
	if (fb_paste_entities(p, end))
		return "HTML entities: save the page as text";
	if (fb_starts(p, end, "<") &&
	    (has(p, end, "</") || has(p, end, "<br") || fb_starts(p, end, "<!DOCTYPE") ||
	     fb_starts(p, end, "<html") || fb_starts(p, end, "<pre")))
		return "HTML: save the page as text";
	return NULL;
}

const char *fb_paste_half(const char *p, const char *end)
{
	struct fb_fg_event ev = { .cpu = -1 };
	const char *bar;

	if (half(p, end) && !memchr(p, '|', (size_t)(end - p)))
		return fb_fg_bare(p, end, &ev)
			       ? "a call without columns, or half a line: join it with the one before it"
			       : "half a line: wrapped by a mail program or a terminal; join it with the one before it";
	bar = memchr(p, ',', (size_t)(end - p));
	if (bar && !fb_fg_record_at(p, end) && has(bar, end, "us") && has(bar, end, "|"))
		return "a comma in the duration: write a point";
	bar = memrchr(p, '|', (size_t)(end - p));
	if (bar && fb_is_digit(*p) && !half(bar + 1, end))
		return "its end is missing: cut off at a terminal's width, wrapped, or overwritten by a command's output";
	/* Once behind each run of blanks, not once a blank. */
	for (bar = p; (bar = memchr(bar, ' ', (size_t)(end - bar)));) {
		bar = fb_fg_blanks(bar, end);
		if (fb_fg_record_at(bar, end))
			return "other text before the columns: take it off";
	}
	return NULL;
}

const char *fb_paste_file(const char *p, const char *end)
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
		{ "\xfe\xff", 2, "UTF-16: convert it with iconv -f UTF-16" },
		{ "\0#", 2, "UTF-16: convert it with iconv -f UTF-16BE" },
		{ "#\0", 2, "UTF-16: convert it with iconv -f UTF-16LE" },
	};
	size_t i;

	for (i = 0; i < SIZE(files); i++)
		if ((size_t)(end - p) >= files[i].len && !memcmp(p, files[i].magic, files[i].len))
			return files[i].says;
	return NULL;
}
