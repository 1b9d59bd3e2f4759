/* SPDX-License-Identifier: GPL-2.0 */
/* Reads which function begins which section. */
#ifndef FB_BENCH_SECTIONS_LOAD_H
#define FB_BENCH_SECTIONS_LOAD_H

#include "bench/sections.h"
#include "lib/why.h"

/**
 * fb_sections_load - read the rules
 * @file: the file, or NULL: userspace/data/sections
 * @rules: receives them; fb_sections_free() them after success
 * @why: receives what is wrong
 *
 * Return: 0, or a negative errno with @why set.
 */
int fb_sections_load(const char *file, struct fb_section_rules *rules, struct fb_why *why);

#endif
