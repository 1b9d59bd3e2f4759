/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the calls that moved, among those that the mapping of two trees leaves over. Pure: no I/O. */
#ifndef FB_MATCH_MOVED_H
#define FB_MATCH_MOVED_H

#include "match/call_aka.h"

/**
 * fb_moved_pair - pair calls that are left over on both sides
 * @in: what is compared
 * @d: the result so far; a call without a class is left over. Receives MOVED for pairs, and REMOVED
 *	for calls that have no counterpart.
 * @aka: the names of the calls of the first tree
 *
 * A call moved if the other side has one left over with the same caller; or if both sides have as many
 * calls of that function left over. Takes time n log n.
 * Return: 0 or -ENOMEM.
 */
int fb_moved_pair(const struct fb_calldiff_in *in, struct fb_calldiff *d,
		  const struct fb_call_akas *aka);

#endif
