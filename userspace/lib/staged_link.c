// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/place.h"
#include "lib/stage.h"
#include "lib/staged_link.h"

int fb_staged_link_check(const char *path, struct fb_why *why)
{
	struct stat st;

	if (lstat(path, &st))
		return errno == ENOENT ? 0 : fb_why_errno(why, -errno, "%s", path);
	if (S_ISLNK(st.st_mode))
		return 0;
	return fb_why(why, -EEXIST, "%s is no link, so it stays: rename it", path);
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

int fb_staged_link(const char *path, const char *target, struct fb_why *why)
{
	const char *slash = strrchr(path, '/');
	char beside[FB_PATH_MAX];
	struct fb_place place;
	int ret;

	ret = fb_staged_link_check(path, why);
	if (ret)
		return ret;
	/* Not the place of @path, which is where the link leads. */
	if (snprintf(beside, sizeof(beside), "%.*sx", slash ? (int)(slash - path + 1) : 0, path) >=
	    (int)sizeof(beside))
		return fb_why_errno(why, -ENAMETOOLONG, "%s", path);
	ret = fb_place_find(&place, beside, false, why);
	if (ret)
		return ret;
	ret = replace(place.dir, slash ? slash + 1 : path, target);
	fb_place_close(&place);
	return ret ? fb_why_errno(why, ret, "%s", path) : 0;
}
