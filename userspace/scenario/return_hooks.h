/* SPDX-License-Identifier: GPL-2.0 */
/* Switches the module's hooks on around traffic, for return values that the trace does not have. */
#ifndef FB_SCENARIO_RETURN_HOOKS_H
#define FB_SCENARIO_RETURN_HOOKS_H

#include "scenario/scenario.h"

/**
 * struct fb_hooked - the counts of the hooks
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
 * A function that cannot be hooked is skipped; only the trace can show its value. Resets all counts.
 * Return: the number of hooked functions, or a negative errno.
 */
int fb_hooked_on(const struct fb_scenario *sc);

/**
 * fb_hooked_off - read the counts, and switch the hooks off
 * @sc: the scenario
 * @h: receives the counts; fb_hooked_free() frees them
 *
 * Return: 0 or a negative errno.
 */
int fb_hooked_off(const struct fb_scenario *sc, struct fb_hooked *h);

/** fb_hooked_free - free what fb_hooked_off() has put into @h */
void fb_hooked_free(struct fb_hooked *h);

#endif
