/* SPDX-License-Identifier: GPL-2.0 */
/* Runs another program and waits for it. */
#ifndef FB_PROCESS_CHILD_H
#define FB_PROCESS_CHILD_H

#include <stddef.h>

/**
 * fb_child_run - run a program to its end
 * @argv: program and arguments, then NULL; a program without a slash is searched in PATH
 * @out: receives its standard output, which the caller frees; NULL leaves
 *	standard output as it is
 *
 * The child is in the caller's process group, so that a ^C reaches it too.
 * Return: its exit status, 128 + N when signal N ended it, or a negative errno.
 */
int fb_child_run(char *const argv[], char **out);

#endif
