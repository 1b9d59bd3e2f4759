/* SPDX-License-Identifier: GPL-2.0 */
/* Files that unit tests and fuzzers make, and what they say of texts. */
#ifndef FB_UNIT_FILES_H
#define FB_UNIT_FILES_H

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>

#include "file/remove.h"

/** unit_remove_tree - remove a folder and its content; links are removed, not followed; Return: 0 or a negative errno */
static inline int unit_remove_tree(const char *path)
{
	int ret = fb_remove_at(AT_FDCWD, path);

	return ret == -ENOENT ? 0 : ret;
}

/** unit_utf8 - returns the length of the character at @p, which is before @end; 0 if it is not UTF-8 (RFC 3629) */
static inline size_t unit_utf8(const char *p, const char *end)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *c = (const unsigned char *)p;
	size_t len = c[0] < 0x80 ? 1 : c[0] < 0xc0 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4, i;
	uint32_t code = c[0] & (len == 1 ? 0x7fu : 0x7fu >> len);

	if (!len || c[0] >= 0xf8 || (size_t)(end - p) < len)
		return 0;
	for (i = 1; i < len; i++) {
		if ((c[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (c[i] & 0x3f);
	}
	return code < least[len] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0 : len;
}

#endif
