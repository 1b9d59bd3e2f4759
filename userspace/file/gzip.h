/* SPDX-License-Identifier: GPL-2.0 */
/* Files that are compressed by gzip. */
#ifndef FB_FILE_GZIP_H
#define FB_FILE_GZIP_H

#include <stddef.h>

/**
 * fb_read_gzip - read a file into memory, and add a NUL; what is compressed is expanded
 * @path: the file, compressed or not
 * @max: more bytes than this, when expanded, give -EFBIG
 * @text: receives the buffer, which the caller frees
 * @len: receives its length without the NUL
 *
 * Return: 0; -EINVAL if what is compressed is damaged or cut short; or another negative errno.
 */
int fb_read_gzip(const char *path, size_t max, char **text, size_t *len);

#endif
