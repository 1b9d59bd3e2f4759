// SPDX-License-Identifier: GPL-2.0
/* Common subsequences of lists of keys, compared with the table of all prefixes. */
#include "unit.h"

#include "tree/sequence.h"

#define MANY 30000

static unsigned int seed;

static unsigned int dice(unsigned int sides)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % sides;
}

/* Aligns two lists. Checks that each pair is of equal keys, and that the pairs ascend. */
static uint32_t align(const uint64_t *l, uint32_t nl, const uint64_t *r, uint32_t nr,
		      uint64_t steps)
{
	struct fb_sequence_pair *pair = calloc((nl < nr ? nl : nr) + 1, sizeof(*pair));
	struct fb_sequence s = {
		.left = l, .right = r, .nr_left = nl, .nr_right = nr, .pair = pair, .steps = &steps
	};
	uint32_t i;

	assert_int_equal(fb_sequence_align(&s), 0);
	assert_in_range(s.nr, 0, nl < nr ? nl : nr);
	for (i = 0; i < s.nr; i++) {
		assert_in_range(pair[i].left, i ? pair[i - 1].left + 1 : 0, nl - 1);
		assert_in_range(pair[i].right, i ? pair[i - 1].right + 1 : 0, nr - 1);
		assert_true(l[pair[i].left] == r[pair[i].right]);
	}
	free(pair);
	return s.nr;
}

static uint32_t longest(const uint64_t *l, uint32_t nl, const uint64_t *r, uint32_t nr)
{
	uint32_t *best = calloc(nr + 1, sizeof(*best)), behind, was, i, j;

	for (i = nl; i--;) {
		behind = 0;
		for (j = nr; j--; behind = was) {
			was = best[j];
			if (best[j + 1] > best[j])
				best[j] = best[j + 1];
			if (l[i] == r[j] && behind + 1 > best[j])
				best[j] = behind + 1;
		}
	}
	was = best[0];
	free(best);
	return was;
}

static void as_long_as_the_table_says(void **state)
{
	uint64_t l[60], r[60];
	uint32_t nl, nr, i;

	(void)state;
	for (seed = 1; seed < 6000; seed += 2) {
		unsigned int was = seed, kinds = 1 + dice(8);

		nl = dice(60);
		nr = dice(60);
		for (i = 0; i < nl; i++)
			l[i] = dice(kinds);
		for (i = 0; i < nr; i++)
			r[i] = dice(kinds + 2);
		assert_int_equal(align(l, nl, r, nr, UINT64_MAX), longest(l, nl, r, nr));
		assert_in_range(align(l, nl, r, nr, dice(300)), 0, longest(l, nl, r, nr));
		seed = was;
	}
}

static void long_lists_with_few_differences(void **state)
{
	uint64_t *l = calloc(MANY, sizeof(*l)), *r = calloc(MANY, sizeof(*r));
	uint32_t i, nr = 0;

	(void)state;
	seed = 1;
	for (i = 0; i < MANY; i++) {
		l[i] = dice(5);
		if (i % 100)
			r[nr++] = l[i];
	}
	assert_int_equal(align(l, MANY, r, nr, 50000000), nr);
	free(l);
	free(r);
}

/* Two random lists of four keys differ in more than FB_SEQUENCE_COST keys. */
static void enough_steps_for_the_longest(void **state)
{
	uint64_t l[1500], r[1500];
	uint32_t i, best;

	(void)state;
	seed = 1;
	for (i = 0; i < 1500; i++) {
		l[i] = dice(4);
		r[i] = dice(4);
	}
	best = longest(l, 1500, r, 1500);
	assert_in_range(3000 - 2 * best, 2 * FB_SEQUENCE_COST, 3000);
	assert_int_equal(align(l, 1500, r, 1500, 100000000), best);
}

/* More differences than the steps allow to follow: the result is not the longest, but long. */
static void long_lists_with_many_differences(void **state)
{
	uint64_t *l = calloc(MANY, sizeof(*l)), *r = calloc(MANY, sizeof(*r));
	uint32_t i;

	(void)state;
	seed = 1;
	for (i = 0; i < MANY; i++) {
		l[i] = dice(4);
		r[i] = dice(4);
	}
	/* Random lists of four keys have about 65 % in common. */
	assert_in_range(align(l, MANY, r, MANY, 50000000), MANY / 2, MANY);
	assert_in_range(align(l, MANY, r, MANY, 10000), 0, MANY / 10);
	free(l);
	free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_long_as_the_table_says),
		cmocka_unit_test(long_lists_with_few_differences),
		cmocka_unit_test(enough_steps_for_the_longest),
		cmocka_unit_test(long_lists_with_many_differences),
	};

	return cmocka_run_group_tests_name("sequence", tests, NULL, NULL);
}
