/* SPDX-License-Identifier: GPL-2.0 */
/* Texts that are kept until all of them are freed at once. */
#ifndef FB_LIB_ARENA_H
#define FB_LIB_ARENA_H

#include <stddef.h>

/** struct fb_texts - the texts; all 0 when there is none yet */
struct fb_texts {
	struct fb_arena_block *last;
};

/** fb_arena_keep - returns a copy of @len bytes that ends with NUL, or NULL without memory */
const char *fb_arena_keep(struct fb_texts *t, const char *text, size_t len);

/** fb_arena_free - free all texts */
void fb_arena_free(struct fb_texts *t);

#endif
