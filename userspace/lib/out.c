// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>

#include "lib/out.h"

/* 20 digits, a sign and a point. */
#define NUMBER_MOST 24

void fb_out_flush(struct fb_out *out)
{
	if (out->used)
		fwrite(out->text, 1, out->used, out->f);
	out->used = 0;
}

void fb_out_long(struct fb_out *out, const char *text, size_t len)
{
	fb_out_flush(out);
	if (len > sizeof(out->text)) {
		fwrite(text, 1, len, out->f);
		return;
	}
	memcpy(out->text, text, len);
	out->used = len;
}

/* Room for @len bytes, no more than NUMBER_MOST. */
static char *room(struct fb_out *out, size_t len)
{
	if (len > sizeof(out->text) - out->used)
		fb_out_flush(out);
	return out->text + out->used;
}

void fb_out_blanks(struct fb_out *out, size_t nr)
{
	static const char blanks[] =
		"                                                                ";

	for (; nr >= sizeof(blanks) - 1; nr -= sizeof(blanks) - 1)
		fb_out_bytes(out, blanks, sizeof(blanks) - 1);
	fb_out_bytes(out, blanks, nr);
}

/* The digits of 00 to 99, one behind another: two digits a division. */
static const char pairs[] = "0001020304050607080910111213141516171819"
			    "2021222324252627282930313233343536373839"
			    "4041424344454647484950515253545556575859"
			    "6061626364656667686970717273747576777879"
			    "8081828384858687888990919293949596979899";

/* The digits of a number, before @end; returns where they begin. */
static char *digits(char *end, uint64_t value)
{
	for (; value >= 100; value /= 100)
		memcpy(end -= 2, pairs + value % 100 * 2, 2);
	if (value < 10)
		*--end = (char)('0' + value);
	else
		memcpy(end -= 2, pairs + value * 2, 2);
	return end;
}

static void put_digits(struct fb_out *out, const char *from, const char *end)
{
	size_t len = (size_t)(end - from);

	memcpy(room(out, NUMBER_MOST), from, len);
	out->used += len;
}

void fb_out_uint(struct fb_out *out, uint64_t value)
{
	char text[NUMBER_MOST], *end = text + sizeof(text);

	put_digits(out, digits(end, value), end);
}

void fb_out_int(struct fb_out *out, int64_t value)
{
	char text[NUMBER_MOST], *end = text + sizeof(text), *from;

	from = digits(end, value < 0 ? -(uint64_t)value : (uint64_t)value);
	if (value < 0)
		*--from = '-';
	put_digits(out, from, end);
}

size_t fb_out_us(struct fb_out *out, int64_t ns, size_t width)
{
	char text[NUMBER_MOST], *end = text + sizeof(text), *from = end - 4;
	uint64_t frac = (uint64_t)ns % 1000;
	size_t len;

	from[0] = '.';
	from[1] = (char)('0' + frac / 100);
	memcpy(from + 2, pairs + frac % 100 * 2, 2);
	from = digits(from, (uint64_t)ns / 1000);
	len = (size_t)(end - from);
	if (len < width)
		fb_out_blanks(out, width - len);
	put_digits(out, from, end);
	return len;
}

void fb_out_printf(struct fb_out *out, const char *format, ...)
{
	size_t left = sizeof(out->text) - out->used;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(out->text + out->used, left, format, args);
	va_end(args);
	if (len < 0)
		return;
	if ((size_t)len < left) {
		out->used += (size_t)len;
		return;
	}
	fb_out_flush(out);
	va_start(args, format);
	vfprintf(out->f, format, args);
	va_end(args);
}
