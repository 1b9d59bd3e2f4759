/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every file that the program writes. It is written completely or not at all: beside its place, under a name that
 * nobody had, and then renamed. What cannot be replaced (devices, pipes, sockets, our own descriptors as /dev/stdout)
 * is written directly. "-" is /dev/stdout; a file of that name is "./-".
 */
#ifndef FB_FILE_STAGED_H
#define FB_FILE_STAGED_H

#include <stdbool.h>
#include <stdio.h>

#include "file/place.h"
#include "file/stage.h"
#include "lib/error.h"

/**
 * struct fb_staged - a file that is being written
 * @f: write here
 * @given: its path as the caller gave it
 * @place: where it goes
 * @stage: the file beside that; without a slot it is written directly
 */
struct fb_staged {
	FILE *f;
	const char *given;
	struct fb_place place;
	struct fb_stage stage;
};

/**
 * fb_staged_open - begin a file
 * @s: receives it; fb_staged_end() it after success
 * @path: its final path, valid until the end; an existing file stays until then
 * @error: receives "PATH: what is wrong"; may be NULL
 *
 * A link of the caller's or of root's is followed, another user's is refused (fb_place_find()). A signal that ends the
 * program removes the incomplete file. FB_STAGES files may be open at once.
 * Return: 0 or a negative errno.
 */
int fb_staged_open(struct fb_staged *s, const char *path, struct fb_error *error);

/**
 * fb_staged_end - move the file to its final path, or remove it
 * @s: the file
 * @ret: 0 if everything was written; else the file is removed. -EIO becomes the stream's own error, if it has one
 * @error: receives "PATH: what is wrong" if it is empty; may be NULL
 *
 * The file keeps the mode of the one that it replaces and, as root, its owner.
 * Return: @ret, or the negative errno because of which the file is not there.
 */
int fb_staged_end(struct fb_staged *s, int ret, struct fb_error *error);

/**
 * fb_staged_check - find out whether a file can be written, before the work that it is for
 * @path: its path
 * @error: receives "PATH: what is wrong"; may be NULL
 *
 * Return: 1 if it would be replaced or made, 0 if it would be written directly, or a negative errno.
 */
int fb_staged_check(const char *path, struct fb_error *error);

/**
 * fb_staged_same - whether two outputs would be one file, of which the last one would stay
 * @a: a path
 * @b: another path, or another word for it
 *
 * Devices and pipes take several outputs.
 */
bool fb_staged_same(const char *a, const char *b);

/**
 * fb_staged_former - whether a file whose name the user did not give may be written
 * @path: its path
 * @mark: a text in the first bytes of each such file
 * @error: receives "PATH: what is wrong"; may be NULL
 *
 * Return: 0 if there is no file, or one that has @mark; -EEXIST if it is another one.
 */
int fb_staged_former(const char *path, const char *mark, struct fb_error *error);

#endif
