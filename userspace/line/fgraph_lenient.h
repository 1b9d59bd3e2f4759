/* SPDX-License-Identifier: GPL-2.0 */
/* Spellings in a record that the kernel does not use: other units, names of other languages. Pure. */
#ifndef FB_LINE_FGRAPH_LENIENT_H
#define FB_LINE_FGRAPH_LENIENT_H

#include "line/event.h"

/**
 * fb_odd_unit - read a unit other than "us": ns, ms, s, usec, usecs, msec, sec
 * @p: its beginning
 * @end: end of the line
 * @whole: what stands before the point
 * @milli: thousandths
 * @ns: receives the duration in ns
 *
 * Return: the position behind the unit, or NULL if none is there or the duration is longer than any of a trace.
 */
const char *fb_odd_unit(const char *p, const char *end, uint64_t whole, uint64_t milli,
			int64_t *ns);

/**
 * fb_odd_name - read a call whose name has other signs than a name in C
 * @p: its beginning
 * @end: end of the line
 * @ev: receives kind, name and module
 *
 * An address ("0xffffffffc0001000"), a symbol with an offset ("foo+0x10/0x40"), a name of C++ or Rust without
 * mangling ("core::ptr::drop<T>"), or one that a tool has marked ("write@plt").
 *
 * Return: the position behind the brace or the semicolon, or NULL if no such call is here.
 */
const char *fb_odd_name(const char *p, const char *end, struct fb_fg_event *ev);

#endif
