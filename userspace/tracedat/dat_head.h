/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The head of a trace.dat: what libtracecmd does not tell. trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5) describe it. It is
 * read before libtracecmd reads the file, so that a file that cannot be read is refused with its cause.
 */
#ifndef FB_TRACEDAT_DAT_HEAD_H
#define FB_TRACEDAT_DAT_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"

/** FB_DAT_MAGIC - the first bytes of a trace.dat */
#define FB_DAT_MAGIC "\x17\x08\x44tracing"

/** FB_DAT_MAGIC_LEN - how many these are */
#define FB_DAT_MAGIC_LEN 10

/**
 * struct fb_dat_head - the head of a trace.dat
 * @version: of the format: 6 or 7
 * @big: whether its numbers are big-endian
 * @compression: the name of its compression; "none", or empty in version 6
 * @compressor: that one's version
 * @clock: the trace clock; empty if the file does not say
 * @tsc2nsec: whether the file says how its clock becomes ns
 * @text: whether the file holds text in place of records
 */
struct fb_dat_head {
	uint32_t version;
	bool big;
	char compression[32];
	char compressor[32];
	char clock[32];
	bool tsc2nsec;
	bool text;
};

/**
 * fb_dat_head - read it
 * @fd: the file
 * @head: receives it
 * @error: receives why it cannot be read
 *
 * Return: 0, -EINVAL for a head that is cut off or not understood, or the error of read(2).
 */
int fb_dat_head(int fd, struct fb_dat_head *head, struct fb_error *error);

/** fb_dat_head_ns - whether times are in ns */
bool fb_dat_head_ns(const struct fb_dat_head *head);

/** fb_dat_one_line - cut a text at the end of its first line that is not empty; what does not print becomes "?" */
void fb_dat_one_line(char *text);

#endif
