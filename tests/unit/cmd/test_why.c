// SPDX-License-Identifier: GPL-2.0
/* flowbench why: what is a question, and what is a command. */
#include "unit_cmd.h"

static char ran[FB_PATH_MAX];

/* A command that can be seen to have run. */
static void no_command_yet(void **state)
{
	assert_int_equal(fb_join(ran, *state, "ran"), 0);
}

/* A typo of a protocol must not become a command that root runs. */
static void a_word_before_dashes_is_no_command(void **state)
{
	no_command_yet(state);
	unit_refuses(2, "'touch': expected tcp or udp", fb_cmd_why, "why", "touch", ran);
	unit_refuses(2, "'tpc': expected tcp or udp", fb_cmd_why, "why", "tpc", "10.0.2.2:80");
	unit_refuses(2, "'touch': expected tcp or udp", fb_cmd_why, "why", "touch", ran, "--",
		     "true");
	unit_refuses(2, "unexpected argument 'touch'", fb_cmd_why, "why", "tcp", "10.0.2.2:80",
		     "touch", ran);
	unit_refuses(2, "ADDRESS:PORT is missing behind udp", fb_cmd_why, "why", "udp");
	unit_refuses(2, "no command", fb_cmd_why, "why", "tcp", "10.0.2.2:80", "--");
	unit_refuses(2, "--ask and COMMAND: not both", fb_cmd_why, "why", "--ask", "--", "touch",
		     ran);
	unit_refuses(2, "unexpected argument 'touch'", fb_cmd_trace, "trace", "touch", ran);
	unit_refuses(2, "no command", fb_cmd_trace, "trace");
	assert_int_equal(access(ran, F_OK), -1);
}

/* The documented form: a question and a command. Without the module the command says nothing. */
static void a_command_needs_the_module(void **state)
{
	no_command_yet(state);
	if (geteuid())
		unit_skip("not root");
	if (!access("/sys/kernel/debug/flowbench", F_OK))
		unit_skip("the module is loaded");
	unit_refuses(1, "COMMAND is not run: packets cannot be watched: ", fb_cmd_why, "why", "tcp",
		     "10.0.2.2:80", "--", "touch", ran);
	unit_has(unit_err, "not loaded");
	unit_refuses(1, "COMMAND is not run: packets cannot be watched: ", fb_cmd_why, "why", "--",
		     "touch", ran);
	unit_refuses(1, "--watch: packets cannot be watched: ", fb_cmd_why, "why", "--watch", "1");
	assert_int_equal(access(ran, F_OK), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(a_word_before_dashes_is_no_command),
		UNIT_IN_FOLDER(a_command_needs_the_module),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
