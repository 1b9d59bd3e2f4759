/* SPDX-License-Identifier: GPL-2.0 */
/* Finds and reads scenario files. */
#ifndef FB_SCENARIO_SCENARIO_FILE_H
#define FB_SCENARIO_SCENARIO_FILE_H

#include "file/paths.h"
#include "scenario/scenario.h"

/**
 * fb_scenario_load - read the scenario of that name
 * @name: name of a file in userspace/data/scenarios
 * @sc: receives it; fb_scenario_free() it after success
 *
 * Prints what is wrong. If @name is unknown, prints the names of all scenarios.
 * Return: 0 or a negative errno.
 */
int fb_scenario_load(const char *name, struct fb_scenario *sc);

/**
 * fb_scenario_each - call a function for every scenario, in the order of their names
 * @fn: gets the name; a return value other than 0 ends the loop
 * @ctx: handed to @fn
 * @error: receives what is wrong, if @fn was not called; NULL is allowed
 *
 * Return: the last return value of @fn, or a negative errno.
 */
int fb_scenario_each(int (*fn)(const char *name, void *ctx), void *ctx, struct fb_error *error);

/** fb_scenario_out - makes the default folder of a result, out/NAME-KERNEL; Return: 0 or -ENAMETOOLONG */
int fb_scenario_out(const char *name, char out[FB_PATH_MAX]);

#endif
