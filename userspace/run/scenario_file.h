/* SPDX-License-Identifier: GPL-2.0 */
/* Scenario files on disk. */
#ifndef FB_RUN_SCENARIO_FILE_H
#define FB_RUN_SCENARIO_FILE_H

#include "lib/paths.h"
#include "run/scenario.h"

/**
 * fb_scenario_load - read the scenario of that name
 * @name: name of a file in userspace/data/scenarios
 * @sc: receives it; fb_scenario_free() it after success
 *
 * Says what is wrong, and which scenarios there are if @name is none of them.
 * Return: 0 or a negative errno.
 */
int fb_scenario_load(const char *name, struct fb_scenario *sc);

/**
 * fb_scenario_each - call a function for every scenario, in the order of their names
 * @fn: gets the name; what it returns ends the loop unless it is 0
 * @ctx: handed to @fn
 *
 * Return: what @fn returned last, or a negative errno.
 */
int fb_scenario_each(int (*fn)(const char *name, void *ctx), void *ctx);

/** fb_scenario_out - the default folder of a result, out/NAME-KERNEL; Return: 0 or -ENAMETOOLONG */
int fb_scenario_out(const char *name, char out[FB_PATH_MAX]);

#endif
