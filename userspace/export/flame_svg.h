/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A flame graph as SVG. Pure: nothing is read.
 *
 * The drawing has its root on top and each call below its caller; children stand in the order
 * in which they were first seen. Width is what was spent in a call and in what it called. It takes
 * all the width that there is, on a phone as well. The first word of a name gives its colour: esp,
 * netfilter, crypto, locks, buffers, IP, devices, xfrm, and grey for all others.
 *
 * In a file of its own a drawing is whole. In a page that holds several, each is drawn with
 * @bare set and a @prefix of its own, and the page has fb_flame_style() and fb_flame_script()
 * once, the latter behind the drawings:
 *
 *	<style>      fb_flame_style(out);         </style>
 *	<div>        fb_flame_svg(p1, &look, out) </div>	with .prefix = "p1-", .bare = true
 *	<div>        fb_flame_svg(p8, &look, out) </div>	with .prefix = "p8-", .bare = true
 *	<script>     fb_flame_script(out);        </script>
 *
 * All classes begin with "fbflame", all ids with the prefix. Colours follow prefers-color-scheme,
 * and data-theme="light" or "dark" of an element around the drawing, where there is one.
 */
#ifndef FB_EXPORT_FLAME_SVG_H
#define FB_EXPORT_FLAME_SVG_H

#include <stdbool.h>

#include "export/flame.h"

/**
 * struct fb_flame_look - how to draw
 * @prefix: what ids begin with: letters, digits, "-" and "_", a letter first; NULL for "flame-"
 * @title: what is drawn, one line; NULL for none
 * @unit: of the values as they are shown, with the mode: "traced us", "insn"
 * @per_unit: so many of the values added make one unit, 1 or a power of ten: 1000 for ns shown
 *	as us, which then has three digits behind the point; 0 is 1
 * @bare: without style and script, for a page that has them; and without the XML declaration
 */
struct fb_flame_look {
	const char *prefix;
	const char *title;
	const char *unit;
	unsigned int per_unit;
	bool bare;
};

/**
 * fb_flame_svg - draw a flame graph
 * @fl: the stacks
 * @look: how
 * @out: where to
 *
 * The SVG is well-formed XML whatever the names hold, and refers to nothing outside itself.
 * Stacks without any value give a drawing that says so.
 *
 * Return: 0, -EINVAL for an invalid prefix, or -ENOMEM.
 */
int fb_flame_svg(const struct fb_flame *fl, const struct fb_flame_look *look, struct fb_out *out);

#endif
