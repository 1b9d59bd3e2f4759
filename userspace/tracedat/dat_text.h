/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The records of a trace.dat as the text that tracefs makes of them, with the options funcgraph-abstime, funcgraph-proc and
 * funcgraph-tail. Times have nanoseconds:
 *
 *	   16.218728045 |   1)  ping-158  |               |  ip_output() {
 *	   16.218824162 |   1)  ping-158  |   50.395 us   |    __rcu_read_lock();
 */
#ifndef FB_TRACEDAT_DAT_TEXT_H
#define FB_TRACEDAT_DAT_TEXT_H

#include <stdio.h>

#include "lib/error.h"

/**
 * fb_dat_text - write it
 * @fd: the trace.dat; it is closed
 * @f: where to
 * @error: receives why the file cannot be read
 *
 * Only for a process of its own, which ends after it: nothing is freed, standard output leads elsewhere for a while, both
 * standard streams receive warnings of the libraries, and SIGPROF ends the process if it computes for long without a
 * result.
 *
 * Return: 0 or a negative errno. Write errors stay with the stream.
 */
int fb_dat_text(int fd, FILE *f, struct fb_error *error);

#endif
