/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of trees that have indentation and braces, and nothing else: "  ip_rcv() {", as wikis and slides print them. Pure. */
#ifndef FB_LINE_BARE_LINE_H
#define FB_LINE_BARE_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "line/event.h"

/**
 * fb_bare_line - read a call or a closing brace that has no column before it
 * @p: the line, its indentation included
 * @end: its end
 * @ev: receives it
 *
 * A call has no arguments, and no name that is a word of C: code is not a tree. A remark may stand behind it, which
 * begins with a sign.
 *
 * Return: the position behind it, where a remark may stand, or NULL.
 */
const char *fb_bare_line(const char *p, const char *end, struct fb_fg_event *ev);

/**
 * fb_bare_is_tree - is a text such a tree?
 * @text: its lines
 * @len: their bytes
 *
 * Each line must be one of such a tree, a remark behind "#", a place where lines were left out, or a fence; and a call
 * must stand in another one, by indentation. Any other line makes it another text.
 */
bool fb_bare_is_tree(const char *text, size_t len);

/** fb_bare_gap - true for "。。。", the points of a text in Chinese that say that lines are left out */
bool fb_bare_gap(const char *p, const char *end);

#endif
