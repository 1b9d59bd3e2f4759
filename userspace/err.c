// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>

#include "err.h"

static bool quiet;

void fb_set_quiet(bool on)
{
	quiet = on;
}

bool fb_is_quiet(void)
{
	return quiet;
}

void fb_err(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("flowbench: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void fb_progress(const char *fmt, ...)
{
	va_list ap;

	if (quiet)
		return;
	fputs("  ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}
