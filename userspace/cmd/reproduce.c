// SPDX-License-Identifier: GPL-2.0
/* flowbench reproduce: what a trace is, by the calls in it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "cmd/traced.h"
#include "json/json.h"
#include "lib/error.h"
#include "lib/message.h"
#include "lib/out.h"
#include "reproduce/reading.h"
#include "reproduce/reading_json.h"
#include "trace/call_tree.h"

enum form {
	FORM_WORDS,
	FORM_SCENARIO,
	FORM_NAME,
	FORM_JSON,
};

struct options {
	int form;
	const char *file;
};

static const struct fb_option options[] = {
	{ "scenario", FB_PICK(form, FORM_SCENARIO), .alone = "form",
	  .help = "write a scenario that makes it happen again",
	  .more = "Its rules, devices and traffic are files and settings of this project: no text of the trace gets into "
		  "it. What the lab has not got stands in it as a comment. flowbench run takes the trace itself." },
	{ "name", FB_PICK(form, FORM_NAME), .alone = "form",
	  .help = "print the name of the scenario: one of flowbench list, or trace" },
	{ "json", FB_PICK(form, FORM_JSON), .alone = "form",
	  .help = "JSON (flowbench.reproduce/1)" },
	{ NULL },
};

static int print_json(const struct options *o, const struct fb_reading *reading)
{
	json_t *doc = fb_reading_json(reading);
	int ret = doc ? fb_json_put(doc, JSON_INDENT(1), stdout) : -ENOMEM;

	json_decref(doc);
	if (ret) {
		fb_print_error("%s: %s", o->file, strerror(-ret));
		return FB_STATUS_FAILED;
	}
	putchar('\n');
	return reading->kind == FB_READING_NONE ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static int show(const struct options *o, const struct fb_reading *reading)
{
	struct fb_error error = { "" };
	struct fb_out out;
	char *text;
	int ret;

	if (o->form == FORM_WORDS) {
		fb_out_begin(&out, stdout);
		fb_reading_print(reading, o->file, &out);
		fb_out_flush(&out);
		return reading->kind == FB_READING_NONE ? FB_STATUS_FAILED : FB_STATUS_DONE;
	}
	if (o->form == FORM_JSON)
		return print_json(o, reading);
	ret = fb_traced_text(reading, &text, &error);
	if (ret) {
		fb_print_error("%s: %s", o->file, fb_error_text(&error, ret));
		return FB_STATUS_FAILED;
	}
	if (o->form == FORM_NAME)
		puts(reading->own ? reading->own : FB_TRACED_NAME);
	else
		fputs(text, stdout);
	free(text);
	return FB_STATUS_DONE;
}

static int reproduce(const struct options *o)
{
	struct fb_reading *reading = malloc(sizeof(*reading));
	struct fb_tree *tree = NULL;
	struct fb_error error = { "" };
	int ret = reading ? fb_traced_read(o->file, &tree, reading, &error) : -ENOMEM;

	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		ret = FB_STATUS_FAILED;
	} else {
		ret = show(o, reading);
		fb_say_seen(NULL, &tree->seen);
		fb_say_odd(NULL, &tree->odd);
	}
	fb_tree_free(tree);
	free(reading);
	return ret;
}

static int run_reproduce(void *given, int nr, char **operands)
{
	struct options *o = given;

	(void)nr;
	o->file = strcmp(operands[0], "-") ? operands[0] : "/dev/stdin";
	return reproduce(o);
}

const struct fb_command fb_cmd_reproduce = {
	.name = "reproduce",
	.what = "say what a trace is, and what makes it happen again",
	.operands = "TRACE",
	.operand = FB_NAMES_FILE,
	.least = 1,
	.most = 1,
	.about =
		"Read function_graph text, or a trace.dat, and say what becomes of the packet, by which protocol, rules, "
		"tunnels and devices, on which kernels, and where it is dropped. Each word stands with the calls that "
		"prove it. TRACE may be -.",
	.status =
		"0 a packet's path or a part of one, 1 none, or not function_graph, or no scenario, 2 usage.",
	.example = "flowbench reproduce --scenario trace.txt",
	.options = options,
	.size = sizeof(struct options),
	.run = run_reproduce,
};
