// SPDX-License-Identifier: GPL-2.0
/* flowbench profile: where the instructions of a packet's price are spent. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/profile.h"
#include "cmd/cmd.h"
#include "lib/err.h"
#include "lib/paths.h"

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

/* A record of all paths has some hundred megabytes. */
#define RECORD_MAX ((size_t)8 << 30)
#define TEXT_MAX   ((size_t)256 << 20)

static int read_in(const char *dir, const char *name, size_t max, char **text, size_t *len)
{
	char path[FB_PATH_MAX];
	int ret = fb_join(path, dir, name);

	if (!ret)
		ret = fb_read_file(path, max, text, len);
	if (ret)
		fb_err("%s/%s: %s", dir, name, strerror(-ret));
	return ret;
}

static int say(int ret, const char *dir, const struct fb_why *why)
{
	if (ret)
		fb_err("%s: %s", dir, fb_why_text(why, ret));
	return ret;
}

static int read_sections(struct fb_profile *p, const char *file)
{
	char path[FB_PATH_MAX], *text;
	struct fb_why why = { "" };
	size_t len;
	int ret = 0;

	if (!file) {
		ret = fb_data_path(path, "userspace/data/sections");
		file = path;
	}
	if (!ret)
		ret = fb_read_file(file, TEXT_MAX, &text, &len);
	if (ret) {
		fb_err("%s: %s", file, strerror(-ret));
		return ret;
	}
	ret = fb_sections_parse(text, len, file, &p->rules, &why);
	if (ret)
		fb_err("%s", fb_why_text(&why, ret));
	free(text);
	return ret;
}

static int read_symbols(struct fb_profile *p, const char *dir)
{
	struct fb_why why = { "" };
	char *text;
	size_t len;
	int ret;

	ret = read_in(dir, "kallsyms", TEXT_MAX, &text, &len);
	if (ret)
		return ret;
	ret = say(fb_symbols_parse(text, len, &p->syms, &why), dir, &why);
	free(text);
	return ret;
}

static int read_bench(json_t **bench, const char *dir)
{
	char *text;
	json_error_t err;
	size_t len;
	int ret;

	ret = read_in(dir, "bench.json", TEXT_MAX, &text, &len);
	if (ret)
		return ret;
	*bench = json_loadb(text, len, 0, &err);
	free(text);
	if (*bench)
		return 0;
	fb_err("%s/bench.json:%d: %s", dir, err.line, err.text);
	return -EINVAL;
}

static int build(struct fb_profile *p, const char *dir)
{
	struct fb_profile_record rec;
	struct fb_why why = { "" };
	char *data;
	size_t len;
	int ret;

	ret = read_in(dir, "profile.record", RECORD_MAX, &data, &len);
	if (ret)
		return ret;
	ret = fb_profile_record_parse(data, len, &rec, &why);
	if (!ret) {
		ret = fb_profile_build(p, &rec, &why);
		fb_profile_record_free(&rec);
	}
	free(data);
	return say(ret, dir, &why);
}

/* Beside it first, so that there is a whole one or none. */
static int write_json(const struct fb_profile *p, size_t nr, const char *path)
{
	json_t *doc = fb_profile_json(p, nr);
	char beside[FB_PATH_MAX];
	FILE *f = NULL;
	int ret = -ENOMEM, closed;

	if (doc && snprintf(beside, sizeof(beside), "%s.partial", path) >= (int)sizeof(beside))
		ret = -ENAMETOOLONG;
	else if (doc) {
		f = fopen(beside, "we");
		ret = f ? 0 : -errno;
	}
	if (f) {
		if (json_dumpf(doc, f,
			       JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12)))
			ret = -EIO;
		fputc('\n', f);
		closed = fb_close_checked(f);
		ret = ret ? ret : closed;
		if (!ret && rename(beside, path))
			ret = -errno;
		if (ret)
			unlink(beside);
	}
	json_decref(doc);
	if (ret)
		fb_err("%s: %s", path, strerror(-ret));
	return ret;
}

static int profile(const char *dir, const char *sections, struct fb_profile *p, json_t **bench)
{
	int ret;

	ret = read_sections(p, sections);
	if (!ret)
		ret = read_symbols(p, dir);
	if (!ret)
		ret = read_bench(bench, dir);
	p->bench = *bench;
	return ret ? ret : build(p, dir);
}

/* Each folder has the paths of one boot. */
static int profile_all(char *const *dirs, size_t nr, const char *sections, const char *json)
{
	struct fb_profile *p = calloc(nr, sizeof(*p));
	json_t **bench = calloc(nr, sizeof(*bench));
	int ret = p && bench ? 0 : -ENOMEM;
	size_t i;

	for (i = 0; !ret && i < nr; i++)
		ret = profile(dirs[i], sections, &p[i], &bench[i]);
	if (!ret)
		fb_profile_print(p, nr, stdout);
	if (!ret && json)
		ret = write_json(p, nr, json);
	for (i = 0; p && bench && i < nr; i++) {
		fb_profile_free(&p[i]);
		json_decref(bench[i]);
	}
	free(bench);
	free(p);
	return ret ? 1 : 0;
}

static int run(void *given, int nr, char **operands)
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
		"measured) and profile.record. Several DIR are boots of one machine with paths of their own.",
	.status =
		"0 each round has as many instructions as the guest's clock says, and its sections "
		"sum to them; 1 otherwise; 2 usage.",
	.example = "flowbench profile out/bench-6.12",
	.options = options,
	.size = sizeof(struct options),
	.run = run,
};
