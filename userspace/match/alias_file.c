// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "file/paths.h"
#include "match/alias_file.h"

#define TABLE_MAX (4u * 1024 * 1024)

int fb_aliases_load(const char *path, struct fb_aliases *al, struct fb_error *error)
{
	const char *said = path ? path : "userspace/data/aliases";
	char buf[FB_PATH_MAX], *text;
	int ret = path ? 0 : fb_data_path(buf, error, "userspace/data/aliases");

	if (ret)
		return ret;
	path = path ? path : buf;
	ret = fb_read_file(path, TABLE_MAX, &text, NULL);
	if (ret)
		return fb_error_errno(error, ret, "%s", said);
	ret = fb_aliases_parse(text, path, al, error);
	free(text);
	return ret;
}
