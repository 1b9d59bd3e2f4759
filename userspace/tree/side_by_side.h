/* SPDX-License-Identifier: GPL-2.0 */
/* Prints two call trees in two columns. */
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
 * fb_style_of - choose the style for a stream
 * @f: the stream; colours only on a terminal, and not with NO_COLOR set
 *
 * The width is the terminal's, else $COLUMNS, else 160.
 */
struct fb_style fb_style_of(FILE *f);

/** fb_side_head - prints the line above the columns: names of the left, middle and right column */
void fb_side_head(const char *left, const char *middle, const char *right,
		  const struct fb_style *style, FILE *f);

/**
 * fb_side_line - print one line of two columns
 * @left: the call on the left, or NULL
 * @status: its status, between the columns
 * @note: text for the right column if @right is NULL, or NULL
 * @colour: ANSI sequence of the line, "" for none
 * @right: the call on the right, or NULL
 * @style: how to print
 * @f: the stream
 */
void fb_side_line(const struct fb_normal_line *left, const char *status, const char *note,
		  const char *colour, const struct fb_normal_line *right,
		  const struct fb_style *style, FILE *f);

#endif
