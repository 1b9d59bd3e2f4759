// SPDX-License-Identifier: GPL-2.0
/* flowbench compare: what a packet costs on one side and on the other, and whether that differs. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/boot_profile.h"
#include "compare/comparison.h"
#include "compare/comparison_print.h"
#include "lib/message.h"
#include "profile/sections_load.h"
#include "compare/attribution_load.h"
#include "cmd/cmd.h"
#include "json/json.h"
#include "lib/words.h"
#include "model/machines_load.h"
#include "model/ab_compare.h"

struct options {
	double margin;
	bool across;
	bool json;
	const char *names;
};

static int read_margin(const struct fb_option *option, const char *text, void *to,
		       struct fb_error *error)
{
	double *percent = to;

	if (!fb_real(text, option->low, option->high, percent) && *percent > option->low &&
	    *percent < option->high)
		return 0;
	return fb_error(error, -EINVAL, "--margin: '%s' is not a percentage above 0 and below 50",
			text);
}

static int read_names(const struct fb_option *option, const char *text, void *to,
		      struct fb_error *error)
{
	const char *comma = strchr(text, ',');

	(void)option;
	*(const char **)to = text;
	if (comma && comma != text && comma[1])
		return 0;
	return fb_error(error, -EINVAL, "--names: '%s' is not two names with a comma between them",
			text);
}

static const struct fb_option options[] = {
	{ "across", FB_FLAG(across),
	  .help = "compare although more differs than the build: kernel, QEMU, machine" },
	{ "margin", FB_OWN(read_margin, margin), .arg = "P", .low = 0, .high = 50,
	  .help = "of times, \"no difference\" means less than P percent", .usual = "1" },
	{ "names", FB_OWN(read_names, names), .arg = "A,B", .help = "what the sides are called",
	  .usual = "as the files" },
	{ "json", FB_FLAG(json), .help = "print the result as JSON" },
	{ NULL },
};

/* What the boots have touched; there is nothing if their records have no accesses. */
struct touched {
	struct fb_machines machines;
	struct fb_ab_compare versus;
	bool there;
};

static void print_comparison(const struct options *o, const struct fb_comparison *c,
			     const struct touched *t)
{
	json_t *js;

	if (!o->json) {
		fb_compare_print(c, stdout);
		if (t->there)
			fb_ab_print(&t->versus, stdout);
		fb_compare_print_verdict(c, t->there && fb_ab_ordered(&t->versus), stdout);
		return;
	}
	js = fb_compare_json(c);
	if (t->there)
		json_object_set_new(js, "lines", fb_ab_json(&t->versus));
	fb_json_put(js, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12), stdout);
	putchar('\n');
	json_decref(js);
}

static int add_boot(struct touched *t, unsigned int side, unsigned int number,
		    const struct fb_boot *boot, struct fb_error *error)
{
	struct fb_boot_profile from;
	struct fb_profile p = { .nr = 0 };
	int ret = fb_boot_profile_load(boot, &from, error);

	if (ret)
		return ret;
	p.bench = from.bench;
	/* The profile has them now. */
	p.syms = from.syms;
	from.syms = (struct fb_symbols){ .nr = 0 };
	t->there = from.rec.paddr;
	if (t->there)
		ret = fb_sections_load(NULL, &p.rules, error);
	if (t->there && !ret)
		ret = fb_profile_build(&p, &from.rec, error);
	if (t->there && !ret)
		ret = fb_ab_add(&t->versus, side, number, &p, &from.rec, error);
	fb_profile_free(&p);
	fb_boot_profile_free(&from);
	return ret ? fb_error_prefix(error, ret, "the profile beside %s", boot->file) : 0;
}

/* Return: 0, or a negative errno that was said. */
static int load_touched(const struct fb_side side[2], struct touched *t)
{
	struct fb_error error = { "" };
	unsigned int i, k;
	int ret = fb_machines_load(&t->machines, &error);

	t->versus.machine = t->machines.machine;
	t->versus.nr_machines = t->machines.nr;
	t->there = true;
	for (i = 0; i < 2; i++)
		t->versus.boots[i] = side[i].nr;
	for (i = 0; i < 2; i++)
		for (k = 0; t->there && !ret && k < side[i].nr; k++)
			ret = add_boot(t, i, k, &side[i].boot[k], &error);
	if (!ret && t->there)
		ret = fb_ab_judge(&t->versus);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

/* Without profiles it is not said where a difference comes from. */
static int load_where(const struct fb_side side[2], struct fb_attribution *where, bool *there)
{
	struct fb_error error = { "" };
	int ret = side[0].boot[0].insn ? fb_attribution_load(&side[0], &side[1], where, &error)
				       : -ENOENT;

	*there = !ret;
	if (!ret || ret == -ENOENT)
		return 0;
	fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

static int compare_sides(const struct options *o, char **path, struct fb_side side[2],
			 struct fb_attribution *where, struct touched *touched)
{
	struct fb_comparison c = { .nr = 0 };
	bool there;
	struct fb_error error = { "" };
	int i, ret;

	for (i = 0; i < 2; i++) {
		ret = fb_side_load(path[i], &side[i], &error);
		if (ret) {
			fb_print_error("%s", error.text);
			return FB_STATUS_USAGE;
		}
	}
	if (!fb_side_comparable(&side[0], &side[1], o->across, &error)) {
		fb_print_error("%s", error.text);
		return FB_STATUS_USAGE;
	}
	if (o->names) {
		snprintf(side[0].name, sizeof(side[0].name), "%.*s", (int)strcspn(o->names, ","),
			 o->names);
		snprintf(side[1].name, sizeof(side[1].name), "%s", strchr(o->names, ',') + 1);
	}
	if (load_where(side, where, &there) || (there && load_touched(side, touched)))
		return FB_STATUS_USAGE;
	ret = fb_compare(&side[0], &side[1], o->across, o->margin / 100, there ? where : NULL, &c);
	if (ret)
		fb_print_error("%s", fb_error_text(&c.why, ret));
	else
		print_comparison(o, &c, touched);
	i = c.judged;
	if (i == FB_JUDGED_SAME && touched->there && fb_ab_ordered(&touched->versus))
		i = FB_JUDGED_DIFFERENT;
	fb_compare_free(&c);
	if (ret || i == FB_JUDGED_NONE)
		return FB_STATUS_USAGE;
	return i == FB_JUDGED_DIFFERENT ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static int run_compare(void *given, int nr, char **operands)
{
	struct fb_side side[2] = { { .nr = 0 }, { .nr = 0 } };
	struct touched touched = { .there = false };
	struct fb_attribution where = { .nr = 0 };
	int ret;

	(void)nr;
	ret = compare_sides(given, operands, side, &where, &touched);
	fb_ab_free(&touched.versus);
	fb_machines_free(&touched.machines);
	fb_attribution_free(&where);
	fb_side_free(&side[0]);
	fb_side_free(&side[1]);
	return ret;
}

static const struct options usual = { .margin = 1 };

const struct fb_command fb_cmd_compare = {
	.name = "compare",
	.what = "what a packet costs on two kernels, and whether it differs",
	.operands = "A B",
	.operand = FB_NAMES_FILE,
	.least = 2,
	.most = 2,
	.about = "Compare what two kernels, or two builds of one, take for a packet. A and B are a "
		 "bench.json each, a folder that holds one, or a folder of such folders, one for "
		 "each boot.",
	.notes =
		"Prices of two definitions (prices in the fingerprint) are never compared. Boots are no pairs. In instructions at least 5 a side are needed, each with a seed "
		"of its own, in ns at least 6. Where profile.record and kallsyms lie beside each "
		"bench.json, each function's own share is compared as well, and its code. If accesses to memory were "
		"recorded (`make compare LINES=1`), lines, misses and branches are, too, and modelled cycles: one "
		"side takes more only if it does in each machine, warm and cold.",
	.status = "0 no difference, 1 difference, 2 usage, or nothing can be said.",
	.example = "flowbench compare out/compare/base out/compare/patched",
	.options = options,
	.size = sizeof(struct options),
	.usual = &usual,
	.run = run_compare,
};
