// SPDX-License-Identifier: GPL-2.0
/* flowbench profile: where the instructions of a packet's price are spent. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/profile.h"
#include "cmd/cmd.h"
#include "lib/err.h"
#include "lib/paths.h"

static const char help[] =
	"Usage: flowbench profile [OPTIONS] DIR\n"
	"Show where the instructions of a packet's price are spent, section by section,\n"
	"from what QEMU has recorded while the generator's clock ran. DIR is what\n"
	"`make bench PROFILE=keep` leaves: bench.json, kallsyms (of the machine that was\n"
	"measured) and profile.record.\n"
	"\n"
	"  --json FILE      write it as JSON, with every stack\n"
	"  --sections FILE  which function begins which section\n"
	"                   (default userspace/data/sections)\n"
	"\n"
	"Exit status: 0 each round has as many instructions as the guest's clock says,\n"
	"and its sections sum to them; 1 not; 2 usage.\n"
	"Example: flowbench profile out/bench-6.12\n";

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
static int write_json(const struct fb_profile *p, const char *path)
{
	json_t *doc = fb_profile_json(p);
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

static int profile(const char *dir, const char *sections, const char *json)
{
	struct fb_profile p = { .nr = 0 };
	json_t *bench = NULL;
	int ret;

	ret = read_sections(&p, sections);
	if (!ret)
		ret = read_symbols(&p, dir);
	if (!ret)
		ret = read_bench(&bench, dir);
	p.bench = bench;
	if (!ret)
		ret = build(&p, dir);
	if (!ret)
		fb_profile_print(&p, stdout);
	if (!ret && json)
		ret = write_json(&p, json);
	fb_profile_free(&p);
	json_decref(bench);
	return ret ? 1 : 0;
}

int fb_cmd_profile(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "json", required_argument, NULL, 'j' },
		{ "sections", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	const char *json = NULL, *sections = NULL;
	int c;

	while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
		switch (c) {
		case 'j':
			json = optarg;
			break;
		case 's':
			sections = optarg;
			break;
		case 'h':
			fputs(help, stdout);
			return 0;
		default:
			return 2;
		}
	}
	if (argc - optind != 1) {
		fb_err("one DIR is wanted (flowbench profile --help)");
		return 2;
	}
	return profile(argv[optind], sections, json);
}
