/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stacks added up, and their drawing as a flame graph. Pure: nothing is read.
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
 *	<style>      fb_flame_style(f);         </style>
 *	<div>        fb_flame_svg(p1, &look, f) </div>	with .prefix = "p1-", .bare = true
 *	<div>        fb_flame_svg(p8, &look, f) </div>	with .prefix = "p8-", .bare = true
 *	<script>     fb_flame_script(f);        </script>
 *
 * All classes begin with "fbflame", all ids with the prefix. Colours follow prefers-color-scheme,
 * and data-theme="light" or "dark" of an element around the drawing, where there is one.
 */
#ifndef FB_EXPORT_FLAME_H
#define FB_EXPORT_FLAME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct fb_flame;

/** FB_FLAME_DEPTH - stacks are not deeper than this */
#define FB_FLAME_DEPTH 4200

/** fb_flame_new - no stack yet; fb_flame_free() frees it; NULL without memory */
struct fb_flame *fb_flame_new(void);

/** fb_flame_free - free it; NULL is fine */
void fb_flame_free(struct fb_flame *fl);

/**
 * fb_flame_call - the node of a call below another
 * @fl: the stacks
 * @parent: the caller's node; 0 for an outermost call
 * @name: the function, any bytes; it is copied
 * @len: its length
 *
 * Return: the node, the same for the same name and caller; 0 without memory or beyond
 * FB_FLAME_DEPTH.
 */
uint32_t fb_flame_call(struct fb_flame *fl, uint32_t parent, const char *name, size_t len);

/** fb_flame_add - @value more was spent in the call of node @at itself (ns, instructions) */
void fb_flame_add(struct fb_flame *fl, uint32_t at, uint64_t value);

/**
 * fb_flame_take - take away what was added too much
 * @fl: the stacks
 * @top: from this node and those below it, the largest own value first
 * @value: how much
 *
 * Return: what could not be taken, because there is not so much: 0 as a rule.
 */
uint64_t fb_flame_take(struct fb_flame *fl, uint32_t top, uint64_t value);

/**
 * fb_flame_stack - add a whole stack
 * @fl: the stacks
 * @name: its calls, outermost first, ended by NUL each
 * @nr: how many, at least 1
 * @value: what was spent in the innermost itself
 *
 * Return: 0, -E2BIG beyond FB_FLAME_DEPTH, or -ENOMEM.
 */
int fb_flame_stack(struct fb_flame *fl, const char *const *name, unsigned int nr, uint64_t value);

/** fb_flame_total - all that was added, less what was taken */
uint64_t fb_flame_total(const struct fb_flame *fl);

/** fb_flame_stacks - how many different stacks there are */
uint32_t fb_flame_stacks(const struct fb_flame *fl);

/**
 * fb_flame_folded - write the stacks as lines "a;b;c VALUE"
 * @fl: the stacks; those with nothing spent in them are left out
 * @f: where to; the caller looks at the stream's errors when it closes it
 *
 * In names, ";", blanks, "\" and control characters are written as \xHH.
 */
void fb_flame_folded(const struct fb_flame *fl, FILE *f);

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
 * @f: where to; the caller looks at the stream's errors when it closes it
 *
 * The SVG is well-formed XML whatever the names hold, and refers to nothing outside itself.
 * Stacks without any value give a drawing that says so.
 *
 * Return: 0, -EINVAL for a prefix that is none, or -ENOMEM.
 */
int fb_flame_svg(const struct fb_flame *fl, const struct fb_flame_look *look, FILE *f);

/** fb_flame_style - the style sheet of all drawings of a page, without <style> */
void fb_flame_style(FILE *f);

/** fb_flame_script - the script of all drawings in front of it in a page, without <script> */
void fb_flame_script(FILE *f);

#endif
