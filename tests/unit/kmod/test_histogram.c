// SPDX-License-Identifier: GPL-2.0
/* The bucket bounds of the module's histograms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "histogram_geom.h"

static void assert_holds(unsigned long long value)
{
	unsigned int index = fb_hist_index(value);

	assert_in_range(index, 0, FB_HIST_BUCKETS - 1);
	assert_true(fb_hist_low(index) <= value);
	assert_true(value <= fb_hist_high(index));
}

static void small_values_have_a_bucket_each(void **state)
{
	unsigned int value;

	(void)state;
	for (value = 0; value < 2 * FB_HIST_SUB; value++) {
		assert_int_equal(fb_hist_index(value), value);
		assert_int_equal(fb_hist_low(value), value);
		assert_int_equal(fb_hist_high(value), value);
	}
}

static void buckets_follow_without_gap_or_overlap(void **state)
{
	unsigned int i;

	(void)state;
	assert_int_equal(fb_hist_low(0), 0);
	for (i = 0; i + 1 < FB_HIST_BUCKETS; i++) {
		assert_true(fb_hist_low(i) <= fb_hist_high(i));
		assert_true(fb_hist_high(i) + 1 == fb_hist_low(i + 1));
		assert_int_equal(fb_hist_index(fb_hist_low(i)), i);
		assert_int_equal(fb_hist_index(fb_hist_high(i)), i);
	}
}

static void no_bucket_is_wider_than_promised(void **state)
{
	unsigned int i;

	(void)state;
	for (i = FB_HIST_SUB; i + 1 < FB_HIST_BUCKETS; i++) {
		unsigned long long low = fb_hist_low(i);
		unsigned long long width = fb_hist_high(i) - low + 1;

		assert_true(width * FB_HIST_SUB <= low);
	}
}

static void every_octave_edge_is_held(void **state)
{
	unsigned int bit;

	(void)state;
	for (bit = 0; bit < 64; bit++) {
		unsigned long long edge = 1ULL << bit;

		assert_holds(edge - 1);
		assert_holds(edge);
		assert_holds(edge + 1);
	}
}

static void what_is_too_long_overflows(void **state)
{
	const unsigned long long first = 1ULL << FB_HIST_MAX_BITS;

	(void)state;
	assert_int_equal(fb_hist_index(first - 1), FB_HIST_BUCKETS - 2);
	assert_int_equal(fb_hist_index(first), FB_HIST_BUCKETS - 1);
	assert_int_equal(fb_hist_index(UINT64_MAX), FB_HIST_BUCKETS - 1);
	assert_true(fb_hist_low(FB_HIST_BUCKETS - 1) == first);
	assert_true(fb_hist_high(FB_HIST_BUCKETS - 1) == UINT64_MAX);
}

static void a_known_value_lies_where_it_should(void **state)
{
	(void)state;
	/* 1000 = 2^9 + 488: in its octave a bucket is 16 wide, so the bucket is 992 to 1007. */
	assert_int_equal(fb_hist_low(fb_hist_index(1000)), 992);
	assert_int_equal(fb_hist_high(fb_hist_index(1000)), 1007);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_values_have_a_bucket_each),
		cmocka_unit_test(buckets_follow_without_gap_or_overlap),
		cmocka_unit_test(no_bucket_is_wider_than_promised),
		cmocka_unit_test(every_octave_edge_is_held),
		cmocka_unit_test(what_is_too_long_overflows),
		cmocka_unit_test(a_known_value_lies_where_it_should),
	};

	return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
