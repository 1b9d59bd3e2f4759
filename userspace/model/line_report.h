/* SPDX-License-Identifier: GPL-2.0 */
/* The lines, misses and branches of each path's packet: a record with accesses, set beside a profile. Pure. */
#ifndef FB_MODEL_LINE_REPORT_H
#define FB_MODEL_LINE_REPORT_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "profile/profile.h"
#include "lib/error.h"
#include "model/by_call.h"
#include "model/machine.h"

/** enum fb_lines_state - what the machine held before a packet */
enum fb_lines_state {
	FB_LINES_WARM,
	FB_LINES_COLD,
	FB_LINES_STATES,
};

/**
 * struct fb_lines_path - a path
 * @path: of the profile, borrowed
 * @warm: each flow has a packet in the round. Else a machine that has seen it twice has not seen all, and there are no
 *	warm figures
 * @counted: what no model is needed for
 * @modelled: of each machine, warm and cold: its events
 */
struct fb_lines_path {
	const struct fb_profile_path *path;
	bool warm;
	struct fb_weighed counted;
	struct fb_weighed (*modelled)[FB_LINES_STATES];
};

/**
 * struct fb_lines - all paths of a profile
 * @p: the profile, borrowed
 * @machine: the machines, borrowed
 * @nr_machines: how many
 * @path: one for each path of @p
 * @nr: how many; 0 if the record has no accesses
 */
struct fb_lines {
	const struct fb_profile *p;
	struct fb_machine *machine;
	size_t nr_machines;
	struct fb_lines_path *path;
	size_t nr;
};

/**
 * fb_lines_build - count and model the rounds that a profile was made of
 * @l: has @machine and @nr_machines; receives the rest. fb_lines_free() it, after an error, too
 * @p: the profile
 * @rec: its record
 * @error: receives what is wrong
 *
 * Counted instructions must be those of the profile, and as many packets must begin as the round has.
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_lines_build(struct fb_lines *l, struct fb_profile *p, const struct fb_profile_record *rec,
		   struct fb_error *error);

/** fb_lines_free - free what fb_lines_build() has put into @l */
void fb_lines_free(struct fb_lines *l);

/** fb_lines_has - whether a path of @l has figures of this state */
static inline bool fb_lines_has(const struct fb_lines_path *path, unsigned int state)
{
	return state != FB_LINES_WARM || path->warm;
}

/** fb_lines_state_name - "warm" or "cold" */
const char *fb_lines_state_name(unsigned int state);

/** fb_lines_print - the tables of what is counted and what is modelled, of @nr records of one machine */
void fb_lines_print(const struct fb_lines *l, size_t nr, FILE *to);

/** fb_lines_json - append one object a path to the array @to */
int fb_lines_json(const struct fb_lines *l, json_t *to);

#endif
