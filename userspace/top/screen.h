/* SPDX-License-Identifier: GPL-2.0 */
/* Shows flowbench top on a terminal. */
#ifndef FB_TOP_SCREEN_H
#define FB_TOP_SCREEN_H

#include <stdbool.h>

#include "top/top_text.h"

/**
 * struct fb_top_screen - a terminal in use
 * @paused: the picture does not change; counting goes on
 * @quit: the user pressed q
 * @help: the help is shown instead of the table
 * @why: the panel on packets that do not take the flowtable is shown instead of the table
 * @sort: order of the hooks
 * @first: index of the hook in the first row of the table
 * @error: duplicate of the original standard error, or -1 if that was not redirected
 * @said: file that holds the messages to standard error while the screen is in use
 */
struct fb_top_screen {
	bool paused;
	bool quit;
	bool help;
	bool why;
	enum fb_top_sort sort;
	unsigned int first;
	int error;
	int said;
};

/**
 * fb_top_screen_begin - take over the terminal
 * @s: receives the state; after success, the caller calls fb_top_screen_end()
 *
 * Messages to standard error are held back until fb_top_screen_end().
 * Return: 0, or -ENOTTY if standard input or output is not a terminal, or if TERM is unset, unknown or
 * dumb.
 */
int fb_top_screen_begin(struct fb_top_screen *s);

/** fb_top_screen_end - restore the terminal, and print the messages that were held back */
void fb_top_screen_end(struct fb_top_screen *s);

/** fb_top_screen_columns - returns the width of the terminal */
unsigned int fb_top_screen_columns(void);

/** fb_top_screen_keys - handle the pressed keys; Return: true if the screen must be drawn again */
bool fb_top_screen_keys(struct fb_top_screen *s);

/**
 * fb_top_screen_draw - draw the whole screen
 * @s: state
 * @view: what all intervals share
 * @st: the last interval, or NULL before the first one is over
 */
void fb_top_screen_draw(struct fb_top_screen *s, const struct fb_top_view *view,
			const struct fb_top_stat *st);

#endif
