// SPDX-License-Identifier: GPL-2.0
/* Path files on disk. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/message.h"
#include "price/paths_load.h"
#include "file/paths.h"
#include "lib/vector.h"

static int plain_name(const struct dirent *d)
{
	return d->d_name[0] != '.' && !strchr(d->d_name, '~');
}

static void say_unknown(const char *name, struct dirent *const *list, int nr)
{
	char names[1024] = "";
	size_t used = 0;
	int i;

	for (i = 0; i < nr && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, " %s",
					 list[i]->d_name);
	fb_print_error("no path '%s'; there is:%s", name, names);
}

static int load_one(struct fb_bench *b, const char *name)
{
	struct fb_error error = { "" };
	char file[FB_PATH_MAX];
	char *text;
	int ret;

	if (fb_vector_grow(b->path, b->nr_paths))
		return -ENOMEM;
	ret = fb_data_path(file, &error, "userspace/data/paths/%s", name);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	ret = fb_read_file(file, FB_BENCH_PATH_SIZE, &text, NULL);
	if (ret) {
		fb_print_error("path %s: %s", name, strerror(-ret));
		return ret;
	}
	ret = fb_bench_path_parse(name, text, &b->path[b->nr_paths], &error);
	free(text);
	if (ret)
		fb_print_error("%s: %s", file, fb_error_text(&error, ret));
	else
		b->nr_paths++;
	return ret;
}

static bool replaces(const struct fb_bench_path *path, const char *name)
{
	return path->replaces ? name && !strcmp(path->replaces, name) : !name;
}

/* Each path, and behind it those that replace it; what names a path that is not there comes last. */
static unsigned int sort_below(const struct fb_bench_path *in, unsigned int nr, const char *name,
			       bool *done, struct fb_bench_path *out, unsigned int used)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (done[i] || !replaces(&in[i], name))
			continue;
		done[i] = true;
		out[used++] = in[i];
		used = sort_below(in, nr, in[i].name, done, out, used);
	}
	return used;
}

static int sort_paths(struct fb_bench *b)
{
	struct fb_bench_path *out = calloc(b->nr_paths + 1, sizeof(*out));
	bool *done = calloc(b->nr_paths + 1, sizeof(*done));
	unsigned int i, used;

	if (!out || !done) {
		free(out);
		free(done);
		return -ENOMEM;
	}
	used = sort_below(b->path, b->nr_paths, NULL, done, out, 0);
	for (i = 0; i < b->nr_paths; i++)
		if (!done[i])
			out[used++] = b->path[i];
	free(b->path);
	free(done);
	b->path = out;
	return 0;
}

/* Moves the paths behind the others that leave a module loaded; else the order stays. */
static int leaving_last(struct fb_bench *b)
{
	struct fb_bench_path *out = calloc(b->nr_paths + 1, sizeof(*out));
	unsigned int i, leaves, used = 0;

	if (!out)
		return -ENOMEM;
	for (leaves = 0; leaves < 2; leaves++)
		for (i = 0; i < b->nr_paths; i++)
			if ((b->path[i].leaves != NULL) == leaves)
				out[used++] = b->path[i];
	free(b->path);
	b->path = out;
	return 0;
}

/* A price that was measured twice would be two prices of one thing. */
static int check_once(char *const *names, int nr)
{
	int i, k;

	for (i = 1; i < nr; i++)
		for (k = 0; k < i; k++)
			if (!strcmp(names[i], names[k])) {
				fb_print_error("path '%s' is given twice", names[i]);
				return -EINVAL;
			}
	return 0;
}

int fb_bench_load(struct fb_bench *b, char *const *names, int nr)
{
	char dir[FB_PATH_MAX];
	struct dirent **list;
	struct fb_error error = { "" };
	int there, i, k, ret;

	ret = check_once(names, nr);
	if (ret)
		return ret;
	ret = fb_data_path(dir, &error, "userspace/data/paths");
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	there = scandir(dir, &list, plain_name, alphasort);
	if (there < 0) {
		ret = -errno;
		fb_print_error("%s: %s", dir, strerror(errno));
		return ret;
	}
	for (i = 0; !ret && i < (nr ? nr : there); i++) {
		const char *name = nr ? names[i] : list[i]->d_name;

		for (k = 0; k < there && strcmp(list[k]->d_name, name); k++)
			;
		if (k == there) {
			say_unknown(name, list, there);
			ret = -ENOENT;
		} else {
			ret = load_one(b, name);
		}
	}
	for (k = 0; k < there; k++)
		free(list[k]);
	free(list);
	if (!ret && !nr)
		ret = sort_paths(b);
	return ret ? ret : leaving_last(b);
}

static bool is_loaded(const char *module)
{
	char dir[FB_PATH_MAX];

	snprintf(dir, sizeof(dir), "/sys/module/%s", module);
	return !access(dir, F_OK);
}

void fb_bench_say_left(void)
{
	struct fb_bench all = { 0 };
	const char *module, *before = "";
	unsigned int i;

	if (!fb_bench_load(&all, NULL, 0))
		for (i = 0; i < all.nr_paths; i++) {
			module = all.path[i].leaves;
			if (!module || !strcmp(module, before) || !is_loaded(module))
				continue;
			fb_print_error(
				"module %s is loaded, which changes the price and the proofs of other paths than %s (modprobe -r %s)",
				module, all.path[i].name, module);
			before = module;
		}
	fb_bench_free(&all);
}
