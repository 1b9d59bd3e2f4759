// SPDX-License-Identifier: GPL-2.0
/* Statistics of samples that come in clusters. */
#include "unit.h"

#include <math.h>

#include "stat/cluster_stat.h"
#include "stat/sample_stat.h"

static double shift_of(const double *x, unsigned int nx, const double *y, unsigned int ny)
{
	struct fb_clusters a = { x, nx, 1 }, b = { y, ny, 1 };
	double shift = NAN;

	assert_int_equal(fb_cluster_shift(&a, &b, &shift), 0);
	return shift;
}

static double p_of(const double *x, unsigned int nx, const double *y, unsigned int ny,
		   unsigned int each)
{
	struct fb_clusters a = { x, nx, each }, b = { y, ny, each };
	double p = NAN;

	assert_int_equal(fb_cluster_test(&a, &b, &p), 0);
	return p;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The same by looking at each difference. */
static void the_shift_is_the_median_difference(void **state)
{
	double x[9], y[8], d[72];
	uint64_t seed = 7;
	unsigned int i, k, n, round;

	(void)state;
	for (round = 0; round < 200; round++) {
		for (i = 0; i < 9; i++)
			x[i] = 1269 + (double)(fb_stat_draw(&seed) % 4) * 5;
		for (i = 0; i < 8; i++)
			y[i] = 1270.25 + (double)(fb_stat_draw(&seed) % 5) * 5;
		for (n = 0, i = 0; i < 9; i++)
			for (k = 0; k < 8; k++)
				d[n++] = y[k] - x[i];
		qsort(d, n, sizeof(*d), by_size);
		assert_true(fabs(shift_of(x, 9, y, 8) - (d[35] + d[36]) / 2) < 1e-6);
	}
}

static void chance_cancels_out(void **state)
{
	static const double a[] = { 1269, 1269, 1279, 1269, 1274 },
			    b[] = { 1374, 1369, 1369, 1369 };

	(void)state;
	assert_true(shift_of(a, 5, b, 4) == 100);
	assert_true(shift_of(b, 4, a, 5) == -100);
	assert_true(shift_of(a, 5, a, 5) == 0);
	assert_true(shift_of(a, 1, b, 1) == 105);
}

static void clusters_are_dealt_out(void **state)
{
	static const double low[] = { 1, 2, 3, 4, 5 }, high[] = { 6, 7, 8, 9, 10 };
	static const double one[] = { 5, 5, 5, 5, 5 };
	/* Ten samples a side, but from two boots: chance that falls anew twice proves nothing. */
	static const double two[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
	static const double three[] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 };

	(void)state;
	assert_true(fabs(p_of(low, 5, high, 5, 1) - 2.0 / 252) < 1e-12);
	assert_true(fabs(p_of(high, 5, low, 5, 1) - 2.0 / 252) < 1e-12);
	assert_true(p_of(one, 5, one, 5, 1) == 1);
	assert_true(p_of(low, 5, low, 5, 1) == 1);
	assert_true(fabs(p_of(two, 2, three, 2, 5) - 2.0 / 6) < 1e-12);
	assert_true(fabs(fb_cluster_least(5, 5) - 2.0 / 252) < 1e-12);
	assert_true(fabs(fb_cluster_least(2, 3) - 1.0 / 10) < 1e-12);
}

/* Of alike sides about one in twenty is below 0.05, whether all ways are counted or some are drawn. */
static void alike_sides_are_rarely_apart(void **state)
{
	unsigned int nr, each = 3, trial, i, found;
	double x[12 * 3], y[12 * 3];
	uint64_t seed = 3;

	(void)state;
	for (nr = 5; nr <= 12; nr += 7) {
		for (found = 0, trial = 0; trial < (nr == 5 ? 400 : 40); trial++) {
			for (i = 0; i < nr * each; i++) {
				/* What a boot draws moves all of its samples. */
				double boot = (double)(fb_stat_draw(&seed) % 100);

				x[i] = (i % each ? x[i - 1] : boot) +
				       (double)(fb_stat_draw(&seed) % 3);
				boot = (double)(fb_stat_draw(&seed) % 100);
				y[i] = (i % each ? y[i - 1] : boot) +
				       (double)(fb_stat_draw(&seed) % 3);
			}
			found += p_of(x, nr, y, nr, each) <= 0.05;
		}
		assert_in_range(found, nr == 5 ? 5 : 0, nr == 5 ? 40 : 8);
	}
	for (i = 0; i < nr * each && i < 36; i++)
		y[i] = x[i] + 1000;
	assert_true(p_of(x, 12, y, 12, each) < 0.001);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_shift_is_the_median_difference),
		cmocka_unit_test(chance_cancels_out),
		cmocka_unit_test(clusters_are_dealt_out),
		cmocka_unit_test(alike_sides_are_rarely_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
