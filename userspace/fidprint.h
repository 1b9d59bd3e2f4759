/* SPDX-License-Identifier: GPL-2.0 */
/* A fidelity report for a person at a terminal. */
#ifndef FB_FIDPRINT_H
#define FB_FIDPRINT_H

#include <stdio.h>

#include "fidreport.h"

/**
 * struct fb_fid_style - how to print
 * @width: columns of the terminal
 * @colour: 1 for ANSI colours
 */
struct fb_fid_style {
	int width;
	int colour;
};

/**
 * fb_fid_style_of - what suits a stream
 * @f: the stream; colours only on a terminal, and not with NO_COLOR set
 *
 * The width is the terminal's, else $COLUMNS, else 160.
 */
struct fb_fid_style fb_fid_style_of(FILE *f);

/** fb_fid_print_table - a line a phase and the sums; then what is wrong with the table of aliases */
void fb_fid_print_table(const struct fb_fid_report *rep, FILE *f);

/** fb_fid_print_missing - the missing calls, grouped by function and caller */
void fb_fid_print_missing(const struct fb_fid_report *rep, FILE *f);

/** fb_fid_print_tree - the two trees of a phase side by side, what became of each call between */
void fb_fid_print_tree(const struct fb_fid_phase *ph, const struct fb_fid_style *style, FILE *f);

#endif
