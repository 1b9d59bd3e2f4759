// SPDX-License-Identifier: GPL-2.0
/* flowbench top with a simulated module: plain, as JSON, and on a pseudo-terminal. */
#include "unit_module.h"
#include "unit_session.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>

static bool there;

static int set_up(void **state)
{
	(void)state;
	there = !unit_net();
	return 0;
}

static int begin(void **state)
{
	(void)state;
	made_anew();
	made.traffic = 40;
	question = (struct made_question){ .opened = 0 };
	return 0;
}

#define TOP(...) unit_main_child(fb_cmd_top, "", ((char *[]){ "top", __VA_ARGS__, NULL }))

static void one_interval_in_words(void **state)
{
	(void)state;
	if (!there)
		unit_skip(unit_lack);
	assert_int_equal(TOP("--once", "--interval", "0.2"), 0);
	/* As many packets were stolen by the flowtable as IP forwarded. */
	unit_has(unit_out, "50.0 %");
	unit_has(unit_out, "nf_flow_offload_ip_hook");
	unit_has(unit_out, "NF_STOLEN");
}

static void two_intervals_as_json(void **state)
{
	char *rest = unit_out;
	json_t *js;
	int i;

	(void)state;
	if (!there)
		unit_skip(unit_lack);
	assert_int_equal(TOP("--json", "--count", "2", "--interval", "0.2", "--netns",
			     "fb-unit-client", "-v"),
			 0);
	for (i = 0; i < 2; i++) {
		js = unit_json(strsep(&rest, "\n"));
		assert_string_equal(json_string_value(json_object_get(js, "netns")),
				    "fb-unit-client");
		json_decref(js);
	}
	assert_string_equal(rest, "");
	unit_has(unit_err, "ip_forward: switched on, until the end\n");
	unit_has(unit_err, "nf_flow_xmit_xfrm: not in this kernel\n");
}

/* Nothing is attached without --why; with it, once for all intervals, and detached at the end. */
static int asks(int argc, char **argv)
{
	int status = fb_command_main(&fb_cmd_top, argc, argv);

	fprintf(stderr, "opened %u, answered %u, closed %u, in %s\n", question.opened,
		question.answered, question.closed, question.netns ? question.netns : "-");
	return status;
}

#define ASKS(...) unit_main_child(asks, "", ((char *[]){ "top", __VA_ARGS__, NULL }))

static void why_as_json(void **state)
{
	char *rest = unit_out;
	json_t *js, *answer;
	int i;

	(void)state;
	if (!there)
		unit_skip(unit_lack);
	assert_int_equal(ASKS("--json", "--count", "2", "--interval", "0.1"), 0);
	unit_has(unit_err, "opened 0, answered 0, closed 0");
	unit_has_not(unit_out, "\"why_error\"");
	unit_has_not(unit_out, "flowbench.why/1");
	question.broken = -EINTR;
	assert_int_equal(ASKS("--json", "--why", "--count", "3", "--interval", "0.1", "--netns",
			      "fb-unit-client"),
			 0);
	/* The question that failed was ended, and put anew in the next interval. */
	unit_has(unit_err, "opened 2, answered 2, closed 2, in fb-unit-client");
	for (i = 0; i < 3; i++) {
		js = unit_json(strsep(&rest, "\n"));
		answer = json_object_get(js, "why");
		if (i < 2)
			assert_true(json_is_null(answer));
		if (!i)
			assert_string_equal(json_string_value(json_object_get(js, "why_error")),
					    "the ruleset changed");
		if (i == 2)
			assert_string_equal(json_string_value(json_object_get(answer, "schema")),
					    "flowbench.why/1");
		json_decref(js);
	}
}

static void why_as_lines(void **state)
{
	(void)state;
	if (!there)
		unit_skip(unit_lack);
	assert_int_equal(ASKS("--why", "--once", "--interval", "0.1"), 0);
	unit_has(unit_out, "connections: 5 tracked, 0 offloaded; ");
	unit_has(unit_out, "device wg0");
	unit_has(unit_err, "opened 1, answered 1, closed 1, in -");
	question.refused = -EBUSY;
	assert_int_equal(ASKS("--why", "--once", "--interval", "0.1"), 1);
	unit_has(unit_err, "flowbench: top: --why: another one is running\n");
	assert_string_equal(unit_out, "");
}

/* Checks that hooks that were off are off again. */
static int stays(int argc, char **argv)
{
	int status = fb_command_main(&fb_cmd_top, argc, argv);

	return status ? status : !(made.hook[1].on && made_on() == 1);
}

static void hooks_that_were_on_stay_on(void **state)
{
	(void)state;
	if (!there)
		unit_skip(unit_lack);
	made.hook[1].on = true;
	assert_int_equal(
		unit_main_child(stays, "",
				((char *[]){ "top", "--once", "--interval", "0.1", "--hooks",
					     "ip_forward,nf_conntrack_in", NULL })),
		0);
	unit_has(unit_out, "ip_forward");
	unit_has_not(unit_out, "flow_offload_add");
}

static void what_cannot_be(void **state)
{
	(void)state;
	if (!there)
		unit_skip(unit_lack);
	unit_refuses(2, "--interval: 'x'", fb_cmd_top, "top", "--interval", "x");
	unit_refuses(2, "--count: '0'", fb_cmd_top, "top", "--count", "0");
	unit_refuses(2, "not both", fb_cmd_top, "top", "--once", "--count", "3");
	unit_refuses(2, "unexpected argument 'x'", fb_cmd_top, "top", "x");
	unit_refuses(1, "network namespace nobody: No such file", fb_cmd_top, "top", "--netns",
		     "nobody");
	unit_refuses(2, "no hook 'nf_none'", fb_cmd_top, "top", "--hooks", "nf_none");
	unit_refuses(2, ": expected hooks", fb_cmd_top, "top", "--hooks", ",");
	assert_int_equal(TOP("--once", "--hooks", "nf_flow_xmit_xfrm"), 1);
	unit_has(unit_err, "no hook can be switched on; nf_flow_xmit_xfrm: not in this kernel");
}

/* Writes standard output to a pipe that has no reader. */
static int into_nothing(int argc, char **argv)
{
	int fd[2], status;

	if (pipe(fd) || dup2(fd[1], STDOUT_FILENO) < 0)
		return 99;
	close(fd[0]);
	close(fd[1]);
	status = fb_command_main(&fb_cmd_top, argc, argv);
	return status ? status : (int)made_on();
}

static void a_reader_that_has_gone(void **state)
{
	(void)state;
	if (!there)
		unit_skip(unit_lack);
	assert_int_equal(unit_main_child(into_nothing, "",
					 ((char *[]){ "top", "--interval", "0.1", NULL })),
			 0);
	assert_string_equal(unit_err, "");
}

static pid_t pid_on_tty;

/* Reads the terminal until @wanted appears. The number of reads is limited, because the output never ends. */
static void shows(int tty, const char *wanted)
{
	static char text[256 * 1024];
	size_t len = 0;
	int left = 200;
	struct pollfd pfd = { .fd = tty, .events = POLLIN };
	ssize_t n;

	while (left-- && poll(&pfd, 1, 5000) > 0) {
		n = read(tty, text + len, sizeof(text) - 1 - len);
		if (n <= 0)
			break;
		len += (size_t)n;
		text[len] = '\0';
		if (strstr(text, wanted))
			return;
	}
	text[len] = '\0';
	kill(pid_on_tty, SIGKILL);
	fail_msg("no '%s' on the terminal: %s", wanted, text);
}

static void type(int tty, const char *keys)
{
	assert_int_equal(write(tty, keys, strlen(keys)), strlen(keys));
}

static void on_a_terminal(void **state)
{
	struct winsize size = { .ws_row = 11, .ws_col = 100 };
	int tty, status;
	pid_t pid;

	(void)state;
	if (!there)
		unit_skip(unit_lack);
	fflush(NULL);
	pid = pid_on_tty = forkpty(&tty, NULL, NULL, &size);
	assert_true(pid >= 0);
	if (!pid) {
		setenv("TERM", "xterm", 1);
		unsetenv("NO_COLOR");
		exit(fb_command_main(&fb_cmd_top, 3,
				     (char *[]){ "top", "--interval", "0.2", NULL }));
	}
	shows(tty, "hooks 1 to 2 of ");
	type(tty, "s");
	shows(tty, "calls/s");
	type(tty, "s");
	shows(tty, "p99");
	type(tty, "?");
	shows(tty, "packets that the flowtable forwarded");
	type(tty, "x");
	shows(tty, "fast path");
	type(tty, "w");
	shows(tty, "device wg0");
	type(tty, "w");
	shows(tty, "hooks 1 to 2 of ");
	type(tty, " ");
	shows(tty, "PAUSED");
	type(tty, " \033OB\033OB\033OA\f");
	shows(tty, "hooks ");
	type(tty, "q");
	while (read(tty, (char[256]){ 0 }, 256) > 0)
		;
	assert_true(waitpid(pid, &status, 0) == pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	close(tty);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(one_interval_in_words, begin),
		cmocka_unit_test_setup(two_intervals_as_json, begin),
		cmocka_unit_test_setup(why_as_json, begin),
		cmocka_unit_test_setup(why_as_lines, begin),
		cmocka_unit_test_setup(hooks_that_were_on_stay_on, begin),
		cmocka_unit_test_setup(what_cannot_be, begin),
		cmocka_unit_test_setup(a_reader_that_has_gone, begin),
		cmocka_unit_test_setup(on_a_terminal, begin),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
