/* SPDX-License-Identifier: GPL-2.0 */
/* What main() does before anything else. */
#ifndef FB_PROCESS_START_H
#define FB_PROCESS_START_H

/**
 * fb_start - make standard input, output and error safe to use, and errors of a limit visible
 *
 * Opens descriptors 0 to 2 that are closed: a socket or a file would get that number, and then the program's output.
 * Reading the one and writing the others fails, as if they were still closed. A file that exceeds RLIMIT_FSIZE is an
 * error of the write (-EFBIG), not a signal.
 * Return: 0 or a negative errno.
 */
int fb_start(void);

#endif
