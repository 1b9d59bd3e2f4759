// SPDX-License-Identifier: GPL-2.0
/* flowbench validate: does the kernel's flowtable do what it should, and only that? */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "check/run.h"
#include "cmd/cmd.h"
#include "flowbench_uapi.h"
#include "kernel/debugfs.h"
#include "kernel/hooks_text.h"
#include "lib/err.h"
#include "lib/interrupt.h"
#include "lib/paths.h"

static const char help[] =
	"Usage: flowbench validate [OPTIONS] [NAME…]\n"
	"Check the flowtable of this kernel: taken when it should be, not when it must\n"
	"not be, and nothing lost. Each check proves its claim from two independent\n"
	"sources. Prints KTAP. Wants root, the module flowbench, nft and ip.\n"
	"\n"
	"  NAME            a check, or a family: taken, kept, ends, whole, security, …\n"
	"  --list          only show what there is\n"
	"  --strict        a check that cannot be run here is a failure\n"
	"  --json FILE     the results as JSON (flowbench.validate/1); - instead of KTAP\n"
	"  --tap FILE      the KTAP goes to FILE\n"
	"  --part K/N      only the Kth of every N of them: N machines share the work\n"
	"\n"
	"A failure that this kernel is known to have is shown as 'not ok … # TODO' and is\n"
	"expected; what a kernel has not got is a skip, also with --strict.\n"
	"Exit status: 0 every check did what was expected, 1 one did not, 2 usage.\n"
	"Example: flowbench validate kept-mtu ends\n";

struct options {
	bool list;
	bool strict;
	const char *json;
	const char *tap;
	unsigned int part;
	unsigned int parts;
	char **names;
	int nr_names;
};

static int read_options(int argc, char **argv, struct options *o)
{
	static const struct option longs[] = {
		{ "list", no_argument, NULL, 'l' },
		{ "strict", no_argument, NULL, 's' },
		{ "json", required_argument, NULL, 'j' },
		{ "tap", required_argument, NULL, 't' },
		{ "part", required_argument, NULL, 'p' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	char end;
	int c;

	memset(o, 0, sizeof(*o));
	o->part = o->parts = 1;
	while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
		switch (c) {
		case 'l':
			o->list = true;
			break;
		case 's':
			o->strict = true;
			break;
		case 'j':
			o->json = optarg;
			break;
		case 't':
			o->tap = optarg;
			break;
		case 'p':
			if (sscanf(optarg, "%4u/%4u%c", &o->part, &o->parts, &end) != 2 ||
			    !o->part || o->part > o->parts) {
				fb_err("validate: --part '%s' is not K/N, with 1 <= K <= N",
				       optarg);
				return -EINVAL;
			}
			break;
		case 'h':
			fputs(help, stdout);
			return 1;
		default:
			return -EINVAL;
		}
	}
	o->names = argv + optind;
	o->nr_names = argc - optind;
	return 0;
}

/* Which are meant; every word has to mean one. */
static int choose(const struct fb_checks *cs, const struct options *o, bool *chosen)
{
	unsigned int i, n = 0;
	int k;

	for (i = 0; i < cs->nr; i++)
		chosen[i] = !o->nr_names;
	for (k = 0; k < o->nr_names; k++) {
		for (n = 0, i = 0; i < cs->nr; i++) {
			if (!fb_checks_meant(&cs->check[i], o->names[k]))
				continue;
			chosen[i] = true;
			n++;
		}
		if (!n) {
			fb_err("validate: no check '%s' (flowbench validate --list shows them)",
			       o->names[k]);
			return -ENOENT;
		}
	}
	for (n = 0, i = 0; i < cs->nr; i++)
		if (chosen[i])
			chosen[i] = n++ % o->parts == o->part - 1;
	return 0;
}

/* Asked before the first lab is made. */
static int look_around(void)
{
	if (geteuid()) {
		fb_err("validate: only root can make network namespaces: use sudo");
		return -EPERM;
	}
	if (access("/sys/kernel/debug/flowbench/hooks", R_OK)) {
		fb_err("validate: module flowbench is not loaded, or debugfs not mounted: modprobe flowbench, or insmod flowbench.ko");
		return -ENODEV;
	}
	return 0;
}

/* Each check switches on what it asks; here they go off again, but those that were on before. */
static void hooks_back(const char *before)
{
	char word[FB_HOOK_NAME + 1];
	struct fb_hook_line line;
	int ret;

	while ((ret = fb_hook_line(&before, &line))) {
		if (ret < 0 || !strcmp(line.state, FB_STATE_ON))
			continue;
		snprintf(word, sizeof(word), "-%s", line.name);
		fb_benchfs_write("hooks", word);
	}
}

static unsigned int run_all(struct fb_checks *cs, const struct options *o, bool *chosen, FILE *tap)
{
	unsigned int i, nr = 0, bad = 0, counts[FB_CHECK_SKIPPED + 1] = { 0 };

	for (i = 0; i < cs->nr; i++)
		nr += chosen[i];
	fprintf(tap, "TAP version 13\n1..%u\n", nr);
	for (i = 0, nr = 0; i < cs->nr; i++) {
		struct fb_check *c = &cs->check[i];

		if (!chosen[i])
			continue;
		if (fb_interrupted()) {
			chosen[i] = false;
			continue;
		}
		fb_check_run(c);
		if (fb_interrupted()) {
			chosen[i] = false;
			continue;
		}
		fb_check_print(c, ++nr, o->strict, tap);
		fflush(tap);
		counts[c->outcome]++;
		bad += !fb_check_good(c, o->strict);
	}
	if (fb_interrupted())
		fprintf(tap, "Bail out! interrupted\n");
	fprintf(tap,
		"# %u passed, %u failed, %u known to fail, %u not in this kernel, %u skipped\n",
		counts[FB_CHECK_PASSED], counts[FB_CHECK_FAILED] + counts[FB_CHECK_FIXED],
		counts[FB_CHECK_KNOWN], counts[FB_CHECK_LACKS], counts[FB_CHECK_SKIPPED]);
	return fb_interrupted() ? bad + 1 : bad;
}

static int validate(struct fb_checks *cs, const struct options *o, const char *release,
		    bool *chosen)
{
	bool tap_shown = !o->json || strcmp(o->json, "-");
	char self[FB_PATH_MAX];
	char *hooks = NULL;
	FILE *tap = NULL;
	unsigned int bad;
	int ret;

	if (o->tap)
		tap = fopen(o->tap, "we");
	else
		tap = tap_shown ? stdout : fopen("/dev/null", "we");
	if (!tap) {
		fb_err("%s: %s", o->tap ? o->tap : "/dev/null", strerror(errno));
		return 2;
	}
	fb_interrupt_catch();
	setenv("FB_HOOKS_STAY", "1", 1);
	if (!fb_program_path(self))
		setenv("FLOWBENCH", self, 1);
	ret = fb_benchfs_read("hooks", &hooks);
	if (ret)
		fb_err("hooks: %s", strerror(-ret));
	bad = run_all(cs, o, chosen, tap);
	hooks_back(hooks);
	free(hooks);
	ret = tap == stdout ? 0 : fb_close_checked(tap);
	if (ret)
		fb_err("%s: %s", o->tap, strerror(-ret));
	if (o->json && !fb_interrupted())
		ret = fb_checks_write(cs, chosen, o->strict, release, o->json) ? -EIO : ret;
	return bad || ret ? 1 : 0;
}

int fb_cmd_validate(int argc, char **argv)
{
	struct options o;
	struct fb_checks cs;
	struct utsname un;
	unsigned int i;
	bool *chosen;
	int ret;

	ret = read_options(argc, argv, &o);
	if (ret)
		return ret > 0 ? 0 : 2;
	if (uname(&un) || fb_checks_load(&cs, un.release))
		return 2;
	chosen = calloc(cs.nr + 1, sizeof(*chosen));
	if (!chosen || choose(&cs, &o, chosen)) {
		ret = 2;
	} else if (o.list) {
		for (i = 0; i < cs.nr; i++)
			if (chosen[i])
				printf("%-28s %s\n", cs.check[i].name, cs.check[i].proves);
	} else {
		ret = look_around() ? 2 : validate(&cs, &o, un.release, chosen);
	}
	free(chosen);
	fb_checks_free(&cs);
	return ret;
}
