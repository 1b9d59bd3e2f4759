// SPDX-License-Identifier: GPL-2.0
/* A cache against a list that is kept in order by hand, and a set of touched lines. */
#include "unit.h"

#include <errno.h>
#include <string.h>

#include "model/cache.h"
#include "model/cache_lines.h"

/* One step of a generator that every machine knows (Knuth, MMIX). */
static uint32_t next(uint64_t *x)
{
	*x = *x * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(*x >> 33);
}

/* The same, slowly: of each set the numbers in the order of their last use. */
struct slow {
	uint64_t used[8][4];
	unsigned int nr[8];
};

static bool slowly(struct slow *s, unsigned int sets, unsigned int ways, uint64_t number)
{
	uint64_t *set = s->used[number % sets];
	unsigned int *nr = &s->nr[number % sets], i;
	bool found = false;

	for (i = 0; i < *nr && !found; i++)
		found = set[i] == number;
	if (found)
		memmove(&set[i - 1], &set[i], (*nr - i) * sizeof(*set));
	else if (*nr == ways)
		memmove(&set[0], &set[1], (*nr - 1) * sizeof(*set));
	*nr -= found || *nr == ways;
	set[(*nr)++] = number;
	return found;
}

static void as_a_list_says(void **state)
{
	static const struct {
		unsigned int sets, ways;
	} shapes[] = { { 1, 1 }, { 1, 4 }, { 8, 1 }, { 4, 3 }, { 8, 4 } };
	struct fb_cache c;
	uint64_t x = 1, number;
	unsigned int i, k;

	(void)state;
	for (i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		struct slow s = { .nr = { 0 } };
		unsigned int hits = 0;

		assert_int_equal(fb_cache_make(&c, shapes[i].sets, shapes[i].ways), 0);
		for (k = 0; k < 20000; k++) {
			bool hit;

			number = next(&x) % 48;
			hit = fb_cache_touch(&c, number);
			assert_int_equal(hit, slowly(&s, shapes[i].sets, shapes[i].ways, number));
			hits += hit;
		}
		assert_true(hits && hits < 20000);
		fb_cache_free(&c);
	}
}

static void the_oldest_goes(void **state)
{
	struct fb_cache c;

	(void)state;
	assert_int_equal(fb_cache_make(&c, 2, 2), 0);
	assert_false(fb_cache_touch(&c, 0));
	assert_false(fb_cache_touch(&c, 2));
	assert_true(fb_cache_touch(&c, 0));
	assert_false(fb_cache_touch(&c, 4));
	assert_true(fb_cache_touch(&c, 0));
	assert_false(fb_cache_touch(&c, 2));
	/* The other set was never touched. */
	assert_false(fb_cache_touch(&c, 1));
	fb_cache_empty(&c);
	assert_false(fb_cache_touch(&c, 0));
	fb_cache_free(&c);
}

static void shapes_that_are_none(void **state)
{
	struct fb_cache c;

	(void)state;
	assert_int_equal(fb_cache_make(&c, 3, 2), -EINVAL);
	assert_int_equal(fb_cache_make(&c, 4, 0), -EINVAL);
	assert_int_equal(fb_cache_make(&c, 4, FB_CACHE_WAYS + 1), -EINVAL);
	assert_int_equal(fb_cache_make(&c, 0, 0), 0);
	assert_false(fb_cache_touch(&c, 7));
	assert_false(fb_cache_touch(&c, 7));
	fb_cache_free(&c);
}

static void touched_once_a_packet(void **state)
{
	struct fb_cache_lines t = { .slot = NULL };
	uint64_t i, x = 1;

	(void)state;
	for (i = 0; i < 5000; i++)
		assert_int_equal(fb_cache_lines_add(&t, i * 64), 1);
	for (i = 0; i < 5000; i++)
		assert_int_equal(fb_cache_lines_add(&t, next(&x) % 5000 * 64), 0);
	fb_cache_lines_next(&t);
	assert_int_equal(fb_cache_lines_add(&t, 0), 1);
	assert_int_equal(fb_cache_lines_add(&t, 0), 0);
	assert_int_equal(t.nr, 5000);
	fb_cache_lines_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_a_list_says),
		cmocka_unit_test(the_oldest_goes),
		cmocka_unit_test(shapes_that_are_none),
		cmocka_unit_test(touched_once_a_packet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
