// SPDX-License-Identifier: GPL-2.0
/* Files, folders and links that are there whole or not at all. What becomes of devices and links: cmd/test_outputs.c */
#include "unit_cmd.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "file/remove.h"
#include "file/staged.h"
#include "file/staged_folder.h"
#include "file/staged_link.h"
#include "unit_files.h"

static void whole_or_not_at_all(void **state)
{
	char *path = unit_put(*state, "page", "old");
	struct fb_error error = { "" };
	struct fb_staged s;
	struct stat st;
	mode_t mask = umask(027);

	assert_int_equal(fb_staged_open(&s, path, &error), 0);
	fputs("new", s.f);
	fflush(s.f);
	unit_file_is(path, "old");
	assert_int_equal(unit_entries(*state), 2);
	assert_int_equal(fb_staged_end(&s, -EINTR, &error), -EINTR);
	unit_has(error.text, "/page: Interrupted system call");
	unit_file_is(path, "old");
	assert_int_equal(unit_entries(*state), 1);

	fb_error_clear(&error);
	assert_int_equal(chmod(path, 0604), 0);
	assert_int_equal(fb_staged_open(&s, path, &error), 0);
	fputs("new", s.f);
	assert_int_equal(fb_staged_end(&s, 0, &error), 0);
	unit_file_is(path, "new");
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0604);

	path = unit_path(*state, "other");
	assert_int_equal(fb_staged_open(&s, path, &error), 0);
	assert_int_equal(fb_staged_end(&s, 0, &error), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(unit_entries(*state), 2);
	umask(mask);
}

static void what_cannot_be_written(void **state)
{
	char name[NAME_MAX + 1], *path;
	struct fb_error error = { "" };
	struct fb_staged s;

	assert_int_equal(fb_staged_open(&s, *state, NULL), -EISDIR);
	assert_int_equal(fb_staged_open(&s, unit_path(*state, "no/where"), &error), -ENOENT);
	unit_has(error.text, "/no/where: No such file or directory");
	assert_int_equal(fb_staged_open(&s, unit_path(*state, "new/"), NULL), -EISDIR);
	assert_int_equal(fb_staged_open(&s, "", NULL), -ENOENT);
	assert_int_equal(fb_staged_open(&s, "/", NULL), -EISDIR);
	assert_int_equal(fb_staged_open(&s, unit_path(*state, "."), NULL), -EISDIR);
	path = unit_put(*state, "file", "");
	assert_int_equal(fb_staged_open(&s, unit_path(path, "x"), NULL), -ENOTDIR);
	assert_int_equal(symlink("loop", unit_path(*state, "loop")), 0);
	assert_int_equal(fb_staged_open(&s, unit_path(*state, "loop"), NULL), -ELOOP);
	assert_int_equal(unit_entries(*state), 2);
	/* The longest name there is has no room for an ending. */
	memset(name, 'x', NAME_MAX);
	name[NAME_MAX] = '\0';
	fb_error_clear(&error);
	assert_int_equal(fb_staged_open(&s, unit_path(*state, name), &error), 0);
	assert_int_equal(fb_staged_end(&s, 0, &error), 0);
	assert_int_equal(access(unit_path(*state, name), F_OK), 0);
	/* What can be written is only looked at. */
	assert_int_equal(fb_staged_check(path, &error), 1);
	assert_int_equal(fb_staged_check(unit_path(*state, "new"), &error), 1);
	assert_int_equal(fb_staged_check("/dev/null", &error), 0);
	assert_int_equal(fb_staged_check(unit_path(*state, "no/where"), &error), -ENOENT);
	assert_int_equal(unit_entries(*state), 3);
}

static void several_at_once(void **state)
{
	struct fb_staged s[FB_STAGES + 1];
	char name[8];
	int i;

	for (i = 0; i <= FB_STAGES; i++) {
		static char path[FB_STAGES + 1][FB_PATH_MAX];

		snprintf(name, sizeof(name), "%d", i);
		strcpy(path[i], unit_path(*state, name));
		assert_int_equal(fb_staged_open(&s[i], path[i], NULL), i < FB_STAGES ? 0 : -EMFILE);
	}
	assert_int_equal(unit_entries(*state), FB_STAGES);
	for (i = 0; i < FB_STAGES; i++)
		assert_int_equal(fb_staged_end(&s[i], i % 2 ? -EINTR : 0, NULL),
				 i % 2 ? -EINTR : 0);
	assert_int_equal(unit_entries(*state), FB_STAGES / 2);
}

static int know_nothing(int dir, struct fb_error *error)
{
	(void)dir;
	return fb_error(error, -EEXIST, "not mine");
}

static void clear_nothing(int dir)
{
	(void)dir;
}

static const struct fb_folder_kind nothing = { know_nothing, clear_nothing };

/* The child's side: two files, and a folder with a file in a folder */
static void fill(char *dir)
{
	struct fb_staged_folder folder;
	struct fb_staged s[2];

	if (fb_staged_open(&s[0], unit_path(dir, "a"), NULL) ||
	    fb_staged_open(&s[1], unit_path(dir, "b"), NULL) ||
	    fb_staged_folder_open(&folder, unit_path(dir, "c"), &nothing, NULL))
		_exit(98);
	unit_put(folder.path, "deep/er/file", "text");
	if (unit_entries(dir) != 3)
		_exit(97);
}

static int end_of(void (*child)(char *dir, int nr), char *dir, int nr)
{
	const struct rlimit none = { 0, 0 };
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		setrlimit(RLIMIT_CORE, &none);
		signal(nr, SIG_DFL);
		child(dir, nr);
		_exit(0);
	}
	assert_true(waitpid(pid, &status, 0) == pid);
	return status;
}

static void killed(char *dir, int nr)
{
	fill(dir);
	raise(nr);
}

static void a_child_is_killed(char *dir, int nr)
{
	int status;
	pid_t pid;

	fill(dir);
	pid = fork();
	if (!pid) {
		raise(nr);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid || !WIFSIGNALED(status) || unit_entries(dir) != 3)
		_exit(1);
	raise(nr);
}

static void nothing_is_left_by_a_signal(void **state)
{
	int nr, status;

	for (nr = 1; nr <= SIGRTMAX; nr++) {
		if (nr == SIGKILL || nr == SIGSTOP || nr == SIGCHLD || nr == SIGCONT ||
		    nr == SIGURG || nr == SIGWINCH || nr == SIGTSTP || nr == SIGTTIN ||
		    nr == SIGTTOU || (nr > SIGSYS && nr < SIGRTMIN))
			continue;
		status = end_of(killed, *state, nr);
		if (!WIFSIGNALED(status) || WTERMSIG(status) != nr || unit_entries(*state))
			fail_msg("signal %d: status %x, %u entries are left", nr, status,
				 unit_entries(*state));
	}
	/* What a child process has inherited is not the child's. */
	status = end_of(a_child_is_killed, *state, SIGTERM);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	assert_int_equal(unit_entries(*state), 0);
}

static void a_link_is_never_missing(void **state)
{
	char *path = unit_path(*state, "latest"), target[16] = "";
	struct fb_error error = { "" };

	assert_int_equal(fb_staged_link(path, "one", &error), 0);
	assert_int_equal(readlink(path, target, sizeof(target)), 3);
	assert_string_equal(target, "one");
	assert_int_equal(fb_staged_link(path, "two", &error), 0);
	assert_int_equal(readlink(path, target, sizeof(target)), 3);
	assert_string_equal(target, "two");
	unlink(path);
	unit_put(*state, "latest", "of the user");
	assert_int_equal(fb_staged_link(path, "two", &error), -EEXIST);
	unit_has(error.text, "latest is not a link, so it stays");
	unit_file_is(path, "of the user");
	assert_int_equal(unit_entries(*state), 1);
}

static void trees_are_removed(void **state)
{
	char *path, *kept = unit_path(*state, "kept/file"), name[32];
	int i;

	unit_put(*state, "kept/file", "text");
	for (i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "tree/%d/file", i);
		path = unit_put(*state, name, "text");
	}
	path = unit_path(*state, "tree");
	assert_int_equal(symlink("../kept", unit_path(path, "link")), 0);
	assert_int_equal(unit_remove_tree(path), 0);
	assert_int_equal(unit_remove_tree(path), 0);
	unit_file_is(kept, "text");
	assert_int_equal(unit_entries(*state), 1);
}

static void folders_are_made(void **state)
{
	struct stat st;

	assert_int_equal(fb_mkdirs(unit_path(*state, "a/b/./c/../d")), 0);
	assert_int_equal(stat(unit_path(*state, "a/b/d"), &st), 0);
	assert_int_equal(fb_mkdirs(unit_path(*state, "a/b/d/")), 0);
	assert_int_equal(fb_mkdirs(*state), 0);
	unit_put(*state, "file", "");
	assert_int_equal(fb_mkdirs(unit_path(*state, "file/x")), -ENOTDIR);
	assert_int_equal(fb_mkdirs(unit_path(*state, "file")), -ENOTDIR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(whole_or_not_at_all),
		UNIT_IN_FOLDER(what_cannot_be_written),
		UNIT_IN_FOLDER(several_at_once),
		UNIT_IN_FOLDER(nothing_is_left_by_a_signal),
		UNIT_IN_FOLDER(a_link_is_never_missing),
		UNIT_IN_FOLDER(trees_are_removed),
		UNIT_IN_FOLDER(folders_are_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
