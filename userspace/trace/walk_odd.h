/* SPDX-License-Identifier: GPL-2.0 */
/* Where a text does not agree with itself, as a walk has found it. */
#ifndef FB_TRACE_WALK_ODD_H
#define FB_TRACE_WALK_ODD_H

#include <stdint.h>

/**
 * struct fb_walk_odd - where a text does not agree with itself
 * @levels: lines where braces alone would give another tree than indentation
 * @level_line: the first of these lines, 0 for none, or if there are several texts
 * @doubts: places where the text contradicts itself, or where a line is missing that it does not tell of
 * @doubt_line: the first of these lines, 0 as above
 * @uncertain: calls whose own time is not certain for that
 */
struct fb_walk_odd {
	uint64_t levels;
	uint64_t level_line;
	uint64_t doubts;
	uint64_t doubt_line;
	uint64_t uncertain;
};

/** fb_walk_odd_add - add what was odd in one text to what was odd in others */
static inline void fb_walk_odd_add(struct fb_walk_odd *sum, const struct fb_walk_odd *odd)
{
	if (odd->levels)
		sum->level_line = sum->levels ? 0 : odd->level_line;
	if (odd->doubts)
		sum->doubt_line = sum->doubts ? 0 : odd->doubt_line;
	sum->levels += odd->levels;
	sum->doubts += odd->doubts;
	sum->uncertain += odd->uncertain;
}

#endif
