// SPDX-License-Identifier: GPL-2.0
/*
 * The statistics are tested against published examples, against counts by hand, and by simulations
 * of the error rates that the verdicts promise.
 */
#include "unit.h"

#include <math.h>

#include "compare/judge.h"
#include "stat/sample_stat.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static void near(double is, double wanted, double by)
{
	if (!(fabs(is - wanted) <= by))
		fail_msg("%.10g is not %.10g", is, wanted);
}

static void medians(void **state)
{
	const double odd[] = { 3, 1, 2 }, even[] = { 4, 1, 3, 2 };

	(void)state;
	near(fb_stat_median(odd, 3), 2, 0);
	near(fb_stat_median(even, 4), 2.5, 0);
	near(fb_stat_median(odd, 0), 0, 0);
	assert_true(odd[0] == 3);
}

/* These values are in any table of the normal distribution. */
static void normal_quantiles(void **state)
{
	(void)state;
	near(fb_stat_quantile(0.5), 0, 1e-9);
	near(fb_stat_quantile(0.975), 1.959963985, 1e-8);
	near(fb_stat_quantile(0.95), 1.644853627, 1e-8);
	near(fb_stat_quantile(0.001), -3.090232306, 1e-8);
}

/*
 * Hollander and Wolfe (1973), page 69: permeability of the human chorioamnion, at term and between 12
 * and 26 weeks. R's manual of wilcox.test() gives W = 35 and, for "greater", p = 0.1272.
 */
static void mann_whitney_without_ties(void **state)
{
	const double x[] = { 0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46 };
	const double y[] = { 1.15, 0.88, 0.90, 0.74, 1.21 };
	struct fb_mann_whitney mw;

	(void)state;
	assert_int_equal(fb_stat_mann_whitney(x, NR(x), y, NR(y), &mw), 0);
	near(mw.u, 35, 0);
	near(mw.greater, 0.1272, 5e-5);
	near(mw.two_sided, 0.2544, 5e-5);
	assert_int_equal(fb_stat_mann_whitney(y, NR(y), x, NR(x), &mw), 0);
	near(mw.u, 15, 0);
	near(mw.less, 0.1272, 5e-5);
}

/*
 * Ozone in New York in May and in August 1973 (Chambers and others, 1983; R's airquality). R's manual
 * gives W = 127.5 and p = 0.0001208. 52 samples are enough for the normal approximation with ties.
 */
static void mann_whitney_with_ties(void **state)
{
	const double may[] = { 41, 36, 12, 18, 28, 23, 19, 8, 7,  16, 11, 14,  18,
			       14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37 };
	const double august[] = { 39, 9,  16, 78, 35, 66, 122, 89,  110, 44, 28,  65, 22,
				  59, 23, 31, 44, 21, 9,  45,  168, 73,	 76, 118, 84, 85 };
	struct fb_mann_whitney mw;

	(void)state;
	assert_int_equal(NR(may) + NR(august), 52);
	assert_int_equal(fb_stat_mann_whitney(may, 26, august, 26, &mw), 0);
	near(mw.u, 127.5, 0);
	near(mw.two_sided, 0.0001208, 5e-8);
}

/* So few samples that all ranks can be listed by hand. */
static void mann_whitney_by_hand(void **state)
{
	const double low[] = { 1, 2, 3, 4, 5, 6 }, high[] = { 7, 8, 9, 10, 11, 12 };
	const double x[] = { 1, 2 }, y[] = { 2, 3 };
	struct fb_mann_whitney mw;

	(void)state;
	/* One of C(12, 6) = 924 ways. */
	assert_int_equal(fb_stat_mann_whitney(low, 6, high, 6, &mw), 0);
	near(mw.two_sided, 2.0 / 924, 1e-12);
	near(mw.u, 0, 0);
	/* Ranks 1, 2.5, 2.5, 4; the six sums are 3.5 3.5 5 5 6.5 6.5, and ours is 3.5. */
	assert_int_equal(fb_stat_mann_whitney(x, 2, y, 2, &mw), 0);
	near(mw.less, 2.0 / 6, 1e-12);
	near(mw.greater, 1, 1e-12);
	near(mw.u, 0.5, 0);
	assert_int_equal(fb_stat_mann_whitney(x, 1, x, 1, &mw), 0);
	near(mw.two_sided, 1, 0);
}

/* Holm (1979): the smallest of m is multiplied by m, the next one by m - 1; the order is kept. */
static void several_at_once(void **state)
{
	/* R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02. */
	double p[] = { 0.01, 0.04, 0.03, 0.005 }, same[] = { 0.02, 0.02 }, large[] = { 0.9, 0.8 };

	(void)state;
	assert_int_equal(fb_stat_holm(p, 4), 0);
	near(p[0], 0.03, 1e-12);
	near(p[1], 0.06, 1e-12);
	near(p[2], 0.06, 1e-12);
	near(p[3], 0.02, 1e-12);
	assert_int_equal(fb_stat_holm(same, 2), 0);
	near(same[0], 0.04, 1e-12);
	near(same[1], 0.04, 1e-12);
	assert_int_equal(fb_stat_holm(large, 2), 0);
	near(large[0], 1, 0);
}

/*
 * The bootstrapped median of seven values is at most the k-th value with the probability that a
 * binomial variable with n = 7 and p = k/7 is at least 4: 0.0092 for the first value, 0.1025 for the
 * second, 0.3479 for the third. So the 2.5 % point is the second value, and the 97.5 % point the sixth.
 */
static void bootstrap_of_seven(void **state)
{
	const double x[] = { 10, 10, 10 }, y[] = { 17, 11, 12, 14, 16, 13, 15 };
	struct fb_interval ci, again;

	(void)state;
	assert_int_equal(fb_stat_bootstrap(x, 3, y, 7, 0.95, &ci), 0);
	near(ci.ratio, 1.4, 1e-12);
	near(ci.low, 1.2, 1e-12);
	near(ci.high, 1.6, 1e-12);
	assert_int_equal(fb_stat_bootstrap(x, 3, y, 7, 0.99, &ci), 0);
	near(ci.low, 1.1, 1e-12);
	near(ci.high, 1.7, 1e-12);
	/* 34.8 % lie at or below the third, 65.2 % below the fifth. */
	assert_int_equal(fb_stat_bootstrap(x, 3, y, 7, 0.4, &ci), 0);
	near(ci.low, 1.3, 1e-12);
	near(ci.high, 1.5, 1e-12);
	assert_int_equal(fb_stat_bootstrap(x, 3, y, 7, 0.4, &again), 0);
	assert_memory_equal(&ci, &again, sizeof(ci));
}

static void equivalence_by_hand(void **state)
{
	const double x[] = { 100, 100.1, 100.2, 100.3, 100.4, 100.5 };
	const double y[] = { 101.5, 101.6, 101.7, 101.8, 101.9, 102 };
	double p;

	(void)state;
	/* Moved by 1 %, the sides do not overlap: one of 924 orders. */
	assert_int_equal(fb_stat_equivalent(x, 6, x, 6, 0.01, &p), 0);
	near(p, 1.0 / 924, 1e-12);
	/* 1.5 % is not within 1 %, but within 3 %. */
	assert_int_equal(fb_stat_equivalent(x, 6, y, 6, 0.01, &p), 0);
	assert_true(p > 0.9);
	assert_int_equal(fb_stat_equivalent(x, 6, y, 6, 0.03, &p), 0);
	near(p, 1.0 / 924, 1e-12);
}

static void deviation_and_need(void **state)
{
	/* On both sides the logarithms are -1, 0, 1 around their mean: 4 squares over 4 degrees. */
	const double x[] = { exp(-1), 1, exp(1) }, y[] = { exp(4), exp(5), exp(6) };
	double shift = log(1.01), z = 2.170090 + 1.644854;

	(void)state;
	near(fb_stat_deviation(x, 3, y, 3), 1, 1e-12);
	/* The 1 % point of chi-square with 10 degrees is 2.558 in any table. Ours is 2 % off. */
	near(fb_stat_needed(0.01, 10, 0.01, 1),
	     2 * z * z * 1e-4 * 10 / 2.558 / (shift * shift) / 0.864, 3);
	assert_int_equal(fb_stat_needed(1e-6, 10, 0.01, 1), FB_STAT_LEAST);
	assert_true(fb_stat_needed(0.01, 10, 0.01, 15) > fb_stat_needed(0.01, 10, 0.01, 1));
	assert_true(fb_stat_needed(0.01, 10, 0.001, 1) > 50 * fb_stat_needed(0.01, 10, 0.01, 1));
}

/* --- simulation ------------------------------------------------------------------------------ */

#define POINTS	 3
#define MOST	 2000
#define A_A_RUNS 1000
#define FINDINGS 200

static uint64_t state_;

static double uniform(void)
{
	state_ = state_ * 6364136223846793005u + 1442695040888963407u;
	return ((double)(state_ >> 11) + 0.5) / 9007199254740992.0;
}

/* Three kinds of noise: normal; normal with one outlier in ten boots; skewed to the right. */
static double noise(int kind, double cv)
{
	double z = sqrt(-2 * log(uniform())) * cos(2 * 3.14159265358979 * uniform());

	if (kind == 1 && uniform() < 0.1)
		return exp(5 * cv * fabs(z));
	return kind == 2 ? 1 + cv * -log(uniform()) : exp(cv * z);
}

struct simulated {
	double v[POINTS][2][MOST];
	struct fb_samples s[POINTS];
	struct fb_compared pt[POINTS];
};

/* Simulates two sides. The last point of the second side costs @times as much. */
static void simulate(struct simulated *sim, unsigned int nr, int kind, double cv, double times)
{
	unsigned int k, i;

	assert_in_range(nr, 2, MOST);
	for (k = 0; k < POINTS; k++) {
		for (i = 0; i < nr; i++) {
			sim->v[k][0][i] = 1000 * noise(kind, cv);
			sim->v[k][1][i] = 1000 * noise(kind, cv);
			if (k == POINTS - 1)
				sim->v[k][1][i] *= times;
		}
		sim->s[k] = (struct fb_samples){ sim->v[k][0], nr, sim->v[k][1], nr };
	}
	memset(sim->pt, 0, sizeof(sim->pt));
	assert_int_equal(fb_compare_times(sim->s, POINTS, 0.01, sim->pt), 0);
}

static unsigned int judged(const struct simulated *sim, enum fb_judgement what)
{
	unsigned int k, n = 0;

	for (k = 0; k < POINTS; k++)
		n += sim->pt[k].judged == what;
	return n;
}

/* Two equal sides: a difference on any path is a false alarm. At most 5 % are allowed. */
static void false_alarms(void **state)
{
	static const unsigned int sizes[] = { 6, 12, 30 };
	struct simulated *sim = malloc(sizeof(*sim));
	unsigned int i, all = 0;
	int kind;

	(void)state;
	assert_non_null(sim);
	state_ = 1;
	for (kind = 0; kind < 3; kind++) {
		unsigned int alarms = 0;

		for (i = 0; i < A_A_RUNS; i++) {
			simulate(sim, sizes[i % NR(sizes)], kind, 0.01, 1);
			alarms += judged(sim, FB_JUDGED_DIFFERENT) > 0;
		}
		print_message(
			"# noise %d: %u false alarms in %u comparisons of %d paths: %.2f %%\n",
			kind, alarms, A_A_RUNS, POINTS, 100.0 * alarms / A_A_RUNS);
		/* At most 5 %. At least 0.5 %: fewer would mean that no difference can ever be found. */
		assert_in_range(alarms, A_A_RUNS / 200, A_A_RUNS / 20);
		all += alarms;
	}
	print_message("# in all %.2f %%\n", 100.0 * all / (3 * A_A_RUNS));
	free(sim);
}

/*
 * Six or ten boots a side are measured first. The tool says how many boots it needs, and that many are
 * simulated. Then a difference of 1 % is found in 19 of 20 cases, and without a difference "no change"
 * is claimed as often.
 */
static void what_is_asked_for_is_enough(void **state)
{
	static const struct {
		unsigned int pilot;
		double cv;
	} of[] = { { 6, 0.003 }, { 10, 0.005 } };
	struct simulated *sim = malloc(sizeof(*sim));
	unsigned int i, k, nr, kind;

	(void)state;
	assert_non_null(sim);
	state_ = 2;
	for (k = 0; k < NR(of); k++) {
		for (kind = 0; kind < 3; kind++) {
			unsigned int found = 0, claimed = 0;
			double sum = 0;

			for (i = 0; i < FINDINGS; i++) {
				simulate(sim, of[k].pilot, (int)kind, of[k].cv, 1);
				nr = sim->pt[POINTS - 1].needed;
				nr = nr < MOST ? nr : MOST;
				sum += nr;
				simulate(sim, nr, (int)kind, of[k].cv, 1.01);
				found += sim->pt[POINTS - 1].judged == FB_JUDGED_DIFFERENT;
				simulate(sim, nr, (int)kind, of[k].cv, 1);
				claimed += sim->pt[POINTS - 1].tost <= 0.05;
			}
			print_message(
				"# noise %u of %.1f %%: asks for %.0f boots; finds 1 %% in %.2f %%, claims none in %.2f %%\n",
				kind, 100 * of[k].cv, sum / FINDINGS, 100.0 * found / FINDINGS,
				100.0 * claimed / FINDINGS);
			assert_true(found >= FINDINGS * 0.95);
			assert_true(claimed >= FINDINGS * 0.95);
		}
	}
	free(sim);
}

/*
 * A change as large as the margin is called "no change" in at most one of 20 cases. One in 20 is the
 * level itself, so the count may lie three standard errors above it.
 */
static void no_change_is_not_claimed_lightly(void **state)
{
	struct simulated *sim = malloc(sizeof(*sim));
	unsigned int i, wrong = 0;

	(void)state;
	assert_non_null(sim);
	state_ = 3;
	for (i = 0; i < A_A_RUNS; i++) {
		simulate(sim, 12, (int)(i % 3), 0.005, 1.01);
		wrong += sim->pt[POINTS - 1].tost <= 0.05;
	}
	print_message("# 1 %% is taken for none in %.2f %%\n", 100.0 * wrong / A_A_RUNS);
	assert_in_range(wrong, 0,
			(unsigned int)(A_A_RUNS * (0.05 + 3 * sqrt(0.05 * 0.95 / A_A_RUNS))));
	free(sim);
}

/* The interval must hold the true ratio nearly as often as it says: medians of few values are coarse. */
static void intervals_hold(void **state)
{
	struct simulated *sim = malloc(sizeof(*sim));
	struct fb_interval ci;
	unsigned int i, held = 0, runs = 500;

	(void)state;
	assert_non_null(sim);
	state_ = 4;
	for (i = 0; i < runs; i++) {
		simulate(sim, 20, 0, 0.01, 1);
		assert_int_equal(fb_stat_bootstrap(sim->v[0][0], 20, sim->v[0][1], 20, 0.95, &ci),
				 0);
		held += ci.low <= 1 && ci.high >= 1;
	}
	print_message("# the 95 %% interval holds the ratio in %.1f %%\n", 100.0 * held / runs);
	assert_true(held >= runs * 0.93);
	free(sim);
}

static void few_boots_allow_no_verdict(void **state)
{
	struct simulated *sim = malloc(sizeof(*sim));

	(void)state;
	assert_non_null(sim);
	state_ = 5;
	simulate(sim, 5, 0, 0.0001, 1.5);
	assert_int_equal(judged(sim, FB_JUDGED_NONE), POINTS);
	simulate(sim, 6, 0, 0.0001, 1.5);
	assert_int_equal(judged(sim, FB_JUDGED_DIFFERENT), 1);
	assert_int_equal(judged(sim, FB_JUDGED_SAME), POINTS - 1);
	free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(medians),
		cmocka_unit_test(normal_quantiles),
		cmocka_unit_test(mann_whitney_without_ties),
		cmocka_unit_test(mann_whitney_with_ties),
		cmocka_unit_test(mann_whitney_by_hand),
		cmocka_unit_test(several_at_once),
		cmocka_unit_test(bootstrap_of_seven),
		cmocka_unit_test(equivalence_by_hand),
		cmocka_unit_test(deviation_and_need),
		cmocka_unit_test(false_alarms),
		cmocka_unit_test(what_is_asked_for_is_enough),
		cmocka_unit_test(no_change_is_not_claimed_lightly),
		cmocka_unit_test(intervals_hold),
		cmocka_unit_test(few_boots_allow_no_verdict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
