/* SPDX-License-Identifier: GPL-2.0 */
/* Quoted-printable, which mail programs make of text (RFC 2045, 6.7). Pure. */
#ifndef FB_PASTE_QUOTED_PRINTABLE_H
#define FB_PASTE_QUOTED_PRINTABLE_H

#include <stddef.h>

/**
 * fb_quoted_printable - decode a line
 * @p: the line
 * @end: its end
 * @to: receives the text, which is no longer than the line; may be @p
 *
 * Return: the length of the text.
 */
size_t fb_quoted_printable(const char *p, const char *end, char *to);

#endif
