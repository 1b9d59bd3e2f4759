// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "paste/strip_markup.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define TAB	8

/* clang-format off */
static const struct {
	const char *from;
	const char *to;
} signs[] = {
	{ "\xef\xbb\xbf", "" },		/* byte order mark, also a blank without width */
	{ "\xe2\x80\x8b", "" },		/* zero width space */
	{ "\xe2\x80\x8c", "" },		/* zero width non-joiner */
	{ "\xe2\x80\x8d", "" },		/* zero width joiner */
	{ "\xe2\x80\x8e", "" },		/* left-to-right mark */
	{ "\xe2\x80\x8f", "" },		/* right-to-left mark */
	{ "\xe2\x81\xa0", "" },		/* word joiner */
	{ "\xc2\xad", "" },		/* soft hyphen */
	{ "\xc2\xa0", " " },		/* no-break space */
	{ "\xe2\x80\xaf", " " },	/* narrow no-break space */
	{ "\xe2\x81\x9f", " " },	/* mathematical space */
	{ "\xe2\x80\x82", " " },	/* en space */
	{ "\xe2\x80\x83", " " },	/* em space */
	{ "\xe2\x80\x87", " " },	/* figure space */
	{ "\xe2\x80\x89", " " },	/* thin space */
	{ "\xe3\x80\x80", "  " },	/* ideographic space, as wide as two */
	{ "\xe2\x94\x82", "|" },	/* light vertical line */
	{ "\xe2\x94\x83", "|" },	/* heavy vertical line */
	{ "\xe2\x95\x91", "|" },	/* double vertical line */
	{ "\xe2\x94\x86", "|" },	/* light dashed line */
	{ "\xe2\x94\x8a", "|" },	/* light dotted line */
	{ "\xef\xbd\x9c", "|" },	/* fullwidth bar */
	{ "\xc2\xa6", "|" },		/* broken bar */
	{ "\xc2\xb5", "u" },		/* micro */
	{ "\xce\xbc", "u" },		/* Greek mu */
};
/* clang-format on */

/* A sequence of a terminal at ESC: the position behind it. */
static const char *sequence(const char *p, const char *end)
{
	const char *q = p + 1;

	if (q >= end)
		return end;
	if (*q == '[') {
		for (q++; q < end && (*q < '@' || *q > '~'); q++)
			;
		return q < end ? q + 1 : end;
	}
	if (*q == ']') {
		while (q < end && *q != '\a' && *q != '\x1b')
			q++;
		return q < end && *q == '\x1b' && q + 1 < end ? q + 2 : q < end ? q + 1 : end;
	}
	return *q == '(' && q + 1 < end ? q + 2 : q + 1;
}

/* One of the signs of the table: the position behind it, or NULL. */
static const char *sign(const char *p, const char *end, const char **to)
{
	size_t i, len;

	for (i = 0; i < SIZE(signs); i++) {
		len = strlen(signs[i].from);
		if ((size_t)(end - p) >= len && !memcmp(p, signs[i].from, len)) {
			*to = signs[i].to;
			return p + len;
		}
	}
	return NULL;
}

/* In how many columns a byte stands: of a letter in UTF-8 the first byte counts. */
static size_t columns(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

bool fb_clean_line(const char *p, const char *end, char *to, size_t *len)
{
	const char *from = p, *q, *by = NULL;
	char *at = to;
	size_t column = 0, n;

	while (p < end) {
		if (*p == '\t') {
			n = TAB - column % TAB;
			memset(at, ' ', n);
			at += n;
			column += n;
			p++;
		} else if (*p == '\x1b') {
			p = sequence(p, end);
		} else if (*p == '\b') {
			if (at > to)
				column -= columns(*--at);
			p++;
		} else if (*p == '\r' || *p == '\f' || *p == '\v' || *p == '\a') {
			p++;
		} else if ((unsigned char)*p >= 0x80 && (q = sign(p, end, &by))) {
			n = strlen(by);
			memcpy(at, by, n);
			at += n;
			column += n;
			p = q;
		} else {
			column += columns(*p);
			*at++ = *p++;
		}
	}
	*len = (size_t)(at - to);
	return *len != (size_t)(end - from) || memcmp(to, from, *len);
}

bool fb_clean_is_end(const char *p, const char *end)
{
	while (p < end) {
		if (*p == '\x1b')
			p = sequence(p, end);
		else if (*p == '$' || *p == '\\' || *p == '\r' || *p == ' ' || *p == '\t')
			p++;
		else
			return false;
	}
	return true;
}
