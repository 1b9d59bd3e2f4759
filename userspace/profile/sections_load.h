/* SPDX-License-Identifier: GPL-2.0 */
/* Reads which function begins which section. */
#ifndef FB_PROFILE_SECTIONS_LOAD_H
#define FB_PROFILE_SECTIONS_LOAD_H

#include "profile/sections.h"
#include "lib/error.h"

/**
 * fb_sections_load - read the rules
 * @file: the file, or NULL: userspace/data/sections
 * @rules: receives them; fb_sections_free() them after success
 * @error: receives what is wrong
 *
 * Return: 0, or a negative errno with @error set.
 */
int fb_sections_load(const char *file, struct fb_section_rules *rules, struct fb_error *error);

#endif
