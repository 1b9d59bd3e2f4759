// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "profile/sections_load.h"
#include "file/paths.h"

#define TEXT_MAX ((size_t)1 << 20)

int fb_sections_load(const char *file, struct fb_section_rules *rules, struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;
	size_t len;
	int ret;

	if (!file) {
		ret = fb_data_path(path, error, "userspace/data/sections");
		if (ret)
			return ret;
		file = path;
	}
	ret = fb_read_file(file, TEXT_MAX, &text, &len);
	if (ret)
		return fb_error_errno(error, ret, "%s", file);
	ret = fb_sections_parse(text, len, file, rules, error);
	free(text);
	return ret;
}
