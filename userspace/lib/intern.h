/* SPDX-License-Identifier: GPL-2.0 */
/* Keeps each name once. */
#ifndef FB_LIB_INTERN_H
#define FB_LIB_INTERN_H

#include <stddef.h>

struct fb_intern;

/** fb_intern_new - returns an empty set, which fb_intern_free() frees, or NULL without memory */
struct fb_intern *fb_intern_new(void);

/** fb_intern_free - free all names; NULL is fine */
void fb_intern_free(struct fb_intern *in);

/**
 * fb_intern - get a name that ends in NUL and is valid until fb_intern_free()
 * @in: the names
 * @text: any bytes
 * @len: how many
 *
 * Return: the same address for the same bytes, or NULL without memory.
 */
const char *fb_intern(struct fb_intern *in, const char *text, size_t len);

#endif
