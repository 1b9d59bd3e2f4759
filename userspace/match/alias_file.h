/* SPDX-License-Identifier: GPL-2.0 */
/* The table of names and reasons, on disk. */
#ifndef FB_MATCH_ALIAS_FILE_H
#define FB_MATCH_ALIAS_FILE_H

#include "match/alias.h"

/**
 * fb_aliases_load - read a table
 * @path: its file, or NULL for userspace/data/aliases
 * @al: receives it; fb_aliases_free() it after success
 * @error: receives one line that names the file and says what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_aliases_load(const char *path, struct fb_aliases *al, struct fb_error *error);

#endif
