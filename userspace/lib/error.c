// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/error.h"

/* Returns how much of @len bytes is whole UTF-8 characters: a character that was cut at the end is left out. */
static size_t whole(const char *text, size_t len)
{
	size_t back = 0, bytes = 1;
	unsigned char lead;

	while (back < 3 && back + 1 < len && ((unsigned char)text[len - 1 - back] & 0xC0) == 0x80)
		back++;
	lead = len ? (unsigned char)text[len - 1 - back] : 0;
	if (lead >= 0xC0)
		bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
	return bytes > back + 1 ? len - 1 - back : len;
}

/* Write into @to, which has @room bytes. Returns the length of the text there. */
static size_t format_into(char *to, size_t room, const char *fmt, va_list ap)
{
	int n = vsnprintf(to, room, fmt, ap);
	size_t len = n < 0 ? 0 : (size_t)n;

	if (len >= room)
		len = whole(to, room - 1);
	to[len] = '\0';
	return len;
}

int fb_error(struct fb_error *error, int err, const char *fmt, ...)
{
	struct fb_error text = { "" };
	va_list ap;

	if (!error)
		return err;
	/* Beside @error: an argument may be its text. */
	va_start(ap, fmt);
	format_into(text.text, sizeof(text.text), fmt, ap);
	va_end(ap);
	*error = text;
	return err;
}

/* "WHERE: REASON". Of a long WHERE the end is cut, so that the reason stays. */
static void join_reason(struct fb_error *error, const char *reason, const char *fmt, va_list ap)
{
	size_t len = strlen(reason), most = sizeof(error->text) / 2;
	struct fb_error text = { "" };
	size_t at;

	at = format_into(text.text, sizeof(text.text) - 2 - (len < most ? len : most), fmt, ap);
	snprintf(text.text + at, sizeof(text.text) - at, ": %s", reason);
	at += 2 + len;
	if (at >= sizeof(text.text))
		text.text[whole(text.text, sizeof(text.text) - 1)] = '\0';
	*error = text;
}

int fb_error_errno(struct fb_error *error, int err, const char *fmt, ...)
{
	va_list ap;

	if (!error)
		return err;
	va_start(ap, fmt);
	join_reason(error, strerror(-err), fmt, ap);
	va_end(ap);
	return err;
}

int fb_error_prefix(struct fb_error *error, int err, const char *fmt, ...)
{
	va_list ap;

	if (!error)
		return err;
	va_start(ap, fmt);
	join_reason(error, fb_error_text(error, err), fmt, ap);
	va_end(ap);
	return err;
}

const char *fb_error_text(const struct fb_error *error, int err)
{
	return fb_error_empty(error) ? strerror(-err) : error->text;
}

bool fb_error_empty(const struct fb_error *error)
{
	return !error || !error->text[0];
}

void fb_error_clear(struct fb_error *error)
{
	if (error)
		error->text[0] = '\0';
}
