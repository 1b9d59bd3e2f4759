// SPDX-License-Identifier: GPL-2.0
/* flowbench fidelity: how much of a documented trace a run has reproduced. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "lib/err.h"
#include "lib/json.h"
#include "lib/paths.h"
#include "match/fidelity_print.h"
#include "match/fidelity_report.h"

static const char help[] =
	"Usage: flowbench fidelity [OPTIONS]\n"
	"Compare a run with the documented trace, call by call. Each documented call is\n"
	"matched, renamed, untraceable, removed, never (in mainline), incidental, for\n"
	"want of an environment, or missing.\n"
	"\n"
	"  --run DIR         the run's folder (default out/latest)\n"
	"  --phase NAME      only this phase (p1, p2a, ...)\n"
	"  --tree            the two trees side by side\n"
	"  --missing         the missing calls, by function and caller\n"
	"  --returns         what matched calls returned, where both traces say it\n"
	"  --json            as JSON\n"
	"  --kernel VERSION  look reasons up for this kernel instead of the one traced\n"
	"  --aliases FILE    the table of reasons (default userspace/data/aliases)\n"
	"  --scenario NAME   the scenario, and\n"
	"  --trace NAME      the documented trace, where the run has no results.json\n"
	"\n"
	"Exit status: 0 all explained, 1 calls missing or the table is wrong, 2 usage.\n"
	"Example: flowbench fidelity --phase p8 --tree\n";

enum form {
	FORM_TABLE,
	FORM_TREE,
	FORM_MISSING,
	FORM_RETURNS,
	FORM_JSON,
};

struct options {
	struct fb_fid_options what;
	enum form form;
};

/* What the run says it is; @doc keeps the texts. Return: 0, or 1 after an error was said. */
static int identify(struct fb_fid_options *o, json_t **doc)
{
	char path[FB_PATH_MAX];
	json_error_t err;
	const char *name;

	*doc = NULL;
	if (o->scenario && o->trace)
		return 0;
	if (fb_join(path, o->run, "results.json")) {
		fb_err("%s: %s", o->run, strerror(ENAMETOOLONG));
		return 1;
	}
	*doc = json_load_file(path, 0, &err);
	if (!*doc) {
		fb_err("%s: %s", path, err.text);
		return 1;
	}
	name = json_string_value(json_object_get(*doc, "scenario"));
	if (!o->scenario)
		o->scenario = name;
	name = json_string_value(json_object_get(*doc, "documented"));
	if (!o->trace)
		o->trace = name;
	if (!o->scenario) {
		fb_err("%s: no \"scenario\" in it", path);
		return 1;
	}
	if (!o->trace) {
		fb_err("%s: its scenario has no documented trace (--trace names one)", path);
		return 1;
	}
	return 0;
}

static void show(const struct options *o, const struct fb_fid_report *rep)
{
	struct fb_style style = fb_style_of(stdout);
	unsigned int i;
	json_t *js;

	switch (o->form) {
	case FORM_TABLE:
		fb_fid_print_table(rep, stdout);
		break;
	case FORM_TREE:
		for (i = 0; i < rep->nr; i++)
			fb_fid_print_tree(&rep->phase[i], &style, stdout);
		fb_fid_print_table(rep, stdout);
		break;
	case FORM_MISSING:
		fb_fid_print_missing(rep, stdout);
		break;
	case FORM_RETURNS:
		fb_fid_print_returns(rep, stdout);
		break;
	case FORM_JSON:
		js = fb_fid_report_json(rep);
		fb_json_dump(js, 4, stdout);
		json_decref(js);
		break;
	}
}

/* Return: 0, 1 if all is said (--help), 2 for wrong usage. */
static int read_options(int argc, char **argv, struct options *o)
{
	static const struct option longs[] = {
		{ "run", required_argument, NULL, 'r' },
		{ "phase", required_argument, NULL, 'p' },
		{ "kernel", required_argument, NULL, 'k' },
		{ "aliases", required_argument, NULL, 'a' },
		{ "scenario", required_argument, NULL, 's' },
		{ "trace", required_argument, NULL, 'd' },
		{ "tree", no_argument, NULL, 't' },
		{ "missing", no_argument, NULL, 'm' },
		{ "returns", no_argument, NULL, 'R' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	optind = 1;
	while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
		switch (c) {
		case 'r':
			o->what.run = optarg;
			break;
		case 'p':
			o->what.phase = optarg;
			break;
		case 'k':
			o->what.kernel = optarg;
			break;
		case 'a':
			o->what.aliases = optarg;
			break;
		case 's':
			o->what.scenario = optarg;
			break;
		case 'd':
			o->what.trace = optarg;
			break;
		case 't':
			o->form = FORM_TREE;
			break;
		case 'm':
			o->form = FORM_MISSING;
			break;
		case 'R':
			o->form = FORM_RETURNS;
			break;
		case 'j':
			o->form = FORM_JSON;
			break;
		case 'h':
			fputs(help, stdout);
			return 1;
		default:
			return 2;
		}
	}
	if (optind != argc) {
		fb_err("fidelity: unexpected argument '%s'", argv[optind]);
		return 2;
	}
	return 0;
}

int fb_cmd_fidelity(int argc, char **argv)
{
	struct options o = { .form = FORM_TABLE };
	struct fb_fid_report *rep;
	char latest[FB_PATH_MAX];
	json_t *doc = NULL;
	struct fb_why why = { "" };
	int ret;

	ret = read_options(argc, argv, &o);
	if (ret)
		return ret == 1 ? 0 : ret;
	if (!o.what.run) {
		ret = fb_out_path(latest, "latest");
		if (ret) {
			fb_err("out/latest: %s", strerror(-ret));
			return 1;
		}
		o.what.run = latest;
	}
	ret = identify(&o.what, &doc);
	if (!ret) {
		ret = fb_fid_report_load(&o.what, &rep, &why);
		if (ret) {
			fb_err("fidelity: %s", why.text);
			/* A trace, phase or table of that name is not there: wrong usage. */
			ret = ret == -ENOENT ? 2 : 1;
		}
	}
	if (!ret) {
		show(&o, rep);
		ret = !fb_fid_report_ok(rep);
		fb_fid_report_free(rep);
	}
	json_decref(doc);
	return ret;
}
