/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text that is written in many short pieces: a buffer before a stream, whose pieces cost a few ns each where stdio
 * takes tens.
 */
#ifndef FB_LIB_OUT_H
#define FB_LIB_OUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** FB_OUT_SIZE - bytes of the buffer */
#define FB_OUT_SIZE 32768

/**
 * struct fb_out - text that is written
 * @f: where to; nobody else writes to it before fb_out_flush()
 * @used: bytes of @text that wait
 * @text: the buffer
 */
struct fb_out {
	FILE *f;
	size_t used;
	char text[FB_OUT_SIZE];
};

/** fb_out_begin - nothing waits; the buffer itself is left as it is */
static inline void fb_out_begin(struct fb_out *out, FILE *f)
{
	out->f = f;
	out->used = 0;
}

/** fb_out_flush - give to the stream what waits; errors stay with the stream */
void fb_out_flush(struct fb_out *out);

/** fb_out_long - as fb_out_bytes(), where the buffer has no room */
void fb_out_long(struct fb_out *out, const char *text, size_t len);

/** fb_out_bytes - write @len bytes */
static inline void fb_out_bytes(struct fb_out *out, const char *text, size_t len)
{
	if (len > sizeof(out->text) || out->used > sizeof(out->text) - len) {
		fb_out_long(out, text, len);
		return;
	}
	memcpy(out->text + out->used, text, len);
	out->used += len;
}

/** fb_out_text - write a text without its NUL */
static inline void fb_out_text(struct fb_out *out, const char *text)
{
	fb_out_bytes(out, text, strlen(text));
}

/** fb_out_char - write one byte */
static inline void fb_out_char(struct fb_out *out, char c)
{
	if (out->used == sizeof(out->text))
		fb_out_flush(out);
	out->text[out->used++] = c;
}

/** fb_out_blanks - write @nr blanks */
void fb_out_blanks(struct fb_out *out, size_t nr);

/** fb_out_uint - write a number */
void fb_out_uint(struct fb_out *out, uint64_t value);

/** fb_out_int - write a number, with "-" if it is negative */
void fb_out_int(struct fb_out *out, int64_t value);

/** fb_out_named - write @name and behind it a number: ', "line": 12' */
static inline void fb_out_named(struct fb_out *out, const char *name, int64_t value)
{
	fb_out_text(out, name);
	fb_out_int(out, value);
}

/**
 * fb_out_us - write ns as us: "12.345"
 * @out: where to
 * @ns: how many; not negative
 * @width: blanks stand before it up to so many bytes
 *
 * Return: how many bytes it has without these blanks.
 */
size_t fb_out_us(struct fb_out *out, int64_t ns, size_t width);

/** fb_out_printf - write as printf() does, which is slow */
void fb_out_printf(struct fb_out *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
