/* SPDX-License-Identifier: GPL-2.0 */
/* Copies ranges of a text's lines. */
#ifndef FB_SCENARIO_COPY_LINES_H
#define FB_SCENARIO_COPY_LINES_H

#include <stdio.h>

#include "scenario/segment.h"

/**
 * fb_lines_copy - copy a range of lines, without parts of it
 * @in: the text, at its beginning
 * @out: the stream to write to
 * @first: first line, counted from 1
 * @last: last line
 * @cut: ranges within it that are left out, ascending; each is replaced by one # line with its length
 *	and its duration, which a reader needs to subtract from the call around it
 * @nr_cut: how many
 *
 * Return: 0, or -ENODATA if the text ends before @last.
 */
int fb_lines_copy(FILE *in, FILE *out, uint64_t first, uint64_t last,
		  const struct fb_line_range *cut, unsigned int nr_cut);

#endif
