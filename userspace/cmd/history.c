// SPDX-License-Identifier: GPL-2.0
/* flowbench history: prices, calls and checks of many kernels side by side. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "history/history_json.h"
#include "history/move.h"
#include "history/history_print.h"
#include "json/json.h"
#include "lib/message.h"
#include "file/paths.h"
#include "match/alias_file.h"

#define DIGITS 10

struct options {
	const char *json;
	bool between;
	bool across;
	const char *aliases;
};

static const struct fb_option options[] = {
	{ "between", FB_FLAG(between), .help = "say only what moved from kernel A to kernel B" },
	{ "across", FB_FLAG(across), .with = "between",
	  .help = "\"nothing moved\" may be said although the machine was another" },
	{ "json", FB_FILE(json), .help = "write the history as JSON, too" },
	{ "aliases", FB_FILE(aliases), .help = "the table of names",
	  .usual = "userspace/data/aliases" },
	{ NULL },
};

static int write_json(const json_t *doc, const char *path)
{
	struct fb_error error = { "" };
	int ret = fb_json_write(doc, DIGITS, path, &error);

	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

/* Says which kernels there are, if @name is none of them. */
static const struct fb_release *find_release(const struct fb_history *h, const char *name)
{
	const struct fb_release *rel = fb_history_find(h, name);
	char names[1024] = "";
	size_t used = 0;
	unsigned int i;

	if (rel)
		return rel;
	for (i = 0; i < h->nr && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, " %s",
					 h->release[i].name);
	fb_print_error("not one kernel '%s' in this history; there is:%s", name, names);
	return NULL;
}

static bool refused(const struct fb_release *rel)
{
	const struct fb_history one = { (struct fb_release *)rel, 1 };

	return fb_history_refused(&one);
}

static int between(const struct options *o, const struct fb_history *h, const struct fb_aliases *al,
		   char **name)
{
	const struct fb_release *a = find_release(h, name[0]), *b = find_release(h, name[1]);
	struct fb_error error = { "" };
	json_t *move;
	bool open;
	int ret;

	if (!a || !b)
		return FB_STATUS_USAGE;
	ret = fb_move_json(a, b, al, &move, &error);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return FB_STATUS_USAGE;
	}
	open = fb_move_open(move, a, b, o->across, &error);
	fb_move_print(move, a->prices.nr ? a->prices.boot[0].mode : "insn", open, stdout);
	ret = json_is_true(json_object_get(move, "moved")) ? FB_STATUS_FAILED : FB_STATUS_DONE;
	/*
	 * What cannot be read may hold anything; what was not measured can only be more of the
	 * same.
	 */
	if (open && (ret == FB_STATUS_DONE || refused(a) || refused(b))) {
		fb_print_error("%s", error.text);
		ret = FB_STATUS_USAGE;
	}
	if (o->json && write_json(move, o->json))
		ret = FB_STATUS_USAGE;
	json_decref(move);
	return ret;
}

/* Of what cannot be read the table says why; it is not shown. Return: an exit status */
static int judge_history(const struct fb_history *h)
{
	unsigned int bad = fb_history_refused(h);

	if (bad)
		fb_print_error("parts that cannot be read: %u", bad);
	return bad ? FB_STATUS_USAGE : FB_STATUS_DONE;
}

static int all(const struct options *o, const struct fb_history *h, const struct fb_aliases *al)
{
	struct fb_error error = { "" };
	json_t *doc;
	int ret = fb_history_json(h, al, &doc, &error);

	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return FB_STATUS_USAGE;
	}
	fb_history_print(doc, stdout);
	ret = o->json && write_json(doc, o->json) ? FB_STATUS_USAGE : FB_STATUS_DONE;
	json_decref(doc);
	return ret ? ret : judge_history(h);
}

/* In a history each kernel has results, or says why it has not. */
static bool is_history(const struct fb_history *h)
{
	unsigned int i;
	int part;

	for (i = 0; i < h->nr; i++)
		for (part = 0; part < FB_PARTS; part++)
			if (strcmp(h->release[i].why[part].text, FB_NOT_MEASURED))
				return true;
	return false;
}

static int run_history(void *given, int nr, char **operands)
{
	const struct options *o = given;
	struct fb_history h = { .nr = 0 };
	struct fb_aliases al = { .nr = 0 };
	struct fb_error error = { "" };
	char dir[FB_PATH_MAX];
	int wanted = o->between ? 2 : 0, ret;

	if (nr < wanted || nr > wanted + 1) {
		fb_print_error("%s",
			       o->between ? "--between needs two kernels: --between A B [DIR]"
					  : "one folder at most; --between compares two kernels");
		return FB_STATUS_USAGE;
	}
	ret = nr > wanted ? fb_copy_path(dir, operands[wanted]) : fb_out_path(dir, "history");
	if (!ret)
		ret = fb_history_load(dir, &h);
	if (!ret && !is_history(&h))
		ret = -ENODATA;
	if (ret)
		fb_error(
			&error, ret, "%.300s: %s", dir,
			ret == -ENOENT && !access(dir, F_OK)
				? "no kernel in it; 'make history' fills it"
			: ret == -ENODATA
				? "no folder in it has the results of a kernel; 'make history' fills it"
				: strerror(-ret));
	else
		ret = fb_aliases_load(o->aliases, &al, &error);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		ret = FB_STATUS_USAGE;
	} else {
		ret = o->between ? between(o, &h, &al, operands) : all(o, &h, &al);
	}
	fb_aliases_free(&al);
	fb_history_free(&h);
	return ret;
}

const struct fb_command fb_cmd_history = {
	.name = "history",
	.what = "prices, calls and checks of many kernels side by side",
	.operands = "[A B] [DIR]",
	.operand = FB_NAMES_FOLDER,
	.most = 3,
	.about =
		"Show what was measured of many kernels: a line a kernel, and what moved from each to the next: "
		"prices with the functions that they moved in, calls, and outcomes of checks. DIR (default "
		"out/history) holds a folder for each kernel; `make history` fills it.",
	.notes =
		"A price has moved if its shift is greater than the spread of the samples of both kernels; or if what "
		"functions with other code take together has moved so, which chance elsewhere cannot hide. Prices of an older "
		"definition than others have are left out.",
	.status =
		"0 shown; of --between 0 nothing moved, 1 something did; 2 usage, DIR or a part in it cannot be read, or "
		"--between cannot say that nothing moved: a part, a price, a phase or a check is missing on one side, or the machine was another.",
	.example = "flowbench history --between 6.12.95 6.12.107",
	.options = options,
	.size = sizeof(struct options),
	.run = run_history,
};
