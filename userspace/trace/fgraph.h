/* SPDX-License-Identifier: GPL-2.0 */
/*
 * function_graph text, one event at a time.
 *
 * Read are the kernel's own text (trace, trace_pipe, the kernel's log, perf ftrace, perf-tools) with or
 * without the columns CPU, task, latency flags, duration, relative and absolute time, return values,
 * arguments and return addresses, what `trace-cmd report` prints, and the text of a whole trace
 * flattened into one line, with headings between ### signs. Mail quotes, quoted-printable, a log's times,
 * numbers and signs before each line (paste/strip_prefix.h), and what terminals and web pages put
 * between (paste/strip_markup.h) are taken off and counted. Prompts of a shell, what a pager leaves, and lines that
 * begin with # are passed over.
 */
#ifndef FB_TRACE_FGRAPH_H
#define FB_TRACE_FGRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"
#include "line/event.h"

struct fb_fgraph;

/**
 * fb_fgraph_open - begin to read a file
 * @path: the file
 * @fg: receives the reader; fb_fgraph_close() frees it
 *
 * Return: 0 or a negative errno.
 */
int fb_fgraph_open(const char *path, struct fb_fgraph **fg);

/**
 * fb_fgraph_open_text - begin to read text in memory
 * @text: the text, which must stay where it is until fb_fgraph_close()
 * @len: its length
 * @fg: receives the reader; fb_fgraph_close() frees it
 *
 * Return: 0 or -ENOMEM.
 */
int fb_fgraph_open_text(const char *text, size_t len, struct fb_fgraph **fg);

/**
 * fb_fgraph_next - the next event
 * @fg: the reader
 * @ev: receives it
 *
 * Memory does not grow with the input: a window of 256 KiB, or one line where that is longer,
 * up to 64 MiB.
 *
 * Return: 1 for an event, 0 at the end, -EINVAL for text without function_graph,
 * -EFBIG for a line beyond 64 MiB, or the error of read(2). fb_fgraph_error() says more.
 */
int fb_fgraph_next(struct fb_fgraph *fg, struct fb_fg_event *ev);

/** fb_fgraph_stop_after - so many events at most; fb_fgraph_seen() says whether there were more */
void fb_fgraph_stop_after(struct fb_fgraph *fg, uint64_t events);

/**
 * fb_fgraph_level - the least level in the first 256 KiB of the text
 *
 * As a rule it is that of outermost calls, which is 0 unless the text was cut out of another one.
 * Return: that level, 0 also where calls have no level. fb_fgraph_next() must have been called.
 */
int32_t fb_fgraph_level(const struct fb_fgraph *fg);

/** fb_fgraph_seen - what has been in the text so far, beside calls */
const struct fb_fg_seen *fb_fgraph_seen(struct fb_fgraph *fg);

/** fb_fgraph_error - after an error of fb_fgraph_next(): the line's number and what stands there */
const struct fb_error *fb_fgraph_error(const struct fb_fgraph *fg);

/**
 * fb_fgraph_record_in - where a heading with this text would end, in a text that was flattened
 * @p: the text
 * @end: its end
 *
 * Return: the first record with its CPU column, or NULL.
 */
const char *fb_fgraph_record_in(const char *p, const char *end);

/**
 * fb_fgraph_none - refuse a text that had no call
 * @fg: the reader, at the end of the text
 * @error: receives what the text is instead
 *
 * Return: 0 if there was a call, else -ENODATA.
 */
int fb_fgraph_none(const struct fb_fgraph *fg, struct fb_error *error);

/** fb_fgraph_bytes - how many bytes have been read so far */
uint64_t fb_fgraph_bytes(const struct fb_fgraph *fg);

/** fb_fgraph_close - free a reader; NULL is fine */
void fb_fgraph_close(struct fb_fgraph *fg);

#endif
