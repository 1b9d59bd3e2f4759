/* SPDX-License-Identifier: GPL-2.0 */
/* A folder that appears when it is complete, as fb_staged does with a file. */
#ifndef FB_FILE_STAGED_FOLDER_H
#define FB_FILE_STAGED_FOLDER_H

#include "file/place.h"
#include "file/stage.h"
#include "lib/error.h"

/**
 * struct fb_folder_kind - which folders may be replaced, apart from empty ones
 * @check: returns 0 if the folder @dir holds such a result and nothing else; else a negative errno, and says what it holds
 * @clear: removes the files of such a result from the folder @dir, and nothing else
 */
struct fb_folder_kind {
	int (*check)(int dir, struct fb_error *error);
	void (*clear)(int dir);
};

/**
 * struct fb_staged_folder - a folder that is being filled
 * @path: its path until the end: make the files there
 * @given: its final path as the caller gave it
 * @kind: what it may replace
 * @place: where it goes
 * @stage: the folder beside that
 */
struct fb_staged_folder {
	char path[FB_PATH_MAX];
	const char *given;
	const struct fb_folder_kind *kind;
	struct fb_place place;
	struct fb_stage stage;
};

/**
 * fb_staged_folder_open - begin a folder, and make the missing folders above it
 * @s: receives it; fb_staged_folder_end() or fb_staged_folder_leave() it after success
 * @path: its final path, valid until the end. Nothing may be there but an empty folder, or one that @kind knows
 * @kind: what may be replaced
 * @error: receives "PATH: what is wrong"; may be NULL
 *
 * Return: 0 or a negative errno.
 */
int fb_staged_folder_open(struct fb_staged_folder *s, const char *path,
			  const struct fb_folder_kind *kind, struct fb_error *error);

/**
 * fb_staged_folder_end - move the folder to its final path, or remove it
 * @s: the folder
 * @ret: 0 if it is complete; else it is removed
 * @error: receives what is wrong if it is empty; may be NULL
 *
 * What is at the final path is checked again. A complete folder that cannot get there stays under its name for the time
 * being, which @error tells. The folder gets the mode of the one that it replaces and, as root, its owner.
 * Return: @ret or a negative errno.
 */
int fb_staged_folder_end(struct fb_staged_folder *s, int ret, struct fb_error *error);

/** fb_staged_folder_leave - keep what is there under its name for the time being, @s->path */
void fb_staged_folder_leave(struct fb_staged_folder *s);

#endif
