/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a scenario of a reading: topology, rules, traffic, and the phase with its root. It chooses rows of its own tables:
 * no text of the trace gets into a scenario. Pure: no I/O.
 */
#ifndef FB_REPRODUCE_SCENARIO_TEXT_H
#define FB_REPRODUCE_SCENARIO_TEXT_H

#include "lib/out.h"
#include "reproduce/reading.h"

/**
 * fb_scenario_put - write the scenario of a reading, in the form of userspace/data/scenarios
 * @reading: what the trace is
 * @out: where to
 *
 * What the lab has not got stands in it as a comment, with what stands in for it.
 *
 * Return: 0, or -ENOENT if the trace has no path that a lab can make.
 */
int fb_scenario_put(const struct fb_reading *reading, struct fb_out *out);

/**
 * fb_scenario_lack - returns what the lab has not got, one clause a call
 * @reading: what the trace is
 * @at: where the search goes on; 0 at first
 *
 * Return: a clause, or NULL at the end; a trace without a scenario lacks nothing.
 */
const char *fb_scenario_lack(const struct fb_reading *reading, size_t *at);

/** fb_scenario_lacks - write what the lab has not got, a line each, behind @before */
void fb_scenario_lacks(const struct fb_reading *reading, const char *before, struct fb_out *out);

#endif
