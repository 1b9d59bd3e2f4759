/* SPDX-License-Identifier: GPL-2.0 */
/* flowbench top on a terminal. */
#ifndef FB_TOP_SCREEN_H
#define FB_TOP_SCREEN_H

#include <stdbool.h>

#include "top/text.h"

/**
 * struct fb_top_screen - a terminal in use
 * @paused: the picture stays; counting goes on
 * @quit: the user has had enough
 * @help: keys are shown instead
 * @sort: order of the hooks
 * @first: hook at the top of the table
 * @error: the descriptor that standard error was, -1 if it was left alone
 * @said: receives what is said on it meanwhile
 */
struct fb_top_screen {
	bool paused;
	bool quit;
	bool help;
	enum fb_top_sort sort;
	unsigned int first;
	int error;
	int said;
};

/**
 * fb_top_screen_begin - take the terminal
 * @s: receives the state; fb_top_screen_end() it after success
 *
 * What is said on standard error is shown when the terminal is given back.
 * Return: 0, or -ENOTTY if standard input and output are none that can be drawn on: no
 * terminals, or TERM is unset, unknown or dumb.
 */
int fb_top_screen_begin(struct fb_top_screen *s);

/** fb_top_screen_end - give it back as it was */
void fb_top_screen_end(struct fb_top_screen *s);

/** fb_top_screen_keys - take in the keys that have been pressed; Return: whether to draw again */
bool fb_top_screen_keys(struct fb_top_screen *s);

/**
 * fb_top_screen_draw - draw everything
 * @s: state
 * @view: what is the same in each interval
 * @st: interval, or NULL before the first
 */
void fb_top_screen_draw(struct fb_top_screen *s, const struct fb_top_view *view,
			const struct fb_top_stat *st);

#endif
