/* SPDX-License-Identifier: GPL-2.0 */
/* Finds where an output goes: follows the links that may be followed, and opens nothing. */
#ifndef FB_FILE_PLACE_H
#define FB_FILE_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "file/paths.h"
#include "lib/error.h"

/**
 * struct fb_place - where an output goes, with all links followed
 * @dir: descriptor of its folder (O_PATH)
 * @name: its name there
 * @path: both as a path
 * @there: whether something has that name
 * @st: its state, if it is there; it is never a link, but in /proc
 * @fd: our own descriptor, for /dev/stdout, /dev/fd/N and the like; else -1
 */
struct fb_place {
	int dir;
	char name[NAME_MAX + 1];
	char path[FB_PATH_MAX];
	bool there;
	struct stat st;
	int fd;
};

/**
 * fb_place_find - follow the links of a path
 * @p: receives the place; fb_place_close() it after success
 * @path: the path; the last part need not exist
 * @make: make the missing folders above the last part
 * @error: receives "PATH: what is wrong"
 *
 * A link is followed if it belongs to root or to the caller, whatever fs.protected_symlinks says: another user may
 * have made it for us. In a folder where everybody may write, the same holds for what is there already.
 * Return: 0 or a negative errno.
 */
int fb_place_find(struct fb_place *p, const char *path, bool make, struct fb_error *error);

/** fb_place_close - close what fb_place_find() opened */
void fb_place_close(struct fb_place *p);

/** fb_place_mounted - whether a file system is mounted there, so that nothing can take its place */
bool fb_place_mounted(const struct fb_place *p);

/**
 * fb_mkdirs - make a folder and the missing folders above it
 * @path: the folder
 *
 * Follows links as fb_place_find() does.
 * Return: 0 (also when it was there), or a negative errno.
 */
int fb_mkdirs(const char *path);

#endif
