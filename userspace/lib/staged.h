/* SPDX-License-Identifier: GPL-2.0 */
/* Writes a file completely or not at all: it is written beside its place and then renamed. */
#ifndef FB_LIB_STAGED_H
#define FB_LIB_STAGED_H

#include <stdio.h>

#include "lib/paths.h"

/**
 * struct fb_staged - a file that is being written
 * @f: write here
 * @path: its final path
 * @stage: its path until then; empty for a target that is not a file (/dev/stdout): it is written directly
 */
struct fb_staged {
	FILE *f;
	char path[FB_PATH_MAX];
	char stage[FB_PATH_MAX];
};

/**
 * fb_staged_open - begin a file
 * @s: receives it; fb_staged_end() it after success
 * @path: its final path; an existing file stays until the end
 *
 * A signal that ends the program removes the incomplete file. Only one file at a time.
 * Return: 0 or a negative errno.
 */
int fb_staged_open(struct fb_staged *s, const char *path);

/**
 * fb_staged_end - move the file to its final path, or remove it
 * @s: the file
 * @ret: 0 if everything was written; else the file is removed
 *
 * Return: @ret, or the negative errno because of which the file is not there.
 */
int fb_staged_end(struct fb_staged *s, int ret);

#endif
