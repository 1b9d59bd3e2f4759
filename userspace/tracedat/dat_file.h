/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace.dat that libtracecmd has opened, with the buffer that has function_graph records. Only for the process that
 * fb_dat_text() is for: both standard streams lead to one file in memory.
 */
#ifndef FB_TRACEDAT_DAT_FILE_H
#define FB_TRACEDAT_DAT_FILE_H

#include <sys/types.h>

#include "tracedat/dat_event.h"
#include "tracedat/dat_head.h"

struct tracecmd_input;

/**
 * struct fb_dat_file - an open trace.dat
 * @in: the buffer that is read
 * @tep: who knows the file's formats, tasks and symbols
 * @head: its head
 * @formats: those of function_graph
 * @records: how often fb_dat_alive() was called
 * @why: receives causes
 */
struct fb_dat_file {
	struct tracecmd_input *in;
	struct tep_handle *tep;
	struct fb_dat_head head;
	struct fb_dat_formats formats;
	uint64_t records;
	struct fb_error *why;
};

/**
 * fb_dat_file_open - open it
 * @d: receives it; the process keeps it until it ends
 * @fd: the file; it is libtracecmd's from now on
 * @error: receives why it cannot be read
 *
 * Return: 0 or a negative errno.
 */
int fb_dat_file_open(struct fb_dat_file *d, int fd, struct fb_error *error);

/** fb_dat_alive - call this for each record: SIGPROF ends a process that computes for a minute without one */
void fb_dat_alive(struct fb_dat_file *d);

/** fb_dat_said - how many bytes the libraries have written to the standard streams */
off_t fb_dat_said(void);

/**
 * fb_dat_complain - refuse the file with what the libraries said
 * @d: the file
 * @from: fb_dat_said() before the step that failed
 * @what: what failed
 *
 * Return: -EINVAL.
 */
int fb_dat_complain(const struct fb_dat_file *d, off_t from, const char *what);

#endif
