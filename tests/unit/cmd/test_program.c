// SPDX-License-Identifier: GPL-2.0
/* main(), and functions that all commands use: children, paths, files, messages. */
#include "unit_cmd.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "cli/progress.h"
#include "process/child.h"

int flowbench_main(int argc, char **argv);

#define main flowbench_main
#include "cmd/main.c"
#include "unit_files.h"
#undef main

static void commands_by_name(void **state)
{
	(void)state;
	unit_ends(0, flowbench_main, "flowbench", "--help");
	assert_int_equal(strncmp(unit_out, "Usage: flowbench COMMAND", 24), 0);
	unit_has(unit_out, "\n  validate  does the flowtable do what it should");
	unit_ends(0, flowbench_main, "flowbench", "-V");
	assert_string_equal(unit_out, "flowbench " FB_MODULE_VERSION "\n");
	unit_ends(0, flowbench_main, "flowbench", "list", "--help");
	assert_int_equal(strncmp(unit_out, "Usage: flowbench list", 21), 0);
	unit_refuses(2, "unknown command 'dance'", flowbench_main, "flowbench", "dance");
	unit_refuses(2, "Usage: flowbench COMMAND", flowbench_main, "flowbench");
}

/* Writes to a full disk. */
static int into_full(int argc, char **argv)
{
	FILE *was = stdout;
	int status;

	stdout = fopen("/dev/full", "w");
	status = flowbench_main(argc, argv);
	fclose(stdout);
	stdout = was;
	return status;
}

static void output_that_cannot_be_written(void **state)
{
	(void)state;
	unit_refuses(1, "standard output: No space left on device\n", into_full, "flowbench",
		     "list");
}

static void standard_output_has_its_error(void **state)
{
	char *argv[] = { "flowbench", "export", "--format", "csv", FIXTURES "/run", NULL };
	const struct rlimit most = { 8192, 8192 };
	char out[FB_PATH_MAX], err[FB_PATH_MAX], *text;
	int status, ignored;
	pid_t pid;

	assert_int_equal(fb_join(out, *state, "out"), 0);
	assert_int_equal(fb_join(err, *state, "err"), 0);
	for (ignored = 0; ignored < 2; ignored++) {
		fflush(NULL);
		pid = fork();
		if (!pid) {
			if (!freopen(out, "w", stdout) || !freopen(err, "w", stderr))
				_exit(99);
			setrlimit(RLIMIT_FSIZE, &most);
			signal(SIGXFSZ, ignored ? SIG_IGN : SIG_DFL);
			status = flowbench_main(5, argv);
			fflush(stderr);
			_exit(status);
		}
		assert_true(waitpid(pid, &status, 0) == pid);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
		text = unit_read(err);
		assert_string_equal(text, "flowbench: export: standard output: File too large\n");
		free(text);
	}
}

/*
 * Runs main() without descriptors 0 to 2, with standard error in the file @err or closed, too. Return: the exit status, or
 * 99 if a socket could have got one of the numbers.
 */
static int without_descriptors(char *const *argv, const char *err)
{
	int status, argc = 0, fd;
	pid_t pid;

	while (argv[argc])
		argc++;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		fd = err ? open(err, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
		close(STDIN_FILENO);
		close(STDOUT_FILENO);
		close(STDERR_FILENO);
		if (fd >= 0)
			dup2(fd, STDERR_FILENO);
		status = flowbench_main(argc, (char **)argv);
		if (socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) <= STDERR_FILENO)
			status = 99;
		_exit(status);
	}
	assert_true(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void closed_descriptors_are_no_files(void **state)
{
	char matrix[FB_PATH_MAX], file[FB_PATH_MAX], err[FB_PATH_MAX], *text;
	char *argv[] = { "flowbench", "matrix", "--json", file, matrix, NULL };
	char *quiet[] = { "flowbench", "export", "--format",	  "csv",
			  "-o",	       file,	 FIXTURES "/run", NULL };

	assert_int_equal(fb_join(matrix, *state, "m"), 0);
	assert_int_equal(fb_join(file, *state, "file"), 0);
	assert_int_equal(fb_join(err, *state, "err"), 0);
	unit_copy(FIXTURES "/run/results.json", matrix, "6.12/esp-gateway/results.json");
	/* The table must not get into the file, and its loss is an error. */
	assert_int_equal(without_descriptors(argv, err), 1);
	text = unit_read(file);
	json_decref(unit_json(text));
	free(text);
	text = unit_read(err);
	unit_has(text, "standard output: Bad file descriptor\n");
	free(text);
	/* Nothing is lost of a command that prints nothing. */
	assert_int_equal(without_descriptors(quiet, NULL), 0);
	text = unit_read(file);
	assert_int_equal(strncmp(text, "phase,cpu,depth,", 16), 0);
	free(text);
}

static void children_and_their_ends(void **state)
{
	char *much[] = { "head", "-c", "3000000", "/dev/zero", NULL };
	char *some[] = { "head", "-c", "100000", "/dev/zero", NULL };
	char *fails[] = { "sh", "-c", "echo said; exit 3", NULL };
	char *killed[] = { "sh", "-c", "kill -9 $$", NULL };
	char *none[] = { "/no/such/program", NULL };
	char *folder[] = { "/tmp", NULL };
	char *out = NULL;

	(void)state;
	assert_int_equal(fb_child_run(fails, &out), 3);
	assert_string_equal(out, "said\n");
	free(out);
	assert_int_equal(fb_child_run(killed, NULL), 128 + 9);
	assert_int_equal(fb_child_run(none, NULL), 127);
	assert_int_equal(fb_child_run(folder, NULL), 126);
	assert_int_equal(fb_child_run(some, &out), 0);
	assert_memory_equal(out + 99990, "\0\0\0\0\0\0\0\0\0\0", 11);
	free(out);
	/* If the output is too long, only its beginning is kept. The child is not blocked. */
	assert_int_equal(fb_child_run(much, &out), 0);
	free(out);
}

static void paths_that_are_too_long(void **state)
{
	static char name[FB_PATH_MAX + 8], path[FB_PATH_MAX], *text;

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	assert_int_equal(fb_join(path, "/tmp", name), -ENAMETOOLONG);
	assert_int_equal(fb_mkdirs(name), -ENAMETOOLONG);
	assert_int_equal(fb_mkdirs(""), -ENOENT);
	assert_int_equal(fb_data_path(path, NULL, "%s", name), -ENAMETOOLONG);
	setenv("FLOWBENCH_ROOT", name, 1);
	assert_int_equal(fb_data_path(path, NULL, "x"), -ENAMETOOLONG);
	assert_int_equal(fb_out_path(path, "x"), -ENAMETOOLONG);
	assert_int_equal(fb_read_file("/dev/zero", 100, &text, NULL), -EFBIG);
	assert_int_equal(fb_read_file("/tmp", 100, &text, NULL), -EISDIR);
	assert_int_equal(unit_remove_tree("/no/such/tree"), 0);
}

/* Without FLOWBENCH_ROOT, data lies beside the program: here, in the folder of the unit tests. */
static void data_lies_beside_the_program(void **state)
{
	char self[FB_PATH_MAX], path[FB_PATH_MAX], *slash;

	(void)state;
	unsetenv("FLOWBENCH_ROOT");
	assert_int_equal(fb_program_path(self), 0);
	slash = strrchr(self, '/');
	*slash = '\0';
	*strrchr(self, '/') = '\0';
	assert_int_equal(fb_data_path(path, NULL, "userspace/%s", "aliases"), 0);
	assert_int_equal(strncmp(path, self, strlen(self)), 0);
	assert_string_equal(path + strlen(self), "/userspace/aliases");
	assert_int_equal(fb_out_path(path, "latest"), 0);
	assert_string_equal(path + strlen(self), "/out/latest");
}

static int speak(int argc, char **argv)
{
	fb_set_verbose(argc > 1 && !strcmp(argv[1], "-v"));
	fb_set_quiet(argc > 1 && !strcmp(argv[1], "-q"));
	fb_print_note("a note of %d", 1);
	fb_print_progress("step %d", 2);
	fb_print_error("error %d", 3);
	return fb_is_quiet();
}

static void what_is_said_when(void **state)
{
	char path[FB_PATH_MAX], *text;

	unit_ends(0, speak, "speak");
	assert_string_equal(unit_err, "flowbench: a note of 1\nflowbench: error 3\n");
	unit_ends(1, speak, "speak", "-q");
	assert_string_equal(unit_err, "flowbench: error 3\n");
	unit_ends(0, speak, "speak", "-v");
	assert_string_equal(unit_err,
			    "flowbench: a note of 1\nflowbench: step 2\nflowbench: error 3\n");
	assert_int_equal(fb_join(path, *state, "progress"), 0);
	setenv("FLOWBENCH_PROGRESS", path, 1);
	unit_ends(0, speak, "speak", "-v");
	unit_ends(0, speak, "speak", "-v");
	assert_string_equal(unit_err, "flowbench: a note of 1\nflowbench: error 3\n");
	text = unit_read(path);
	assert_string_equal(text, "flowbench: step 2\nflowbench: step 2\n");
	free(text);
	setenv("FLOWBENCH_PROGRESS", "/no/where", 1);
	unit_ends(0, speak, "speak", "-v");
	assert_string_equal(unit_err, "flowbench: a note of 1\nflowbench: error 3\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(commands_by_name),
		UNIT_IN_FOLDER(output_that_cannot_be_written),
		UNIT_IN_FOLDER(standard_output_has_its_error),
		UNIT_IN_FOLDER(closed_descriptors_are_no_files),
		UNIT_IN_FOLDER(children_and_their_ends),
		UNIT_IN_FOLDER(paths_that_are_too_long),
		UNIT_IN_FOLDER(data_lies_beside_the_program),
		UNIT_IN_FOLDER(what_is_said_when),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
