// SPDX-License-Identifier: GPL-2.0
/* flowbench report: one page of HTML out of the documents of runs. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "lib/err.h"
#include "lib/interrupt.h"
#include "lib/staged.h"
#include "report/report.h"

static const char help[] =
	"Usage: flowbench report [OPTIONS] [DIR…]\n"
	"Make one page of HTML out of what lies in each DIR (default: out/latest):\n"
	"results.json, bench.json, profile.json, compare.json, validate.json, or the\n"
	"results.json of a matrix. A DIR may be such a file, too. The page holds all it\n"
	"needs, and is opened from a file.\n"
	"\n"
	"  -o, --output FILE  the page (default: report.html in the first DIR)\n"
	"  -q, --quiet        do not say where it is\n"
	"  -v, --verbose      progress where there is no terminal, too\n"
	"\n"
	"Exit status: 0 done, 1 nothing can be shown or the page cannot be written,\n"
	"2 usage.\n"
	"Example: flowbench report -o gateway.html out/esp-gateway-6.12 out/bench-6.12\n";

/* report.html in the folder, or beside the file, @first. */
static int usual_output(const char *first, char path[FB_PATH_MAX])
{
	char dir[FB_PATH_MAX], *slash;
	struct stat st;

	if (snprintf(dir, sizeof(dir), "%s", first) >= (int)sizeof(dir))
		return -ENAMETOOLONG;
	if (!stat(first, &st) && !S_ISDIR(st.st_mode)) {
		slash = strrchr(dir, '/');
		strcpy(slash ? slash : dir, slash ? "" : ".");
		if (!*dir)
			strcpy(dir, "/");
	}
	return fb_join(path, dir, "report.html");
}

static int gather(struct fb_report *rep, char *const *dirs, int nr)
{
	struct fb_why why = { "" };
	int i;

	for (i = 0; i < nr; i++) {
		if (fb_report_add(rep, dirs[i], &why)) {
			fb_err("report: %s", why.text);
			return 1;
		}
	}
	if (rep->shown)
		return 0;
	fb_err("report: nothing can be shown of %s/%s: %s", rep->doc[0].dir, rep->doc[0].file,
	       rep->doc[0].why.text);
	return 1;
}

static int write_page(const struct fb_report *rep, const char *path)
{
	struct fb_staged page;
	struct fb_why why = { "" };
	int ret;

	ret = fb_staged_open(&page, path);
	if (!ret) {
		ret = fb_report_write(rep, page.f, &why);
		if (!ret && fb_interrupted())
			ret = -EINTR;
		ret = fb_staged_end(&page, ret);
	}
	if (ret)
		fb_err("%s%s: %s", path, !fb_why_empty(&why) ? ", of" : "", fb_why_text(&why, ret));
	return ret;
}

int fb_cmd_report(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "output", required_argument, NULL, 'o' },
		{ "quiet", no_argument, NULL, 'q' },
		{ "verbose", no_argument, NULL, 'v' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	char latest[FB_PATH_MAX], usual[FB_PATH_MAX];
	struct fb_report rep = { .nr = 0 };
	const char *output = NULL;
	char *only[] = { latest };
	char **dirs = only;
	int c, ret, nr = 1;

	while ((c = getopt_long(argc, argv, "o:qvh", longs, NULL)) != -1) {
		switch (c) {
		case 'o':
			output = optarg;
			break;
		case 'q':
			fb_set_quiet(true);
			break;
		case 'v':
			fb_set_verbose(true);
			break;
		case 'h':
			fputs(help, stdout);
			return 0;
		default:
			return 2;
		}
	}
	if (optind < argc) {
		dirs = argv + optind;
		nr = argc - optind;
	} else if (fb_out_path(latest, "latest")) {
		fb_err("report: out/latest: %s", strerror(ENAMETOOLONG));
		return 1;
	}
	if (!output) {
		ret = usual_output(dirs[0], usual);
		if (ret) {
			fb_err("report: %s: %s", dirs[0], strerror(-ret));
			return 1;
		}
		output = usual;
	}
	fb_interrupt_catch();
	ret = gather(&rep, dirs, nr);
	if (!ret)
		ret = write_page(&rep, output) ? 1 : 0;
	if (!ret)
		fb_note("report in %s", output);
	fb_report_free(&rep);
	return ret;
}
