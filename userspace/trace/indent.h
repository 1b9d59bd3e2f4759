/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What indentation means in a text. The kernel puts two blanks behind the bar and two more for each level. Without
 * the duration's column it puts one blank, and other tracers, and people who paste, have other steps. Pure.
 */
#ifndef FB_TRACE_INDENT_H
#define FB_TRACE_INDENT_H

#include <stdbool.h>

#include "line/event.h"

/** FB_INDENT_STEPS - steps from one level to the next are below this */
#define FB_INDENT_STEPS 17

/**
 * struct fb_indent - what has been seen of a text
 * @last: the last event
 * @steps: behind how many opening lines a call stood so many blanks deeper; the last one: more, or less
 * @even: calls with an even number of blanks
 * @odd: calls with an odd one
 * @least: the least number of blanks, -1 for none
 * @most: the largest one
 */
struct fb_indent {
	struct fb_fg_event last;
	uint32_t steps[FB_INDENT_STEPS];
	uint32_t even;
	uint32_t odd;
	int32_t least;
	int32_t most;
};

/**
 * struct fb_levels - how a number of blanks becomes a level
 * @flat: the text has lost its indentation: no call has a level
 * @plain: as the kernel writes it
 * @base: the blanks of level 0
 * @step: from one level to the next
 * @least: the least level that was seen
 */
struct fb_levels {
	bool flat;
	bool plain;
	int32_t base;
	int32_t step;
	int32_t least;
};

/** fb_indent_begin - begin with nothing seen */
void fb_indent_begin(struct fb_indent *in);

/** fb_indent_add - one more event of the text */
void fb_indent_add(struct fb_indent *in, const struct fb_fg_event *ev);

/** fb_indent_end - decide what indentation means in the text */
struct fb_levels fb_indent_end(const struct fb_indent *in);

/** fb_level - returns the level of a call, FB_FG_NO_LEVEL if it has none */
static inline int32_t fb_level(const struct fb_levels *lv, const struct fb_fg_event *ev)
{
	int32_t blanks = ev->blanks - lv->base;

	if (lv->flat || ev->blanks < 0)
		return FB_FG_NO_LEVEL;
	if (lv->plain)
		return blanks < 0 ? FB_FG_NO_LEVEL : (int32_t)((uint32_t)blanks / 2);
	return blanks < 0 ? 0 : blanks / lv->step;
}

#endif
