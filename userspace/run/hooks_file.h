/* SPDX-License-Identifier: GPL-2.0 */
/* The module's hooks around traffic, for what its trace cannot say. */
#ifndef FB_RUN_HOOKS_FILE_H
#define FB_RUN_HOOKS_FILE_H

#include "run/scenario.h"

/**
 * struct fb_hooked - what the hooks have counted
 * @hooks: the module's file hooks; owned
 * @verdicts: its file verdicts; owned
 */
struct fb_hooked {
	char *hooks;
	char *verdicts;
};

/**
 * fb_hooked_on - hook the functions whose return values a scenario expects
 * @sc: the scenario
 *
 * A function that cannot be hooked here is left to the trace. Counts begin at zero.
 * Return: how many are hooked, or a negative errno.
 */
int fb_hooked_on(const struct fb_scenario *sc);

/**
 * fb_hooked_off - take the counts, and the hooks off
 * @sc: the scenario
 * @h: receives what was counted; fb_hooked_free() frees it
 *
 * Return: 0 or a negative errno.
 */
int fb_hooked_off(const struct fb_scenario *sc, struct fb_hooked *h);

/** fb_hooked_free - free what fb_hooked_off() has put into @h */
void fb_hooked_free(struct fb_hooked *h);

#endif
