// SPDX-License-Identifier: GPL-2.0
/* flowbench profile: where the instructions of a packet's price are spent. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/message.h"
#include "bench/bench_schema.h"
#include "bench/join.h"
#include "profile/profile.h"
#include "profile/sections_load.h"
#include "profile/stream_count.h"
#include "cmd/cmd.h"
#include "json/json.h"
#include "file/paths.h"
#include "file/staged.h"
#include "model/line_report.h"
#include "model/machines_load.h"

struct options {
	const char *json;
	const char *sections;
};

static const struct fb_option options[] = {
	{ "json", FB_FILE(json), .help = "write it as JSON, with every stack" },
	{ "sections", FB_FILE(sections), .help = "which function begins which section",
	  .usual = "userspace/data/sections" },
	{ NULL },
};

#define TEXT_MAX ((size_t)256 << 20)

static int read_in(const char *dir, const char *name, size_t max, char **text, size_t *len)
{
	char path[FB_PATH_MAX];
	int ret = fb_join(path, dir, name);

	if (!ret)
		ret = fb_read_file(path, max, text, len);
	if (ret)
		fb_print_error("%s/%s: %s", dir, name, strerror(-ret));
	return ret;
}

static int print_load_error(int ret, const char *dir, const struct fb_error *error)
{
	if (ret)
		fb_print_error("%s: %s", dir, fb_error_text(error, ret));
	return ret;
}

static int say_of(int ret, const struct fb_error *error)
{
	if (ret)
		fb_print_error("%s", fb_error_text(error, ret));
	return ret;
}

static int read_symbols(struct fb_profile *p, const char *dir)
{
	struct fb_error error = { "" };
	char *text;
	size_t len;
	int ret;

	ret = read_in(dir, "kallsyms", TEXT_MAX, &text, &len);
	if (ret)
		return ret;
	ret = print_load_error(fb_symbols_parse(text, len, &p->syms, &error), dir, &error);
	free(text);
	return ret;
}

static int read_bench(json_t **bench, const char *dir)
{
	struct fb_error error = { "" };
	char path[FB_PATH_MAX];
	int ret = fb_join(path, dir, "bench.json");

	if (!ret)
		ret = fb_json_load_checked(path, &fb_bench_schema, bench, &error);
	return say_of(ret, &error);
}

static int build(struct fb_profile *p, struct fb_streams *s, struct fb_lines *l, const char *dir)
{
	struct fb_profile_record rec;
	struct fb_error error = { "" };
	char path[FB_PATH_MAX], *data;
	size_t len;
	int ret;

	ret = fb_join(path, dir, "profile.record");
	if (!ret)
		ret = fb_profile_record_check(path, &error);
	if (ret)
		return say_of(ret, &error);
	ret = read_in(dir, "profile.record", FB_PROFILE_RECORD_MAX, &data, &len);
	if (ret)
		return ret;
	ret = fb_profile_record_parse(data, len, &rec, &error);
	if (!ret) {
		ret = fb_profile_build(p, &rec, &error);
		if (!ret)
			ret = fb_streams_build(s, p, &rec, &error);
		if (!ret)
			ret = fb_lines_build(l, p, &rec, &error);
		fb_profile_record_free(&rec);
	}
	free(data);
	return print_load_error(ret, dir, &error);
}

static int dump(const json_t *doc, FILE *f)
{
	int ret = fb_json_put(doc, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12), f);

	if (ret)
		return ret;
	return fputc('\n', f) == EOF ? -EIO : 0;
}

static int write_json(json_t *doc, const char *path)
{
	struct fb_error error = { "" };
	struct fb_staged file;
	int ret = doc ? fb_staged_open(&file, path, &error) : -ENOMEM;

	if (!ret)
		ret = fb_staged_end(&file, dump(doc, file.f), &error);
	json_decref(doc);
	return say_of(ret, &error);
}

/* What is known of the folders, each of one boot. */
struct all {
	struct fb_profile *p;
	struct fb_streams *streams;
	struct fb_lines *lines;
	json_t **bench;
	struct fb_machines machines;
	size_t nr;
};

static int profile(struct all *all, const char *dir, const char *sections)
{
	struct fb_error error = { "" };
	size_t i = all->nr++;
	int ret;

	ret = say_of(fb_sections_load(sections, &all->p[i].rules, &error), &error);
	if (!ret)
		ret = read_symbols(&all->p[i], dir);
	if (!ret)
		ret = read_bench(&all->bench[i], dir);
	all->p[i].bench = all->bench[i];
	all->lines[i].machine = all->machines.machine;
	all->lines[i].nr_machines = all->machines.nr;
	return ret ? ret : build(&all->p[i], &all->streams[i], &all->lines[i], dir);
}

/* Each price is of one boot. */
static int check_once(const struct all *all)
{
	json_t *points = json_array();
	struct fb_error error = { "" };
	int ret = points ? 0 : -ENOMEM;
	size_t i;

	for (i = 0; !ret && i < all->nr; i++)
		if (json_array_extend(points, json_object_get(all->bench[i], "points")))
			ret = -ENOMEM;
	if (!ret)
		ret = fb_bench_points_once(points, &error);
	json_decref(points);
	return say_of(ret, &error);
}

static void print(const struct all *all)
{
	size_t i;

	fb_profile_print(all->p, all->nr, stdout);
	for (i = 0; i < all->nr; i++)
		fb_streams_print(&all->streams[i], stdout);
	fb_lines_print(all->lines, all->nr, stdout);
}

static json_t *json_of(const struct all *all)
{
	json_t *doc = fb_profile_json(all->p, all->nr), *streams = json_array(),
	       *lines = json_array();
	size_t i;

	for (i = 0; i < all->nr; i++) {
		fb_streams_json(&all->streams[i], streams);
		fb_lines_json(&all->lines[i], lines);
	}
	if (doc && json_array_size(streams))
		json_object_set(doc, "streams", streams);
	if (doc && json_array_size(lines))
		json_object_set(doc, "lines", lines);
	json_decref(streams);
	json_decref(lines);
	return doc;
}

static void free_all(struct all *all)
{
	size_t i;

	for (i = 0; i < all->nr; i++) {
		fb_streams_free(&all->streams[i]);
		fb_lines_free(&all->lines[i]);
		fb_profile_free(&all->p[i]);
		json_decref(all->bench[i]);
	}
	free(all->bench);
	fb_machines_free(&all->machines);
	free(all->streams);
	free(all->lines);
	free(all->p);
}

static int profile_all(char *const *dirs, size_t nr, const char *sections, const char *json)
{
	struct all all = { .p = calloc(nr, sizeof(*all.p)),
			   .streams = calloc(nr, sizeof(*all.streams)),
			   .lines = calloc(nr, sizeof(*all.lines)),
			   .bench = calloc(nr, sizeof(json_t *)) };
	int ret = all.p && all.streams && all.lines && all.bench ? 0 : -ENOMEM;
	struct fb_error error = { "" };
	size_t i;

	if (!ret)
		ret = say_of(fb_machines_load(&all.machines, &error), &error);
	for (i = 0; !ret && i < nr; i++)
		ret = profile(&all, dirs[i], sections);
	if (!ret)
		ret = check_once(&all);
	if (!ret)
		print(&all);
	if (!ret && json)
		ret = write_json(json_of(&all), json);
	free_all(&all);
	if (ret == FB_JSON_REFUSED)
		return FB_STATUS_USAGE;
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static int run_profile(void *given, int nr, char **operands)
{
	const struct options *o = given;

	return profile_all(operands, (size_t)nr, o->sections, o->json);
}

const struct fb_command fb_cmd_profile = {
	.name = "profile",
	.what = "where the instructions of a packet's price are spent",
	.operands = "DIR…",
	.operand = FB_NAMES_FOLDER,
	.least = 1,
	.most = INT_MAX,
	.about =
		"Show where the instructions of a packet's price are spent, section by section, from "
		"what QEMU has recorded while the generator's clock ran. DIR is what "
		"`make bench PROFILE=keep` leaves: bench.json, kallsyms (of the machine that was "
		"measured) and profile.record. Several DIR are boots of one machine with paths of their own. "
		"If bench has sent real streams, too, the difference of a path and the one it replaces is "
		"shown by function, by streams and by the generator.",
	.status =
		"0 each round has as many instructions as the guest's clock says, and its sections "
		"sum to them; a stream within 3 %; 1 otherwise; 2 usage, or bench.json is refused.",
	.example = "flowbench profile out/bench-6.12",
	.options = options,
	.size = sizeof(struct options),
	.run = run_profile,
};
