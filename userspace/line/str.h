/* SPDX-License-Identifier: GPL-2.0 */
/* Pieces of text that are not ended by NUL: what the readers of lines share. Pure. */
#ifndef FB_LINE_STR_H
#define FB_LINE_STR_H

#include <stdbool.h>
#include <string.h>

#include "line/event.h"

/** fb_is_digit - true for 0 to 9, whatever the locale */
static inline bool fb_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/** fb_digits - the first position from @p on that is not a digit */
static inline const char *fb_digits(const char *p, const char *end)
{
	while (p < end && fb_is_digit(*p))
		p++;
	return p;
}

/** fb_starts - true if the text from @p to @end begins with @word */
static inline bool fb_starts(const char *p, const char *end, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(end - p) >= len && !memcmp(p, word, len);
}

/** fb_piece - the text from @from to @to, without the blanks at its end */
static inline struct fb_str fb_piece(const char *from, const char *to)
{
	while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
		to--;
	return (struct fb_str){ .at = from, .len = (size_t)(to - from) };
}

/** fb_str_is - true if a piece is @word; false for NULL */
static inline bool fb_str_is(const struct fb_str *s, const char *word)
{
	return word && s->len == strlen(word) && !memcmp(s->at, word, s->len);
}

#endif
