// SPDX-License-Identifier: GPL-2.0
/*
 * The dialects that people paste: tests/fixtures/dialects/NAME.txt. NAME.tree is its whole tree, NAME.said what is said
 * beside it, NAME.folded its sums. The program wrote them once; they were compared by hand with what each dialect says.
 */
#include "unit_cmd.h"

#include <dirent.h>

#define DIALECTS FIXTURES "/dialects"

static char *expected(const char *name, const char *form)
{
	char path[512], *text;
	size_t len;

	snprintf(path, sizeof(path), DIALECTS "/%s.%s", name, form);
	assert_int_equal(fb_read_file(path, 1 << 16, &text, &len), 0);
	return text;
}

static void same(const char *name, const char *form, const char *got)
{
	char *text = expected(name, form);

	if (strcmp(text, got))
		fail_msg("%s.%s: wanted\n%sgot\n%s", name, form, text, got);
	free(text);
}

static void one(const char *name)
{
	bool untimed = !strncmp(name, "no-cpu", 6) || !strncmp(name, "bare", 4);
	char path[512];

	snprintf(path, sizeof(path), DIALECTS "/%s.txt", name);
	unit_ends(0, fb_cmd_parse, "parse", "--tree", path);
	same(name, "tree", unit_out);
	same(name, "said", unit_err);
	unit_ends(untimed, fb_cmd_export, "export", "-q", "--format", "folded", path);
	if (untimed)
		unit_has(unit_err, "no call in it has a duration");
	else
		same(name, "folded", unit_out);
}

static void each_has_its_tree_and_its_sums(void **state)
{
	DIR *dir = opendir(DIALECTS);
	struct dirent *entry;
	unsigned int nr = 0;
	char name[256];

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		size_t len = strlen(entry->d_name);

		if (len < 5 || strcmp(entry->d_name + len - 4, ".txt"))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)len - 4, entry->d_name);
		one(name);
		nr++;
	}
	closedir(dir);
	assert_true(nr >= 35);
}

static void diff_says_it_too(void **state)
{
	(void)state;
	unit_ends(1, fb_cmd_diff, "diff", "--aliases", "/dev/null", DIALECTS "/mail-quoted.txt",
		  DIALECTS "/line-numbers.txt");
	unit_has(unit_err, "mail-quoted.txt: lines whose mail quotes were taken off: 3");
	unit_has(unit_err, "line-numbers.txt: lines whose number or file name was taken off: ");
	unit_ends(0, fb_cmd_diff, "diff", "--aliases", "/dev/null", DIALECTS "/line-numbers.txt",
		  DIALECTS "/colours.txt");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_has_its_tree_and_its_sums),
		cmocka_unit_test(diff_says_it_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
