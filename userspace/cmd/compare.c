// SPDX-License-Identifier: GPL-2.0
/* flowbench compare: what a packet costs on one side and on the other, and whether that differs. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare.h"
#include "cmd/cmd.h"
#include "lib/err.h"

#define STATUS_DIFFERENT 1
#define STATUS_USAGE	 2

static const char help[] =
	"Usage: flowbench compare [OPTIONS] A B\n"
	"Compare what two kernels, or two builds of one, take for a packet. A and B are a\n"
	"bench.json each, a folder that holds one, or a folder of such folders, one a\n"
	"boot.\n"
	"\n"
	"  --across       though more differs than what was built: kernel, machine\n"
	"  --margin P     in ns, \"no difference\" means less than P percent (default: 1)\n"
	"  --names A,B    what the sides are called (default: as the files)\n"
	"  --json         as JSON\n"
	"\n"
	"Instructions are compared seed by seed, of at least 5 seeds a side. Times (ns)\n"
	"are compared boot by boot, of at least 6 boots a side.\n"
	"\n"
	"Exit status: 0 no difference, 1 difference, 2 usage, or nothing can be said.\n"
	"Example: flowbench compare out/compare/base out/compare/patched\n";

struct options {
	const char *path[2];
	char *names;
	double margin;
	bool across;
	bool json;
};

static int margin_option(const char *text, double *margin)
{
	char *end;

	*margin = strtod(text, &end) / 100;
	if (end != text && !*end && *margin > 0 && *margin < 0.5)
		return 0;
	fb_err("--margin: '%s' is no percentage above 0 and below 50", text);
	return -EINVAL;
}

/* Return: 0, 1 if all is said (--help), 2 for wrong usage. */
static int read_options(int argc, char **argv, struct options *o)
{
	static const struct option longs[] = {
		{ "across", no_argument, NULL, 'a' },
		{ "margin", required_argument, NULL, 'm' },
		{ "names", required_argument, NULL, 'n' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	optind = 1;
	while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
		switch (c) {
		case 'a':
			o->across = true;
			break;
		case 'm':
			if (margin_option(optarg, &o->margin))
				return STATUS_USAGE;
			break;
		case 'n':
			o->names = optarg;
			if (!strchr(optarg, ',')) {
				fb_err("--names: '%s' is not two names with a comma between them",
				       optarg);
				return STATUS_USAGE;
			}
			break;
		case 'j':
			o->json = true;
			break;
		case 'h':
			fputs(help, stdout);
			return 1;
		default:
			return STATUS_USAGE;
		}
	}
	if (optind + 2 != argc) {
		fb_err("compare: two results, please (flowbench compare --help)");
		return STATUS_USAGE;
	}
	o->path[0] = argv[optind];
	o->path[1] = argv[optind + 1];
	return 0;
}

static void show(const struct options *o, const struct fb_comparison *c)
{
	json_t *js;

	if (!o->json) {
		fb_compare_print(c, stdout);
		return;
	}
	js = fb_compare_json(c);
	json_dumpf(js, stdout, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12));
	putchar('\n');
	json_decref(js);
}

static int compare(const struct options *o, struct fb_side side[2])
{
	struct fb_comparison c = { .nr = 0 };
	struct fb_why why = { "" };
	int i, ret;

	for (i = 0; i < 2; i++) {
		ret = fb_side_load(o->path[i], &side[i], &why);
		if (ret) {
			fb_err("%s", why.text);
			return STATUS_USAGE;
		}
	}
	if (!fb_side_comparable(&side[0], &side[1], o->across, &why)) {
		fb_err("%s", why.text);
		return STATUS_USAGE;
	}
	if (o->names) {
		snprintf(side[0].name, sizeof(side[0].name), "%.*s", (int)strcspn(o->names, ","),
			 o->names);
		snprintf(side[1].name, sizeof(side[1].name), "%s", strchr(o->names, ',') + 1);
	}
	ret = fb_compare(&side[0], &side[1], o->across, o->margin, &c);
	if (ret)
		fb_err("%s", fb_why_text(&c.why, ret));
	else
		show(o, &c);
	i = c.judged;
	fb_compare_free(&c);
	if (ret || i == FB_JUDGED_NONE)
		return STATUS_USAGE;
	return i == FB_JUDGED_DIFFERENT ? STATUS_DIFFERENT : 0;
}

int fb_cmd_compare(int argc, char **argv)
{
	struct fb_side side[2] = { { .nr = 0 }, { .nr = 0 } };
	struct options o = { .margin = 0.01 };
	int ret;

	ret = read_options(argc, argv, &o);
	if (ret)
		return ret == 1 ? 0 : ret;
	ret = compare(&o, side);
	fb_side_free(&side[0]);
	fb_side_free(&side[1]);
	return ret;
}
