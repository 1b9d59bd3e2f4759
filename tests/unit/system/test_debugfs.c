// SPDX-License-Identifier: GPL-2.0
/* The module's files, with an open() and a write() that fail as the test says: which error means what. */
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "system/debugfs.h"

/* errno of the next calls, or 0. The file @stands_in is opened in place of a file of the module. */
static int open_fails, write_fails;
static const char *stands_in;
static char opened[128];

int open(const char *path, int flags, ...)
{
	snprintf(opened, sizeof(opened), "%s", path);
	if (open_fails) {
		errno = open_fails;
		return -1;
	}
	return (int)syscall(SYS_openat, AT_FDCWD, stands_in ? stands_in : path, flags, 0);
}

ssize_t write(int fd, const void *buf, size_t n)
{
	if (write_fails) {
		errno = write_fails;
		return -1;
	}
	return syscall(SYS_write, fd, buf, n);
}

static int begin(void **state)
{
	(void)state;
	open_fails = write_fails = 0;
	stands_in = "/dev/null";
	return 0;
}

static void a_module_that_goes_is_gone(void **state)
{
	char *text;

	(void)state;
	open_fails = ENXIO;
	assert_int_equal(fb_benchfs_read("hooks", &text), -ENOENT);
	assert_int_equal(fb_benchfs_write("hooks", "+all"), -ENOENT);
}

static void other_errors_stay(void **state)
{
	static const int errors[] = { ENOENT, EACCES, EIO, ENOMEM };
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		open_fails = errors[i];
		assert_int_equal(fb_benchfs_read("hooks", &text), -errors[i]);
		assert_int_equal(fb_benchfs_write("hooks", "+all"), -errors[i]);
	}
}

/* A round on an offline CPU gives ENXIO, too. */
static void what_the_module_says_stays(void **state)
{
	(void)state;
	write_fails = ENXIO;
	assert_int_equal(fb_benchfs_write("bench/run", "round"), -ENXIO);
}

static void is_opened(const char *name)
{
	assert_memory_equal(opened, "/sys/kernel/debug/flowbench/", 28);
	assert_string_equal(opened + strlen(opened) - strlen(name), name);
}

static void names_are_below_its_folder(void **state)
{
	char *text;

	(void)state;
	assert_int_equal(fb_benchfs_write("bench/run", "round"), 0);
	is_opened("/bench/run");
	stands_in = "/proc/sys/kernel/ostype";
	assert_int_equal(fb_benchfs_read("hooks", &text), 0);
	is_opened("/hooks");
	assert_string_equal(text, "Linux\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_module_that_goes_is_gone, begin),
		cmocka_unit_test_setup(other_errors_stay, begin),
		cmocka_unit_test_setup(what_the_module_says_stays, begin),
		cmocka_unit_test_setup(names_are_below_its_folder, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
