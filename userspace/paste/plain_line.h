/* SPDX-License-Identifier: GPL-2.0 */
/* A line of a copied trace, which becomes a plain one in steps, and what all lines of the text have in common. */
#ifndef FB_PASTE_PLAIN_LINE_H
#define FB_PASTE_PLAIN_LINE_H

#include <stdbool.h>

#include "lib/error.h"
#include "line/event.h"
#include "line/fgraph_line.h"
#include "paste/paste_marks.h"
#include "paste/strip_prefix.h"

/**
 * struct fb_plain_line - the line that is read
 * @at: its beginning, behind what was taken off
 * @end: its end
 * @nr: its number in the text
 * @cleaned: [@at, @end) is in @clean
 * @off: how many prefixes were taken off
 * @hashed: all records of the text stand behind a "#"
 * @patch: some lines of the text begin with "-", and others do not
 * @cat: "cat -A" has put "$" behind all lines of the text
 * @seen: receives how many lines have lost what
 * @prefixed: the last line of each kind
 * @lines: how many lines there were
 * @dollars: how many of them end in "$"
 * @hashes: how many calls stand behind a "#"
 * @minus: how many events stand behind a "-"
 * @calls: how many calls stand behind neither
 * @clean: room for a line without colours and odd signs
 * @room: how much
 */
struct fb_plain_line {
	const char *at;
	const char *end;
	uint64_t nr;
	bool cleaned;
	unsigned int off;
	bool hashed;
	bool patch;
	bool cat;
	struct fb_fg_seen *seen;
	uint64_t prefixed[FB_PREFIX_KINDS];
	uint64_t lines;
	uint64_t dollars;
	uint64_t hashes;
	uint64_t minus;
	uint64_t calls;
	char *clean;
	uint32_t room;
};

/** fb_plain_begin - the next line of the text is in @at and @end, and has the number @nr */
static inline void fb_plain_begin(struct fb_plain_line *l, uint64_t nr)
{
	l->nr = nr;
	l->off = 0;
	l->cleaned = false;
	l->lines++;
	if (l->end > l->at && l->end[-1] == '$') {
		l->dollars++;
		if (l->cat)
			l->end--;
		l->seen->cleaned += l->cat;
	}
}

/** fb_plain_learn - an event was read of this line: note what stands before it */
void fb_plain_learn(struct fb_plain_line *l, enum fb_fg_kind kind);

/** fb_plain_habits - set what all lines have in common from what the lines of @ahead taught */
void fb_plain_habits(struct fb_plain_line *l, const struct fb_plain_line *ahead);

/**
 * fb_plain_count - count a line that has lost a prefix
 * @l: the line
 * @kind: the prefix
 * @sum: how many lines have lost one of this kind; a line that has lost two counts once
 */
static inline void fb_plain_count(struct fb_plain_line *l, enum fb_prefix kind, uint64_t *sum)
{
	*sum += l->prefixed[kind] != l->nr;
	l->prefixed[kind] = l->nr;
}

/**
 * fb_plain_unquote - take off mail quotes, and the time of the kernel's log
 * @l: the line
 * @p: its first sign that is not a blank
 *
 * Return: the first sign behind them that is not a blank.
 */
static inline const char *fb_plain_unquote(struct fb_plain_line *l, const char *p)
{
	const char *q = p;

	if (*p == '>') {
		l->at = fb_paste_quotes(p, l->end);
		q = fb_fg_blanks(l->at, l->end);
		l->seen->quoted++;
	}
	if (q < l->end && (*q == '[' || *q == '<')) {
		p = fb_paste_log(q, l->end);
		if (p > q)
			fb_plain_count(l, FB_PREFIX_LOG, &l->seen->logged);
		q = fb_fg_blanks(p, l->end);
	}
	return q;
}

/**
 * fb_plain_clean - take out colours, odd blanks and bars
 * @l: the line, of which nothing has been read
 * @error: receives why not
 *
 * Return: 1 if it is another line now, 0 if it is not, or -ENOMEM.
 */
int fb_plain_clean(struct fb_plain_line *l, struct fb_error *error);

/**
 * fb_plain_strip - take off one more prefix, or clean a line that has none
 * @l: the line, of which nothing has been read
 * @p: its first sign that is not a blank
 * @error: receives why not
 *
 * Return: 1 if it is another line now, 0 if it is not, -EINVAL for a patch that removes lines, or -ENOMEM.
 */
int fb_plain_strip(struct fb_plain_line *l, const char *p, struct fb_error *error);

/** fb_plain_free - free the memory of a line */
void fb_plain_free(struct fb_plain_line *l);

#endif
