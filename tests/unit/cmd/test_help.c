// SPDX-License-Identifier: GPL-2.0
/* The answer of each command to --help and to unknown options. */
#include "unit_cmd.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "bench", fb_cmd_bench },     { "calibrate", fb_cmd_calibrate },
	{ "compare", fb_cmd_compare }, { "diff", fb_cmd_diff },
	{ "export", fb_cmd_export },   { "fidelity", fb_cmd_fidelity },
	{ "list", fb_cmd_list },       { "matrix", fb_cmd_matrix },
	{ "parse", fb_cmd_parse },     { "profile", fb_cmd_profile },
	{ "report", fb_cmd_report },   { "run", fb_cmd_run },
	{ "top", fb_cmd_top },	       { "trace", fb_cmd_trace },
	{ "traffic", fb_cmd_traffic }, { "validate", fb_cmd_validate },
	{ "version", fb_cmd_version },
};

#define NR (sizeof(commands) / sizeof(commands[0]))

static void each_has_a_help_with_an_example(void **state)
{
	static const char *const ways[] = { "--help", "-h" };
	char wanted[64];
	size_t i, k;

	(void)state;
	for (i = 0; i < NR; i++) {
		for (k = 0; k < 2; k++) {
			unit_ends(0, commands[i].run, (char *)commands[i].name, (char *)ways[k]);
			snprintf(wanted, sizeof(wanted), "Usage: flowbench %s", commands[i].name);
			assert_int_equal(strncmp(unit_out, wanted, strlen(wanted)), 0);
			unit_has(unit_out, "\nExample: ");
			assert_string_equal(unit_err, "");
		}
	}
}

static void an_unknown_option_is_wrong_usage(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < NR; i++) {
		unit_ends(2, commands[i].run, (char *)commands[i].name, "--no-such-option");
		assert_string_equal(unit_out, "");
		assert_true(*unit_err);
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
