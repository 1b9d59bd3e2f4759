/* SPDX-License-Identifier: GPL-2.0 */
/* A fidelity report for a person at a terminal. */
#ifndef FB_MATCH_FIDELITY_PRINT_H
#define FB_MATCH_FIDELITY_PRINT_H

#include <stdio.h>

#include "match/fidelity_report.h"
#include "tree/side_by_side.h"

/** fb_fid_print_table - a line a phase and the sums; then what is wrong with the table of aliases */
void fb_fid_print_table(const struct fb_fid_report *rep, FILE *f);

/** fb_fid_print_missing - the missing calls, grouped by function and caller */
void fb_fid_print_missing(const struct fb_fid_report *rep, FILE *f);

/** fb_fid_print_returns - what matched calls returned and were documented to: sums, then those with another value */
void fb_fid_print_returns(const struct fb_fid_report *rep, FILE *f);

/** fb_fid_print_tree - the two trees of a phase side by side, what became of each call between */
void fb_fid_print_tree(const struct fb_fid_phase *ph, const struct fb_style *style, FILE *f);

#endif
