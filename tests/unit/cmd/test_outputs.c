// SPDX-License-Identifier: GPL-2.0
/* What becomes of what is where a command writes: devices, links, files, and files of other users. */
#include "unit_net.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>

int flowbench_main(int argc, char **argv);

#define main flowbench_main
#include "cli/progress.h"
#include "cmd/main.c"
#include "unit_files.h"
#undef main

/* Anybody but us and root */
#define OTHER 12345

/* A file system of the test, in a mount namespace of the test */
#define PLACE "/run/unit"

static bool mounted;

static int set_up(void **state)
{
	(void)state;
	if (geteuid())
		unit_lacks("not root: no file system and devices of its own");
	else
		mounted = !unit_unshare() && !mkdir(PLACE, 0755);
	return 0;
}

static void need_mount(void)
{
	if (!mounted)
		unit_skip(unit_lack);
}

/* Every command that writes a file out of files. */
enum { EXPORT, REPORT, PROFILE, BENCH, HISTORY, MATRIX, NR_WRITERS };

static char history[FB_PATH_MAX], matrix[FB_PATH_MAX];

static void inputs(const char *dir)
{
	unit_copy(FIXTURES "/bench.json", dir, "h/6.1/prices/1/bench.json");
	unit_copy(FIXTURES "/run/results.json", dir, "m/6.12/esp-gateway/results.json");
	strcpy(history, unit_path(dir, "h"));
	strcpy(matrix, unit_path(dir, "m"));
}

static int writes(unsigned int writer, char *to)
{
	switch (writer) {
	case EXPORT:
		return unit_cmd(fb_cmd_export, "export", "--format", "csv", "-o", to,
				FIXTURES "/run");
	case REPORT:
		return unit_cmd(fb_cmd_report, "report", "-q", "-o", to, FIXTURES "/run");
	case PROFILE:
		return unit_cmd(fb_cmd_profile, "profile", "--json", to, FIXTURES "/profile");
	case BENCH:
		return unit_cmd(fb_cmd_bench, "bench", "--json", to, FIXTURES "/bench.json");
	case HISTORY:
		return unit_cmd(fb_cmd_history, "history", "--json", to, history);
	default:
		return unit_cmd(fb_cmd_matrix, "matrix", "--json", to, matrix);
	}
}

/* The first word of the command's help, for messages */
static const char *const names[] = { "export", "report", "profile", "bench", "history", "matrix" };

/* history has 1 for "something moved". */
static int failed(unsigned int writer)
{
	return writer == HISTORY ? 2 : 1;
}

#define must(what)                                                                 \
	do {                                                                       \
		if (!(what))                                                       \
			fail_msg("%s: not so: " #what ": %s", names[i], unit_err); \
	} while (0)

static bool is_type(const char *path, mode_t type)
{
	struct stat st;

	return !lstat(path, &st) && (st.st_mode & S_IFMT) == type;
}

static bool holds(const char *path, const char *wanted)
{
	char *text = unit_read(path);
	bool is = !strcmp(text, wanted);

	free(text);
	return is;
}

/* An empty folder on the test's own file system */
static char *fresh(void)
{
	assert_int_equal(unit_remove_tree(PLACE "/to"), 0);
	assert_int_equal(mkdir(PLACE "/to", 0755), 0);
	return PLACE "/to";
}

static void devices_stay_devices(void **state)
{
	unsigned int i;

	need_mount();
	inputs(*state);
	for (i = 0; i < NR_WRITERS; i++) {
		char *to = fresh(), *null = unit_path(to, "null"), *full = unit_path(to, "full"),
		     *link = unit_path(to, "link");
		int good = writes(i, unit_path(*state, "plain"));

		must(!mknod(null, S_IFCHR | 0666, makedev(1, 3)));
		must(!mknod(full, S_IFCHR | 0666, makedev(1, 7)));
		must(!symlink("null", link));
		must(writes(i, null) == good);
		must(is_type(null, S_IFCHR));
		must(writes(i, link) == good);
		must(is_type(link, S_IFLNK) && is_type(null, S_IFCHR));
		must(writes(i, full) == failed(i));
		unit_has(unit_err, "full: No space left on device\n");
		must(is_type(full, S_IFCHR));
		must(unit_entries(to) == 3);
	}
}

static void a_link_leads_to_its_file(void **state)
{
	struct stat st;
	unsigned int i;

	inputs(*state);
	for (i = 0; i < NR_WRITERS; i++) {
		char *link = unit_path(*state, "to/link"),
		     *file = unit_put(*state, "to/file", "old");
		int good = writes(i, unit_path(*state, "plain"));

		must(!chmod(file, 0600));
		must(!symlink("file", link) || errno == EEXIST);
		must(writes(i, link) == good);
		must(is_type(link, S_IFLNK));
		must(!stat(file, &st) && st.st_size > 100);
		must((st.st_mode & 07777) == 0600);
		/* One that leads nowhere makes its file. */
		must(!unlink(file));
		must(writes(i, link) == good);
		must(is_type(link, S_IFLNK) && is_type(file, S_IFREG));
		must(unit_entries(unit_path(*state, "to")) == 2);
	}
}

static void what_others_have_made_is_not_followed(void **state)
{
	struct stat st;
	unsigned int i;

	need_mount();
	inputs(*state);
	for (i = 0; i < NR_WRITERS; i++) {
		char *to = fresh(), *victim = unit_put(to, "victim", "old"),
		     *link = unit_path(to, "link"), *name = unit_path(to, "new"),
		     *partial = unit_path(to, "new.partial");
		int good = writes(i, unit_path(*state, "plain"));

		must(!symlink("victim", link) && !lchown(link, OTHER, OTHER));
		must(writes(i, link) == failed(i));
		unit_has(unit_err, "link is a link of another user (uid 12345): remove it");
		must(holds(victim, "old") && is_type(link, S_IFLNK));
		/* The caller of sudo is not another user. */
		setenv("SUDO_UID", "12345", 1);
		must(writes(i, link) == good);
		unsetenv("SUDO_UID");
		must(!holds(victim, "old") && is_type(link, S_IFLNK));
		unit_put(to, "victim", "old");
		/* A name that could be foreseen */
		must(!symlink("victim", partial) && !lchown(partial, OTHER, OTHER));
		must(writes(i, name) == good);
		must(holds(victim, "old") && is_type(name, S_IFREG) && is_type(partial, S_IFLNK));
		must(!unlink(name) && !unlink(partial));
		/* Where everybody may write */
		must(!chmod(to, 01777));
		must(writes(i, link) == failed(i));
		must(!chown(victim, OTHER, OTHER));
		must(writes(i, victim) == failed(i));
		must(holds(victim, "old"));
		/* Somebody's own file stays his, where only root can have meant it. */
		must(!chmod(to, 0755) && !chmod(victim, 0640));
		must(writes(i, victim) == good);
		must(!stat(victim, &st) && st.st_uid == OTHER && st.st_gid == OTHER);
		must(st.st_size > 100 && (st.st_mode & 07777) == 0640);
	}
}

static void progress_is_not_for_others(void **state)
{
	char *victim = unit_put(*state, "victim", "old"), *link = unit_path(*state, "link");

	need_mount();
	assert_int_equal(symlink(victim, link), 0);
	setenv("FLOWBENCH_PROGRESS", link, 1);
	fb_set_verbose(true);
	fb_print_progress("one");
	assert_true(holds(victim, "oldflowbench: one\n"));
	assert_int_equal(lchown(link, OTHER, OTHER), 0);
	fb_print_progress("two");
	fb_set_verbose(false);
	unsetenv("FLOWBENCH_PROGRESS");
	assert_true(holds(victim, "oldflowbench: one\n"));
}

static void a_full_disk_leaves_the_old_file(void **state)
{
	unsigned int i;

	need_mount();
	inputs(*state);
	for (i = 0; i < NR_WRITERS; i++) {
		char *to = fresh(), *file, *fill = unit_path(to, "fill"), page[4096] = "";
		FILE *f;

		must(!mount("unit", to, "tmpfs", 0, "size=64k"));
		file = unit_put(to, "file", "old");
		f = fopen(fill, "w");
		assert_non_null(f);
		setbuf(f, NULL);
		while (fwrite(page, sizeof(page), 1, f) == 1)
			;
		fclose(f);
		must(writes(i, file) == failed(i));
		unit_has(unit_err, "/file: No space left on device\n");
		must(holds(file, "old") && unit_entries(to) == 2);
		must(!umount(to));
	}
}

/* Runs one command in a child process whose files have a limit. Return: its status as wait() has it */
static int limited(unsigned int writer, char *to, bool by_main)
{
	const struct rlimit most = { 64, 64 };
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		char *argv[] = { "flowbench", "export", "--format",	 "csv",
				 "-o",	      to,	FIXTURES "/run", NULL };

		if (!freopen("/dev/null", "w", stderr))
			_exit(99);
		setrlimit(RLIMIT_FSIZE, &most);
		signal(SIGXFSZ, SIG_DFL);
		if (by_main)
			_exit(flowbench_main(7, argv));
		/* Not by writes(), which keeps the output in a file. */
		if (writer == EXPORT)
			_exit(fb_command_main(&fb_cmd_export, 6, argv + 1));
		_exit(fb_command_main(&fb_cmd_profile, 4,
				      (char *[]){ "profile", "--json", to, FIXTURES "/profile",
						  NULL }));
	}
	assert_true(waitpid(pid, &status, 0) == pid);
	return status;
}

static void a_limit_leaves_the_old_file(void **state)
{
	char *file = unit_put(*state, "to/file", "old");
	int status;

	status = limited(EXPORT, file, false);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
	assert_true(holds(file, "old") && unit_entries(unit_path(*state, "to")) == 1);
	/* main() has it as an error of the write. */
	status = limited(EXPORT, file, true);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_true(holds(file, "old") && unit_entries(unit_path(*state, "to")) == 1);
}

static void no_signal_leaves_a_part(void **state)
{
	static const int signals[] = { SIGHUP,	SIGINT,	 SIGQUIT,   SIGABRT, SIGPIPE, SIGALRM,
				       SIGTERM, SIGUSR1, SIGUSR2,   SIGXCPU, SIGXFSZ, SIGVTALRM,
				       SIGPROF, SIGSYS,	 SIGSTKFLT, SIGPWR,  SIGIO,   SIGTRAP };
	char *to = unit_path(*state, "to"), *file = unit_put(*state, "to/file", "old");
	size_t i;

	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		char *argv[] = { "export", "--format", "csv", "-o", file, "-", NULL };
		int in[2], status, turns;
		pid_t pid;

		assert_int_equal(pipe2(in, O_CLOEXEC), 0);
		fflush(NULL);
		pid = fork();
		if (!pid) {
			const struct rlimit none = { 0, 0 };

			setrlimit(RLIMIT_CORE, &none);
			signal(signals[i], SIG_DFL);
			dup2(in[0], STDIN_FILENO);
			close(in[1]);
			_exit(fb_command_main(&fb_cmd_export, 6, argv));
		}
		for (turns = 0; turns < 10000 && unit_entries(to) < 2; turns++)
			usleep(1000);
		assert_int_equal(unit_entries(to), 2);
		kill(pid, signals[i]);
		assert_true(waitpid(pid, &status, 0) == pid);
		if (!WIFSIGNALED(status) || WTERMSIG(status) != signals[i])
			fail_msg("signal %d: status %x", signals[i], status);
		if (unit_entries(to) != 1 || !holds(file, "old"))
			fail_msg("signal %d left a part", signals[i]);
		close(in[0]);
		close(in[1]);
	}
}

/* "-" is standard output for each of them. */
static void a_dash_is_standard_output(void **state)
{
	char was[FB_PATH_MAX];
	unsigned int i;

	assert_non_null(getcwd(was, sizeof(was)));
	inputs(*state);
	assert_int_equal(chdir(*state), 0);
	for (i = 0; i < NR_WRITERS; i++) {
		int good = writes(i, unit_path(*state, "plain"));
		char *text = unit_read(unit_path(*state, "plain"));

		must(writes(i, (char[]){ "-" }) == good);
		unit_has(unit_out, text);
		must(access("-", F_OK));
		free(text);
	}
	assert_int_equal(chdir(was), 0);
}

static void our_own_descriptors_are_written_to(void **state)
{
	char name[64], *text, *path = unit_put(*state, "file", "before\n");
	char *link = unit_path(*state, "stdout");
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC), both[2];

	/* As /dev/stdout, but what replaces it does no harm. */
	assert_int_equal(symlink("/proc/self/fd/1", link), 0);
	unit_ends(0, fb_cmd_export, "export", "--format", "csv", "-o", link, FIXTURES "/run");
	assert_true(is_type(link, S_IFLNK));
	assert_int_equal(strncmp(unit_out, "phase,cpu,depth,", 16), 0);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	unit_ends(0, fb_cmd_export, "export", "--format", "csv", "-o", name, FIXTURES "/run");
	text = unit_read(path);
	assert_int_equal(strncmp(text, "before\nphase,cpu,depth,", 23), 0);
	free(text);
	close(fd);
	/* A socket cannot be opened by its name. */
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both), 0);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", both[0]);
	unit_ends(0, fb_cmd_export, "export", "--format", "csv", "-o", name, FIXTURES "/run");
	assert_int_equal(read(both[1], name, 16), 16);
	assert_int_equal(strncmp(name, "phase,cpu,depth,", 16), 0);
	close(both[0]);
	close(both[1]);
	/* One that is for reading */
	fd = open(path, O_RDONLY | O_CLOEXEC);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	unit_refuses(1, "Bad file descriptor", fb_cmd_export, "export", "--format", "csv", "-o",
		     name, FIXTURES "/run");
	close(fd);
}

static void a_file_for_each_phase(void **state)
{
	char *dir = unit_path(*state, "n"),
	     *victim = unit_put(*state, "victim", "# flowbench.calls/1\n"),
	     *link = unit_path(*state, "n/p1.txt");
	struct stat st;

	need_mount();
	assert_int_equal(mkdir(dir, 0755), 0);
	assert_int_equal(symlink(victim, link), 0);
	assert_int_equal(lchown(link, OTHER, OTHER), 0);
	unit_refuses(1, "p1.txt is a link of another user", fb_cmd_parse, "parse", "--normal",
		     "--out", dir, FIXTURES "/run/esp-gateway/p5a.trace");
	assert_true(holds(victim, "# flowbench.calls/1\n"));
	assert_int_equal(unlink(link), 0);
	unit_put(dir, "p1.txt", "old");
	unit_refuses(1, "p1.txt is not of flowbench, so it stays", fb_cmd_parse, "parse",
		     "--normal", "--out", dir, FIXTURES "/run/esp-gateway/p5a.trace");
	assert_true(holds(link, "old"));
	unit_put(dir, "p1.txt", "# flowbench.calls/1\nold");
	assert_int_equal(chmod(link, 0600), 0);
	unit_ends(0, fb_cmd_parse, "parse", "--normal", "--out", dir,
		  FIXTURES "/run/esp-gateway/p5a.trace");
	assert_int_equal(stat(link, &st), 0);
	assert_true(st.st_size > 100 && (st.st_mode & 07777) == 0600);
	assert_int_equal(unit_entries(dir), 1);
}

/* Every other way to make a file is one that has to be thought about again. */
static void nothing_is_opened_otherwise(void **state)
{
	static const char script[] =
		"cd " FB_TOP "/userspace && ! grep -nE "
		"'f(re)?open\\([^;]*\"[wa]|O_CREAT|O_TRUNC|creat\\(|mko?stemp|mkdtemp|[^_]rename(at2?)?\\(|symlink' "
		"$(find . -name '*.c' ! -path './plugin/*' ! -path './file/stage*.c' ! -path './cli/progress.c' "
		"! -path './system/trace_undo.c' ! -path './scenario/packet_file.c') >&2";

	(void)state;
	assert_int_equal(system(script), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(devices_stay_devices),
		UNIT_IN_FOLDER(a_link_leads_to_its_file),
		UNIT_IN_FOLDER(what_others_have_made_is_not_followed),
		UNIT_IN_FOLDER(progress_is_not_for_others),
		UNIT_IN_FOLDER(a_full_disk_leaves_the_old_file),
		UNIT_IN_FOLDER(a_limit_leaves_the_old_file),
		UNIT_IN_FOLDER(no_signal_leaves_a_part),
		UNIT_IN_FOLDER(a_dash_is_standard_output),
		UNIT_IN_FOLDER(our_own_descriptors_are_written_to),
		UNIT_IN_FOLDER(a_file_for_each_phase),
		UNIT_IN_FOLDER(nothing_is_opened_otherwise),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
