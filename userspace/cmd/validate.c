// SPDX-License-Identifier: GPL-2.0
/* flowbench validate: does the kernel's flowtable do what it should, and only that? */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "check/run_checks.h"
#include "cmd/cmd.h"
#include "flowbench_uapi.h"
#include "lib/message.h"
#include "system/debugfs.h"
#include "system/hook_switch.h"
#include "system/hooks_text.h"
#include "process/interrupt.h"
#include "file/paths.h"
#include "lib/print.h"
#include "file/staged.h"
#include "lib/words.h"

#define PARTS_MAX 9999

struct part {
	unsigned int k;
	unsigned int n;
};

struct options {
	bool list;
	bool strict;
	const char *json;
	const char *tap;
	const char *offload;
	struct part part;
};

static int read_part(const struct fb_option *option, const char *text, void *to,
		     struct fb_error *error)
{
	const char *slash = strchr(text, '/');
	struct part *p = to;
	uint64_t k, n;
	char first[8];

	(void)option;
	if (slash && slash - text < (int)sizeof(first)) {
		snprintf(first, sizeof(first), "%.*s", (int)(slash - text), text);
		if (!fb_number(slash + 1, 1, PARTS_MAX, &n) && !fb_number(first, 1, n, &k)) {
			*p = (struct part){ (unsigned int)k, (unsigned int)n };
			return 0;
		}
	}
	return fb_error(error, -EINVAL, "--part: '%s' is not K/N, with 1 <= K <= N", text);
}

static const struct fb_option options[] = {
	{ "list", FB_FLAG(list), .without = "strict json tap",
	  .help = "only show which checks there are" },
	{ "strict", FB_FLAG(strict), .help = "a check that cannot be run here is a failure" },
	{ "json", FB_FILE(json),
	  .help = "the results as JSON (flowbench.validate/1); - instead of KTAP" },
	{ "tap", FB_FILE(tap), .help = "the KTAP goes to FILE" },
	{ "offload",
	  FB_WORD(offload, { "refuse", "which refuses each rule" },
		  { "shadow", "which compares what software makes of packets with the rules" },
		  { "forward", "which forwards by the rules" }),
	  .help = "each flowtable has the flag offload, and the module's model of hardware",
	  .more = "A packet that hardware forwards counts as one of the fast path." },
	{ "part", FB_OWN(read_part, part), .arg = "K/N",
	  .help = "only the Kth of every N checks: N machines share the work" },
	{ NULL },
};

/* Which are meant; every word has to mean one. */
static int choose(const struct fb_checks *cs, const struct options *o, int nr, char **names,
		  bool *chosen)
{
	unsigned int i, n = 0;
	int k;

	for (i = 0; i < cs->nr; i++)
		chosen[i] = !nr;
	for (k = 0; k < nr; k++) {
		for (n = 0, i = 0; i < cs->nr; i++) {
			if (!fb_checks_meant(&cs->check[i], names[k]))
				continue;
			chosen[i] = true;
			n++;
		}
		if (!n) {
			fb_print_error("no check '%s' (flowbench validate --list shows them)",
				       names[k]);
			return -ENOENT;
		}
	}
	for (n = 0, i = 0; i < cs->nr; i++)
		if (chosen[i])
			chosen[i] = n++ % o->part.n == o->part.k - 1;
	return 0;
}

/* Asked before the first lab is made. */
static int look_around(void)
{
	if (geteuid()) {
		fb_print_error("only root can make network namespaces: use sudo");
		return -EPERM;
	}
	if (access("/sys/kernel/debug/flowbench/hooks", R_OK)) {
		fb_print_error(
			"module flowbench is not loaded, or debugfs not mounted: modprobe flowbench, or insmod flowbench.ko");
		return -ENODEV;
	}
	return 0;
}

/* Each check switches on what it asks; here they go off again, but those that were on before. */
static void hooks_back(const char *before)
{
	struct fb_hook_line line;
	int ret;

	while ((ret = fb_hook_line(&before, &line))) {
		if (ret < 0 || !strcmp(line.state, FB_STATE_ON))
			continue;
		fb_hook_switch(line.name, false);
	}
}

static unsigned int run_all(struct fb_checks *cs, const struct options *o, const char *release,
			    bool *chosen, FILE *tap)
{
	unsigned int i, nr = 0, bad = 0, counts[FB_CHECK_SKIPPED + 1] = { 0 };

	for (i = 0; i < cs->nr; i++)
		nr += chosen[i];
	fb_print(tap, "TAP version 13\n1..%u\n", nr);
	if (*cs->known)
		fb_print(
			tap,
			"# no kernel of the series of %s was tried: what is known of %s is expected of it\n",
			release, cs->known);
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
		fb_print(tap, "Bail out! interrupted\n");
	fb_print(tap,
		 "# %u passed, %u failed, %u known to fail, %u not in this kernel, %u skipped\n",
		 counts[FB_CHECK_PASSED], counts[FB_CHECK_FAILED] + counts[FB_CHECK_FIXED],
		 counts[FB_CHECK_KNOWN], counts[FB_CHECK_LACKS], counts[FB_CHECK_SKIPPED]);
	return fb_interrupted() ? bad + 1 : bad;
}

static int validate(struct fb_checks *cs, const struct options *o, const char *release,
		    bool *chosen)
{
	bool tap_shown = !o->json || strcmp(o->json, "-");
	const char *path = o->tap ? o->tap : tap_shown ? NULL : "/dev/null";
	struct fb_error error = { "" };
	struct fb_staged tap = { .f = stdout };
	char self[FB_PATH_MAX];
	char *hooks = NULL;
	unsigned int bad;
	int ret = 0;

	if (o->json && fb_staged_check(o->json, &error) < 0)
		ret = 2;
	if (!ret && path && fb_staged_open(&tap, path, &error))
		ret = 2;
	if (ret) {
		fb_print_error("%s", error.text);
		return ret;
	}
	fb_interrupt_catch();
	setenv("FB_HOOKS_STAY", "1", 1);
	setenv("FB_KNOWN_SERIES", cs->known, 1);
	if (!fb_program_path(self))
		setenv("FLOWBENCH", self, 1);
	ret = fb_benchfs_read("hooks", &hooks);
	if (ret)
		fb_print_error("hooks: %s", strerror(-ret));
	bad = run_all(cs, o, release, chosen, tap.f);
	hooks_back(hooks);
	free(hooks);
	ret = path ? fb_staged_end(&tap, 0, &error) : 0;
	if (ret)
		fb_print_error("%s", error.text);
	if (o->json && !fb_interrupted())
		ret = fb_checks_write(cs, chosen, o->strict, release, o->json) ? -EIO : ret;
	return bad || ret ? 1 : 0;
}

static int run_validate(void *given, int nr, char **operands)
{
	const struct options *o = given;
	struct fb_checks cs;
	struct utsname un;
	unsigned int i;
	bool *chosen;
	int ret;

	if (o->json && o->tap && fb_staged_same(o->json, o->tap))
		return fb_usage(
			"--json and --tap are one file, %s: the last one would replace the other",
			o->json);
	if (uname(&un) || fb_checks_load(&cs, un.release))
		return FB_STATUS_USAGE;
	chosen = calloc(cs.nr + 1, sizeof(*chosen));
	if (!chosen || choose(&cs, o, nr, operands, chosen)) {
		ret = FB_STATUS_USAGE;
	} else if (o->list) {
		for (ret = FB_STATUS_DONE, i = 0; i < cs.nr; i++)
			if (chosen[i])
				fb_print(stdout, "%-28s %s\n", cs.check[i].name,
					 cs.check[i].proves);
	} else {
		if (o->offload)
			setenv("FB_OFFLOAD", o->offload, 1);
		ret = look_around() ? FB_STATUS_USAGE : validate(&cs, o, un.release, chosen);
	}
	free(chosen);
	fb_checks_free(&cs);
	return ret;
}

static const struct options usual = { .part = { 1, 1 } };

const struct fb_command fb_cmd_validate = {
	.name = "validate",
	.what = "does the flowtable do what it should, and only that",
	.operands = "[NAME…]",
	.operand = FB_NAMES_CHECK,
	.most = INT_MAX,
	.about =
		"Check the flowtable of this kernel: taken when it should be, not when it must not "
		"be, and nothing lost. Each check proves its claim from two independent sources. "
		"Prints KTAP, with what is silently slow or dangerous on this kernel. Needs root, "
		"the flowbench module, nft and ip.\n"
		"NAME is a check, or a family of checks: taken, kept, ends, whole, security, …",
	.notes = "A failure that this kernel is known to have is shown as 'not ok … # TODO' and is "
		 "expected; a "
		 "feature that the kernel lacks is a skip, also with --strict.",
	.status = "0 every check did what was expected, 1 otherwise, 2 usage.",
	.example = "flowbench validate kept-mtu ends",
	.options = options,
	.size = sizeof(struct options),
	.usual = &usual,
	.run = run_validate,
};
