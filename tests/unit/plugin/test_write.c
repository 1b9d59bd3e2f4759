// SPDX-License-Identifier: GPL-2.0
/* The plugin's file: an earlier one stays until the new one is complete. */
#include "unit_cmd.h"

#include <signal.h>
#include <sys/resource.h>

#include "plugin/access.h"
#include "plugin/write.c"

/* Replaces the function of userspace/plugin/access.c, which asks QEMU. */
bool access_origin(uint64_t *origin)
{
	*origin = 0;
	return true;
}

static void whole_or_as_before(void **state)
{
	char *path = unit_put(*state, "record", "old"), *victim = unit_put(*state, "victim", "old");
	static uint32_t seq[4096];
	const struct round round = { .rec.nr = 4096, .seq = seq };
	const struct fb_rec_block none = { .vaddr = 0 };
	const struct record r = { .used = &none, .rounds = &round, .nr_rounds = 1 };
	struct rlimit was, little = { 100, 0 };
	char link[FB_PATH_MAX];
	struct stat st;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	little.rlim_max = was.rlim_max;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
	assert_false(write_file(&r, path));
	assert_int_equal(errno, EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	unit_file_is(path, "old");
	assert_int_equal(unit_entries(*state), 2);
	assert_true(write_file(&r, path));
	assert_int_equal(stat(path, &st), 0);
	assert_true(st.st_size > 4 * 4096);
	/* A link is not followed, and a file that another one leads to stays. */
	assert_int_equal(fb_join(link, *state, "link"), 0);
	assert_int_equal(symlink("victim", link), 0);
	assert_false(write_file(&r, link));
	assert_int_equal(errno, ELOOP);
	unit_file_is(victim, "old");
	assert_int_equal(unit_entries(*state), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(whole_or_as_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
