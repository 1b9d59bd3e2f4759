// SPDX-License-Identifier: GPL-2.0
/* flowbench fidelity: how much of a documented trace a run has reproduced. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "json/json.h"
#include "lib/message.h"
#include "file/paths.h"
#include "match/results_schema.h"
#include "match/fidelity_print.h"
#include "match/fidelity_report.h"

enum form {
	FORM_TABLE,
	FORM_TREE,
	FORM_MISSING,
	FORM_RETURNS,
	FORM_JSON,
};

struct options {
	struct fb_fid_options what;
	int form;
	char latest[FB_PATH_MAX]; /* what.run without --run */
};

static const struct fb_option options[] = {
	{ "run", FB_FOLDER(what.run), .help = "the folder of the run", .usual = "out/latest" },
	{ "phase", FB_TEXT(what.phase), .arg = "NAME", .names = FB_NAMES_PHASE,
	  .help = "only this phase (p1, p2a, ...)" },
	{ "tree", FB_PICK(form, FORM_TREE), .alone = "form", .help = "the two trees side by side",
	  .more = "They are as wide as the terminal, or as COLUMNS says." },
	{ "missing", FB_PICK(form, FORM_MISSING), .alone = "form",
	  .help = "the missing calls, by function and caller" },
	{ "returns", FB_PICK(form, FORM_RETURNS), .alone = "form",
	  .help = "what matched calls returned, where both traces say it",
	  .more = "The kernel needs FUNCTION_GRAPH_RETVAL for that. Counted are values that are the "
		  "same, addresses of the kernel, and those that are neither. Of a function that "
		  "returns nothing the trace shows what the register held." },
	{ "json", FB_PICK(form, FORM_JSON), .alone = "form", .help = "print the result as JSON" },
	{ "kernel", FB_TEXT(what.kernel), .arg = "VERSION",
	  .help = "look reasons up for this kernel instead of the one traced" },
	{ "aliases", FB_FILE(what.aliases), .help = "the table of reasons",
	  .usual = "userspace/data/aliases" },
	{ "scenario", FB_TEXT(what.scenario), .arg = "NAME", .names = FB_NAMES_SCENARIO,
	  .help = "the scenario of a run without results.json" },
	{ "trace", FB_TEXT(what.trace), .arg = "NAME",
	  .help = "the documented trace of such a run" },
	{ NULL },
};

/* What the run says it is; @doc keeps the texts. Return: 0, or a status after an error was said. */
static int identify(struct fb_fid_options *o, json_t **doc)
{
	struct fb_error error = { "" };
	char path[FB_PATH_MAX];
	const char *name;
	int ret;

	*doc = NULL;
	if (o->scenario && o->trace)
		return 0;
	if (fb_join(path, o->run, "results.json")) {
		fb_print_error("%s: %s", o->run, strerror(ENAMETOOLONG));
		return 1;
	}
	ret = fb_json_load_checked(path, &fb_results_schema, doc, &error);
	if (ret) {
		fb_print_error("%s", error.text);
		return ret == FB_JSON_REFUSED ? FB_STATUS_USAGE : FB_STATUS_FAILED;
	}
	name = json_string_value(json_object_get(*doc, "scenario"));
	if (o->scenario && strcmp(o->scenario, name)) {
		fb_print_error("--scenario: '%s': expected %s, of which %s is", o->scenario, name,
			       path);
		return FB_STATUS_USAGE;
	}
	o->scenario = name;
	name = json_string_value(json_object_get(*doc, "documented"));
	if (!o->trace)
		o->trace = name;
	if (!o->trace) {
		fb_print_error("%s: its scenario has no documented trace (--trace names one)",
			       path);
		return 1;
	}
	return 0;
}

static void print_fidelity(const struct options *o, const struct fb_fid_report *rep)
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

static int run_fidelity(void *given, int nr, char **operands)
{
	struct options *o = given;
	struct fb_fid_report *rep;
	json_t *doc = NULL;
	struct fb_error error = { "" };
	int ret;

	(void)nr;
	(void)operands;
	if (!o->what.run) {
		ret = fb_out_path(o->latest, "latest");
		if (ret) {
			fb_print_error("out/latest: %s", strerror(-ret));
			return FB_STATUS_FAILED;
		}
		o->what.run = o->latest;
	}
	ret = identify(&o->what, &doc);
	if (!ret) {
		ret = fb_fid_report_load(&o->what, &rep, &error);
		if (ret) {
			fb_print_error("%s", error.text);
			/* A trace, phase or table of that name is not there: wrong usage. */
			ret = ret == -ENOENT || ret == FB_JSON_REFUSED ? FB_STATUS_USAGE
								       : FB_STATUS_FAILED;
		}
	}
	if (!ret) {
		fb_say_seen(NULL, &rep->seen.text);
		fb_say_odd(NULL, &rep->seen.odd);
		print_fidelity(o, rep);
		ret = !fb_fid_report_ok(rep);
		fb_fid_report_free(rep);
	}
	json_decref(doc);
	return ret;
}

const struct fb_command fb_cmd_fidelity = {
	.name = "fidelity",
	.what = "compare a run with the documented trace",
	.about =
		"Compare a run with the documented trace, call by call. Each documented call is "
		"matched, renamed, untraceable, removed, never (in mainline), incidental, environment "
		"(the lab lacks what it needs), or missing.",
	.status =
		"0 all explained, 1 calls missing or the table is wrong, 2 usage, or results.json is refused.",
	.example = "flowbench fidelity --phase p8 --tree",
	.options = options,
	.size = sizeof(struct options),
	.run = run_fidelity,
};
