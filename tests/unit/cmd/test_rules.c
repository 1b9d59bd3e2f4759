// SPDX-License-Identifier: GPL-2.0
/*
 * Which options exclude or need each other: the tables of all commands, and what the program
 * does.
 */
#include "unit_cmd.h"

int flowbench_main(int argc, char **argv);

#define main flowbench_main
#include "cmd/main.c"
#undef main

/*
 * The options of each command that are refused together: "COMMAND --A --B", or "COMMAND --A needs
 * --B".
 */
static const char *const excluded[] = {
	"list --paths OPERANDS",
	"run --trace OPERANDS",
	"run --quiet --verbose",
	"trace --quiet --verbose",
	"parse --tree --normal",
	"parse --tree --json",
	"parse --tree --bench",
	"parse --normal --json",
	"parse --normal --bench",
	"parse --json --bench",
	"parse --phase needs --tree, --normal or --json",
	"parse --set needs --normal",
	"parse --out needs --normal",
	"reproduce --scenario --name",
	"reproduce --scenario --json",
	"reproduce --name --json",
	"bench --gso --flow-prices",
	"bench --quiet --verbose",
	"confirm --json --gateway",
	"confirm --json --peer",
	"confirm --left-out --gateway",
	"confirm --left-out --peer",
	"confirm --gateway --peer",
	"confirm --peer OPERANDS",
	"confirm --size needs --gateway",
	"confirm --burst needs --gateway",
	"confirm --bursts needs --gateway",
	"confirm --repetitions needs --gateway",
	"confirm --no-checksum needs --gateway",
	"fidelity --tree --missing",
	"fidelity --tree --returns",
	"fidelity --tree --json",
	"fidelity --missing --returns",
	"fidelity --missing --json",
	"fidelity --returns --json",
	"diff --tree --all",
	"diff --tree --json",
	"diff --all --json",
	"history --across needs --between",
	"export --phase --path",
	"export --phase --weight",
	"export --root --path",
	"export --root --weight",
	"export --path needs --format=folded or svg",
	"export --weight needs --format=folded or svg",
	"export --origin needs --format=kcidb",
	"export --quiet --verbose",
	"validate --list --strict",
	"validate --list --json",
	"validate --list --tap",
	"top --count --once",
	"top --quiet --verbose",
	"why --for --watch",
	"why --for --ask",
	"why --watch --ask",
	"why --once needs --watch",
	"why --json --ask",
	"why --ask COMMAND",
	"hardware --json --observe",
	"hardware --for needs --observe",
	"report --quiet --verbose",
	"xdp --attach --detach",
	"xdp --to needs --attach",
};

static char all_excluded[8192];

static void note_excluded(const struct fb_command *cmd, const struct fb_option *a, const char *what,
			  const char *b)
{
	size_t used = strlen(all_excluded);

	snprintf(all_excluded + used, sizeof(all_excluded) - used, "%s --%s %s%s\n", cmd->name,
		 a->name, what, b);
	assert_true(strlen(all_excluded) < sizeof(all_excluded) - 1);
}

/* Reads a command line that has these options, operands and a command; @b may be @a. */
static int check_given(const struct fb_command *cmd, int a, int b, bool operands, bool command,
		       struct fb_error *error)
{
	struct fb_given given = { .operands = operands, .command = command };

	given.text[a] = given.text[b] = "";
	fb_error_clear(error);
	return fb_rules_check(cmd, &given, error);
}

/* All that one option is refused with. */
static void note_all(const struct fb_command *cmd, int a)
{
	const struct fb_option *o = cmd->options;
	struct fb_error error;
	char with[FB_RULES_SIZE];
	int b;

	for (b = a + 1; o[b].name; b++) {
		if (check_given(cmd, a, b, false, false, &error) &&
		    strstr(error.text, ": not both"))
			note_excluded(cmd, &o[a], "--", o[b].name);
	}
	if (fb_rules_with(&o[a], with)) {
		assert_int_equal(check_given(cmd, a, a, false, false, &error), -EINVAL);
		unit_has(error.text, with);
		note_excluded(cmd, &o[a], "needs ", with);
	} else {
		assert_int_equal(check_given(cmd, a, a, false, false, &error), 0);
	}
	if (check_given(cmd, a, a, true, false, &error) && strstr(error.text, ": not both"))
		note_excluded(cmd, &o[a], "", FB_OPERANDS);
	if (check_given(cmd, a, a, false, true, &error) && strstr(error.text, ": not both"))
		note_excluded(cmd, &o[a], "", FB_COMMAND);
}

/*
 * Each name in a table of rules is an option of the same command, and each group has two members.
 */
static void check_names(const struct fb_command *cmd, const struct fb_option *o, const char *list)
{
	const struct fb_option *other;
	char name[64];

	for (; list && *list; list += strcspn(list, " "), list += strspn(list, " ")) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(list, " ="), list);
		other = fb_option_find(cmd, name);
		if ((!other || other == o) && strcmp(name, FB_OPERANDS) && strcmp(name, FB_COMMAND))
			fail_msg("%s --%s: what is '%s'?", cmd->name, o->name, name);
	}
}

/* Two options that write one member exclude each other: the last one would silently win. */
static void members_have_one_writer(const struct fb_command *cmd, const struct fb_option *a)
{
	const struct fb_option *b;

	if (a->kind == FB_OPTION_QUIET || a->kind == FB_OPTION_VERBOSE)
		return;
	for (b = a + 1; b->name; b++)
		if (b->kind != FB_OPTION_QUIET && b->kind != FB_OPTION_VERBOSE && b->at == a->at &&
		    !fb_options_exclude(a, b))
			fail_msg("%s: --%s and --%s set the same", cmd->name, a->name, b->name);
}

static void what_excludes_each_other_is_decided(void **state)
{
	const struct fb_option *o, *other;
	char decided[sizeof(all_excluded)] = "";
	size_t i, used = 0;

	(void)state;
	for (i = 0; i < NR; i++) {
		for (o = commands[i]->options; o && o->name; o++) {
			check_names(commands[i], o, o->with);
			check_names(commands[i], o, o->without);
			members_have_one_writer(commands[i], o);
			for (other = commands[i]->options; o->alone && other->name; other++)
				if (other != o && other->alone && !strcmp(other->alone, o->alone))
					break;
			if (o->alone && !other->name && strcmp(o->alone, FB_LOUDNESS))
				fail_msg("%s --%s: is alone in its group", commands[i]->name,
					 o->name);
			note_all(commands[i], (int)(o - commands[i]->options));
		}
	}
	for (i = 0; i < sizeof(excluded) / sizeof(excluded[0]); i++)
		used += (size_t)snprintf(decided + used, sizeof(decided) - used, "%s\n",
					 excluded[i]);
	assert_string_equal(all_excluded, decided);
}

/* By the program itself: what is refused is refused before anything is done. */
static void they_are_refused(void **state)
{
	(void)state;
	unit_refuses(2, "--tree and --json: not both", flowbench_main, "flowbench", "parse",
		     "--json", "--tree", "/dev/null");
	unit_refuses(2, "--set needs --normal", flowbench_main, "flowbench", "parse", "--set",
		     "a=b", "/dev/null");
	unit_refuses(2, "--phase needs --tree, --normal or --json", flowbench_main, "flowbench",
		     "parse", "--phase", "p1", "/dev/null");
	unit_refuses(2, "--attach and --detach: not both", flowbench_main, "flowbench", "xdp",
		     "--attach", "--detach", "no-such-device");
	unit_refuses(2, "--paths and SCENARIO: not both", flowbench_main, "flowbench", "list",
		     "--paths", "esp-gateway");
	unit_refuses(2, "--phase is given twice: 'p1' and 'p2'", flowbench_main, "flowbench",
		     "diff", "--phase", "p1", "--phase", "p2", "/dev/null", "/dev/null");
	unit_refuses(2, "--origin needs --format=kcidb", flowbench_main, "flowbench", "export",
		     "-f", "svg", "--origin", "me", "/dev/null");
	unit_refuses(2, "unexpected argument 'x'", flowbench_main, "flowbench", "--version", "x");
	unit_refuses(2, "unknown command 'x'", flowbench_main, "flowbench", "help", "x");
	unit_ends(0, flowbench_main, "flowbench", "help", "diff");
	unit_has(unit_out, "Usage: flowbench diff ");
	/* Whatever its value: it could have none with documents. */
	unit_refuses(2, "they take --json", flowbench_main, "flowbench", "bench", "--labs", "2",
		     "a.json");
	unit_refuses(2, "they take --json", flowbench_main, "flowbench", "bench", "--labs", "3",
		     "a.json");
	unit_refuses(2, "they take --json", flowbench_main, "flowbench", "bench", "--batch", "1",
		     "a.json");
}

/* Scripts ask before they boot a machine. */
static void they_are_checked(void **state)
{
	(void)state;
	unit_refuses(2, "--set needs --normal", flowbench_main, "flowbench", "--check", "parse",
		     "--set", "a=b", "/dev/null");
	unit_ends(0, flowbench_main, "flowbench", "--check", "parse", "/nowhere/at/all");
	unit_ends(2, flowbench_main, "flowbench", "--check", "no-such-command");
	unit_ends(2, flowbench_main, "flowbench", "--check");
}

/* Completion does not offer what would be refused. */
static void completion_knows_it(void **state)
{
	(void)state;
	unit_ends(0, flowbench_main, "flowbench", "--complete", "parse", "--tree", "--");
	unit_has(unit_out, "--tree\n");
	unit_has(unit_out, "--phase\n");
	unit_has_not(unit_out, "--json\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "why", "--", "");
	assert_string_equal(unit_out, "@commands\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "why", "--", "ping", "");
	assert_string_equal(unit_out, "@files\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_excludes_each_other_is_decided),
		cmocka_unit_test(they_are_refused),
		cmocka_unit_test(they_are_checked),
		cmocka_unit_test(completion_knows_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
