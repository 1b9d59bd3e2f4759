/* SPDX-License-Identifier: GPL-2.0 */
/* A file that is there whole, or not at all: it is written beside its place and renamed. */
#ifndef FB_LIB_STAGED_H
#define FB_LIB_STAGED_H

#include <stdio.h>

#include "lib/paths.h"

/**
 * struct fb_staged - a file that is being written
 * @f: write here
 * @path: where it will be
 * @stage: where it is until then; empty for what is no file (/dev/stdout), which is written at once
 */
struct fb_staged {
	FILE *f;
	char path[FB_PATH_MAX];
	char stage[FB_PATH_MAX];
};

/**
 * fb_staged_open - begin a file
 * @s: receives it; fb_staged_end() it after success
 * @path: its place; what is there stays until the end
 *
 * A signal that ends the program removes what is not whole. One file at a time.
 * Return: 0 or a negative errno.
 */
int fb_staged_open(struct fb_staged *s, const char *path);

/**
 * fb_staged_end - put the file into its place, or forget it
 * @s: the file
 * @ret: 0 if all was written; else it is removed
 *
 * Return: @ret, or what kept the file from being there: a negative errno.
 */
int fb_staged_end(struct fb_staged *s, int ret);

#endif
