/* SPDX-License-Identifier: GPL-2.0 */
/* Calls a command of the program as main() does, and keeps its output. Makes folders and files for it. */
#ifndef FB_UNITCMD_H
#define FB_UNITCMD_H

#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cmd/cmd.h"
#include "file/paths.h"
#include "file/place.h"
#include "lib/message.h"
#include "unit_files.h"

#define FIXTURES FB_TOP "/tests/fixtures"

/* What the last command printed. */
static char unit_out[512 * 1024];
static char unit_err[64 * 1024];

/* Redirects standard output or error to a temporary file. Return: the old descriptor. */
static inline int unit_redirect(int fd, FILE **to)
{
	int was = dup(fd);

	*to = tmpfile();
	assert_non_null(*to);
	assert_true(was >= 0);
	assert_true(dup2(fileno(*to), fd) == fd);
	return was;
}

static inline void unit_restore(int fd, int was)
{
	dup2(was, fd);
	close(was);
}

/* Reads everything that was written to @from. */
static inline void unit_take(FILE *from, char *text, size_t size)
{
	size_t len;

	rewind(from);
	len = fread(text, 1, size - 1, from);
	text[len] = '\0';
	fclose(from);
	assert_true(len < size - 1);
}

/* Calls a command, or a function that is like main(); keeps what it prints. */
static inline int unit_main(const struct fb_command *cmd, int (*function)(int argc, char **argv),
			    char **argv)
{
	int argc = 0, was[2], status;
	FILE *f[2];

	while (argv[argc])
		argc++;
	fflush(stdout);
	fflush(stderr);
	was[0] = unit_redirect(STDOUT_FILENO, &f[0]);
	was[1] = unit_redirect(STDERR_FILENO, &f[1]);
	status = cmd ? fb_command_main(cmd, argc, argv) : function(argc, argv);
	fflush(stdout);
	fflush(stderr);
	unit_restore(STDOUT_FILENO, was[0]);
	unit_restore(STDERR_FILENO, was[1]);
	unit_take(f[0], unit_out, sizeof(unit_out));
	unit_take(f[1], unit_err, sizeof(unit_err));
	fb_set_quiet(false);
	fb_set_verbose(false);
	fb_set_command(NULL);
	return status;
}

static inline int unit_command(const struct fb_command *cmd, char **argv)
{
	return unit_main(cmd, NULL, argv);
}

static inline int unit_function(int (*function)(int argc, char **argv), char **argv)
{
	return unit_main(NULL, function, argv);
}

#define unit_cmd(cmd, ...)                                                                 \
	_Generic(&(cmd), const struct fb_command *: unit_command, default: unit_function)( \
		&(cmd), (char *[]){ __VA_ARGS__, NULL })

/* The command must end with this status; otherwise its output is shown. */
#define unit_ends(status, cmd, ...)                                                         \
	do {                                                                                \
		int ends_ = unit_cmd(cmd, __VA_ARGS__);                                     \
                                                                                            \
		if (ends_ != (status))                                                      \
			fail_msg("status %d, not %d: %s%.2000s", ends_, (status), unit_err, \
				 unit_out);                                                 \
	} while (0)

#define unit_has(text, part)                                         \
	do {                                                         \
		if (!strstr(text, part))                             \
			fail_msg("no '%s' in: %.2000s", part, text); \
	} while (0)

#define unit_has_not(text, part)                                  \
	do {                                                      \
		if (strstr(text, part))                           \
			fail_msg("'%s' in: %.2000s", part, text); \
	} while (0)

/* The command must fail with this status and message, and print nothing else. */
#define unit_refuses(status, said, cmd, ...)         \
	do {                                         \
		unit_ends(status, cmd, __VA_ARGS__); \
		unit_has(unit_err, said);            \
		assert_string_equal(unit_out, "");   \
	} while (0)

static inline json_t *unit_json(const char *text)
{
	json_error_t err;
	json_t *js = json_loads(text, JSON_REJECT_DUPLICATES, &err);

	if (!js)
		fail_msg("line %d: %s", err.line, err.text);
	return js;
}

/* Not inline: if it is, gcc 12 warns that it returns the address of a local variable. */
static __attribute__((noinline, unused)) char *unit_read(const char *path)
{
	char *text;

	if (fb_read_file(path, 1 << 24, &text, NULL))
		fail_msg("%s cannot be read", path);
	return text;
}

/* Makes a folder for one test. Use UNIT_IN_FOLDER(test); the path is in *state. */
static inline int unit_make_folder(void **state)
{
	char *path = strdup("/tmp/flowbench-unit-XXXXXX");

	setenv("FLOWBENCH_ROOT", FB_TOP, 1);
	unsetenv("FLOWBENCH_PROGRESS");
	*state = path;
	return path && mkdtemp(path) ? 0 : -1;
}

static inline int unit_drop_folder(void **state)
{
	int ret = unit_remove_tree(*state);

	free(*state);
	return ret;
}

#define UNIT_IN_FOLDER(test) \
	cmocka_unit_test_setup_teardown(test, unit_make_folder, unit_drop_folder)

/* Writes the file DIR/NAME, and the folders in NAME. Its path is valid until the eighth call after it. */
static inline char *unit_put(const char *dir, const char *name, const char *text)
{
	static char paths[8][FB_PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % 8], *slash;
	FILE *f;

	assert_int_equal(fb_join(path, dir, name), 0);
	slash = strrchr(path, '/');
	*slash = '\0';
	assert_int_equal(fb_mkdirs(path), 0);
	*slash = '/';
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
	return path;
}

/* Copies the file @from to DIR/NAME. */
static inline char *unit_copy(const char *from, const char *dir, const char *name)
{
	char *text = unit_read(from), *path = unit_put(dir, name, text);

	free(text);
	return path;
}

/* The path of a file below @dir; it stays until 64 others were asked for. */
static inline char *unit_path(const char *dir, const char *name)
{
	static char path[64][FB_PATH_MAX];
	static unsigned int next;

	next = (next + 1) % 64;
	assert_int_equal(fb_join(path[next], dir, name), 0);
	return path[next];
}

static inline void unit_file_is(const char *path, const char *wanted)
{
	char *text = unit_read(path);

	assert_string_equal(text, wanted);
	free(text);
}

/* How many names a folder has. */
static inline unsigned int unit_entries(const char *path)
{
	DIR *dir = opendir(path);
	unsigned int nr = 0;

	assert_non_null(dir);
	while (readdir(dir))
		nr++;
	closedir(dir);
	return nr - 2;
}

#endif
