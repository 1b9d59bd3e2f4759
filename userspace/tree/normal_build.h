/* SPDX-License-Identifier: GPL-2.0 */
/* How a normal form grows: for its reader (tree/normal_text.c) only. */
#ifndef FB_TREE_NORMAL_BUILD_H
#define FB_TREE_NORMAL_BUILD_H

#include <stddef.h>

struct fb_normal;
struct fb_normal_line;

/** FB_NORMAL_DEPTH_MAX - calls may be nested as deep as this */
#define FB_NORMAL_DEPTH_MAX 65534

/** fb_normal_append - as fb_normal_add_line(); nodes around it wait for fb_normal_close() */
int fb_normal_append(struct fb_normal *n, const struct fb_normal_line *in);

/** fb_normal_close - ends the subtrees that the last node is in */
void fb_normal_close(struct fb_normal *n);

/** fb_normal_key_ok - returns 1 if @len bytes at @key can be the key of a head line, else 0 */
int fb_normal_key_ok(const char *key, size_t len);

#endif
