// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>

#include "cmd/seen.h"
#include "lib/err.h"

/* "lines whose number was taken off: 3", behind the file's name where there are several */
static void say(const char *file, const char *what, uint64_t nr, const char *more)
{
	if (nr)
		fb_note("%s%s%s: %" PRIu64 "%s", file ? file : "", file ? ": " : "", what, nr,
			more);
}

void fb_say_seen(const char *file, const struct fb_fg_seen *seen)
{
	say(file, "lines whose mail quotes were taken off", seen->quoted, "");
	say(file, "line breaks of quoted-printable that were taken out", seen->unbroken, "");
	say(file, "lines before which a log's time was taken off", seen->logged, "");
	say(file, "lines whose number or file name was taken off", seen->numbered, "");
	say(file, "lines whose comment signs were taken off", seen->commented, "");
	say(file, "lines whose sign of a patch was taken off", seen->patched, "");
	say(file, "lines in which colours, tabs, odd blanks, odd bars or end marks were replaced",
	    seen->cleaned, "");
	say(file, "places where somebody has left lines out", seen->gaps,
	    "; what calls around them spent there counts as their own time");
	say(file, "lines whose time is a number without a unit", seen->unitless,
	    "; it was not used");
	if (seen->torn)
		fb_note("%s%sthe last line is cut off, and was left out", file ? file : "",
			file ? ": " : "");
	say(file, "overruns, calls that the tracer missed in one task", seen->overruns, "");
}

void fb_say_odd_levels(const char *file, uint32_t nr, uint64_t line)
{
	char more[80];

	snprintf(more, sizeof(more), ", the first: line %" PRIu64 "; indentation was followed",
		 line);
	say(file, "lines where indentation and braces disagree", nr,
	    line ? more : "; indentation was followed");
}
