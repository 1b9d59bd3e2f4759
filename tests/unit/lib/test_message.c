// SPDX-License-Identifier: GPL-2.0
#include "unit.h"

#include <unistd.h>

#include "lib/message.h"

/* A name in a message cannot begin a line of its own, nor do anything to the terminal. */
static void a_message_is_one_line(void **state)
{
	char said[256];
	FILE *err = tmpfile();
	int kept = dup(STDERR_FILENO);
	size_t n;

	(void)state;
	assert_non_null(err);
	fflush(stderr);
	dup2(fileno(err), STDERR_FILENO);
	fb_print_error("%s: none \u2026", "a\nflowbench: b\033[2J");
	fb_print_note("%s", "\xc2\x9b\xff");
	fb_print_usage_error("'%s'", "\t");
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	rewind(err);
	n = fread(said, 1, sizeof(said) - 1, err);
	said[n] = 0;
	fclose(err);
	assert_string_equal(said, "flowbench: a?flowbench: b?[2J: none \u2026\n"
				  "flowbench: ??\n"
				  "flowbench: '?' (flowbench --help)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_message_is_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
