/* SPDX-License-Identifier: GPL-2.0 */
/* Two call trees in two columns, for a person at a terminal. */
#ifndef FB_TREE_SIDE_BY_SIDE_H
#define FB_TREE_SIDE_BY_SIDE_H

#include <stdio.h>

#include "tree/normal.h"

/**
 * struct fb_style - how to print
 * @width: columns of the terminal
 * @colour: 1 for ANSI colours
 */
struct fb_style {
	int width;
	int colour;
};

/**
 * fb_style_of - what suits a stream
 * @f: the stream; colours only on a terminal, and not with NO_COLOR set
 *
 * The width is the terminal's, else $COLUMNS, else 160.
 */
struct fb_style fb_style_of(FILE *f);

/** fb_side_head - the line above the columns: what is left, what is compared, what is right */
void fb_side_head(const char *left, const char *middle, const char *right,
		  const struct fb_style *style, FILE *f);

/**
 * fb_side_line - one line of two columns
 * @left: the call on the left, or NULL
 * @status: what became of it, between the columns
 * @note: stands in the right column if nothing else does, or NULL
 * @colour: ANSI sequence of the line, "" for none
 * @right: the call on the right, or NULL
 * @style: how to print
 * @f: where to
 */
void fb_side_line(const struct fb_normal_node *left, const char *status, const char *note,
		  const char *colour, const struct fb_normal_node *right,
		  const struct fb_style *style, FILE *f);

#endif
