// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

#include "file/gzip.h"
#include "lib/vector.h"

#define PIECE (1u << 20)

/* All of @in; @text may have to be freed after an error, too. */
static int read_all(gzFile in, size_t max, char **text, size_t *len)
{
	uint32_t room = 0;
	int got;

	do {
		if (*len > max)
			return -EFBIG;
		if (fb_vector_reserve(*text, room, *len + PIECE + 1))
			return -ENOMEM;
		got = gzread(in, *text + *len, PIECE);
		if (got < 0)
			return -EINVAL;
		*len += (size_t)got;
	} while (got > 0);
	(*text)[*len] = '\0';
	return *len > max ? -EFBIG : 0;
}

int fb_read_gzip(const char *path, size_t max, char **text, size_t *len)
{
	gzFile in;
	int ret;

	errno = 0;
	in = gzopen(path, "re");
	if (!in)
		return errno ? -errno : -ENOMEM;
	*text = NULL;
	*len = 0;
	ret = read_all(in, max, text, len);
	/* A stream that ends too early is told of here. */
	if (gzclose(in) != Z_OK && !ret)
		ret = -EINVAL;
	if (ret) {
		free(*text);
		*text = NULL;
	}
	return ret;
}
