/* SPDX-License-Identifier: GPL-2.0 */
/* One line on standard error for the person at the terminal. */
#ifndef FB_LIB_ERR_H
#define FB_LIB_ERR_H

#include <stdbool.h>

/**
 * fb_err - say what went wrong, in one line that names the thing
 * @fmt: printf format, without the program's name and without a newline
 *
 * Control characters in the arguments are written as they are: escape what comes from a file.
 */
void fb_err(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/**
 * fb_note - say on standard error what is worth knowing of a result, or where it is
 * @fmt: printf format, without a newline
 *
 * Silent after fb_set_quiet(true).
 */
void fb_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/**
 * fb_progress - say which step is going on
 * @fmt: printf format, without a newline
 *
 * Goes to standard error or, where FLOWBENCH_PROGRESS names a file or device, there: the guest has a serial
 * port for it. Silent where that is no terminal, unless after fb_set_verbose(true); and after
 * fb_set_quiet(true).
 */
void fb_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** fb_set_quiet - switch fb_progress() and fb_note() off (true) or on (false, the default) */
void fb_set_quiet(bool quiet);

/** fb_set_verbose - whether fb_progress() speaks where there is no terminal (default: false) */
void fb_set_verbose(bool verbose);

/** fb_is_quiet - whether fb_progress() and fb_note() are off */
bool fb_is_quiet(void);

#endif
