/* SPDX-License-Identifier: GPL-2.0 */
/* Files and folders under a name for the time being, which a signal that ends the program removes. */
#ifndef FB_FILE_STAGE_H
#define FB_FILE_STAGE_H

#include <stdbool.h>
#include <sys/stat.h>

/** FB_STAGES - how many there may be at once */
#define FB_STAGES 16

/**
 * struct fb_stage - a new file or folder
 * @slot: where the signal handler finds it; -1: it is no more, or never was
 * @fd: descriptor of the file, to write, or of the folder; the caller closes it
 */
struct fb_stage {
	int slot;
	int fd;
};

/**
 * fb_stage_make - make a new file or folder
 * @stage: receives it; fb_stage_move(), fb_stage_drop() or fb_stage_leave() it after success
 * @dir: descriptor of the folder for it
 * @near: its name begins with this; its end is random, and nobody had it before
 * @mode: its mode, less the umask
 * @folder: make a folder
 *
 * Every signal that ends the program and whose disposition is the default one removes it. A child that is forked
 * meanwhile does not.
 * Return: 0 or a negative errno.
 */
int fb_stage_make(struct fb_stage *stage, int dir, const char *near, mode_t mode, bool folder);

/** fb_stage_name - its name */
const char *fb_stage_name(const struct fb_stage *stage);

/**
 * fb_stage_move - give it its final name, in the same folder
 * @stage: it
 * @name: the name
 * @exchange: @name exists, and gets the name for the time being
 *
 * Afterwards no signal removes anything; after an error it is as before.
 * Return: 0 or a negative errno.
 */
int fb_stage_move(struct fb_stage *stage, const char *name, bool exchange);

/**
 * fb_stage_inherit - give it the mode of what it replaces and, if we may, the owner
 * @fd: its descriptor
 * @old: state of what it replaces
 *
 * Return: 0 or a negative errno.
 */
int fb_stage_inherit(int fd, const struct stat *old);

/** fb_stage_drop - remove it, if it is still there */
void fb_stage_drop(struct fb_stage *stage);

/** fb_stage_leave - keep it under its name */
void fb_stage_leave(struct fb_stage *stage);

#endif
