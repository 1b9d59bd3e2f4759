/* SPDX-License-Identifier: GPL-2.0 */
/* Where flowbench's own data lies, and small file helpers. */
#ifndef FB_LIB_PATHS_H
#define FB_LIB_PATHS_H

#include <stddef.h>
#include <stdio.h>

#define FB_PATH_MAX 4096

/**
 * fb_data_path - the path of one of the project's data files
 * @buf: receives the path, FB_PATH_MAX bytes
 * @fmt: printf format of the path below the project's top ("netns-lab/lab")
 *
 * The top is $FLOWBENCH_ROOT, else the folder above the one that the program lies in; where that
 * one is a bin/, share/flowbench beside it.
 * Return: 0, -ENAMETOOLONG, or the error of readlink("/proc/self/exe").
 */
int fb_data_path(char buf[FB_PATH_MAX], const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/**
 * fb_out_path - the path of a result: out/@name of the clone, or, where the program is installed,
 * of the current folder
 * @buf: receives the path, FB_PATH_MAX bytes
 * @name: the path below out/ ("latest")
 *
 * Return: as fb_data_path().
 */
int fb_out_path(char buf[FB_PATH_MAX], const char *name);

/** fb_program_path - the running program's own file in @buf; Return: 0 or a negative errno */
int fb_program_path(char buf[FB_PATH_MAX]);

/** fb_join - @dir, a slash and @name in @buf; Return: 0 or -ENAMETOOLONG */
int fb_join(char buf[FB_PATH_MAX], const char *dir, const char *name);

/**
 * fb_read_file - a whole file in memory, with a NUL behind it
 * @path: the file; a size of 0 as in procfs and tracefs is read to its end
 * @max: larger than this many bytes is -EFBIG
 * @text: receives the buffer, which the caller frees
 * @len: receives its length without the NUL; may be NULL
 *
 * Return: 0 or a negative errno.
 */
int fb_read_file(const char *path, size_t max, char **text, size_t *len);

/**
 * fb_mkdirs - make a folder and those above it that are missing
 * @path: the folder
 *
 * Return: 0 (also when it was there), or a negative errno.
 */
int fb_mkdirs(const char *path);

/**
 * fb_remove_tree - remove a folder and what is in it; links are removed, not followed
 * @path: the folder
 *
 * Return: 0 (also when it was not there), or the first negative errno.
 */
int fb_remove_tree(const char *path);

/**
 * fb_close_checked - close a stream that was written to
 * @f: the stream
 *
 * Return: 0, or the error that kept some of what was written from the file (-ENOSPC, -EIO).
 */
int fb_close_checked(FILE *f);

#endif
