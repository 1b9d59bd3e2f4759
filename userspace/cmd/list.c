// SPDX-License-Identifier: GPL-2.0
/* flowbench list: what can be run. */
#include <stdio.h>

#include "lib/message.h"
#include "price/paths_load.h"
#include "cmd/cmd.h"
#include "lib/print.h"
#include "scenario/scenario_file.h"

struct options {
	bool paths;
};

static const struct fb_option options[] = {
	{ "paths", FB_FLAG(paths), .without = FB_OPERANDS,
	  .help = "show the paths that bench prices, instead" },
	{ NULL },
};

static int print_entry(const char *name, void *ctx)
{
	struct fb_scenario sc;
	unsigned int i;

	(void)ctx;
	if (fb_scenario_load(name, &sc))
		return 1;
	fb_print(stdout, "%-16s %s\n%-16s phases:", name, sc.title, "");
	for (i = 0; i < sc.nr_phases; i++)
		fb_print(stdout, " %s", sc.phase[i].name);
	putchar('\n');
	fb_scenario_free(&sc);
	return 0;
}

static int show_phases(const char *name)
{
	struct fb_scenario sc;
	unsigned int i, k;

	if (fb_scenario_load(name, &sc))
		return 2;
	fb_print(stdout, "%s: %s\n", name, sc.title);
	for (i = 0; i < sc.nr_phases; i++) {
		const struct fb_phase_def *def = &sc.phase[i];

		fb_print(stdout, "\n%-4s %s\n     packet  %s\n", def->name, def->label,
			 def->packet);
		for (k = 0; k < def->nr_expect; k++)
			fb_print(stdout, "     %s  %s\n",
				 def->expect[k].refuse ? "refuse" : "expect", def->expect[k].text);
	}
	fb_scenario_free(&sc);
	return 0;
}

static int show_paths(void)
{
	struct fb_bench b = { .path = NULL };
	unsigned int i;
	int ret;

	ret = fb_bench_load(&b, NULL, 0);
	for (i = 0; !ret && i < b.nr_paths; i++)
		fb_print(stdout, "%-17s %s\n", b.path[i].name, b.path[i].title);
	fb_bench_free(&b);
	return ret ? 1 : 0;
}

static int run_list(void *given, int nr, char **operands)
{
	const struct options *o = given;
	struct fb_error error = { "" };
	int ret;

	if (o->paths)
		return show_paths();
	if (nr)
		return show_phases(operands[0]);
	ret = fb_scenario_each(print_entry, NULL, &error);
	if (ret < 0)
		fb_print_error("no scenarios: %s", fb_error_text(&error, ret));
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

const struct fb_command fb_cmd_list = {
	.name = "list",
	.what = "show the scenarios, or the phases of one",
	.operands = "[SCENARIO]",
	.operand = FB_NAMES_SCENARIO,
	.most = 1,
	.about =
		"Show the scenarios, or the phases of one and the calls that prove each phase's path.",
	.status = "0 done, 1 failed, 2 usage.",
	.example = "flowbench list esp-gateway",
	.options = options,
	.size = sizeof(struct options),
	.run = run_list,
};
