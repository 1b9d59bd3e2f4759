/* SPDX-License-Identifier: GPL-2.0 */
/* How far a long file has been read: one line that is drawn anew, on a terminal. */
#ifndef FB_LIB_METER_H
#define FB_LIB_METER_H

#include <stdint.h>

/**
 * struct fb_meter - what is being read
 * @name: the file, without its folder
 * @total: its bytes, 0 if that is not known
 * @began: when, in ns of the monotonic clock
 * @drawn: when the line was drawn last, 0 if never
 */
struct fb_meter {
	char name[64];
	uint64_t total;
	uint64_t began;
	uint64_t drawn;
};

/**
 * fb_meter_begin - begin
 * @m: the meter
 * @path: the file
 * @total: its bytes, or 0
 */
void fb_meter_begin(struct fb_meter *m, const char *path, uint64_t total);

/**
 * fb_meter_at - say how far it is, if that has gone on for two seconds, twice a second
 * @m: the meter
 * @done: bytes that have been read
 *
 * Where standard error is no terminal: a line of its own every five seconds, as fb_progress() says it, which
 * is not at all unless that was asked for. Silent after fb_set_quiet(true).
 */
void fb_meter_at(struct fb_meter *m, uint64_t done);

/** fb_meter_end - take the line away; what was drawn is gone */
void fb_meter_end(struct fb_meter *m);

/**
 * fb_meter_line - what the line says; pure
 * @m: the meter
 * @done: bytes that have been read
 * @now: the time, in ns of the clock of @m->began
 * @line: receives it, 120 bytes
 */
void fb_meter_line(const struct fb_meter *m, uint64_t done, uint64_t now, char line[120]);

#endif
