/* SPDX-License-Identifier: GPL-2.0 */
/* Messages to the person at the terminal, in one form: "flowbench: COMMAND: what failed, on what". */
#ifndef FB_LIB_MESSAGE_H
#define FB_LIB_MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/**
 * fb_set_command - set the command whose name begins each message
 * @name: its name, which must stay valid; NULL: messages begin with "flowbench: " only
 */
void fb_set_command(const char *name);

/** fb_print_error_prefix - write what every message begins with, "flowbench: COMMAND: " */
void fb_print_error_prefix(FILE *f);

/**
 * fb_print_error - print an error
 * @fmt: printf format: what failed, and on what; without a prefix and without a newline
 *
 * The message is one line: control characters, of arguments too, become "?" (fb_shown()).
 */
void fb_print_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/**
 * fb_print_usage_error - print that the command line is wrong, and where its help is
 * @fmt: printf format: what is wrong, without a newline
 *
 * Adds " (flowbench COMMAND --help)".
 */
void fb_print_usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/**
 * fb_print_note - print a remark on a result, or where the result is
 * @fmt: printf format, without a newline
 *
 * Silent after fb_set_quiet(true).
 */
void fb_print_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** fb_print_note_to - print a remark to a stream, also after fb_set_quiet(true) */
void fb_print_note_to(FILE *f, const char *fmt, va_list ap);

/** fb_set_quiet - switch fb_print_progress() and fb_print_note() off (true) or on (false, the default) */
void fb_set_quiet(bool quiet);

/** fb_is_quiet - whether fb_print_progress() and fb_print_note() are off */
bool fb_is_quiet(void);

#endif
