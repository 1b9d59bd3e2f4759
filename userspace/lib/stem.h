/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of functions without the suffix that the compiler adds (.isra.0, .constprop.0, .cold).
 * Two names with the same stem are the same function of the source. Pure: no I/O.
 */
#ifndef FB_LIB_STEM_H
#define FB_LIB_STEM_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/** fb_stem - returns the length of @name without the compiler's suffix */
static inline size_t fb_stem(const char *name)
{
	return strcspn(name, ".");
}

/** fb_stem_is - returns true if the stem of @name is the @len bytes at @text */
static inline bool fb_stem_is(const char *name, const char *text, size_t len)
{
	return fb_stem(name) == len && !memcmp(name, text, len);
}

/** fb_same_stem - returns true if @a and @b have the same stem */
static inline bool fb_same_stem(const char *a, const char *b)
{
	return fb_stem_is(a, b, fb_stem(b));
}

#endif
