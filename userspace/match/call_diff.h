/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is different between two recorded call trees: which calls are the same, which have another
 * name, which are made elsewhere, which are gone and which are new. Pure: no I/O.
 */
#ifndef FB_MATCH_CALL_DIFF_H
#define FB_MATCH_CALL_DIFF_H

#include "match/call_class.h"

/**
 * fb_calldiff_compare - compare two trees
 * @in: what to compare
 * @d: receives the result; fb_calldiff_free() it after success
 *
 * Calls that the mapping of fb_treediff() leaves over are moved if the other side leaves over one
 * with the same caller, or just as many of that function. All others are removed or added.
 * Return: 0 or -ENOMEM.
 */
int fb_calldiff_compare(const struct fb_calldiff_in *in, struct fb_calldiff *d);

/** fb_calldiff_free - free what fb_calldiff_compare() has put into @d */
void fb_calldiff_free(struct fb_calldiff *d);

/** fb_calldiff_add - add the counts of @more to those of @sum; @sum->call is left alone */
void fb_calldiff_add(struct fb_calldiff *sum, const struct fb_calldiff *more);

/** fb_calldiff_same - 1 if every call is the same on both sides, else 0 */
int fb_calldiff_same(const struct fb_calldiff *d);

/** fb_change_name - "same", "renamed", ... */
const char *fb_change_name(enum fb_change_class class);

#endif
