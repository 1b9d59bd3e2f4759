/* SPDX-License-Identifier: GPL-2.0 */
/* The difference of two recordings, phase by phase. Pure: no I/O. */
#ifndef FB_MATCH_DIFF_REPORT_H
#define FB_MATCH_DIFF_REPORT_H

#include "match/call_diff.h"
#include "match/call_file.h"

/**
 * struct fb_diff_phase - a phase that both recordings have, or only one
 * @name: "p1"
 * @calls: what was compared; NULL for a side that has no such phase
 * @d: the result, all zero without one of the sides
 */
struct fb_diff_phase {
	const char *name;
	const struct fb_normal *calls[2];
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

/**
 * fb_diff_report_fill - compare the phases of both recordings
 * @rep: has the recordings and the table; fb_diff_report_drop() it, after an error, too
 * @error: receives what is wrong
 *
 * Phases of one name are compared; if both recordings have one phase only, these, whatever their names.
 * Return: 0, -ENOENT if there is no phase that both have, or another negative errno.
 */
int fb_diff_report_fill(struct fb_diff_report *rep, struct fb_error *error);

/** fb_diff_phase_in - returns what was compared, with what is known of both sides */
struct fb_calldiff_in fb_diff_phase_in(const struct fb_diff_report *rep,
				       const struct fb_diff_phase *ph);

/** fb_diff_report_drop - free what fb_diff_report_fill() has made; recordings and table stay */
void fb_diff_report_drop(struct fb_diff_report *rep);

#endif
