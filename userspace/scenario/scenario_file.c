// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "lib/message.h"
#include "scenario/scenario_file.h"

static int plain_name(const struct dirent *d)
{
	return d->d_name[0] != '.' && !strchr(d->d_name, '~');
}

int fb_scenario_each(int (*fn)(const char *name, void *ctx), void *ctx, struct fb_error *error)
{
	char dir[FB_PATH_MAX];
	struct dirent **list;
	int nr, i, ret;

	ret = fb_data_path(dir, error, "userspace/data/scenarios");
	if (ret)
		return ret;
	nr = scandir(dir, &list, plain_name, alphasort);
	if (nr < 0)
		return fb_error_errno(error, -errno, "%s", dir);
	for (i = 0; i < nr; i++) {
		if (!ret)
			ret = fn(list[i]->d_name, ctx);
		free(list[i]);
	}
	free(list);
	return ret;
}

static int append_name(const char *name, void *ctx)
{
	char *list = ctx;
	size_t used = strlen(list);

	if (used + strlen(name) + 2 < 512)
		sprintf(list + used, " %s", name);
	return 0;
}

int fb_scenario_load(const char *name, struct fb_scenario *sc)
{
	struct fb_error error = { "" };
	char path[FB_PATH_MAX];
	char names[512] = "";
	char *text;
	int ret;

	/* Only a name is accepted, not a path: scenarios are files of this project. */
	ret = strchr(name, '/') ? -ENOENT
				: fb_data_path(path, &error, "userspace/data/scenarios/%s", name);
	if (ret && ret != -ENOENT) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	if (!ret)
		ret = fb_read_file(path, FB_SCENARIO_MAX_SIZE, &text, NULL);
	if (ret == -ENOENT) {
		fb_scenario_each(append_name, names, NULL);
		fb_print_error("no scenario '%s'; there is:%s", name, names);
		return ret;
	}
	if (ret) {
		fb_print_error("scenario %s: %s", name, strerror(-ret));
		return ret;
	}
	ret = fb_scenario_parse(text, sc, &error);
	free(text);
	if (ret)
		fb_print_error("%s: %s", path, fb_error_text(&error, ret));
	return ret;
}

int fb_scenario_out(const char *name, char out[FB_PATH_MAX])
{
	struct utsname uts;
	int n;

	if (uname(&uts))
		return -errno;
	n = snprintf(out, FB_PATH_MAX, "out/%s-%s", name, uts.release);
	return n < 0 || n >= FB_PATH_MAX ? -ENAMETOOLONG : 0;
}
