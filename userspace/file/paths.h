/* SPDX-License-Identifier: GPL-2.0 */
/* Paths of flowbench's own data, and small file helpers. */
#ifndef FB_FILE_PATHS_H
#define FB_FILE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/error.h"

#define FB_PATH_MAX 4096

/**
 * fb_data_path - make the path of one of the project's data files, and check that it may be trusted
 * @buf: receives the path, FB_PATH_MAX bytes
 * @error: receives what is wrong
 * @fmt: printf format of the path below the project's top ("netns-lab/lab")
 *
 * The top is $FLOWBENCH_ROOT. If that is not set, it is the folder above the program's folder; if the
 * program's folder is a bin/, it is share/flowbench beside that.
 *
 * For root, the whole tree that the file belongs to is checked with fb_trust(): netns-lab/ of
 * "netns-lab/lab", as a script runs what lies beside it. A tree is checked once, and its path has
 * no links.
 * Return: 0; -EPERM if root must not trust it; -ENAMETOOLONG, or the error of
 * readlink("/proc/self/exe").
 */
int fb_data_path(char buf[FB_PATH_MAX], struct fb_error *error, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * fb_out_path - make the path of a result: out/@name in the clone, or in the current folder if the
 * program is installed
 * @buf: receives the path, FB_PATH_MAX bytes
 * @name: the path below out/ ("latest")
 *
 * Return: as fb_data_path().
 */
int fb_out_path(char buf[FB_PATH_MAX], const char *name);

/** fb_program_path - writes the path of the running program to @buf; Return: 0 or a negative errno */
int fb_program_path(char buf[FB_PATH_MAX]);

/** fb_is_folder - whether @name in @dir is a folder, or leads to one, and is not hidden */
bool fb_is_folder(const char *dir, const char *name);

/** fb_copy_path - writes @path to @buf; Return: 0 or -ENAMETOOLONG */
int fb_copy_path(char buf[FB_PATH_MAX], const char *path);

/** fb_join - writes @dir, a slash and @name to @buf; Return: 0 or -ENAMETOOLONG */
int fb_join(char buf[FB_PATH_MAX], const char *dir, const char *name);

/**
 * fb_read_file - read a whole file into memory, and add a NUL
 * @path: the file; a file of size 0, as in procfs and tracefs, is read to its end
 * @max: a file of more bytes than this gives -EFBIG
 * @text: receives the buffer, which the caller frees
 * @len: receives its length without the NUL; may be NULL
 *
 * Return: 0 or a negative errno.
 */
int fb_read_file(const char *path, size_t max, char **text, size_t *len);

/**
 * fb_stream_error - why a stream that was written to is incomplete
 * @f: the stream; it is flushed
 *
 * Return: 0 or the error of its writes (-ENOSPC, -EFBIG, -EBADF); -EIO if it is not known any more.
 */
int fb_stream_error(FILE *f);

#endif
