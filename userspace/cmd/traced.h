/* SPDX-License-Identifier: GPL-2.0 */
/* The scenario that a trace leads to, for the commands reproduce and run. */
#ifndef FB_CMD_TRACED_H
#define FB_CMD_TRACED_H

#include "lib/error.h"
#include "reproduce/reading.h"
#include "scenario/scenario.h"
#include "trace/call_tree.h"

/** FB_TRACED_NAME - the name of a scenario that was made of a trace */
#define FB_TRACED_NAME "trace"

/**
 * fb_traced_read - read the beginning of a trace, and say what it is
 * @file: the trace
 * @tree: receives its calls; fb_tree_free() frees them, after @reading was used
 * @reading: receives what it is
 * @error: receives one line that names the file
 *
 * Return: 0 or a negative errno.
 */
int fb_traced_read(const char *file, struct fb_tree **tree, struct fb_reading *reading,
		   struct fb_error *error);

/**
 * fb_traced_text - the text of the scenario that a reading leads to: one of the project's, or one that is made
 * @reading: what the trace is
 * @text: receives the text, which the caller frees
 * @error: receives why there is none
 *
 * Return: 0, -ENOENT if no lab makes such a path, or another negative errno.
 */
int fb_traced_text(const struct fb_reading *reading, char **text, struct fb_error *error);

/**
 * fb_traced_scenario - the scenario itself
 * @file: the trace
 * @sc: receives it; fb_scenario_free() frees it
 * @name: receives its name: one of the project's, or FB_TRACED_NAME
 * @error: receives what went wrong
 *
 * What the lab lacks is said as a remark. Return: as fb_traced_text().
 */
int fb_traced_scenario(const char *file, struct fb_scenario *sc, const char **name,
		       struct fb_error *error);

#endif
