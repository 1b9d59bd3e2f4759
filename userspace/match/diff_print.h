/* SPDX-License-Identifier: GPL-2.0 */
/* The difference of two recordings: phase by phase, for a person and as JSON. */
#ifndef FB_MATCH_DIFF_PRINT_H
#define FB_MATCH_DIFF_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "match/call_diff.h"
#include "match/call_file.h"
#include "match/changes.h"
#include "tree/side_by_side.h"

/** FB_DIFF_SCHEMA - name and version of the JSON form */
#define FB_DIFF_SCHEMA "flowbench.diff/1"

/**
 * struct fb_diff_phase - a phase that both recordings have, or only one
 * @name: "p1"
 * @in: what was compared; a side's calls are NULL if it has no such phase
 * @d: the result, all zero without one of the sides
 */
struct fb_diff_phase {
	const char *name;
	struct fb_calldiff_in in;
	struct fb_calldiff d;
};

/**
 * struct fb_diff_report - all phases
 * @rec: the two recordings
 * @aliases: the table of names
 * @phase: the phases of the first, then those that only the second has
 * @nr: how many
 * @total: sums over the phases that both have
 * @lone: phases that only one has
 */
struct fb_diff_report {
	struct fb_recording rec[2];
	struct fb_aliases aliases;
	struct fb_diff_phase *phase;
	unsigned int nr;
	struct fb_calldiff total;
	unsigned int lone;
};

/** fb_diff_same - 1 if both have the same phases, and every call is the same; else 0 */
int fb_diff_same(const struct fb_diff_report *rep);

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
 * fb_diff_json - a report as JSON
 *
 * Return: a new object of schema FB_DIFF_SCHEMA, or NULL without memory.
 */
json_t *fb_diff_json(const struct fb_diff_report *rep);

#endif
