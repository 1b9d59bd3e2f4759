// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/progress.h"
#include "file/place.h"
#include "lib/message.h"

static bool verbose;

void fb_set_verbose(bool on)
{
	verbose = on;
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

	if (fb_is_quiet())
		return;
	if (where && *where) {
		file = open_progress(where);
		if (!file)
			return;
	}
	if (verbose || isatty(fileno(file ? file : stderr))) {
		va_start(ap, fmt);
		fb_print_note_to(file ? file : stderr, fmt, ap);
		va_end(ap);
	}
	if (file)
		fclose(file);
}
