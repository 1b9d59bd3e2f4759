// SPDX-License-Identifier: GPL-2.0
/*
 * `flowbench --complete WORD…`: what may stand in place of the last word, for bash completion. Not for users.
 *
 * Prints a word a line. What the shell itself knows is one line: "@files", "@folders" or "@commands".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "price/paths_load.h"
#include "check/run_checks.h"
#include "cmd/complete.h"
#include "lib/print.h"
#include "scenario/scenario_file.h"

static int scenario(const char *name, void *ctx)
{
	(void)ctx;
	fb_print(stdout, "%s\n", name);
	return 0;
}

static int phases(const char *name, void *ctx)
{
	struct fb_scenario sc;
	unsigned int i;

	(void)ctx;
	if (fb_scenario_load(name, &sc))
		return 0;
	for (i = 0; i < sc.nr_phases; i++)
		fb_print(stdout, "%s\n", sc.phase[i].name);
	fb_scenario_free(&sc);
	return 0;
}

static void paths(void)
{
	struct fb_bench b = { .path = NULL };
	unsigned int i;

	if (!fb_bench_load(&b, NULL, 0))
		for (i = 0; i < b.nr_paths; i++)
			fb_print(stdout, "%s\n", b.path[i].name);
	fb_bench_free(&b);
}

/* Checks, and their families: what stands before the dash. */
static void checks(void)
{
	struct fb_checks cs;
	struct utsname un;
	unsigned int i;

	if (uname(&un) || fb_checks_load(&cs, un.release))
		return;
	for (i = 0; i < cs.nr; i++) {
		const char *name = cs.check[i].name;

		fb_print(stdout, "%s\n%.*s\n", name, (int)strcspn(name, "-"), name);
	}
	fb_checks_free(&cs);
}

static void offer_names(enum fb_names names)
{
	switch (names) {
	case FB_NAMES_NONE:
		break;
	case FB_NAMES_FILE:
		puts("@files");
		break;
	case FB_NAMES_FOLDER:
		puts("@folders");
		break;
	case FB_NAMES_COMMAND:
		puts("@commands");
		break;
	case FB_NAMES_SCENARIO:
		fb_scenario_each(scenario, NULL, NULL);
		break;
	case FB_NAMES_PHASE:
		fb_scenario_each(phases, NULL, NULL);
		break;
	case FB_NAMES_PATH:
		paths();
		break;
	case FB_NAMES_CHECK:
		checks();
		break;
	case FB_NAMES_NETNS:
		puts("@namespaces");
		break;
	case FB_NAMES_DEVICE:
		puts("@devices");
		break;
	}
}

static void offer_value(const struct fb_option *o)
{
	const struct fb_value *v;

	for (v = o->values; v && v->name; v++)
		puts(v->name);
	offer_names(o->names);
}

/* The option whose value comes behind @word, or NULL */
static const struct fb_option *option_of(const struct fb_command *cmd, const char *word)
{
	const struct fb_option *o = NULL;

	if (word[0] != '-' || !word[1])
		return NULL;
	if (word[1] == '-')
		o = fb_option_find(cmd, word + 2);
	else if (!word[2])
		o = fb_option_letter(cmd, word[1]);
	return o && fb_option_takes(o) ? o : NULL;
}

/* Whether an option of the command line cannot be given together with @o. */
static bool is_excluded(const struct fb_command *cmd, const struct fb_option *o, int nr,
			char **word)
{
	const struct fb_option *other;
	int i;

	for (i = 1; i < nr - 1; i++) {
		other = word[i][0] == '-' && word[i][1] == '-' ? fb_option_find(cmd, word[i] + 2)
							       : NULL;
		if (other && other != o && fb_options_exclude(o, other))
			return true;
	}
	return false;
}

static void offer_options(const struct fb_command *cmd, int nr, char **word)
{
	const struct fb_option *o;

	for (o = cmd->options; o && o->name; o++)
		if (!is_excluded(cmd, o, nr, word))
			printf("--%s\n", o->name);
	puts("--help");
}

/* Behind "--" is a command with arguments of its own. Return: whether the last word is one of these. */
static bool offer_behind_dashes(const struct fb_command *cmd, int nr, char **word)
{
	int i;

	for (i = 1; i < nr - 1; i++) {
		if (strcmp(word[i], "--"))
			continue;
		if (!cmd->runs)
			offer_names(cmd->operand);
		else
			offer_names(i < nr - 2 ? FB_NAMES_FILE : FB_NAMES_COMMAND);
		return true;
	}
	return false;
}

static void complete(const struct fb_command *cmd, int nr, char **word)
{
	const char *last = word[nr - 1];
	const struct fb_option *o;
	int before = nr - 2;

	if (offer_behind_dashes(cmd, nr, word))
		return;
	/* bash makes three words of --nic=veth. */
	if (!strcmp(last, "="))
		last = "";
	else if (before > 1 && !strcmp(word[before], "="))
		before--;
	o = before > 0 ? option_of(cmd, word[before]) : NULL;
	if (o)
		offer_value(o);
	else if (*last == '-')
		offer_options(cmd, nr, word);
	else
		offer_names(cmd->operand);
}

void fb_complete(const struct fb_command *const *commands, size_t nr_commands, int nr, char **word)
{
	size_t i;

	if (nr < 2) {
		for (i = 0; i < nr_commands; i++)
			puts(commands[i]->name);
		puts("--help\n--version");
		return;
	}
	for (i = 0; i < nr_commands; i++)
		if (!strcmp(commands[i]->name, word[0]))
			complete(commands[i], nr, word);
}
