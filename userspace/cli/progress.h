/* SPDX-License-Identifier: GPL-2.0 */
/* Which step of a long command begins: to the terminal, or to where FLOWBENCH_PROGRESS says. */
#ifndef FB_CLI_PROGRESS_H
#define FB_CLI_PROGRESS_H

#include <stdbool.h>

/**
 * fb_print_progress - print which step begins
 * @fmt: printf format, without a newline
 *
 * Goes to the file or device that FLOWBENCH_PROGRESS names, else to standard error. The guest has a serial
 * port for it. Silent after fb_set_quiet(true), and where its target is not a terminal, unless
 * fb_set_verbose(true) was called.
 */
void fb_print_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** fb_set_verbose - whether fb_print_progress() speaks where there is no terminal (default: false) */
void fb_set_verbose(bool verbose);

#endif
