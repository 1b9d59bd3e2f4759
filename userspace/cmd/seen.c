// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>

#include "cmd/seen.h"
#include "lib/err.h"

void fb_say_seen(const struct fb_fg_seen *seen)
{
	if (seen->quoted)
		fb_note("lines whose mail quotes were taken off: %" PRIu64, seen->quoted);
	if (seen->unbroken)
		fb_note("line breaks of quoted-printable that were taken out: %" PRIu64,
			seen->unbroken);
	if (seen->logged)
		fb_note("lines whose kernel log's time was taken off: %" PRIu64, seen->logged);
	if (seen->gaps)
		fb_note("places where somebody has left lines out: %" PRIu64
			"; what calls around them spent there counts as their own time",
			seen->gaps);
	if (seen->unitless)
		fb_note("lines whose time is a number without a unit: %" PRIu64 "; it was not used",
			seen->unitless);
	if (seen->torn)
		fb_note("the last line is cut off, and was left out");
	if (seen->overruns)
		fb_note("overruns, calls that the tracer missed: %" PRIu64, seen->overruns);
}

void fb_say_odd_levels(uint32_t nr, uint64_t line)
{
	if (nr)
		fb_note("lines where indentation and braces disagree: %" PRIu32
			", the first: line %" PRIu64 "; indentation was followed",
			nr, line);
}
