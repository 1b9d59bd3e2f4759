// SPDX-License-Identifier: GPL-2.0
/* flowbench diff: what is different between two recorded runs. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "file/paths.h"
#include "json/json.h"
#include "lib/message.h"
#include "match/alias_file.h"
#include "match/diff_print.h"

#define CHANGES_MAX 15

enum form {
	FORM_TABLE,
	FORM_TREE,
	FORM_JSON,
};

struct options {
	const char *phase;
	const char *root;
	const char *aliases;
	int form;
	bool all;
};

static const struct fb_option options[] = {
	{ "phase", FB_TEXT(phase), .arg = "NAME", .names = FB_NAMES_PHASE,
	  .help = "only this phase (p1, p2a, ...)" },
	{ "root", FB_TEXT(root), .arg = "FUNCTION",
	  .help = "only calls of this function, with what they call" },
	{ "tree", FB_PICK(form, FORM_TREE), .alone = "form", .help = "the two trees side by side",
	  .more = "They are as wide as the terminal, or as COLUMNS says." },
	{ "all", FB_FLAG(all), .alone = "form",
	  .help = "every change, not only the most frequent ones" },
	{ "json", FB_PICK(form, FORM_JSON), .alone = "form", .help = "print the result as JSON" },
	{ "aliases", FB_FILE(aliases), .help = "the table of names",
	  .usual = "userspace/data/aliases" },
	{ NULL },
};

/* Only the phase that was asked for; of a file that holds one phase, that one, whatever its name. */
static int choose(struct fb_recording *rec, const char *name)
{
	struct fb_phases *ph = &rec->phases;
	int at = fb_phases_find(ph, name);
	struct fb_phase kept;

	if (at < 0) {
		fb_print_error("%s: no phase '%s' in it", rec->path, name);
		return at;
	}
	kept = ph->phase[at];
	ph->phase[at] = ph->phase[0];
	ph->phase[0] = kept;
	while (ph->nr > 1)
		fb_normal_free(ph->phase[--ph->nr].calls);
	return 0;
}

static int cut(struct fb_recording *rec, const char *root)
{
	int ret = fb_recording_cut(rec, root);

	if (ret == -ENOENT)
		fb_print_error("%s: no call of '%s' in it", rec->path, root);
	else if (ret)
		fb_print_error("%s: %s", rec->path, strerror(-ret));
	return ret;
}

static int load_sides(const struct options *o, char **path, struct fb_diff_report *rep)
{
	struct fb_error error = { "" };
	int i, ret;

	ret = fb_aliases_load(o->aliases, &rep->aliases, &error);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	for (i = 0; !ret && i < 2; i++) {
		ret = fb_recording_load_beside(path[i], &rep->rec[i], i ? &rep->rec[0] : NULL,
					       &error);
		if (ret)
			fb_print_error("%s", error.text);
		else if (o->phase)
			ret = choose(&rep->rec[i], o->phase);
		if (!ret && o->root)
			ret = cut(&rep->rec[i], o->root);
	}
	if (ret)
		return ret;
	ret = fb_diff_report_fill(rep, &error);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

static void drop_report(struct fb_diff_report *rep)
{
	fb_diff_report_drop(rep);
	fb_recording_free(&rep->rec[0]);
	fb_recording_free(&rep->rec[1]);
	fb_aliases_free(&rep->aliases);
}

static int print_diff(const struct options *o, const struct fb_diff_report *rep)
{
	struct fb_style style = fb_style_of(stdout);
	unsigned int i;
	json_t *js;
	int ret = 0;

	switch (o->form) {
	case FORM_TABLE:
		fb_diff_print_table(rep, stdout);
		ret = fb_diff_print_changes(rep, o->all ? 0 : CHANGES_MAX, stdout);
		break;
	case FORM_TREE:
		for (i = 0; i < rep->nr; i++)
			fb_diff_print_tree(rep, &rep->phase[i], &style, stdout);
		fb_diff_print_table(rep, stdout);
		break;
	case FORM_JSON:
		js = fb_diff_json(rep);
		ret = js ? 0 : -ENOMEM;
		fb_json_put(js, JSON_INDENT(2) | JSON_PRESERVE_ORDER, stdout);
		putchar('\n');
		json_decref(js);
		break;
	}
	if (ret)
		fb_print_error("%s", strerror(-ret));
	if (ret)
		return FB_STATUS_USAGE;
	return fb_diff_same(rep) ? FB_STATUS_DONE : FB_STATUS_FAILED;
}

static void say_seen(const struct fb_recording *rec)
{
	fb_say_seen(rec->path, &rec->seen.text);
	fb_say_odd(rec->path, &rec->seen.odd);
}

static int run_diff(void *given, int nr, char **operands)
{
	struct fb_diff_report rep = { .nr = 0 };
	int ret;

	(void)nr;
	ret = load_sides(given, operands, &rep);
	if (!ret) {
		say_seen(&rep.rec[0]);
		say_seen(&rep.rec[1]);
	}
	ret = ret ? FB_STATUS_USAGE : print_diff(given, &rep);
	drop_report(&rep);
	return ret;
}

const struct fb_command fb_cmd_diff = {
	.name = "diff",
	.what = "what is different between two recorded runs",
	.operands = "A B",
	.operand = FB_NAMES_FILE,
	.least = 2,
	.most = 2,
	.about =
		"Compare two recordings call by call: which calls are the same, renamed, moved, "
		"removed or added from A to B. A and B are folders of runs (out/latest), folders of "
		"traces, or traces.",
	.notes =
		"Only what is called counts: times, marks and return values do not. Phases of more "
		"than some 5,000 calls are compared piece by piece: the output then says how many "
		"more calls may be the same.",
	.status = "0 the same, 1 different, 2 usage, or A or B cannot be read.",
	.example = "flowbench diff --phase p8 out/esp-gateway-5.10 out/esp-gateway-7.2",
	.options = options,
	.size = sizeof(struct options),
	.run = run_diff,
};
