// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/place.h"
#include "file/stage.h"
#include "file/staged_link.h"

int fb_staged_link_check(const char *path, struct fb_error *error)
{
	struct stat st;

	if (lstat(path, &st))
		return errno == ENOENT ? 0 : fb_error_errno(error, -errno, "%s", path);
	if (S_ISLNK(st.st_mode))
		return 0;
	return fb_error(error, -EEXIST, "%s is not a link, so it stays: rename it", path);
}

/* The link is made in a folder of its own, under no name that somebody could have. */
static int replace(int dir, const char *name, const char *target)
{
	struct fb_stage stage;
	int ret = fb_stage_make(&stage, dir, name, 0700, true);

	if (ret)
		return ret;
	if (symlinkat(target, stage.fd, name) || renameat(stage.fd, name, dir, name))
		ret = -errno;
	close(stage.fd);
	fb_stage_drop(&stage);
	return ret;
}

int fb_staged_link(const char *path, const char *target, struct fb_error *error)
{
	const char *slash = strrchr(path, '/');
	char beside[FB_PATH_MAX];
	struct fb_place place;
	int ret;

	ret = fb_staged_link_check(path, error);
	if (ret)
		return ret;
	/* Not the place of @path, which is where the link leads. */
	if (snprintf(beside, sizeof(beside), "%.*sx", slash ? (int)(slash - path + 1) : 0, path) >=
	    (int)sizeof(beside))
		return fb_error_errno(error, -ENAMETOOLONG, "%s", path);
	ret = fb_place_find(&place, beside, false, error);
	if (ret)
		return ret;
	ret = replace(place.dir, slash ? slash + 1 : path, target);
	fb_place_close(&place);
	return ret ? fb_error_errno(error, ret, "%s", path) : 0;
}
