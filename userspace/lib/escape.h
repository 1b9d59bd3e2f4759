/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text that others have written, and that may have any bytes: names in traces and documents,
 * paths, what a kernel or a command says.
 *
 * For people, on a terminal and in messages, fb_shown() and its kin write "?" for each character
 * that does something instead of being seen, newlines included. fb_print_error() and its kin do so with
 * the whole message.
 *
 * For formats that programs read, the other functions escape it. Bytes that are not UTF-8, and
 * characters that a format cannot have, become U+FFFD, the replacement character.
 */
#ifndef FB_LIB_ESCAPE_H
#define FB_LIB_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

#include "lib/out.h"

/**
 * fb_shown - a text for people, with "?" for each character that is not seen
 * @text: what others have written, or NULL
 *
 * Replaced are control characters (C0, DEL, C1), line separators, marks that turn the direction
 * of text, and bytes that are not UTF-8.
 * Return: @text itself if nothing is replaced, "" for NULL; else a copy that is valid until the
 * 16th call after it.
 */
const char *fb_shown(const char *text);

/** fb_shown_n - as fb_shown(), of @len bytes without a NUL; always a copy */
const char *fb_shown_n(const char *text, size_t len);

/** fb_make_shown - replaces such characters in the text itself, which becomes no longer */
void fb_make_shown(char *text);

/** fb_put_shown - writes such a text */
void fb_put_shown(struct fb_out *out, const char *text, size_t len);

/** fb_put_json - writes a JSON string, with its quotes */
void fb_put_json(struct fb_out *out, const char *text, size_t len);

/**
 * fb_write_json_text - writes a part of a JSON document, with \uXXXX for each character in its
 * strings that does something instead of being seen
 *
 * Return: 0, or EOF with errno set.
 */
int fb_write_json_text(FILE *f, const char *text, size_t len);

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
