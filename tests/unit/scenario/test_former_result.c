// SPDX-License-Identifier: GPL-2.0
/* Which folder flowbench run --out replaces, and what stays. */
#include "unit_cmd.h"

#include "scenario/former_result.h"
#include "unit_files.h"

#define RESULT "{\"schema\": \"flowbench.results/1\", \"scenario\": \"made\"}"

/* A run with one file. Return: 0 or a negative errno */
static int run(const char *out, struct fb_error *error)
{
	struct fb_staged_folder s;
	int ret;

	fb_error_clear(error);
	ret = fb_staged_folder_open(&s, out, &fb_run_former, error);
	if (ret)
		return ret;
	unit_put(s.path, "results.json", RESULT);
	return fb_staged_folder_end(&s, 0, error);
}

static void former(const char *dir)
{
	unit_put(dir, "results.json", RESULT);
	unit_put(dir, "record.trace", "old");
	unit_put(dir, "functions", "old");
	unit_put(dir, "why.json", "old");
	unit_put(dir, "report.html", "old");
	unit_put(dir, "made/p1.trace", "old");
	unit_put(dir, "made/p2-p3.trace", "old");
}

static void refused(const char *out, int err, const char *said)
{
	struct fb_error error;

	assert_int_equal(run(out, &error), err);
	unit_has(error.text, said);
}

static void what_may_be_replaced(void **state)
{
	char *out = unit_path(*state, "sub/r");
	struct fb_error error;
	struct stat st;

	assert_int_equal(run(out, &error), 0);
	unit_file_is(unit_path(out, "results.json"), RESULT);
	former(out);
	assert_int_equal(symlink("../bench/bench.json", unit_path(out, "bench.json")), 0);
	assert_int_equal(chmod(out, 0750), 0);
	assert_int_equal(run(unit_path(*state, "sub/r//"), &error), 0);
	assert_int_equal(unit_entries(out), 1);
	assert_int_equal(stat(out, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0750);
	/* An empty folder, and a link to a result */
	assert_int_equal(mkdir(unit_path(*state, "empty"), 0700), 0);
	assert_int_equal(run(unit_path(*state, "empty"), &error), 0);
	former(out);
	assert_int_equal(symlink("sub/r", unit_path(*state, "link")), 0);
	assert_int_equal(run(unit_path(*state, "link"), &error), 0);
	assert_int_equal(unit_entries(out), 1);
	assert_int_equal(lstat(unit_path(*state, "link"), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(unit_entries(unit_path(*state, "sub")), 1);
	assert_int_equal(unit_entries(*state), 3);
}

static void what_stays(void **state)
{
	static const char *const strange[] = { "notes",		 "made/notes",	 "made/p1.trace/x",
					       "other/p1.trace", "bench.json",	 "profile.json",
					       ".git/config",	 "results.json~" };
	char *out = unit_path(*state, "r"), was[FB_PATH_MAX];
	size_t i;

	unit_put(out, "file", "mine");
	refused(out, -EEXIST, "/r: not a result of flowbench run, so it stays");
	unit_file_is(unit_path(out, "file"), "mine");
	for (i = 0; i < sizeof(strange) / sizeof(strange[0]); i++) {
		assert_int_equal(unit_remove_tree(out), 0);
		unit_put(out, "results.json", RESULT);
		unit_put(out, strange[i], "mine");
		refused(out, -EEXIST, "so it stays: give another name");
		unit_file_is(unit_path(out, strange[i]), "mine");
		unit_file_is(unit_path(out, "results.json"), RESULT);
	}
	assert_int_equal(unit_remove_tree(out), 0);
	unit_put(out, "results.json",
		 "{\"schema\": \"flowbench.bench/2\", \"scenario\": \"made\"}");
	refused(out, -EEXIST, "not a result of flowbench run");
	unit_put(out, "results.json", "[");
	refused(out, -EEXIST, "not a result of flowbench run");
	unit_put(out, "results.json",
		 "{\"schema\": \"flowbench.results/1\", \"scenario\": \"..\"}");
	unit_put(*state, "p.trace", "mine");
	unit_put(out, "made/p1.trace", "mine");
	refused(out, -EEXIST, "holds 'made'");
	refused(unit_path(*state, "p.trace"), -ENOTDIR, "Not a directory");
	/* Folders by names that say where one is */
	assert_non_null(getcwd(was, sizeof(was)));
	assert_int_equal(unit_remove_tree(out), 0);
	former(out);
	assert_int_equal(chdir(out), 0);
	refused(".", -EISDIR, "give the folder's own name");
	refused("made/..", -EISDIR, "give the folder's own name");
	refused("/", -EISDIR, "give the folder's own name");
	assert_int_equal(chdir(was), 0);
	assert_int_equal(unit_entries(out), 6);
	assert_int_equal(unit_entries(*state), 2);
}

static void what_comes_meanwhile_stays(void **state)
{
	char *out = unit_path(*state, "r");
	struct fb_staged_folder s;
	struct fb_error error = { "" };

	former(out);
	assert_int_equal(fb_staged_folder_open(&s, out, &fb_run_former, &error), 0);
	unit_put(s.path, "results.json", RESULT);
	unit_put(out, "notes", "mine");
	assert_int_equal(fb_staged_folder_end(&s, 0, &error), -EEXIST);
	unit_has(error.text, "holds 'notes', which is not of a result");
	unit_has(error.text, "; the result is in ");
	unit_has(error.text, s.path);
	/* Both are there. */
	unit_file_is(unit_path(out, "notes"), "mine");
	unit_file_is(unit_path(s.path, "results.json"), RESULT);
	/* One that failed is removed, and nothing else. */
	assert_int_equal(unit_remove_tree(s.path), 0);
	unlink(unit_path(out, "notes"));
	unit_put(*state, "r.partial/file", "mine");
	fb_error_clear(&error);
	assert_int_equal(fb_staged_folder_open(&s, out, &fb_run_former, &error), 0);
	unit_put(s.path, "results.json", "[");
	assert_int_equal(fb_staged_folder_end(&s, -EINTR, &error), -EINTR);
	unit_file_is(unit_path(out, "results.json"), RESULT);
	unit_file_is(unit_path(*state, "r.partial/file"), "mine");
	assert_int_equal(unit_entries(*state), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(what_may_be_replaced),
		UNIT_IN_FOLDER(what_stays),
		UNIT_IN_FOLDER(what_comes_meanwhile_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
