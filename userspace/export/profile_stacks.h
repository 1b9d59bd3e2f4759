/* SPDX-License-Identifier: GPL-2.0 */
/* The stacks of profile.json (schema flowbench.profile/1), in instructions, or in what a packet touches and misses. */
#ifndef FB_EXPORT_PROFILE_STACKS_H
#define FB_EXPORT_PROFILE_STACKS_H

#include <jansson.h>

#include "export/flame_svg.h"
#include "lib/error.h"

/**
 * struct fb_export_profile - one path of a profile
 * @stacks: its stacks
 * @look: how they are drawn: title and unit
 * @title: where the title lies
 * @unit: where the unit lies
 */
struct fb_export_profile {
	struct fb_flame *stacks;
	struct fb_flame_look look;
	char title[160];
	char unit[80];
};

/**
 * fb_export_profile - take a path's stacks out of a profile
 * @doc: the document
 * @path: "flowtable-esp"; NULL where it has only one
 * @weight: one of the path's weights: "data", "desktop/warm/l1d"; "l1d" is that of the first machine, cold; NULL for
 *	instructions
 * @pr: receives them; fb_export_profile_free() it, also after an error
 * @error: receives one line that says what is wrong
 *
 * Return: 0, -EINVAL for another document, -ENOENT for a path or a weight that is not in it, or -ENOMEM.
 */
int fb_export_profile(const json_t *doc, const char *path, const char *weight,
		      struct fb_export_profile *pr, struct fb_error *error);

/** fb_export_profile_free - free what fb_export_profile() has put into @pr */
void fb_export_profile_free(struct fb_export_profile *pr);

#endif
