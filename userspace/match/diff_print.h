/* SPDX-License-Identifier: GPL-2.0 */
/* The difference of two recordings: phase by phase, for a person and as JSON. */
#ifndef FB_MATCH_DIFF_PRINT_H
#define FB_MATCH_DIFF_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "match/changes.h"
#include "match/diff_report.h"
#include "tree/side_by_side.h"

/** FB_DIFF_SCHEMA - name and version of the JSON form */
#define FB_DIFF_SCHEMA "flowbench.diff/1"

/** fb_diff_print_table - a line a phase, and the sums */
void fb_diff_print_table(const struct fb_diff_report *rep, FILE *f);

/**
 * fb_diff_print_changes - what is not the same, in groups over all phases
 * @rep: the report
 * @most: groups of a class that are shown, 0 for all
 * @f: where to
 *
 * Return: 0 or -ENOMEM.
 */
int fb_diff_print_changes(const struct fb_diff_report *rep, unsigned int most, FILE *f);

/** fb_diff_print_tree - the two trees of a phase side by side */
void fb_diff_print_tree(const struct fb_diff_report *rep, const struct fb_diff_phase *ph,
			const struct fb_style *style, FILE *f);

/**
 * fb_diff_sum_json - what changed in all phases together: {"total": {…}, "changes": […]}
 *
 * Return: a new object, or NULL without memory.
 */
json_t *fb_diff_sum_json(const struct fb_diff_report *rep);

/**
 * fb_diff_json - a report as JSON
 *
 * Return: a new object of schema FB_DIFF_SCHEMA, or NULL without memory.
 */
json_t *fb_diff_json(const struct fb_diff_report *rep);

#endif
