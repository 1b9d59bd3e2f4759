// SPDX-License-Identifier: GPL-2.0
/* Reading files that may be compressed. */
#define _GNU_SOURCE
#include "unit.h"

#include <errno.h>
#include <unistd.h>
#include <zlib.h>

#include "file/gzip.h"

static char path[] = "/tmp/flowbench-gzip-XXXXXX";

static int begin(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int end(void **state)
{
	(void)state;
	return unlink(path);
}

static void put(const char *mode, const char *text, size_t len, int times)
{
	gzFile f = gzopen(path, mode);

	assert_non_null(f);
	while (times--)
		assert_int_equal(gzwrite(f, text, (unsigned int)len), len);
	assert_int_equal(gzclose(f), Z_OK);
}

static void holds(size_t wanted)
{
	char *text;
	size_t len;

	assert_int_equal(fb_read_gzip(path, 1 << 24, &text, &len), 0);
	assert_int_equal(len, wanted);
	assert_memory_equal(text, "one two ", 8);
	assert_int_equal(text[len], 0);
	free(text);
}

static void compressed_or_not(void **state)
{
	(void)state;
	put("wb", "one two ", 8, 1);
	holds(8);
	put("wb", "one two ", 8, 400000);
	holds(3200000);
	put("wbT", "one two ", 8, 1);
	holds(8);
}

static void what_is_refused(void **state)
{
	char *text;
	size_t len;

	(void)state;
	put("wb", "one two ", 8, 400000);
	assert_int_equal(fb_read_gzip(path, 3199999, &text, &len), -EFBIG);
	assert_int_equal(fb_read_gzip(path, 3200000, &text, &len), 0);
	free(text);
	assert_int_equal(fb_read_gzip("/nowhere", 100, &text, &len), -ENOENT);
	/* Cut short: all but its last bytes can be expanded. */
	assert_int_equal(truncate(path, 3000), 0);
	assert_int_equal(fb_read_gzip(path, 1 << 24, &text, &len), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compressed_or_not),
		cmocka_unit_test(what_is_refused),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
