// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/traced.h"
#include "file/paths.h"
#include "lib/message.h"
#include "reproduce/scenario_text.h"

/* Events that are looked at: a trace of a path has some thousands. */
#define EVENTS_MAX 4000000u

int fb_traced_read(const char *file, struct fb_tree **tree, struct fb_reading *reading,
		   struct fb_error *error)
{
	int ret = fb_tree_load_start(file, EVENTS_MAX, tree, error);

	if (ret)
		return ret;
	ret = fb_reading_make(*tree, reading);
	return ret ? fb_error_errno(error, ret, "%s", file) : 0;
}

/* The scenario's own file: its name comes from a table of ours. */
static int own_text(const char *name, char **text, struct fb_error *error)
{
	char path[FB_PATH_MAX];
	int ret = fb_data_path(path, error, "userspace/data/scenarios/%s", name);

	if (!ret)
		ret = fb_read_file(path, FB_SCENARIO_MAX_SIZE, text, NULL);
	return ret ? fb_error_errno(error, ret, "scenario %s", name) : 0;
}

int fb_traced_text(const struct fb_reading *reading, char **text, struct fb_error *error)
{
	struct fb_out out;
	size_t len = 0;
	FILE *f;
	int ret;

	if (reading->own)
		return own_text(reading->own, text, error);
	if (reading->kind != FB_READING_PATH)
		return fb_error(
			error, -ENOENT, "%s",
			reading->kind
				? "a part of a path: several paths have it, and none is chosen"
				: "no packet's path");
	*text = NULL;
	f = open_memstream(text, &len);
	if (!f)
		return -errno;
	fb_out_begin(&out, f);
	ret = fb_scenario_put(reading, &out);
	fb_out_flush(&out);
	if (fclose(f) && !ret)
		ret = -ENOMEM;
	if (!ret)
		return 0;
	free(*text);
	*text = NULL;
	return ret == -ENOENT ? fb_error(error, ret, "no lab makes such a path") : ret;
}

static void say_lacks(const struct fb_reading *reading)
{
	char *text = NULL, *line, *rest;
	struct fb_out out;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return;
	fb_out_begin(&out, f);
	fb_scenario_lacks(reading, "", &out);
	fb_out_flush(&out);
	fclose(f);
	for (rest = text; (line = strsep(&rest, "\n"));)
		if (*line)
			fb_print_note("the lab has not got %s", line);
	free(text);
}

int fb_traced_scenario(const char *file, struct fb_scenario *sc, const char **name,
		       struct fb_error *error)
{
	struct fb_reading *reading = malloc(sizeof(*reading));
	struct fb_tree *tree = NULL;
	char *text = NULL;
	int ret;

	if (!reading)
		return -ENOMEM;
	ret = fb_traced_read(file, &tree, reading, error);
	if (!ret) {
		ret = fb_traced_text(reading, &text, error);
		if (ret)
			fb_error_prefix(error, ret, "%s", file);
	}
	if (!ret)
		ret = fb_scenario_parse(text, sc, error);
	if (!ret) {
		*name = reading->own ? reading->own : FB_TRACED_NAME;
		if (!reading->own)
			say_lacks(reading);
	}
	free(text);
	fb_tree_free(tree);
	free(reading);
	return ret;
}
