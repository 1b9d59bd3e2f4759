// SPDX-License-Identifier: GPL-2.0
/* The latency histogram in the result of a round. */
#include "unit.h"

#include <errno.h>

#include "system/round_latency.h"

static void buckets_are_read(void **state)
{
	/* A round of the path flowtable on 6.12, its first lines shortened; and the overflow bucket. */
	static const char text[] = "kind=round\nerror=none\n"
				   "latency_unit=ticks\n"
				   "latency.31-31=3\n"
				   "latency.1280-1311=996\n"
				   "latency.4294967296-18446744073709551615=1\n"
				   "ns=1300\n";
	struct fb_latency_bucket *b;
	unsigned int nr;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_latency_parse(text, &b, &nr, &error), 0);
	assert_int_equal(nr, 3);
	assert_true(b[0].low == 31 && b[0].high == 31 && b[0].packets == 3);
	assert_true(b[1].low == 1280 && b[1].high == 1311 && b[1].packets == 996);
	assert_true(b[2].low == 4294967296 && b[2].high == UINT64_MAX && b[2].packets == 1);
	free(b);
}

static void a_round_without_has_none(void **state)
{
	struct fb_latency_bucket *b;
	unsigned int nr;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_latency_parse("kind=round\nerror=none\n", &b, &nr, &error), 0);
	assert_int_equal(nr, 0);
	assert_null(b);
	assert_int_equal(fb_latency_parse("", &b, &nr, &error), 0);
	assert_null(b);
}

static void bad(const char *text, const char *says)
{
	struct fb_latency_bucket *b;
	unsigned int nr;
	struct fb_error error = { "" };

	assert_int_equal(fb_latency_parse(text, &b, &nr, &error), -EINVAL);
	assert_null(b);
	assert_int_equal(nr, 0);
	if (!strstr(error.text, says))
		fail_msg("'%s' does not say '%s'", error.text, says);
}

static void what_is_wrong_is_named(void **state)
{
	(void)state;
	bad("latency_unit=apples\n", "'latency_unit=apples'");
	bad("latency.1-2=\n", "'latency.1-2='");
	bad("latency.1-2=3x\n", "'latency.1-2=3x'");
	bad("latency.2-1=3\n", "'latency.2-1=3'");
	bad("latency.1-2=0\n", "'latency.1-2=0'");
	bad("latency.4-5=1\nlatency.5-6=1\n", "'latency.5-6=1'");
	bad("latency.1-2=1\nlatency.3", "'latency.3'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_are_read),
		cmocka_unit_test(a_round_without_has_none),
		cmocka_unit_test(what_is_wrong_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
