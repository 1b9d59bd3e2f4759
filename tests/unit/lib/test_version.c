// SPDX-License-Identifier: GPL-2.0
#include "unit.h"

#include "lib/version.h"

static void versions_compare(void **state)
{
	(void)state;
	assert_true(fb_version_parse("6.12.57+deb13-amd64") > fb_version_parse("6.12"));
	assert_true(fb_version_parse("6.12") > fb_version_parse("6.2"));
	assert_true(fb_version_parse("5.10.255") < fb_version_parse("5.11"));
	assert_int_equal(fb_version_parse("6.12.0"), fb_version_parse("6.12-rc1"));
	assert_int_equal(fb_version_parse("3.10-3.16"), fb_version_parse("3.10"));
	assert_int_equal(fb_version_parse(""), 0);
	assert_int_equal(fb_version_parse("v6.1"), 0);
	assert_int_equal(fb_version_parse("999.1"), 0);
}

static void series(void **state)
{
	(void)state;
	assert_int_equal(fb_version_series("6.12.57+deb13-amd64"), fb_version_parse("6.12"));
	assert_int_equal(fb_version_series("6.12-rc1"), fb_version_parse("6.12"));
	assert_int_equal(fb_version_series("6"), 0);
	assert_int_equal(fb_version_series("6."), 0);
	assert_int_equal(fb_version_series("all"), 0);
	assert_int_equal(fb_version_series(""), 0);
}

static void architectures(void **state)
{
	(void)state;
	assert_string_equal(fb_version_arch("6.12.117+deb13-arm64"), "arm64");
	assert_string_equal(fb_version_arch("6.12.117+deb13-amd64"), "amd64");
	assert_string_equal(fb_version_arch("6.12.117-arm64-tree"), "amd64");
	assert_string_equal(fb_version_arch("6.12.107debug"), "amd64");
	assert_string_equal(fb_version_arch(""), "amd64");
	assert_string_equal(fb_version_arch(NULL), "amd64");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(versions_compare),
		cmocka_unit_test(series),
		cmocka_unit_test(architectures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
