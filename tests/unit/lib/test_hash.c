// SPDX-License-Identifier: GPL-2.0
/* Entries are found again by their hash, whatever else has the same one. */
#include "unit.h"

#include <errno.h>
#include <string.h>

#include "lib/hash.h"

#define MANY 20000

static bool has(const struct fb_hash *t, uint32_t hash, uint32_t number)
{
	uint32_t pos = 0, at;

	while ((at = fb_hash_next(t, hash, &pos)))
		if (at == number)
			return true;
	return false;
}

static uint32_t hash_of(uint32_t number)
{
	return (uint32_t)fb_hash_mix(0, number);
}

static void empty(void **state)
{
	struct fb_hash t = { .slots = 0 };
	uint32_t pos = 0;

	(void)state;
	assert_int_equal(fb_hash_next(&t, 5, &pos), 0);
	fb_hash_free(&t);
	assert_int_equal(fb_hash_add(&t, 5, 1), 0);
	fb_hash_free(&t);
	pos = 0;
	assert_int_equal(fb_hash_next(&t, 5, &pos), 0);
}

static void grows(void **state)
{
	struct fb_hash t = { .slots = 0 };
	uint32_t i;

	(void)state;
	for (i = 1; i <= MANY; i++) {
		assert_int_equal(fb_hash_add(&t, hash_of(i), i), 0);
		assert_true(2 * t.taken <= t.slots);
	}
	for (i = 1; i <= MANY; i++)
		assert_true(has(&t, hash_of(i), i));
	assert_false(has(&t, hash_of(MANY + 1), MANY + 1));
	assert_int_equal(t.taken, MANY);
	fb_hash_free(&t);
}

/* All have one hash, or hashes of one slot: each is found, and none twice. */
static void collisions(void **state)
{
	static const uint32_t step[] = { 0, 1u << 31, 16, UINT32_MAX };
	struct fb_hash t = { .slots = 0 };
	uint32_t i, k, pos, found;

	(void)state;
	for (k = 0; k < 4; k++) {
		for (i = 1; i <= 100; i++)
			assert_int_equal(fb_hash_add(&t, i * step[k], i), 0);
		for (i = 1; i <= 100; i++)
			assert_true(has(&t, i * step[k], i));
		for (pos = found = 0; fb_hash_next(&t, step[k], &pos); found++)
			;
		assert_int_equal(found, k == 0 ? 100 : k == 1 ? 50 : 1);
		fb_hash_free(&t);
	}
}

/* What collided with the entry that goes is found as before. */
static void removal(void **state)
{
	struct fb_hash t = { .slots = 0 };
	uint32_t i, gone;

	(void)state;
	for (gone = 1; gone <= 40; gone++) {
		for (i = 1; i <= 40; i++)
			assert_int_equal(fb_hash_add(&t, UINT32_MAX - i / 4, i), 0);
		fb_hash_remove(&t, UINT32_MAX - gone / 4, gone);
		for (i = 1; i <= 40; i++)
			assert_int_equal(has(&t, UINT32_MAX - i / 4, i), i != gone);
		assert_int_equal(t.taken, 39);
		fb_hash_free(&t);
	}
	for (i = 1; i <= MANY; i++)
		assert_int_equal(fb_hash_add(&t, hash_of(i), i), 0);
	for (i = 1; i <= MANY; i += 2)
		fb_hash_remove(&t, hash_of(i), i);
	for (i = 1; i <= MANY; i++)
		assert_int_equal(has(&t, hash_of(i), i), !(i % 2));
	assert_int_equal(t.taken, MANY / 2);
	fb_hash_free(&t);
}

/* Twice as many slots could not be counted. The table is not looked into. */
static void overflow(void **state)
{
	struct fb_hash t = { .slots = 1u << 31, .taken = 1u << 30 };

	(void)state;
	assert_int_equal(fb_hash_add(&t, 5, 1), -ENOMEM);
	assert_int_equal(t.taken, 1u << 30);
}

static void bytes(void **state)
{
	static const char text[] = "ip_forward_finish";
	char moved[sizeof(text) + 1];
	size_t len;

	(void)state;
	for (len = 1; len < sizeof(text); len++) {
		memcpy(moved + 1, text, len);
		assert_int_equal(fb_hash_bytes(text, len), fb_hash_bytes(moved + 1, len));
		assert_int_not_equal(fb_hash_bytes(text, len), fb_hash_bytes(text, len - 1));
	}
	assert_int_not_equal(fb_hash_bytes("\0", 1), fb_hash_bytes("", 0));
	/* From the algorithm's own test suite. */
	assert_int_equal(fb_hash_fnv("", 0), 0x811c9dc5u);
	assert_int_equal(fb_hash_fnv("a", 1), 0xe40c292cu);
	assert_int_equal(fb_hash_fnv("foobar", 6), 0xbf9cf968u);
	/* The first number of splitmix64 whose seed is 0. */
	assert_true(fb_hash_scatter(0x9e3779b97f4a7c15u) == 0xe220a8397b1dcdafu);
}

/* Of numbers that lie close, few share a slot. */
static void spread(void **state)
{
	static unsigned char slot[4096];
	unsigned int taken = 0;
	uintptr_t i;

	(void)state;
	for (i = 0; i < 2048; i++) {
		unsigned char *at =
			&slot[fb_hash_address((void *)(0x555555560000 + 32 * i)) % 4096];

		taken += !*at;
		*at = 1;
	}
	assert_true(taken > 1400);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty),   cmocka_unit_test(grows),    cmocka_unit_test(collisions),
		cmocka_unit_test(removal), cmocka_unit_test(overflow), cmocka_unit_test(bytes),
		cmocka_unit_test(spread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
