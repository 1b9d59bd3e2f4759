// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/escape.h"

#define REPLACEMENT "\xef\xbf\xbd"

/* The lowest code point that needs this many bytes. A lower one would be an overlong encoding. */
static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

static size_t decode(const char *p, const char *end, uint32_t *code)
{
	unsigned char c = (unsigned char)*p;
	size_t len = c < 0x80		  ? 1
		     : (c & 0xe0) == 0xc0 ? 2
		     : (c & 0xf0) == 0xe0 ? 3
		     : (c & 0xf8) == 0xf0 ? 4
					  : 0;
	size_t i;

	if (!len || (size_t)(end - p) < len)
		return 0;
	*code = len == 1 ? c : c & (0x7fu >> len);
	for (i = 1; i < len; i++) {
		c = (unsigned char)p[i];
		if ((c & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (c & 0x3f);
	}
	if (*code < least[len] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return len;
}

/* Characters that a form takes as they are. What names consist of is so in all of them. */
#define IN_JSON	  1u
#define IN_CSV	  2u
#define IN_FOLDED 4u
#define ALL	  (IN_JSON | IN_CSV | IN_FOLDED)

/* clang-format off */
static const unsigned char plain_in[256] = {
	[' '] = IN_JSON,
	['!'] = ALL,
	['"'] = IN_FOLDED,
	['#' ... '+'] = ALL,
	[','] = IN_JSON | IN_FOLDED,
	['-' ... ':'] = ALL,
	[';'] = IN_JSON | IN_CSV,
	['<' ... '['] = ALL,
	['\\'] = IN_CSV,
	[']' ... '~'] = ALL,
};
/* clang-format on */

/* Writes the text if all of it is plain; returns whether it was. */
static bool put_plain(struct fb_out *out, const char *text, size_t len, unsigned char form)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!(plain_in[(unsigned char)text[i]] & form))
			return false;
	fb_out_bytes(out, text, len);
	return true;
}

/*
 * Characters that do something instead of being seen: controls, and what breaks lines or turns
 * text around.
 */
static bool is_seen(uint32_t code)
{
	if (code < 0x7f)
		return code >= ' ';
	if (code <= 0x9f)
		return false;
	return !(code == 0x61c || code == 0x200e || code == 0x200f ||
		 (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069));
}

/*
 * Returns how many bytes the next character has, or 1 if it is to be replaced, and whether it is.
 */
static size_t next_seen(const char *p, const char *end, bool *seen)
{
	uint32_t code = 0;
	size_t len = decode(p, end, &code);

	*seen = len && is_seen(code);
	return len ? len : 1;
}

static bool all_seen(const char *p, const char *end)
{
	bool seen = true;

	while (p < end && seen)
		p += (unsigned char)*p >= ' ' && (unsigned char)*p < 0x7f
			     ? 1
			     : next_seen(p, end, &seen);
	return seen;
}

/* @to may be @p itself. */
static void replace(const char *p, const char *end, char *to)
{
	while (p < end) {
		bool seen;
		size_t len = next_seen(p, end, &seen);

		if (seen)
			memmove(to, p, len);
		else
			*to = '?';
		to += seen ? len : 1;
		p += len;
	}
	*to = '\0';
}

const char *fb_shown_n(const char *text, size_t len)
{
	static char *copies[16];
	static unsigned int next;
	char **copy = &copies[next++ % 16];

	free(*copy);
	*copy = malloc(len + 1);
	if (!*copy)
		return "?";
	replace(text, text + len, *copy);
	return *copy;
}

const char *fb_shown(const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (!len || all_seen(text, text + len))
		return len ? text : "";
	return fb_shown_n(text, len);
}

void fb_make_shown(char *text)
{
	replace(text, text + strlen(text), text);
}

void fb_put_shown(struct fb_out *out, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	if (all_seen(text, end)) {
		fb_out_bytes(out, text, len);
		return;
	}
	while (p < end) {
		bool seen;
		size_t n = next_seen(p, end, &seen);

		if (seen)
			fb_out_bytes(out, p, n);
		else
			fb_out_char(out, '?');
		p += n;
	}
}

void fb_put_json(struct fb_out *out, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	fb_out_char(out, '"');
	if (put_plain(out, text, len, IN_JSON))
		p = end;
	while (p < end) {
		uint32_t code = 0;
		size_t n = decode(p, end, &code);

		if (!n)
			fb_out_text(out, "\\ufffd");
		else if (*p == '"' || *p == '\\')
			fb_out_printf(out, "\\%c", *p);
		else if (!is_seen(code))
			fb_out_printf(out, "\\u%04x", (unsigned int)code);
		else
			fb_out_bytes(out, p, n);
		p += n ? n : 1;
	}
	fb_out_char(out, '"');
}

static int write_plain(FILE *f, const char *from, const char *to)
{
	size_t len = (size_t)(to - from);

	return fwrite(from, 1, len, f) == len ? 0 : EOF;
}

int fb_write_json_text(FILE *f, const char *text, size_t len)
{
	const char *p = text, *end = text + len, *plain = text;

	while (p < end) {
		uint32_t code = 0;
		size_t n = decode(p, end, &code);

		/* Outside of strings there are newlines; all else below " " has been escaped. */
		if (code < 0x7f || is_seen(code)) {
			p += n ? n : 1;
			continue;
		}
		if (write_plain(f, plain, p) || fprintf(f, "\\u%04x", (unsigned int)code) < 0)
			return EOF;
		p += n;
		plain = p;
	}
	return write_plain(f, plain, end);
}

void fb_put_json_ascii(struct fb_out *out, const char *text)
{
	fb_out_char(out, '"');
	if (!put_plain(out, text, strlen(text), IN_JSON)) {
		for (; *text; text++) {
			if (*text == '"' || *text == '\\')
				fb_out_char(out, '\\');
			fb_out_char(out, *text >= ' ' && *text <= '~' ? *text : '?');
		}
	}
	fb_out_char(out, '"');
}

void fb_put_xml(struct fb_out *out, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	while (p < end) {
		uint32_t code = 0;
		size_t n = decode(p, end, &code);

		/* XML 1.0 allows no other control characters, not even escaped. */
		if (!n || code == 0xfffe || code == 0xffff || code == 0x7f ||
		    (code < ' ' && code != '\t' && code != '\n'))
			fb_out_text(out, REPLACEMENT);
		else if (*p == '&')
			fb_out_text(out, "&amp;");
		else if (*p == '<')
			fb_out_text(out, "&lt;");
		else if (*p == '>')
			fb_out_text(out, "&gt;");
		else if (*p == '"')
			fb_out_text(out, "&quot;");
		else if (*p == '\'')
			fb_out_text(out, "&#39;");
		else if (code > 0x7f && !is_seen(code))
			fb_out_printf(out, "&#%u;", (unsigned int)code);
		else
			fb_out_bytes(out, p, n);
		p += n ? n : 1;
	}
}

void fb_put_csv(struct fb_out *out, const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	int quoted = 0;

	if (put_plain(out, text, len, IN_CSV))
		return;
	for (; p < end; p++)
		quoted |= *p == '"' || *p == ',' || (unsigned char)*p <= ' ';
	if (quoted)
		fb_out_char(out, '"');
	for (p = text; p < end;) {
		uint32_t code = 0;
		size_t n = decode(p, end, &code);

		/* RFC 4180 has no other control characters than the ends of lines. */
		if (!n || (!is_seen(code) && !strchr("\t\r\n", *p)) || !*p)
			fb_out_text(out, REPLACEMENT);
		else if (*p == '"')
			fb_out_text(out, "\"\"");
		else
			fb_out_bytes(out, p, n);
		p += n ? n : 1;
	}
	if (quoted)
		fb_out_char(out, '"');
}

void fb_put_folded(struct fb_out *out, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	if (put_plain(out, text, len, IN_FOLDED))
		return;
	while (p < end) {
		uint32_t code = 0;
		size_t n = decode(p, end, &code), i;

		if (!n)
			fb_out_text(out, REPLACEMENT);
		else if (*p == ';' || *p == '\\' || *p == ' ' || !is_seen(code))
			for (i = 0; i < n; i++)
				fb_out_printf(out, "\\x%02x", (unsigned char)p[i]);
		else
			fb_out_bytes(out, p, n);
		p += n ? n : 1;
	}
}

void fb_put_ascii(struct fb_out *out, const char *text)
{
	for (; text && *text; text++)
		fb_out_char(out, *text >= ' ' && *text <= '~' ? *text : '?');
}
