// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/message.h"
#include "lib/escape.h"
#include "lib/place.h"

static bool quiet, verbose;
static const char *command;

void fb_set_quiet(bool on)
{
	quiet = on;
}

void fb_set_verbose(bool on)
{
	verbose = on;
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

static void note(FILE *f, const char *fmt, va_list ap)
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
	note(stderr, fmt, ap);
	va_end(ap);
}

/* To be appended to; another user's link is not followed. */
static FILE *open_progress(const char *path)
{
	struct fb_place place;
	FILE *file = NULL;
	int fd;

	if (fb_place_find(&place, path, false, NULL))
		return NULL;
	if (place.fd >= 0)
		fd = fcntl(place.fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	else
		fd = openat(place.dir, place.name,
			    O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC,
			    0666);
	if (fd >= 0) {
		file = fdopen(fd, "a");
		if (!file)
			close(fd);
	}
	fb_place_close(&place);
	return file;
}

void fb_print_progress(const char *fmt, ...)
{
	const char *where = getenv("FLOWBENCH_PROGRESS");
	FILE *file = NULL;
	va_list ap;

	if (quiet)
		return;
	if (where && *where) {
		file = open_progress(where);
		if (!file)
			return;
	}
	if (verbose || isatty(fileno(file ? file : stderr))) {
		va_start(ap, fmt);
		note(file ? file : stderr, fmt, ap);
		va_end(ap);
	}
	if (file)
		fclose(file);
}
