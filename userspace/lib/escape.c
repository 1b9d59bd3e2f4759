// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>
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

size_t fb_utf8(const char *p, const char *end)
{
	uint32_t code;

	return decode(p, end, &code);
}

void fb_put_json(FILE *f, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	fputc('"', f);
	while (p < end) {
		size_t n = fb_utf8(p, end);

		if (!n)
			fputs("\\ufffd", f);
		else if (*p == '"' || *p == '\\')
			fprintf(f, "\\%c", *p);
		else if ((unsigned char)*p < ' ' || *p == 0x7f)
			fprintf(f, "\\u%04x", (unsigned int)*p);
		else
			fwrite(p, 1, n, f);
		p += n ? n : 1;
	}
	fputc('"', f);
}

void fb_put_xml(FILE *f, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	while (p < end) {
		uint32_t code = 0;
		size_t n = decode(p, end, &code);

		/* XML 1.0 allows no other control characters, not even escaped. */
		if (!n || code == 0xfffe || code == 0xffff || code == 0x7f ||
		    (code < ' ' && code != '\t' && code != '\n'))
			fputs(REPLACEMENT, f);
		else if (*p == '&')
			fputs("&amp;", f);
		else if (*p == '<')
			fputs("&lt;", f);
		else if (*p == '>')
			fputs("&gt;", f);
		else if (*p == '"')
			fputs("&quot;", f);
		else if (*p == '\'')
			fputs("&#39;", f);
		else
			fwrite(p, 1, n, f);
		p += n ? n : 1;
	}
}

void fb_put_csv(FILE *f, const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	int quoted = 0;

	for (; p < end; p++)
		quoted |= *p == '"' || *p == ',' || (unsigned char)*p <= ' ';
	if (quoted)
		fputc('"', f);
	for (p = text; p < end;) {
		size_t n = fb_utf8(p, end);

		if (!n || !*p)
			fputs(REPLACEMENT, f);
		else if (*p == '"')
			fputs("\"\"", f);
		else
			fwrite(p, 1, n, f);
		p += n ? n : 1;
	}
	if (quoted)
		fputc('"', f);
}

void fb_put_folded(FILE *f, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	while (p < end) {
		size_t n = fb_utf8(p, end);

		if (!n)
			fputs(REPLACEMENT, f);
		else if (*p == ';' || *p == '\\' || (unsigned char)*p <= ' ' || *p == 0x7f)
			fprintf(f, "\\x%02x", (unsigned int)*p);
		else
			fwrite(p, 1, n, f);
		p += n ? n : 1;
	}
}
