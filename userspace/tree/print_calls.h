/* SPDX-License-Identifier: GPL-2.0 */
/* A recording as a summary, as a drawing, in normal form, and as JSON. */
#ifndef FB_TREE_PRINT_CALLS_H
#define FB_TREE_PRINT_CALLS_H

#include <stdio.h>

#include "lib/out.h"
#include "trace/call_tree.h"
#include "tree/phases.h"

/**
 * fb_print_summary - print what a recording holds: its calls and oddities, then a line a phase
 * @file: its name, for the first line
 * @tree: the recording
 * @ph: its phases
 * @f: where to
 */
void fb_print_summary(const char *file, const struct fb_tree *tree, const struct fb_phases *ph,
		      FILE *f);

/**
 * fb_print_drawing - print the calls of a phase, indented, with their traced durations in us
 * @tree: the recording
 * @phase: the phase
 * @out: where to
 */
void fb_print_drawing(const struct fb_tree *tree, const struct fb_phase *phase, struct fb_out *out);

/** fb_print_normal - print a phase in normal form (tree/normal.h); as fb_print_drawing() */
void fb_print_normal(const struct fb_tree *tree, const struct fb_phase *phase, struct fb_out *out);

/**
 * fb_print_calls_json - print phases as one JSON document, durations in ns
 * @tree: the recording
 * @phase: the phases
 * @nr: their number
 * @out: where to
 */
void fb_print_calls_json(const struct fb_tree *tree, const struct fb_phase *phase, unsigned int nr,
			 struct fb_out *out);

#endif
