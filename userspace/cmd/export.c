// SPDX-License-Identifier: GPL-2.0
/* flowbench export: what was recorded, in the forms of other tools. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "export/export.h"
#include "file/staged.h"
#include "json/json_schema.h"
#include "lib/message.h"

struct options {
	const char *format;
	const char *output;
	const char *phase;
	const char *root;
	const char *path;
	const char *weight;
	const char *origin;
};

static const struct fb_export_format *const formats[] = {
	&fb_export_chrome, &fb_export_folded, &fb_export_svg,	&fb_export_csv,
	&fb_export_json,   &fb_export_ftrace, &fb_export_kcidb,
};

#define NR (sizeof(formats) / sizeof(formats[0]))

/* Who reports stands in each id, in front of a colon. */
static int read_origin(const struct fb_option *option, const char *text, void *to,
		       struct fb_error *error)
{
	(void)option;
	*(const char **)to = text;
	if (*text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text))
		return 0;
	return fb_error(error, -EINVAL, "--origin: '%s' has other characters than a-z, 0-9 and _",
			text);
}

static const struct fb_option options[] = {
	{ "format", .letter = 'f', .arg = "FORMAT", .needed = true, .help = "one of:",
	  FB_WORD(format,
		  { "chrome", "trace events for Perfetto: a track for each CPU, phases, packets" },
		  { "folded", "a;b;c NS: own traced time by stack, for any flame graph tool" },
		  { "svg", "a flame graph that zooms and searches, in one file" },
		  { "csv", "a row for each call by its end, or each price of history.json" },
		  { "json", "the same and the marks (flowbench.export/1); reasons of why.json" },
		  { "ftrace", "function_graph text again" },
		  { "kcidb", "a report for KernelCI; INPUT is results.json, validate.json, "
			     "bench.json, compare.json, history.json, or a folder with them" }) },
	{ "output", .letter = 'o', FB_FILE(output),
	  .help = "write to FILE instead of standard output" },
	{ "phase", FB_TEXT(phase), .arg = "NAME", .names = FB_NAMES_PHASE, .without = "path weight",
	  .help = "only this phase (p8)" },
	{ "root", FB_TEXT(root), .arg = "FUNCTION", .without = "path weight",
	  .help = "only calls of this function, with what they call" },
	{ "path", FB_TEXT(path), .arg = "NAME", .names = FB_NAMES_PATH,
	  .with = "format=folded format=svg", .help = "a path of profile.json" },
	{ "weight", FB_TEXT(weight), .arg = "WHAT", .with = "format=folded format=svg",
	  .help = "data, desktop/warm/l1d", .more = "Without it, instructions." },
	{ "origin", FB_OWN(read_origin, origin), .arg = "NAME", .with = "format=kcidb",
	  .help = "who reports", .usual = "flowbench" },
	FB_QUIET("no progress, and no word on calls that are odd"),
	FB_VERBOSE,
	{ NULL },
};

static void note_sums(const struct fb_walk_sums *sums)
{
	if (sums->shorter)
		fb_print_note(
			"calls shorter than what stands in them: %" PRIu64 ", by %" PRIu64
			" ns in all, the first: line %" PRIu64
			"; it is taken from the own time of the calls around them, or of those in "
			"them, in csv and json from theirs",
			sums->shorter, sums->shorter_ns, sums->shorter_line);
	if (sums->tails)
		fb_print_note("calls without a duration, mostly without an end: %" PRIu64
			      "; their own time counts as 0",
			      sums->tails);
	if (sums->heads)
		fb_print_note("calls whose opening line is not in the text: %" PRIu64, sums->heads);
	fb_say_odd(NULL, &sums->odd);
	if (sums->lost)
		fb_print_note("events that the kernel lost: %" PRIu64, sums->lost);
	fb_say_seen(NULL, &sums->seen);
}

static int export(struct fb_export_in *in, const char *output)
{
	struct fb_walk_sums sums = { .calls = 0 };
	struct fb_staged file;
	struct fb_error error = { "" };
	int ret;

	in->f = stdout;
	if (output) {
		ret = fb_staged_open(&file, output, &error);
		if (ret) {
			fb_print_error("%s", error.text);
			return 1;
		}
		in->f = file.f;
	}
	ret = fb_export(in, &sums, &error);
	if (ret == -ENOMEM && fb_error_empty(&error))
		fb_error_errno(&error, ret, "%s", in->input);
	if (output)
		ret = fb_staged_end(&file, ret, &error);
	/* main() reports errors of standard output. */
	if (ret && (output || !fb_error_empty(&error)))
		fb_print_error("%s", fb_error_text(&error, ret));
	else if (ret && !ferror(stdout))
		fb_print_error("%s: %s", in->input, strerror(-ret));
	if (!ret)
		note_sums(&sums);
	if (ret == FB_JSON_REFUSED)
		return FB_STATUS_USAGE;
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static const struct fb_export_format *find_format(const char *name)
{
	size_t i;

	for (i = 0; i < NR; i++)
		if (!strcmp(formats[i]->name, name))
			return formats[i];
	return NULL;
}

static int run_export(void *given, int nr, char **operands)
{
	const struct options *o = given;
	struct fb_export_in in = {
		.format = find_format(o->format),
		.input = strcmp(operands[0], "-") ? operands[0] : "/dev/stdin",
		.phase = o->phase,
		.root = o->root,
		.path = o->path,
		.weight = o->weight,
		.origin = o->origin,
	};

	(void)nr;
	if (in.format->results && (in.phase || in.root))
		return fb_usage("--phase and --root are for calls, not for %s", in.format->name);
	return export(&in, o->output);
}

static const struct options usual = { .origin = "flowbench" };

const struct fb_command fb_cmd_export = {
	.name = "export",
	.what = "a recording for Perfetto, flame graphs, tables, KernelCI",
	.operands = "INPUT",
	.operand = FB_NAMES_FILE,
	.least = 1,
	.most = 1,
	.about = "Write a recording in the form of other tools. INPUT: a run's folder, "
		 "a trace, trace.dat or why.json; - is standard input. Times are traced.",
	.more = "Times of chrome are the trace's, or made of durations alone; arrows show where packets go. "
		"why.json is checked and written as it is. If INPUT is a folder with results.json and why.json, the calls "
		"are exported; name why.json for the reasons. A path of `make bench LINES=1` may be weighed by what its packets touch "
		"(loads, stores, data, code, branches, indirect) and by what modelled machines miss "
		"(desktop/warm/l1d); l1d alone is that of the first machine, cold.",
	.status = "0 written, 1 failed, 2 usage or a refused document.",
	.example = "flowbench export --format svg --phase p8 -o p8.svg out/latest",
	.options = options,
	.size = sizeof(struct options),
	.usual = &usual,
	.run = run_export,
};
