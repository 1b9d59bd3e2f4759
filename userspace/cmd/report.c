// SPDX-License-Identifier: GPL-2.0
/* flowbench report: one page of HTML out of the documents of runs. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "file/staged.h"
#include "lib/message.h"
#include "process/interrupt.h"
#include "report/report.h"

struct options {
	const char *output;
};

static const struct fb_option options[] = {
	{ "output", .letter = 'o', FB_FILE(output), .help = "the page",
	  .usual = "report.html in the first DIR" },
	FB_QUIET("do not say where the page is"),
	FB_VERBOSE,
	{ NULL },
};

/* report.html in the folder, or beside the file, @first. */
static int usual_output(const char *first, char path[FB_PATH_MAX], struct fb_error *error)
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
	if (fb_join(path, dir, "report.html"))
		return -ENAMETOOLONG;
	return fb_staged_former(path, FB_REPORT_MARK, error);
}

static int gather(struct fb_report *rep, char *const *dirs, int nr)
{
	struct fb_error error = { "" };
	int i;

	for (i = 0; i < nr; i++) {
		if (fb_report_add(rep, dirs[i], &error)) {
			fb_print_error("%s", error.text);
			return 1;
		}
	}
	return 0;
}

/* Each part that is not shown, with what is wrong. Return: how many */
static unsigned int name_refused(const struct fb_report *rep)
{
	unsigned int i, nr = 0;

	for (i = 0; i < rep->nr; i++) {
		if (rep->doc[i].kind != FB_REPORT_BROKEN)
			continue;
		fb_print_error("%s%s: %s", rep->shown ? "" : "nothing can be shown of ",
			       rep->doc[i].real, rep->doc[i].why.text);
		nr++;
	}
	return nr;
}

static int write_page(const struct fb_report *rep, const char *path)
{
	struct fb_staged page;
	struct fb_error error = { "" };
	int ret;

	ret = fb_staged_open(&page, path, &error);
	if (!ret) {
		ret = fb_report_write(rep, page.f, &error);
		if (ret && !fb_error_empty(&error))
			fb_error_prefix(&error, ret, "%s, of", path);
		if (!ret && fb_interrupted())
			ret = -EINTR;
		ret = fb_staged_end(&page, ret, &error);
	}
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

/* Return: an exit status */
static int make(struct fb_report *rep, char *const *dirs, int nr, const char *output)
{
	unsigned int refused;

	if (gather(rep, dirs, nr))
		return FB_STATUS_FAILED;
	refused = name_refused(rep);
	if (!rep->shown)
		return FB_STATUS_USAGE;
	if (write_page(rep, output))
		return FB_STATUS_FAILED;
	fb_print_note("report in %s", output);
	return refused ? FB_STATUS_USAGE : FB_STATUS_DONE;
}

static int run_report(void *given, int nr, char **operands)
{
	const struct options *o = given;
	char latest[FB_PATH_MAX], usual[FB_PATH_MAX];
	struct fb_report rep = { .nr = 0 };
	const char *output = o->output;
	struct fb_error error = { "" };
	char *only[] = { latest };
	int ret;

	if (!nr) {
		operands = only;
		nr = 1;
		if (fb_out_path(latest, "latest")) {
			fb_print_error("out/latest: %s", strerror(ENAMETOOLONG));
			return FB_STATUS_FAILED;
		}
	}
	if (!output) {
		ret = usual_output(operands[0], usual, &error);
		if (ret) {
			if (fb_error_empty(&error))
				fb_error_errno(&error, ret, "%s", operands[0]);
			fb_print_error("%s", error.text);
			return FB_STATUS_FAILED;
		}
		output = usual;
	}
	fb_interrupt_catch();
	ret = make(&rep, operands, nr, output);
	fb_report_free(&rep);
	return ret;
}

const struct fb_command fb_cmd_report = {
	.name = "report",
	.what = "one page of HTML out of what runs have left",
	.operands = "[DIR…]",
	.operand = FB_NAMES_FILE,
	.most = INT_MAX,
	.about =
		"Make one page of HTML out of what lies in each DIR (default: out/latest): "
		"results.json, why.json, bench.json, profile.json, compare.json, validate.json, or the "
		"results.json of a matrix. A DIR may be such a file, too. The page holds all it "
		"needs, and is opened from a file.",
	.status =
		"0 done, 1 no document is found or the page cannot be written, 2 usage, or a document is refused: "
		"the page names it, and shows the others.",
	.example = "flowbench report -o gateway.html out/esp-gateway-6.12 out/bench-6.12",
	.options = options,
	.size = sizeof(struct options),
	.run = run_report,
};
