/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Escapes text from a trace for formats that programs read. The text may have any bytes. Bytes that
 * are not UTF-8, and characters that a format cannot have, become U+FFFD, the replacement character.
 */
#ifndef FB_LIB_ESCAPE_H
#define FB_LIB_ESCAPE_H

#include <stddef.h>

#include "lib/out.h"

/** fb_utf8 - returns the length of the character at @p, which is before @end; 0 if it is not UTF-8 */
size_t fb_utf8(const char *p, const char *end);

/** fb_put_json - writes a JSON string, with its quotes */
void fb_put_json(struct fb_out *out, const char *text, size_t len);

/** fb_put_json_ascii - writes a JSON string, with "?" for each byte that is not printable ASCII */
void fb_put_json_ascii(struct fb_out *out, const char *text);

/** fb_put_xml - writes text or the value of an attribute, for XML and HTML */
void fb_put_xml(struct fb_out *out, const char *text, size_t len);

/** fb_put_csv - writes a field of RFC 4180, in quotes if needed */
void fb_put_csv(struct fb_out *out, const char *text, size_t len);

/** fb_put_ascii - writes a text, NULL for none, with "?" for each byte that is not printable ASCII */
void fb_put_ascii(struct fb_out *out, const char *text);

/** fb_put_folded - writes a name of a folded stack; ";", "\", blanks and control characters as \xHH */
void fb_put_folded(struct fb_out *out, const char *text, size_t len);

#endif
