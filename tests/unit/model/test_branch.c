// SPDX-License-Identifier: GPL-2.0
#include "unit.h"

#include <errno.h>

#include "model/branch.h"

static struct fb_branch made(void)
{
	struct fb_branch b;

	assert_int_equal(fb_branch_make(&b, 10, 8, 4), 0);
	return b;
}

/* Wrong guesses of the last @last of @all, of a branch that is taken where @taken says. */
static unsigned int wrong(struct fb_branch *b, const char *taken, unsigned int all,
			  unsigned int last)
{
	unsigned int i, nr = 0, len = (unsigned int)strlen(taken);

	for (i = 0; i < all; i++) {
		bool right = fb_branch_conditional(b, 0xffffffff81000000ULL, taken[i % len] == 'T');

		nr += i >= all - last && !right;
	}
	return nr;
}

static void patterns_are_learnt(void **state)
{
	static const char *const patterns[] = { "T", "N", "TN", "TTN", "TTTTNNN" };
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		struct fb_branch b = made();

		assert_int_equal(wrong(&b, patterns[i], 400, 100), 0);
		fb_branch_free(&b);
	}
}

static void at_first_it_is_not_taken(void **state)
{
	struct fb_branch b = made();

	(void)state;
	assert_true(fb_branch_conditional(&b, 1, false));
	assert_false(fb_branch_conditional(&b, 2, true));
	fb_branch_forget(&b);
	assert_false(fb_branch_conditional(&b, 2, true));
	fb_branch_free(&b);
}

static void the_target_of_last_time(void **state)
{
	struct fb_branch b = made();

	(void)state;
	assert_false(fb_branch_indirect(&b, 5, 100));
	assert_true(fb_branch_indirect(&b, 5, 100));
	assert_false(fb_branch_indirect(&b, 5, 200));
	assert_true(fb_branch_indirect(&b, 5, 200));
	fb_branch_free(&b);
}

static void returns(void **state)
{
	struct fb_branch b = made();
	uint64_t i;

	(void)state;
	assert_false(fb_branch_return(&b, 1));
	for (i = 1; i <= 4; i++)
		fb_branch_call(&b, i);
	for (i = 4; i >= 1; i--)
		assert_true(fb_branch_return(&b, i));
	/* The fifth call takes the first one's place. */
	for (i = 1; i <= 5; i++)
		fb_branch_call(&b, i);
	for (i = 5; i >= 2; i--)
		assert_true(fb_branch_return(&b, i));
	assert_false(fb_branch_return(&b, 1));
	fb_branch_free(&b);
}

static void sizes_that_are_none(void **state)
{
	struct fb_branch b;

	(void)state;
	assert_int_equal(fb_branch_make(&b, FB_BRANCH_BITS + 1, 1, 1), -EINVAL);
	assert_int_equal(fb_branch_make(&b, 1, FB_BRANCH_BITS + 1, 1), -EINVAL);
	assert_int_equal(fb_branch_make(&b, 1, 1, 0), -EINVAL);
	assert_int_equal(fb_branch_make(&b, 1, 1, FB_BRANCH_STACK + 1), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_are_learnt),
		cmocka_unit_test(at_first_it_is_not_taken),
		cmocka_unit_test(the_target_of_last_time),
		cmocka_unit_test(returns),
		cmocka_unit_test(sizes_that_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
