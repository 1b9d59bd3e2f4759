/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lines of a text, one after the other, without what a mail program put around them: quoted-printable is decoded,
 * and a line that it has broken is whole again.
 */
#ifndef FB_TRACE_INPUT_H
#define FB_TRACE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/meter.h"
#include "lib/error.h"
#include "tracedat/dat.h"

/** FB_INPUT_WINDOW - bytes of a file that are in memory, unless a line is longer */
#define FB_INPUT_WINDOW (256 * 1024)

/**
 * struct fb_input - a text that is read
 * @fd: the file, -1 for text in memory
 * @eof: all of it is in the window
 * @buf: the window
 * @size: its size
 * @head: where the next line begins
 * @tail: where the window ends
 * @line: lines read so far
 * @first: number of the line that came last; of one that was broken, where it begins
 * @torn: the line that came last has no "\n": the text ends in it
 * @bytes: bytes read so far
 * @printable: lines that quoted-printable had broken
 * @decode: whether "=3D" stands for "="
 * @whole: room for a line that was broken
 * @room: how much
 * @meter: shows how far a file has been read
 * @dat: what makes this text of a trace.dat
 * @cause: why that has failed
 */
struct fb_input {
	int fd;
	bool eof;
	char *buf;
	uint32_t size;
	size_t head;
	size_t tail;
	uint64_t line;
	uint64_t first;
	bool torn;
	uint64_t bytes;
	uint64_t printable;
	bool decode;
	char *whole;
	uint32_t room;
	struct fb_meter meter;
	struct fb_dat dat;
	struct fb_error cause;
};

/**
 * fb_input_open - begin to read a file; fb_input_close() must follow
 *
 * Of a trace.dat the text is read that a child process makes of it (tracedat/dat.h).
 *
 * Return: 0 or a negative errno.
 */
int fb_input_open(struct fb_input *l, const char *path);

/** fb_input_text - begin to read @len bytes of @text, which must stay; fb_input_close() must follow */
void fb_input_text(struct fb_input *l, const char *text, size_t len);

/** fb_input_close - frees all */
void fb_input_close(struct fb_input *l);

/**
 * fb_input_ahead - fill the window, and make a reader of what is in it, to look ahead
 * @l: the text, of which no line has been read
 * @ahead: receives the reader: the whole lines of the window. fb_input_close() must follow
 */
void fb_input_ahead(struct fb_input *l, struct fb_input *ahead);

/**
 * fb_input_next - the next line
 * @l: the text
 * @at: receives its beginning; it is good until the next call
 * @end: receives its end, before "\n" or "\r\n"
 * @error: receives what went wrong
 *
 * Return: 1, 0 at the end of the text, -EFBIG for a line beyond 64 MiB, -ENOMEM, -EINVAL for a trace.dat that cannot be
 * read to its end, or the error of read(2).
 */
int fb_input_next(struct fb_input *l, const char **at, const char **end, struct fb_error *error);

#endif
