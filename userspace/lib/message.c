// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/message.h"
#include "lib/escape.h"

static bool quiet;
static const char *command;

void fb_set_quiet(bool on)
{
	quiet = on;
}

bool fb_is_quiet(void)
{
	return quiet;
}

void fb_set_command(const char *name)
{
	command = name;
}

/* "flowbench: top: " */
void fb_print_error_prefix(FILE *f)
{
	fprintf(f, "flowbench: %s%s", command ? command : "", command ? ": " : "");
}

/* What is printed is one line, whatever its arguments have. */
static void print_message(FILE *f, const char *fmt, va_list ap)
{
	char *text;

	if (vasprintf(&text, fmt, ap) < 0) {
		fputs(fmt, f);
		return;
	}
	fb_make_shown(text);
	fputs(text, f);
	free(text);
}

void fb_print_error(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fb_print_error_prefix(stderr);
	va_start(ap, fmt);
	print_message(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void fb_print_usage_error(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fb_print_error_prefix(stderr);
	va_start(ap, fmt);
	print_message(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, " (flowbench%s%s --help)\n", command ? " " : "", command ? command : "");
}

void fb_print_note_to(FILE *f, const char *fmt, va_list ap)
{
	fb_print_error_prefix(f);
	print_message(f, fmt, ap);
	fputc('\n', f);
}

void fb_print_note(const char *fmt, ...)
{
	va_list ap;

	if (quiet)
		return;
	va_start(ap, fmt);
	fb_print_note_to(stderr, fmt, ap);
	va_end(ap);
}
