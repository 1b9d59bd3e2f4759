// SPDX-License-Identifier: GPL-2.0
/* Old values come back into plain files: at the end, after SIGKILL, and without the guard. */
#include "unit_cmd.h"

#include <signal.h>
#include <sys/wait.h>

#include "system/trace_check.h"
#include "system/trace_undo.h"

static struct fb_trace_undo undo;
static struct fb_error error;

static int holds(const char *dir, const char *name, const char *wanted)
{
	char text[4096];

	assert_int_equal(fb_trace_read(dir, name, text), 0);
	return !strcmp(text, wanted);
}

static void file_is(const char *dir, const char *name, const char *wanted)
{
	char text[4096];

	assert_int_equal(fb_trace_read(dir, name, text), 0);
	assert_string_equal(text, wanted);
}

static void make_files(const char *dir)
{
	unit_put(dir, "tracing_on", "1\n");
	unit_put(dir, "trace_clock", "local [global] counter\n");
	unit_put(dir, "set_graph_function", "#### all functions enabled ####\n");
	unit_put(dir, "options/overwrite", "0\n");
	unit_put(dir, "kprobe_events", "p:a ip_rcv\n");
}

static void change(const char *dir)
{
	fb_error_clear(&error);
	assert_int_equal(fb_trace_undo_begin(&undo, dir, &error), 0);
	assert_int_equal(fb_trace_save(&undo, "tracing_on", &error), 0);
	assert_int_equal(fb_trace_set(&undo, "tracing_on", "0", &error), 0);
	assert_int_equal(fb_trace_set(&undo, "trace_clock", "local", &error), 0);
	assert_int_equal(fb_trace_set(&undo, "set_graph_function", "ip_rcv", &error), 0);
	assert_int_equal(fb_trace_undo_write(&undo, "kprobe_events", true, "-:b\n", &error), 0);
	/* It holds this value: it must not be written. */
	assert_int_equal(fb_trace_set(&undo, "options/overwrite", "0", &error), 0);
	file_is(dir, "tracing_on", "0");
	file_is(dir, "trace_clock", "local");
	file_is(dir, "set_graph_function", "ip_rcv");
	file_is(dir, "options/overwrite", "0\n");
}

static void all_is_back(const char *dir)
{
	file_is(dir, "tracing_on", "1");
	file_is(dir, "trace_clock", "global");
	file_is(dir, "set_graph_function", "");
	file_is(dir, "options/overwrite", "0\n");
	file_is(dir, "kprobe_events", "p:a ip_rcv\n-:b\n");
}

static void the_end_gives_all_back(void **state)
{
	make_files(*state);
	change(*state);
	assert_int_equal(fb_trace_undo_end(&undo, &error), 0);
	all_is_back(*state);
	/* A second end must do nothing. */
	unit_put(*state, "tracing_on", "7");
	assert_int_equal(fb_trace_undo_end(&undo, &error), 0);
	file_is(*state, "tracing_on", "7");
}

/* The first record is written last: tracing_on, which must then be 1. */
static void the_guard_gives_all_back_after_sigkill(void **state)
{
	int status, tries;
	pid_t pid;

	make_files(*state);
	pid = fork();
	if (!pid) {
		change(*state);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	for (tries = 0; tries < 2000 && !holds(*state, "tracing_on", "1"); tries++)
		usleep(10000);
	all_is_back(*state);
}

static void the_guard_survives_the_signals_of_a_terminal(void **state)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	size_t i;

	make_files(*state);
	change(*state);
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		assert_int_equal(kill(undo.guard, signals[i]), 0);
	/* The program would give all back without it, too. */
	usleep(100000);
	assert_int_equal(waitpid(undo.guard, NULL, WNOHANG), 0);
	assert_int_equal(fb_trace_undo_end(&undo, &error), 0);
	all_is_back(*state);
}

static void without_the_guard_the_program_gives_all_back(void **state)
{
	make_files(*state);
	change(*state);
	kill(undo.guard, SIGKILL);
	assert_int_equal(fb_trace_undo_end(&undo, &error), 0);
	all_is_back(*state);
}

static void what_cannot_be_given_back_is_named(void **state)
{
	char path[FB_PATH_MAX];

	make_files(*state);
	change(*state);
	assert_int_equal(fb_join(path, *state, "trace_clock"), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(fb_trace_undo_end(&undo, &error), -EISDIR);
	assert_string_equal(error.text, "cannot give 'global' back to trace_clock: Is a directory");
	/* The other files must have got their values. */
	file_is(*state, "tracing_on", "1");
	file_is(*state, "set_graph_function", "");
}

static void files_that_are_gone_are_skipped(void **state)
{
	char path[FB_PATH_MAX];

	make_files(*state);
	change(*state);
	assert_int_equal(fb_join(path, *state, "trace_clock"), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(fb_trace_undo_end(&undo, &error), 0);
	file_is(*state, "tracing_on", "1");
}

static void a_file_that_the_kernel_lacks(void **state)
{
	make_files(*state);
	fb_error_clear(&error);
	assert_int_equal(fb_trace_undo_begin(&undo, *state, &error), 0);
	assert_int_equal(fb_trace_set(&undo, "options/none", "1", &error), -ENOENT);
	assert_string_equal(error.text, "options/none: No such file or directory");
	assert_int_equal(undo.len, 0);
	assert_int_equal(fb_trace_undo_end(&undo, &error), 0);
}

static void too_many_changes(void **state)
{
	int ret = 0, n;

	make_files(*state);
	fb_error_clear(&error);
	assert_int_equal(fb_trace_undo_begin(&undo, *state, &error), 0);
	for (n = 0; !ret && n < 10000; n++)
		ret = fb_trace_save(&undo, "options/overwrite", &error);
	assert_int_equal(ret, -E2BIG);
	assert_int_equal(fb_trace_undo_end(&undo, &error), 0);
}

static void each_file_of_a_user_is_found(void **state)
{
	size_t at = 0;

	unit_put(*state, "per_cpu/cpu0/stats", "entries: 2\n");
	unit_put(*state, "per_cpu/cpu1/stats", "entries: 3\n");
	unit_put(*state, "current_tracer", "nop\n");
	unit_put(*state, "set_graph_notrace", "ip_rcv\n");
	unit_put(*state, "max_graph_depth", "0\n");
	unit_put(*state, "tracing_cpumask", "1\n");
	unit_put(*state, "trace_clock", "local [global]\n");
	assert_int_equal(fb_trace_check(*state, &at, &error), -EBUSY);
	unit_has(error.text,
		 "set_graph_notrace holds 'ip_rcv': parts of a recording would be missing");
	unit_has(error.text, "echo > /tmp/");
	assert_int_equal(fb_trace_check(*state, &at, &error), -EBUSY);
	unit_has(error.text, "tracing_cpumask holds '1'");
	unit_has(error.text, "echo 3 > /tmp/");
	assert_int_equal(fb_trace_check(*state, &at, &error), -EBUSY);
	unit_has(error.text, "trace holds 5 entries");
	assert_int_equal(fb_trace_check(*state, &at, &error), 0);
	assert_int_equal(fb_trace_check(*state, &at, &error), 0);
}

static void an_event_that_is_on_for_a_trigger(void **state)
{
	size_t at = 0;

	unit_put(*state, "set_event", "sched:sched_switch\n");
	unit_put(*state, "events/sched/sched_switch/enable", "0*\n");
	assert_int_equal(fb_trace_check(*state, &at, &error), -EBUSY);
	unit_has(error.text, "set_event holds 'sched:sched_switch', which has triggers");
	unit_has(error.text, "/events/sched/sched_switch/trigger there, with ! in front");
	at = 0;
	unit_put(*state, "events/sched/sched_switch/enable", "1*\n");
	assert_int_equal(fb_trace_check(*state, &at, &error), -EBUSY);
	unit_has(error.text, "set_event holds 'sched:sched_switch': somebody is tracing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(the_end_gives_all_back),
		UNIT_IN_FOLDER(the_guard_gives_all_back_after_sigkill),
		UNIT_IN_FOLDER(the_guard_survives_the_signals_of_a_terminal),
		UNIT_IN_FOLDER(without_the_guard_the_program_gives_all_back),
		UNIT_IN_FOLDER(what_cannot_be_given_back_is_named),
		UNIT_IN_FOLDER(files_that_are_gone_are_skipped),
		UNIT_IN_FOLDER(a_file_that_the_kernel_lacks),
		UNIT_IN_FOLDER(too_many_changes),
		UNIT_IN_FOLDER(each_file_of_a_user_is_found),
		UNIT_IN_FOLDER(an_event_that_is_on_for_a_trigger),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
