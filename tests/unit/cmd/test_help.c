// SPDX-License-Identifier: GPL-2.0
/* The answer of each command to --help and to unknown options. */
#include "unit_cmd.h"

#define ADDRESS(name) &fb_cmd_##name,

static const struct fb_command *const commands[] = { FB_COMMANDS(ADDRESS) };

#define NR (sizeof(commands) / sizeof(commands[0]))

static void each_has_a_help_with_an_example(void **state)
{
	static const char *const ways[] = { "--help", "-h" };
	char wanted[64];
	size_t i, k;

	(void)state;
	for (i = 0; i < NR; i++) {
		for (k = 0; k < 2; k++) {
			unit_ends(0, *commands[i], (char *)commands[i]->name, (char *)ways[k]);
			snprintf(wanted, sizeof(wanted), "Usage: flowbench %s", commands[i]->name);
			assert_int_equal(strncmp(unit_out, wanted, strlen(wanted)), 0);
			unit_has(unit_out, "\nExit status: ");
			unit_has(unit_out, "\nExample: ");
			assert_string_equal(unit_err, "");
		}
	}
}

static void an_unknown_option_is_wrong_usage(void **state)
{
	char wanted[160];
	size_t i;

	(void)state;
	for (i = 0; i < NR; i++) {
		const char *name = commands[i]->name;

		unit_ends(2, *commands[i], (char *)name, "--no-such-option");
		assert_string_equal(unit_out, "");
		snprintf(wanted, sizeof(wanted),
			 "flowbench: %s: unknown option '--no-such-option' (flowbench %s --help)\n",
			 name, name);
		assert_string_equal(unit_err, wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_has_a_help_with_an_example),
		cmocka_unit_test(an_unknown_option_is_wrong_usage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
