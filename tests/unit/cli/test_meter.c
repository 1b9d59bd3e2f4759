// SPDX-License-Identifier: GPL-2.0
/* The progress line of a long read. */
#include "unit.h"

#include "cli/meter.h"

#define S UINT64_C(1000000000)

static const struct fb_meter half = { .name = "record.trace",
				      .total = UINT64_C(1000000000),
				      .began = 5 * S };

static void says_how_far_and_how_long(void **state)
{
	char line[120];

	(void)state;
	fb_meter_line(&half, 250000000, 8 * S, line);
	assert_string_equal(line, "record.trace: 250 of 1000 MB, 9 s left");
	fb_meter_line(&half, 999999999, 8 * S, line);
	assert_string_equal(line, "record.trace: 999 of 1000 MB, 1 s left");
}

static void a_pipe_has_no_end(void **state)
{
	struct fb_meter pipe = half;
	char line[120];

	(void)state;
	pipe.total = 0;
	fb_meter_line(&pipe, 250000000, 8 * S, line);
	assert_string_equal(line, "record.trace: 250 MB");
}

static void no_rate_yet_and_grown_meanwhile(void **state)
{
	char line[120];

	(void)state;
	fb_meter_line(&half, 0, 8 * S, line);
	assert_string_equal(line, "record.trace: 0 MB");
	fb_meter_line(&half, UINT64_C(1200000000), 8 * S, line);
	assert_string_equal(line, "record.trace: 1200 MB");
}

static void the_name_has_no_folder(void **state)
{
	struct fb_meter m;

	(void)state;
	fb_meter_begin(&m, "out/latest/record.trace", 3);
	assert_string_equal(m.name, "record.trace");
	assert_true(m.total == 3 && m.began && !m.drawn);
	fb_meter_begin(&m, "record.trace", 0);
	assert_string_equal(m.name, "record.trace");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(says_how_far_and_how_long),
		cmocka_unit_test(a_pipe_has_no_end),
		cmocka_unit_test(no_rate_yet_and_grown_meanwhile),
		cmocka_unit_test(the_name_has_no_folder),
	};

	return cmocka_run_group_tests_name("meter", tests, NULL, NULL);
}
