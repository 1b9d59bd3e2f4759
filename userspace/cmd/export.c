// SPDX-License-Identifier: GPL-2.0
/* flowbench export: what was recorded, in the forms of other tools. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "export/export.h"
#include "lib/err.h"
#include "lib/staged.h"

static const char help[] =
	"Usage: flowbench export --format FORMAT [OPTIONS] INPUT\n"
	"Write what was recorded in a form that other tools read. INPUT is a run's folder\n"
	"(out/latest) or function_graph text; - is standard input. Times are traced.\n"
	"\n"
	"  chrome  trace events for Perfetto: a track a CPU, phases, arrows where packets\n"
	"          go; laid out from durations, as function_graph says no more\n"
	"  folded  a;b;c NS: own traced time by stack, for any flame graph tool\n"
	"  svg     a flame graph that zooms and searches, in one file\n"
	"  csv     a row a call, when it ends; line is where it begins\n"
	"  json    the same and the marks (schema flowbench.export/1)\n"
	"  ftrace  function_graph text again\n"
	"  kcidb   a report for KernelCI; INPUT is results.json, validate.json,\n"
	"          bench.json, or a folder with them\n"
	"\n"
	"  -o, --output FILE  instead of standard output\n"
	"  --phase NAME       only this phase (p8)\n"
	"  --root FUNCTION    only calls of this function, with what they call\n"
	"  --path NAME        folded, svg: a path of profile.json, in instructions\n"
	"  --origin NAME      kcidb: who reports (default: flowbench)\n"
	"  -q, --quiet        no progress, and no word on calls that are odd\n"
	"  -v, --verbose      progress where there is no terminal, too\n"
	"\n"
	"Exit status: 0 written, 1 failed, 2 usage.\n"
	"Example: flowbench export --format svg --phase p8 -o p8.svg out/latest\n";

static const struct fb_export_format *const formats[] = {
	&fb_export_chrome, &fb_export_folded, &fb_export_svg,	&fb_export_csv,
	&fb_export_json,   &fb_export_ftrace, &fb_export_kcidb,
};

#define NR (sizeof(formats) / sizeof(formats[0]))

static void say(const struct fb_walk_sums *sums)
{
	if (sums->shorter)
		fb_note("calls shorter than what stands in them: %" PRIu64 ", by %" PRIu64
			" ns in all (rounding, and interrupts behind their end); it is taken "
			"from the own time of the calls around them, in csv and json from theirs",
			sums->shorter, sums->shorter_ns);
	if (sums->tails)
		fb_note("calls without a duration, mostly without an end: %" PRIu64
			"; their own time counts as 0",
			sums->tails);
	if (sums->heads)
		fb_note("calls that began before the text did: %" PRIu64
			"; what they had called stands beside them",
			sums->heads);
	if (sums->lost)
		fb_note("events that the kernel lost: %" PRIu64, sums->lost);
}

static int export(struct fb_export_in *in, const char *output)
{
	struct fb_walk_sums sums = { .calls = 0 };
	struct fb_staged file;
	char why[400];
	int ret;

	in->f = stdout;
	if (output) {
		ret = fb_staged_open(&file, output);
		if (ret) {
			fb_err("%s: %s", output, strerror(-ret));
			return 1;
		}
		in->f = file.f;
	}
	ret = fb_export(in, &sums, why);
	/* Of standard output main() speaks. */
	if (ret && *why)
		fb_err("%s", why);
	else if (ret && (output || !ferror(stdout)))
		fb_err("%s: %s", output && ret != -ENOMEM ? output : in->input, strerror(-ret));
	if (output) {
		int ended = fb_staged_end(&file, ret);

		if (ended && !ret)
			fb_err("%s: %s", output, strerror(-ended));
		ret = ended;
	}
	if (!ret)
		say(&sums);
	return ret ? 1 : 0;
}

static int find_format(const char *name, const struct fb_export_format **format)
{
	size_t i;

	for (i = 0; i < NR; i++) {
		if (!strcmp(formats[i]->name, name)) {
			*format = formats[i];
			return 0;
		}
	}
	fb_err("export: no format '%s' (flowbench export --help shows them)", name);
	return 2;
}

/* Who reports stands in each id, in front of a colon. */
static int good_origin(const char *name)
{
	if (*name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name))
		return 0;
	fb_err("export: --origin wants a-z, 0-9 and _, not '%s'", name);
	return 2;
}

static int check_options(const struct fb_export_in *in)
{
	if (!in->format) {
		fb_err("export: --format is wanted (flowbench export --help)");
		return 2;
	}
	if (in->format->results && (in->phase || in->root)) {
		fb_err("export: --phase and --root are for calls, not for %s", in->format->name);
		return 2;
	}
	if (in->path && !in->format->stacks) {
		fb_err("export: --path is for folded and svg");
		return 2;
	}
	return good_origin(in->origin);
}

/* Return: 0, 1 if all is said (--help), 2 for wrong usage. */
static int read_options(int argc, char **argv, struct fb_export_in *in, const char **output)
{
	static const struct option longs[] = {
		{ "format", required_argument, NULL, 'f' },
		{ "output", required_argument, NULL, 'o' },
		{ "phase", required_argument, NULL, 'p' },
		{ "root", required_argument, NULL, 'r' },
		{ "path", required_argument, NULL, 'P' },
		{ "origin", required_argument, NULL, 'O' },
		{ "quiet", no_argument, NULL, 'q' },
		{ "verbose", no_argument, NULL, 'v' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	optind = 1;
	while ((c = getopt_long(argc, argv, "f:o:qvh", longs, NULL)) != -1) {
		switch (c) {
		case 'f':
			if (find_format(optarg, &in->format))
				return 2;
			break;
		case 'o':
			*output = optarg;
			break;
		case 'p':
			in->phase = optarg;
			break;
		case 'r':
			in->root = optarg;
			break;
		case 'P':
			in->path = optarg;
			break;
		case 'O':
			in->origin = optarg;
			break;
		case 'q':
			fb_set_quiet(true);
			break;
		case 'v':
			fb_set_verbose(true);
			break;
		case 'h':
			fputs(help, stdout);
			return 1;
		default:
			return 2;
		}
	}
	if (optind + 1 != argc) {
		fb_err("export: one INPUT is wanted (flowbench export --help)");
		return 2;
	}
	in->input = strcmp(argv[optind], "-") ? argv[optind] : "/dev/stdin";
	return check_options(in);
}

int fb_cmd_export(int argc, char **argv)
{
	struct fb_export_in in = { .origin = "flowbench" };
	const char *output = NULL;
	int ret = read_options(argc, argv, &in, &output);

	if (ret)
		return ret == 1 ? 0 : ret;
	return export(&in, output);
}
