// SPDX-License-Identifier: GPL-2.0
/* Arrays that grow: what they hold stays, and sizes that do not fit are refused. */
#include "unit.h"

#include <errno.h>

#include "lib/vector.h"

#define MANY 1000

static void reserve_grows(void **state)
{
	uint32_t room = 0, nr, grown = 0, was;
	uint64_t *array = NULL;

	(void)state;
	for (nr = 0; nr < MANY; nr++) {
		was = room;
		assert_int_equal(fb_vector_reserve(array, room, nr + 1), 0);
		assert_true(room > nr);
		grown += room != was;
		array[nr] = nr;
	}
	for (nr = 0; nr < MANY; nr++)
		assert_int_equal(array[nr], nr);
	/* Doubled each time: 1, 2, 4, ... 1024 */
	assert_int_equal(grown, 11);
	assert_int_equal(room, 1024);
	free(array);
}

/* What is wanted at once is not rounded up; what fits changes nothing. */
static void reserve_many(void **state)
{
	uint32_t room = 0, none = 0;
	char *array = NULL, *was;

	(void)state;
	assert_int_equal(fb_vector_reserve(array, room, none), 0);
	assert_null(array);
	assert_int_equal(fb_vector_reserve(array, room, 100u), 0);
	assert_int_equal(room, 100);
	was = array;
	assert_int_equal(fb_vector_reserve(array, room, 100u), 0);
	assert_ptr_equal(array, was);
	assert_int_equal(fb_vector_reserve(array, room, 101u), 0);
	assert_int_equal(room, 200);
	free(array);
}

/* Too many entries, or too many bytes: the array stays. */
static void reserve_too_much(void **state)
{
	size_t one_more = (size_t)FB_VECTOR_MAX + 1, most = SIZE_MAX;
	char *array = NULL, *was;
	uint32_t room = 0;

	(void)state;
	assert_int_equal(fb_vector_reserve(array, room, 1u), 0);
	*array = 'a';
	was = array;
	assert_int_equal(fb_vector_reserve(array, room, one_more), -ENOMEM);
	assert_int_equal(fb_vector_reserve(array, room, most), -ENOMEM);
	assert_int_equal(fb_vector_enlarge(&array, &room, FB_VECTOR_MAX, SIZE_MAX / 2), -ENOMEM);
	assert_ptr_equal(array, was);
	assert_int_equal(*array, 'a');
	assert_int_equal(room, 1);
	free(array);
}

static void grow_doubles(void **state)
{
	uint32_t *array = NULL, nr;

	(void)state;
	for (nr = 0; nr < MANY; nr++) {
		assert_int_equal(fb_vector_grow(array, nr), 0);
		array[nr] = nr;
	}
	for (nr = 0; nr < MANY; nr++)
		assert_int_equal(array[nr], nr);
	free(array);
}

/* Entries may be removed from the end and added again. */
static void grow_again(void **state)
{
	uint32_t *array = NULL, nr, turn;

	(void)state;
	for (turn = 0; turn < 20; turn++) {
		for (nr = turn ? 7 : 0; nr < 40; nr++) {
			assert_int_equal(fb_vector_grow(array, nr), 0);
			array[nr] = nr;
		}
		assert_int_equal(array[6], 6);
	}
	free(array);
}

static void grow_too_much(void **state)
{
	uint32_t *array = NULL;

	(void)state;
	assert_int_equal(fb_vector_double(&array, 1u << 31, sizeof(*array)), -ENOMEM);
	assert_int_equal(fb_vector_double(&array, 1u << 30, SIZE_MAX / 2), -ENOMEM);
	assert_null(array);
}

static void fit(void **state)
{
	uint32_t room = 0, *array = NULL, nr;

	(void)state;
	assert_int_equal(fb_vector_reserve(array, room, (uint32_t)MANY), 0);
	for (nr = 0; nr < 3; nr++)
		array[nr] = nr;
	fb_vector_fit(array, 3u);
	for (nr = 0; nr < 3; nr++)
		assert_int_equal(array[nr], nr);
	/* An array of no entries is still one that can be freed. */
	fb_vector_fit(array, 0u);
	assert_non_null(array);
	free(array);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reserve_grows),
		cmocka_unit_test(reserve_many),
		cmocka_unit_test(reserve_too_much),
		cmocka_unit_test(grow_doubles),
		cmocka_unit_test(grow_again),
		cmocka_unit_test(grow_too_much),
		cmocka_unit_test(fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
