/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Changes files of tracefs, and gives each of them its old value back, whatever ends the program.
 *
 * Each old value goes to a guard process before the file is changed. The guard waits for the end of
 * its pipe. It comes when the program calls fb_trace_undo_end(), and when the program dies, also of
 * SIGKILL. The guard then writes the old values, the last one first.
 */
#ifndef FB_SYSTEM_TRACE_UNDO_H
#define FB_SYSTEM_TRACE_UNDO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/error.h"

/** FB_TRACE_UNDO_MAX - bytes of all records; a pipe takes as many without a reader */
#define FB_TRACE_UNDO_MAX 32768

/**
 * struct fb_trace_undo - what was changed; all 0 before fb_trace_undo_begin()
 * @dir: the tracefs folder; not owned
 * @guard: the guard process, or 0
 * @pipe: its pipe, both ends
 * @len: bytes of @log in use
 * @log: records of a mode ('>' replaces, '+' appends), a file name, a NUL, a value and a NUL
 */
struct fb_trace_undo {
	const char *dir;
	pid_t guard;
	int pipe[2];
	size_t len;
	char log[FB_TRACE_UNDO_MAX];
};

/**
 * fb_trace_read - read the first 4095 bytes of a file
 * @dir: the tracefs folder
 * @file: the file
 * @text: receives the text, with a NUL
 *
 * Return: 0 or a negative errno.
 */
int fb_trace_read(const char *dir, const char *file, char text[4096]);

/**
 * fb_trace_write - write a value to a file
 * @dir: the tracefs folder
 * @file: the file
 * @append: false to replace what the file holds, true to add to it
 * @value: the value; "" with @append false clears the file
 *
 * Return: 0 or a negative errno.
 */
int fb_trace_write(const char *dir, const char *file, bool append, const char *value);

/**
 * fb_trace_undo_begin - start the guard
 * @undo: receives the state; fb_trace_undo_end() must follow, also after an error
 * @dir: the tracefs folder, which must stay valid
 * @error: receives what went wrong
 *
 * Return: 0 or a negative errno with @error set.
 */
int fb_trace_undo_begin(struct fb_trace_undo *undo, const char *dir, struct fb_error *error);

/**
 * fb_trace_undo_write - have a value written at the end
 * @undo: the state
 * @file: the file
 * @append: as of fb_trace_write()
 * @value: the value
 * @error: receives what went wrong
 *
 * Return: 0 or a negative errno with @error set.
 */
int fb_trace_undo_write(struct fb_trace_undo *undo, const char *file, bool append,
			const char *value, struct fb_error *error);

/**
 * fb_trace_save - have the present value of a file written at the end
 * @undo: the state
 * @file: the file
 * @error: receives what went wrong
 *
 * Return: 0, -ENOENT if this kernel lacks the file, or another negative errno; @error is set.
 */
int fb_trace_save(struct fb_trace_undo *undo, const char *file, struct fb_error *error);

/**
 * fb_trace_set - save a file and write another value to it
 * @undo: the state
 * @file: the file
 * @value: the value; nothing is written if the file holds it already
 * @error: receives what went wrong
 *
 * Return: as fb_trace_save().
 */
int fb_trace_set(struct fb_trace_undo *undo, const char *file, const char *value,
		 struct fb_error *error);

/**
 * fb_trace_undo_end - give all files their old values, and end the guard
 * @undo: the state
 * @error: receives the file that could not be given back
 *
 * Files that are gone, as those of a module that was unloaded, are skipped.
 * Return: 0 or a negative errno with @error set.
 */
int fb_trace_undo_end(struct fb_trace_undo *undo, struct fb_error *error);

#endif
