// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>

#include "cmd/seen.h"
#include "lib/message.h"

/* "lines whose number was taken off: 3", behind the file's name where there are several */
static void note_seen(const char *file, const char *what, uint64_t nr, const char *more)
{
	if (nr)
		fb_print_note("%s%s%s: %" PRIu64 "%s", file ? file : "", file ? ": " : "", what, nr,
			      more);
}

void fb_say_seen(const char *file, const struct fb_fg_seen *seen)
{
	note_seen(file, "lines whose mail quotes were taken off", seen->quoted, "");
	note_seen(file, "line breaks of quoted-printable that were taken out", seen->unbroken, "");
	note_seen(file, "lines before which a log's time was taken off", seen->logged, "");
	note_seen(file, "lines whose number or file name was taken off", seen->numbered, "");
	note_seen(file, "lines whose comment signs were taken off", seen->commented, "");
	note_seen(file, "lines whose sign of a patch was taken off", seen->patched, "");
	note_seen(file,
		  "lines in which colours, tabs, odd blanks, odd bars or end marks were replaced",
		  seen->cleaned, "");
	note_seen(file, "places where somebody has left lines out", seen->gaps,
		  "; what calls around them spent there counts as their own time");
	note_seen(file, "lines whose time is a number without a unit", seen->unitless,
		  "; it was not used");
	if (seen->torn)
		fb_print_note("%s%sthe last line is cut off, and was left out", file ? file : "",
			      file ? ": " : "");
	if (seen->left)
		fb_print_note("%s%sthe text is longer: only its beginning was looked at",
			      file ? file : "", file ? ": " : "");
	note_seen(file, "overruns, calls that the tracer missed in one task", seen->overruns, "");
}

/* The same with the first line of all. */
static void say_first(const char *file, const char *what, uint64_t nr, uint64_t line,
		      const char *more)
{
	char first[160];

	if (line)
		snprintf(first, sizeof(first), ", the first: line %" PRIu64 "; %s", line, more);
	else
		snprintf(first, sizeof(first), "; %s", more);
	note_seen(file, what, nr, first);
}

void fb_say_odd(const char *file, const struct fb_walk_odd *odd)
{
	char more[100];

	say_first(file, "lines where indentation and braces disagree", odd->levels, odd->level_line,
		  "indentation was followed");
	snprintf(more, sizeof(more), "calls whose own time is not certain: %" PRIu64,
		 odd->uncertain);
	say_first(file, "places where the text contradicts itself, or a line is missing",
		  odd->doubts, odd->doubt_line, more);
}
