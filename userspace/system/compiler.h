/* SPDX-License-Identifier: GPL-2.0 */
/* Which compiler has built a kernel. The same source costs something else by another one. */
#ifndef FB_SYSTEM_COMPILER_H
#define FB_SYSTEM_COMPILER_H

#include <stddef.h>

/** FB_COMPILER_MAX - room for its name and version */
#define FB_COMPILER_MAX 128

/**
 * fb_compiler_of - the compiler in a kernel's banner (pure)
 * @banner: "Linux version RELEASE (BUILDER) (COMPILER, LINKER) …", as in /proc/version
 * @out: receives it, "gcc-14 (Debian 14.2.0-19) 14.2.0"; empty if there is none, or none that fits
 */
void fb_compiler_of(const char *banner, char out[FB_COMPILER_MAX]);

/** fb_compiler_read - fb_compiler_of() the running kernel */
void fb_compiler_read(char out[FB_COMPILER_MAX]);

#endif
