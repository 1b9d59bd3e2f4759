/* SPDX-License-Identifier: GPL-2.0 */
/* A set of function names, such as the functions that a kernel can trace. Pure: no I/O. */
#ifndef FB_LIB_NAME_SET_H
#define FB_LIB_NAME_SET_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct fb_nameset - the names without compiler suffixes, sorted, each once
 * @name: the names; each points into @text
 * @nr: how many
 * @text: owned
 */
struct fb_nameset {
	const char **name;
	size_t nr;
	char *text;
};

/**
 * fb_nameset_parse - read names, one a line, in any order
 * @text: the text, such as available_filter_functions; the rest of a line after a blank is ignored
 * @len: its length
 * @set: receives the names; fb_nameset_free() it after success
 *
 * Return: 0, -EINVAL for text with NUL bytes, or -ENOMEM.
 */
int fb_nameset_parse(const char *text, size_t len, struct fb_nameset *set);

/** fb_nameset_parse_whole - read names with their compiler suffixes, and each as often as it stands there */
int fb_nameset_parse_whole(const char *text, size_t len, struct fb_nameset *set);

/** fb_nameset_free - frees what fb_nameset_parse() has put into @set */
void fb_nameset_free(struct fb_nameset *set);

/** fb_nameset_has - returns 1 if @name without its compiler suffix is in the set, else 0 */
int fb_nameset_has(const struct fb_nameset *set, const char *name);

/** fb_nameset_has_whole - returns 1 if the set has the name of @len bytes just as it is, else 0 */
int fb_nameset_has_whole(const struct fb_nameset *set, const char *name, size_t len);

#endif
