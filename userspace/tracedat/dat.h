/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace.dat, which `trace-cmd record` writes, as function_graph text. A child process reads the file with libtracecmd
 * and writes the text into a pipe. A damaged file may crash libtracecmd; then only the child ends.
 */
#ifndef FB_TRACEDAT_DAT_H
#define FB_TRACEDAT_DAT_H

#include <stdbool.h>
#include <sys/types.h>

#include "lib/error.h"

/**
 * struct fb_dat - the child process that reads a trace.dat
 * @pid: its id, 0 if there is none or it has been waited for
 * @said: a file in memory with what the child said, -1 if there is none
 * @failed: after fb_dat_end(): 0 or a negative errno
 */
struct fb_dat {
	pid_t pid;
	int said;
	int failed;
};

/** fb_dat_is - whether an open file is a regular file that begins as a trace.dat does */
bool fb_dat_is(int fd);

/** fb_dat_named - the same of a file by its name; false if it cannot be opened */
bool fb_dat_named(const char *path);

/**
 * fb_dat_begin - start the child
 * @d: receives it; fb_dat_stop() must follow
 * @fd: the trace.dat
 *
 * Return: the read end of the pipe, or a negative errno.
 */
int fb_dat_begin(struct fb_dat *d, int fd);

/**
 * fb_dat_end - at the end of the pipe: wait for the child
 * @d: the child
 * @error: receives why it failed
 *
 * Return: 0 if the text is whole, else -EINVAL; the same each time.
 */
int fb_dat_end(struct fb_dat *d, struct fb_error *error);

/** fb_dat_stop - kill the child if it still runs, and free what belongs to it */
void fb_dat_stop(struct fb_dat *d);

#endif
