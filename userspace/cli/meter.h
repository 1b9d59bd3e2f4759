/* SPDX-License-Identifier: GPL-2.0 */
/* Shows how much of a long file has been read: one line on a terminal, which is redrawn. */
#ifndef FB_CLI_METER_H
#define FB_CLI_METER_H

#include <stdint.h>

/**
 * struct fb_meter - what is being read
 * @name: the file, without its folder
 * @total: its bytes, 0 if that is not known
 * @began: time of the beginning, in ns of the monotonic clock
 * @drawn: time when the line was drawn last, 0 if never
 */
struct fb_meter {
	char name[64];
	uint64_t total;
	uint64_t began;
	uint64_t drawn;
};

/**
 * fb_meter_begin - begin a read
 * @m: the meter
 * @path: the file
 * @total: its bytes, or 0
 */
void fb_meter_begin(struct fb_meter *m, const char *path, uint64_t total);

/**
 * fb_meter_at - redraw the line twice a second, if the read has taken two seconds already
 * @m: the meter
 * @done: bytes that have been read
 *
 * If standard error is not a terminal, fb_print_progress() prints a line every five seconds, if progress was asked
 * for. Silent after fb_set_quiet(true).
 */
void fb_meter_at(struct fb_meter *m, uint64_t done);

/** fb_meter_end - erases the line */
void fb_meter_end(struct fb_meter *m);

/**
 * fb_meter_line - make the text of the line; pure
 * @m: the meter
 * @done: bytes that have been read
 * @now: the time, in ns of the clock of @m->began
 * @line: receives it, 120 bytes
 */
void fb_meter_line(const struct fb_meter *m, uint64_t done, uint64_t now, char line[120]);

#endif
