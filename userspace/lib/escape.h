/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text from a trace in what programs read: it may hold anything. Bytes that are no UTF-8, and
 * characters that a form cannot have at all, become U+FFFD, the replacement character.
 */
#ifndef FB_LIB_ESCAPE_H
#define FB_LIB_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

/** fb_utf8 - length of the character at @p, which is before @end; 0 if it is no UTF-8 */
size_t fb_utf8(const char *p, const char *end);

/** fb_put_json - a JSON string, with its quotes */
void fb_put_json(FILE *f, const char *text, size_t len);

/** fb_put_xml - text or the value of an attribute, for XML and HTML alike */
void fb_put_xml(FILE *f, const char *text, size_t len);

/** fb_put_csv - a field of RFC 4180, in quotes where it wants them */
void fb_put_csv(FILE *f, const char *text, size_t len);

/** fb_put_folded - a name in a folded stack; ";", "\", blanks and control characters as \xHH */
void fb_put_folded(FILE *f, const char *text, size_t len);

#endif
