// SPDX-License-Identifier: GPL-2.0
/* Notes are always printed. Progress is printed only to a terminal or to the file that was asked for. */
#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/progress.h"
#include "lib/message.h"

static char said[256];

/* Prints a note and progress. Standard error is a file here; progress also goes to the file @where, if set. */
static void speak(const char *where)
{
	FILE *err = tmpfile(), *f;
	int kept = dup(STDERR_FILENO);
	size_t n;

	assert_non_null(err);
	if (where)
		setenv("FLOWBENCH_PROGRESS", where, 1);
	else
		unsetenv("FLOWBENCH_PROGRESS");
	fflush(stderr);
	dup2(fileno(err), STDERR_FILENO);
	fb_print_note("note %d", 1);
	fb_print_progress("step %d", 2);
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	f = where ? fopen(where, "r") : err;
	assert_non_null(f);
	rewind(f);
	n = fread(said, 1, sizeof(said) - 1, f);
	said[n] = 0;
	if (where)
		fclose(f);
	fclose(err);
}

static void notes_alone_without_a_terminal(void **state)
{
	(void)state;
	speak(NULL);
	assert_string_equal(said, "flowbench: note 1\n");
}

static void both_if_asked_for(void **state)
{
	(void)state;
	fb_set_verbose(true);
	speak(NULL);
	assert_string_equal(said, "flowbench: note 1\nflowbench: step 2\n");
}

static void neither_if_quiet(void **state)
{
	(void)state;
	fb_set_verbose(true);
	fb_set_quiet(true);
	speak(NULL);
	assert_string_equal(said, "");
}

static void progress_has_a_place_of_its_own(void **state)
{
	char where[] = "/tmp/flowbench-progress-XXXXXX";
	int fd = mkstemp(where);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	fb_set_verbose(true);
	speak(where);
	assert_string_equal(said, "flowbench: step 2\n");
	fb_set_verbose(false);
	speak(where);
	/* A file is not a terminal. */
	assert_string_equal(said, "flowbench: step 2\n");
	unlink(where);
}

static int back(void **state)
{
	(void)state;
	fb_set_verbose(false);
	fb_set_quiet(false);
	unsetenv("FLOWBENCH_PROGRESS");
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(notes_alone_without_a_terminal, back),
		cmocka_unit_test_teardown(both_if_asked_for, back),
		cmocka_unit_test_teardown(neither_if_quiet, back),
		cmocka_unit_test_teardown(progress_has_a_place_of_its_own, back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
