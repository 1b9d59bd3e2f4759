// SPDX-License-Identifier: GPL-2.0
/* Return values of a documented trace and of a run: equal, different, or not comparable. */
#include "unit.h"

#include "match/fidelity_returns.h"

static void values(void **state)
{
	(void)state;
	assert_int_equal(fb_ret_compare("0x7", "0x7"), FB_RET_SAME);
	assert_int_equal(fb_ret_compare("-22", "0xffffffffffffffea"), FB_RET_SAME);
	assert_int_equal(fb_ret_compare("0x7", "0x8"), FB_RET_OTHER);
	assert_int_equal(fb_ret_compare("0x0", "-12"), FB_RET_OTHER);
}

static void addresses(void **state)
{
	(void)state;
	assert_int_equal(fb_ret_compare("0xffff8de843d21ac0", "0xff1100000df1eb80"),
			 FB_RET_ADDRESS);
	assert_int_equal(fb_ret_compare("0xffff8de843d21ac0", "0x0"), FB_RET_OTHER);
	/* An errno looks like an address as an unsigned number, but is not one. */
	assert_int_equal(fb_ret_compare("0xffff8de843d21ac0", "-22"), FB_RET_OTHER);
	assert_int_equal(fb_ret_compare("-255", "-22"), FB_RET_OTHER);
	/* The start of KASAN's shadow memory is not an address, either. */
	assert_int_equal(fb_ret_compare("0xffff8de843d21ac0", "0xdffffc0000000000"), FB_RET_OTHER);
}

static void no_values(void **state)
{
	(void)state;
	assert_int_equal(fb_ret_compare("0x7", NULL), FB_RET_UNSAID);
	assert_int_equal(fb_ret_compare("0x7", ""), FB_RET_UNSAID);
	assert_int_equal(fb_ret_compare("0x7", "0x7 "), FB_RET_UNSAID);
	assert_int_equal(fb_ret_compare("0x7", "0x10000000000000007"), FB_RET_UNSAID);
	assert_int_equal(fb_ret_compare("seven", "0x7"), FB_RET_UNSAID);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(addresses),
		cmocka_unit_test(no_values),
	};

	return cmocka_run_group_tests_name("fidreturns", tests, NULL, NULL);
}
